//! What is written of runs, and whether they are good enough.

use super::{junit, table};
use crate::failure::Failure;
use crate::output::{remark, say};
use clap::Args;
use experiments::{
    CaseId, Changes, Judged, Kept, LanePlan, Plan, RecordedLanes, Report, faults_of_runs, judged_runs, page,
};
use std::error::Error;
use std::path::{Path, PathBuf};
use workbench::cases::{CasesError, Ran, kept_runs};

/// The share of runs that must pass, where nothing else is said.
const THRESHOLD: f64 = 1.0;

/// The heading of a report for people.
const TITLE: &str = "callwright test";

#[derive(Debug, Args)]
pub(super) struct Conclusion {
    /// The share of runs, from 0 to 1, that must pass with each model [default: 1; none with --baseline]
    #[arg(long, value_name = "P", value_parser = share)]
    threshold: Option<f64>,
    /// An earlier report in JSON: only what is worse than in it makes the command fail
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// The lane that all others are compared with, by its name in the report [default: the first]
    #[arg(long, value_name = "LANE")]
    against: Option<String>,
    /// An earlier file of --out, whose lanes stand beside the others as they were recorded: nothing asks their models
    #[arg(long, value_name = "FILE")]
    recorded: Option<PathBuf>,
    /// Writes the result as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Writes the whole report as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Writes the report for people, as one HTML file that opens in any browser
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// What was made on earlier days.
pub(super) struct Before {
    baseline: Option<Report>,
    recorded: Option<Kept>,
}

/// Whether runs are good enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Concluded {
    Passed,
    Failed,
}

fn share(written: &str) -> Result<f64, &'static str> {
    let number = written.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or("it is no number from 0 to 1")
}

impl Conclusion {
    /// It is read before anything runs.
    pub(super) fn before(&self) -> Result<Before, Failure> {
        let baseline = self.baseline.as_deref().map(baseline_in).transpose()?;
        let recorded = self.recorded.as_deref().map(recorded_in).transpose()?;
        Ok(Before { baseline, recorded })
    }

    /// Whether there is the lane that others are compared with. It is asked before anything runs.
    pub(super) fn check(&self, lanes: &[LanePlan], before: &Before) -> Result<(), Failure> {
        let Some(name) = &self.against else { return Ok(()) };
        let mut recorded = before.recorded.iter().flat_map(Kept::recorded_names);
        let is_there = lanes.iter().any(|lane| lane.name == *name) || recorded.any(|lane| lane == *name);
        if is_there { Ok(()) } else { Err(no_lane(name)) }
    }

    /// Where runs are missing, nothing has passed. What can't be written is told by the outer result.
    pub(super) fn of(
        &self,
        plan: &Plan,
        ran: &Ran,
        before: &Before,
    ) -> Result<Result<Concluded, Failure>, Failure> {
        let Plan { cases, lanes, .. } = plan;
        let faults = faults_of_runs(cases, &ran.runs);
        let runs = judged_runs(&ran.runs, &faults);
        let own = Report::of_judged(cases, lanes, &runs, &ran.runs);
        let baseline = before.baseline.as_ref();
        let changes = baseline.map(|baseline| Changes::between(baseline, &own));
        let mut is_passed = ran.is_whole() && !changes.as_ref().is_some_and(Changes::is_regression);
        if let Some(threshold) = self.threshold.or(baseline.is_none().then_some(THRESHOLD)) {
            is_passed &= reaches(&own, threshold);
        }
        if let Some(file) = &self.junit {
            write(file, junit::of(&own, &ran.broken).as_bytes())?;
        }
        let shown = match &before.recorded {
            None => self.show(own, changes.as_ref(), Judged { cases, lanes, runs: &runs })?,
            Some(kept) => {
                let recorded = kept.recorded(cases);
                remark_unanswered(&recorded);
                is_passed &= recorded.missing.is_empty();
                let lanes = [lanes.as_slice(), &recorded.lanes].concat();
                let all = [ran.runs.as_slice(), &recorded.runs].concat();
                let faults = faults_of_runs(cases, &all);
                let runs = judged_runs(&all, &faults);
                let report = Report::of_judged(cases, &lanes, &runs, &all);
                self.show(report, changes.as_ref(), Judged { cases, lanes: &lanes, runs: &runs })?
            }
        };
        Ok(shown.map(|()| if is_passed { Concluded::Passed } else { Concluded::Failed }))
    }

    /// Prints and writes a report.
    fn show(
        &self,
        mut report: Report,
        changes: Option<&Changes>,
        judged: Judged<'_>,
    ) -> Result<Result<(), Failure>, Failure> {
        if let Some(lane) = &self.against
            && !report.compare_with(lane)
        {
            return Ok(Err(no_lane(lane)));
        }
        say(table::of(&report))?;
        if let Some(file) = &self.json {
            let text = serde_json::to_vec_pretty(&report)
                .map_err(|error| Failure::new(format!("the report can't be written as JSON: {error}"), ""))?;
            write(file, &text)?;
        }
        if let Some(changes) = changes {
            say(table::of_changes(changes))?;
        }
        if let Some(file) = &self.html {
            write(file, page(TITLE, &report, changes, judged).as_bytes())?;
        }
        Ok(Ok(()))
    }
}

/// Runs of an earlier day.
fn recorded_in(file: &Path) -> Result<Kept, Failure> {
    let kept: Kept = kept_runs(file)?;
    if kept.plan().is_none() { Err(no_runs(file)) } else { Ok(kept) }
}

pub(super) fn no_runs(file: &Path) -> Failure {
    Failure::new(format!("{} has no runs", file.display()), "Give a file that `callwright test --out` wrote.")
}

/// The report of an earlier day.
fn baseline_in(file: &Path) -> Result<Report, Failure> {
    let text = disk::read_text(file, limits::SETTINGS_FILE).map_err(|error| Failure::unread(file, &error))?;
    Report::read(&text).map_err(|error| {
        let cause = error.source().map(|cause| format!(": {cause}")).unwrap_or_default();
        let message = format!("{}: {error}{cause}", file.display());
        Failure::new(message, "Give a file that `callwright test --json` wrote.")
    })
}

/// Says which cases recorded lanes have no answer to.
fn remark_unanswered(recorded: &RecordedLanes) {
    for (lane, cases) in &recorded.missing {
        let ids: Vec<_> = cases.iter().map(CaseId::as_str).collect();
        let cases = ids.join(", ");
        remark(format_args!("{lane} has no answer to {cases}, which says nothing about its model."));
    }
}

fn no_lane(name: &str) -> Failure {
    CasesError::NoLane { lane: name.to_owned() }.into()
}

/// A lane without a run has nothing that falls short.
fn reaches(report: &Report, threshold: f64) -> bool {
    report.lanes.iter().all(|lane| lane.pass_rate.is_none_or(|rate| rate.rate >= threshold))
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    disk::replace(file, bytes).map_err(|error| Failure::unwritten(file, &error))
}
