//! What has become worse since an earlier report.

use super::Report;
use crate::case::CaseId;
use crate::statistics::{Count, Verdict, difference};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Something that was better before.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Regression {
    /// The case always passed, and never does now.
    Case { lane: String, case: CaseId },
    /// The lane is worse over all cases, by more than chance explains.
    Lane { lane: String, mean: f64, p: f64 },
}

impl Report {
    /// Compares with an earlier report, by the names of lanes and cases. New ones can't be worse.
    pub fn regressions(&self, baseline: &Self) -> Vec<Regression> {
        let before = baseline.by_lane();
        let mut found = Vec::new();
        for (lane, now) in self.by_lane() {
            let Some(earlier) = before.get(lane) else { continue };
            let both = now.iter().filter_map(|(case, now)| Some((*case, *earlier.get(case)?, *now)));
            let both: Vec<(&CaseId, Count, Count)> =
                both.filter(|(_, one, other)| one.runs > 0 && other.runs > 0).collect();
            for (case, earlier, now) in &both {
                if earlier.passes == earlier.runs && now.passes == 0 {
                    found.push(Regression::Case { lane: lane.to_owned(), case: (*case).clone() });
                }
            }
            let pairs: Vec<_> = both.iter().map(|(_, earlier, now)| (*earlier, *now)).collect();
            if let Some(difference) = difference(&pairs)
                && Verdict::of(difference.mean, difference.p) == Verdict::Worse
            {
                let (mean, p) = (difference.mean, difference.p);
                found.push(Regression::Lane { lane: lane.to_owned(), mean, p });
            }
        }
        found
    }

    fn by_lane(&self) -> BTreeMap<&str, BTreeMap<&CaseId, Count>> {
        let mut lanes: BTreeMap<&str, BTreeMap<&CaseId, Count>> = BTreeMap::new();
        for case in &self.cases {
            for outcome in &case.lanes {
                lanes.entry(&outcome.lane).or_default().insert(&case.case, outcome.count);
            }
        }
        lanes
    }
}

impl fmt::Display for Regression {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Case { lane, case } => {
                write!(formatter, "{}, {lane}: always passed before, and never passes now", case.as_str())
            }
            Self::Lane { lane, mean, p } => {
                write!(
                    formatter,
                    "{lane}: passes {:.1} points less often than before (p = {p:.3})",
                    -mean * 100.0
                )
            }
        }
    }
}
