//! What is written of runs, and whether they are good enough.

use super::{junit, table};
use crate::failure::Failure;
use crate::output::say;
use clap::Args;
use experiments::{Changes, Judged, LanePlan, Plan, Report, faults_of_runs, judged_runs, page};
use std::error::Error;
use std::path::{Path, PathBuf};
use workbench::cases::{CasesError, Ran};

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
    /// The report of an earlier day. It is read before anything runs.
    pub(super) fn baseline(&self) -> Result<Option<Report>, Failure> {
        let Some(file) = &self.baseline else { return Ok(None) };
        let text =
            disk::read_text(file, limits::SETTINGS_FILE).map_err(|error| Failure::unread(file, &error))?;
        let report = Report::read(&text).map_err(|error| {
            let cause = error.source().map(|cause| format!(": {cause}")).unwrap_or_default();
            let message = format!("{}: {error}{cause}", file.display());
            Failure::new(message, "Give a file that `callwright test --json` wrote.")
        })?;
        Ok(Some(report))
    }

    /// Whether there is the lane that others are compared with. It is asked before anything runs.
    pub(super) fn check(&self, lanes: &[LanePlan]) -> Result<(), Failure> {
        match &self.against {
            Some(name) if !lanes.iter().any(|lane| lane.name == *name) => Err(no_lane(name)),
            Some(_) | None => Ok(()),
        }
    }

    /// Where runs are missing, nothing has passed. What can't be written is told by the outer result.
    pub(super) fn of(
        &self,
        plan: &Plan,
        ran: &Ran,
        baseline: Option<&Report>,
    ) -> Result<Result<Concluded, Failure>, Failure> {
        let Plan { cases, lanes, .. } = plan;
        let faults = faults_of_runs(cases, &ran.runs);
        let runs = judged_runs(&ran.runs, &faults);
        let mut report = Report::of_judged(cases, lanes, &runs, &ran.runs);
        if let Some(lane) = &self.against
            && !report.compare_with(lane)
        {
            return Ok(Err(no_lane(lane)));
        }
        say(table::of(&report))?;
        if let Some(file) = &self.junit {
            write(file, junit::of(&report, &ran.broken).as_bytes())?;
        }
        if let Some(file) = &self.json {
            let text = serde_json::to_vec_pretty(&report)
                .map_err(|error| Failure::new(format!("the report can't be written as JSON: {error}"), ""))?;
            write(file, &text)?;
        }
        let mut is_passed = ran.is_whole();
        let changes = baseline.map(|baseline| Changes::between(baseline, &report));
        if let Some(changes) = &changes {
            say(table::of_changes(changes))?;
            is_passed &= !changes.is_regression();
        }
        if let Some(file) = &self.html {
            let judged = Judged { cases, lanes, runs: &runs };
            write(file, page(TITLE, &report, changes.as_ref(), judged).as_bytes())?;
        }
        if let Some(threshold) = self.threshold.or(baseline.is_none().then_some(THRESHOLD)) {
            is_passed &= reaches(&report, threshold);
        }
        Ok(Ok(if is_passed { Concluded::Passed } else { Concluded::Failed }))
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
