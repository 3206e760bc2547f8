//! A report against an earlier one of the same set.

use crate::case::CaseId;
use crate::report::{CaseOutcome, LaneOutcome, Report};
use crate::statistics::{Count, Difference, Verdict, adjusted, difference};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;
use ts_rs::TS;

/// The version of reports that this program reads.
const FORMAT: u64 = 1;

/// What has changed since an earlier report. Lanes are the same by their names, cases by their ids.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "BaselineChanges")]
pub struct Changes {
    pub lanes: Vec<LaneChange>,
    pub broken: Vec<BrokenCase>,
    /// Lanes that the earlier report does not have.
    pub new_lanes: Vec<String>,
}

/// One lane then and now, over the cases that both reports have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LaneChange {
    pub lane: String,
    /// Of the rate now, less the rate then.
    #[serde(flatten)]
    pub difference: Difference,
    /// Adjusted for the number of lanes.
    pub adjusted_p: f64,
    pub verdict: Verdict,
}

/// A case that always passed and never passes any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct BrokenCase {
    pub case: CaseId,
    pub lane: String,
    pub before: Count,
    pub now: Count,
}

/// Why a text is no report.
#[derive(Debug, Error)]
pub enum ReportError {
    #[error("it is no report")]
    Unfit(#[source] serde_json::Error),
    #[error("it has format {0}, and this version reads format {FORMAT} only")]
    Format(u64),
}

impl Report {
    /// Reads the text of a report that was written as JSON.
    pub fn read(text: &str) -> Result<Self, ReportError> {
        let value: Value = serde_json::from_str(text).map_err(ReportError::Unfit)?;
        match value.get("format").and_then(Value::as_u64) {
            Some(FORMAT) | None => serde_json::from_value(value).map_err(ReportError::Unfit),
            Some(other) => Err(ReportError::Format(other)),
        }
    }
}

impl Changes {
    pub fn between(before: &Report, now: &Report) -> Self {
        let mut changes = Self::default();
        let mut differences = Vec::new();
        for lane in now.lanes.iter().map(|lane| &lane.name) {
            if !before.lanes.iter().any(|known| known.name == *lane) {
                changes.new_lanes.push(lane.clone());
                continue;
            }
            let pairs: Vec<_> = now.cases.iter().filter_map(|case| pair(before, case, lane)).collect();
            changes.broken.extend(pairs.iter().filter_map(|(case, counts)| broken(case, lane, *counts)));
            let counts: Vec<_> = pairs.into_iter().map(|(_, counts)| counts).collect();
            differences.extend(difference(&counts).map(|difference| (lane.clone(), difference)));
        }
        let values = adjusted(&differences.iter().map(|(_, difference)| difference.p).collect::<Vec<_>>());
        let changed = differences.into_iter().zip(values).map(|((lane, difference), adjusted_p)| {
            let verdict = Verdict::of(difference.mean, adjusted_p);
            LaneChange { lane, difference, adjusted_p, verdict }
        });
        changes.lanes.extend(changed);
        changes
    }

    /// Whether something is worse than it was.
    pub fn is_regression(&self) -> bool {
        !self.broken.is_empty() || self.lanes.iter().any(|lane| lane.verdict == Verdict::Worse)
    }
}

/// A case in one lane then and now, where it ran both times.
fn pair<'a>(before: &Report, case: &'a CaseOutcome, lane: &str) -> Option<(&'a CaseId, (Count, Count))> {
    let count = |outcomes: &[LaneOutcome]| {
        let outcome = outcomes.iter().find(|outcome| outcome.lane == lane)?;
        Some(outcome.count).filter(|count| count.runs > 0)
    };
    let known = before.cases.iter().find(|known| known.case == case.case)?;
    Some((&case.case, (count(&known.lanes)?, count(&case.lanes)?)))
}

fn broken(case: &CaseId, lane: &str, (before, now): (Count, Count)) -> Option<BrokenCase> {
    let is_broken = before.passes == before.runs && now.passes == 0;
    is_broken.then(|| BrokenCase { case: case.clone(), lane: lane.to_owned(), before, now })
}

#[cfg(test)]
mod tests {
    use super::{Changes, ReportError};
    use crate::report::Report;
    use crate::report::tests::{RIGHT, case, lanes, run, some};
    use crate::statistics::Verdict;

    const WRONG: &str = r#"{"n": 2}"#;

    /// A report over cases that pass or fail with the first lane.
    fn report(passes: &[(&str, &[bool])]) -> Report {
        let cases: Vec<_> = passes.iter().map(|(id, _)| case(id)).collect();
        let runs = passes.iter().flat_map(|(id, repeats)| {
            repeats
                .iter()
                .zip(1..)
                .map(|(passes, repeat)| run(id, "one", repeat, "a", if *passes { RIGHT } else { WRONG }))
        });
        Report::of(&cases, &lanes()[..1], &runs.collect::<Vec<_>>())
    }

    #[test]
    fn a_case_that_always_passed_and_never_does_is_a_regression() {
        let (before, now) = (report(&[("x", &[true, true])]), report(&[("x", &[false, false])]));
        let changes = Changes::between(&before, &now);
        assert_eq!(changes.broken.len(), 1);
        assert!(changes.is_regression() && !Changes::between(&now, &before).is_regression());
    }

    #[test]
    fn a_case_that_sometimes_passes_is_none() {
        let (before, now) = (report(&[("x", &[true, false])]), report(&[("x", &[false, false])]));
        assert!(!Changes::between(&before, &now).is_regression());
        let (before, now) = (report(&[("x", &[true, true])]), report(&[("x", &[false, true])]));
        assert!(!Changes::between(&before, &now).is_regression());
    }

    #[test]
    fn a_lane_that_passes_less_often_in_most_cases_is_a_regression() {
        let ids = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let every = |repeats: &'static [bool]| report(&ids.map(|id| (id, repeats)));
        let (before, now) = (every(&[true, true, true]), every(&[true, true, false]));
        let changes = Changes::between(&before, &now);
        assert_eq!((changes.lanes[0].verdict, changes.broken.len()), (Verdict::Worse, 0));
        assert!(changes.is_regression());
        assert_eq!(Changes::between(&now, &before).lanes[0].verdict, Verdict::Better);
    }

    #[test]
    fn what_is_new_or_did_not_run_is_none() {
        let (before, now) = (report(&[("x", &[true])]), report(&[("x", &[]), ("y", &[false])]));
        let changes = Changes::between(&before, &now);
        assert!(!changes.is_regression() && changes.lanes.is_empty());
        let whole = Report::of(&[case("x"), case("y")], &lanes(), &some());
        assert_eq!(Changes::between(&before, &whole).new_lanes, ["two"]);
    }

    #[test]
    fn a_report_is_read_as_it_was_written_and_a_newer_one_is_refused() {
        let report = Report::of(&[case("x"), case("y")], &lanes(), &some());
        let text = serde_json::to_string(&report).expect("JSON");
        assert_eq!(Report::read(&text).expect("a report"), report);
        let newer = text.replacen("\"format\":1", "\"format\":2", 1);
        assert!(matches!(Report::read(&newer), Err(ReportError::Format(2))));
        assert!(matches!(Report::read("{}"), Err(ReportError::Unfit(_))));
    }
}
