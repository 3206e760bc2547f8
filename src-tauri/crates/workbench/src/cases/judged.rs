//! The runs of one experiment with what is wrong with each, kept as long as somebody looks at them.

use super::CasesError;
use super::running::{Experiments, stamp};
use super::set::{files, read_set};
use crate::contract::ExperimentSummary;
use experiments::{
    Case, CaseId, Fault, JudgedRun, Plan, Report, Run, RunFilter, faults_of_runs, judged_runs,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

/// Everything that a page asks of finished runs.
pub(super) struct JudgedRuns {
    pub(super) plan: Plan,
    pub(super) runs: Vec<Run>,
    /// By the places of the runs. Nothing, where a judge has not seen one yet.
    faults: Vec<Option<Vec<Fault>>>,
    report: OnceLock<Arc<Report>>,
}

/// What the runs were judged from: they are judged again once it is another.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct JudgedFrom {
    file: PathBuf,
    length: u64,
    changed: Option<SystemTime>,
    /// Finished runs of this process, which may be ahead of the file.
    made: usize,
    /// The files of the set, with their lengths and when they were changed.
    set: Vec<(PathBuf, (u64, Option<SystemTime>))>,
}

impl JudgedRuns {
    fn of(plan: Plan, mut runs: Vec<Run>) -> Self {
        // In this order, nobody who asks for them has to sort them.
        runs.sort_unstable_by(|one, other| one.key.cmp(&other.key));
        let faults = faults_of_runs(&plan.cases, &runs);
        Self { plan, runs, faults, report: OnceLock::new() }
    }

    pub(super) fn report(&self) -> Arc<Report> {
        let Plan { cases, lanes, .. } = &self.plan;
        let made = || Arc::new(Report::of_judged(cases, lanes, &self.judged(), &self.runs));
        Arc::clone(self.report.get_or_init(made))
    }

    pub(super) fn judged(&self) -> Vec<JudgedRun<'_>> {
        judged_runs(&self.runs, &self.faults)
    }

    /// The runs that a filter lets through, in the order of their keys.
    pub(super) fn filtered(&self, filter: &RunFilter) -> Vec<JudgedRun<'_>> {
        let by_id: BTreeMap<&CaseId, &Case> = self.plan.cases.iter().map(|case| (&case.id, case)).collect();
        let mut those = self.judged();
        those.retain(|one| {
            by_id.get(&one.run.key.case).is_some_and(|case| filter.holds_of(case, one.run, one.faults))
        });
        those
    }
}

impl JudgedFrom {
    fn of(file: &Path, summary: &ExperimentSummary) -> Result<Self, CasesError> {
        let (length, changed) = stamp(file)?;
        let files = set_of(summary).and_then(|set| files(set).ok()).unwrap_or_default();
        let set = files.into_iter().filter_map(|file| Some((stamp(&file).ok()?, file)));
        let set = set.map(|(stamp, file)| (file, stamp)).collect();
        Ok(Self { file: file.to_owned(), length, changed, made: summary.made, set })
    }
}

/// The set of an experiment that was begun in the window.
fn set_of(summary: &ExperimentSummary) -> Option<&Path> {
    Some(Path::new(&summary.folder)).filter(|set| !set.as_os_str().is_empty())
}

impl Experiments {
    /// Runs with what is expected of them today. What was judged last is kept.
    pub(super) fn judged(&self, file: &Path) -> Result<(ExperimentSummary, Arc<JudgedRuns>), CasesError> {
        if let Some(summary) = self.known(file)?
            && let Some(judged) = self.last_judged(&JudgedFrom::of(file, &summary)?)
        {
            return Ok((summary, judged));
        }
        let (summary, mut plan, runs) = self.runs(file)?;
        let from = JudgedFrom::of(file, &summary)?;
        let now = set_of(&summary).and_then(|set| read_set(set).ok()).unwrap_or_default();
        for case in &mut plan.cases {
            if let Some(changed) = now.iter().find(|one| one.id == case.id && one.asks_the_same(case)) {
                *case = changed.clone();
            }
        }
        let judged = Arc::new(JudgedRuns::of(plan, runs));
        self.keep_judged(from, Arc::clone(&judged));
        Ok((summary, judged))
    }
}
