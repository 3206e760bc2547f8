//! The experiments of this process: sets that run in the background, and what is known of them.

use super::control::{Control, Pacing};
use super::judged::{JudgedFrom, JudgedRuns};
use super::{CasesError, Earlier, Execution, Keeping, Making, Spending, Tally, kept_runs};
use crate::contract::{
    BrokenRuns, CommandError, ExperimentId, ExperimentProgress, ExperimentState, ExperimentSummary,
    ServiceQueue,
};
use crate::locking::lock;
use content::{SessionId, Timestamp};
use experiments::{Begun, Kept, KeptRun, Plan, Run, RunKey};
use notices::{Describe, Notice};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;
use tokio_util::task::TaskTracker;

/// How often a run is begun again that broke off because its service gave no answer.
const MAX_RETRIES: u32 = 1;

/// What is known of experiments beside their files.
#[derive(Default)]
pub(crate) struct Experiments {
    begun: Mutex<BTreeMap<ExperimentId, Arc<Running>>>,
    read: Mutex<BTreeMap<PathBuf, ReadFile>>,
    /// The runs that were looked at last.
    judged: Mutex<Option<(JudgedFrom, Arc<JudgedRuns>)>>,
    /// The sessions of runs that were opened.
    opened: Mutex<BTreeMap<(ExperimentId, RunKey), SessionId>>,
    tasks: TaskTracker,
}

/// The summary of a file, as long as its length and its time stay as they are.
type ReadFile = (u64, Option<SystemTime>, ExperimentSummary);

/// An experiment that runs, or has ended in this process.
pub(super) struct Running {
    pub(super) plan: Plan,
    pub(super) control: Control,
    ended: Mutex<Option<Option<Notice>>>,
}

/// The length of a file and when it was changed.
pub(super) fn stamp(file: &Path) -> Result<(u64, Option<SystemTime>), CasesError> {
    let facts = std::fs::metadata(file).map_err(|error| CasesError::unread(file, &error))?;
    Ok((facts.len(), facts.modified().ok()))
}

impl Experiments {
    pub(super) fn running(&self, id: &ExperimentId) -> Option<Arc<Running>> {
        lock(&self.begun).get(id).cloned()
    }

    /// Makes the missing runs of a file in the background.
    pub(super) fn begin(
        &self,
        id: &ExperimentId,
        file: &Path,
        execution: Execution,
        spending: Spending,
    ) -> Result<Arc<Running>, CasesError> {
        let plan = execution.plan().clone();
        let keeping = Keeping::open(file, Earlier::Resumed, &plan)?.with_records()?;
        let jobs = plan.begun.as_ref().and_then(|begun| NonZeroUsize::new(begun.jobs));
        let jobs = jobs.unwrap_or(NonZeroUsize::MIN);
        let rates = plan.begun.as_ref().map(|begun| begun.rates.clone()).unwrap_or_default();
        let running = Arc::new(Running { plan, control: Control::default(), ended: Mutex::new(None) });
        execution.begin_tally(&keeping, &spending, &running.control);
        lock(&self.begun).insert(id.clone(), Arc::clone(&running));
        let made = Arc::clone(&running);
        self.tasks.spawn(async move {
            let making = Making { shard: None, jobs, retries: MAX_RETRIES, rates };
            let ran = execution.run(keeping, spending, making, &made.control).await;
            *lock(&made.ended) = Some(ran.err().map(|error| error.message));
        });
        Ok(running)
    }

    pub(super) fn last_judged(&self, from: &JudgedFrom) -> Option<Arc<JudgedRuns>> {
        lock(&self.judged).as_ref().filter(|(known, _)| known == from).map(|(_, judged)| Arc::clone(judged))
    }

    pub(super) fn keep_judged(&self, from: JudgedFrom, judged: Arc<JudgedRuns>) {
        *lock(&self.judged) = Some((from, judged));
    }

    pub(super) fn forget(&self, id: &ExperimentId) {
        *lock(&self.judged) = None;
        lock(&self.begun).remove(id);
        lock(&self.opened).retain(|(of, _), _| of != id);
    }

    pub(super) fn opened(&self, id: &ExperimentId, run: &RunKey) -> Option<SessionId> {
        lock(&self.opened).get(&(id.clone(), run.clone())).cloned()
    }

    pub(super) fn keep_opened(&self, id: ExperimentId, run: RunKey, session: SessionId) {
        lock(&self.opened).insert((id, run), session);
    }

    /// How an experiment in a file stands.
    pub(super) fn summary(&self, file: &Path) -> Result<ExperimentSummary, CasesError> {
        match self.known(file)? {
            Some(summary) => Ok(summary),
            None => Ok(self.read::<RunKey>(file)?.0),
        }
    }

    /// The same, as long as the file need not be read for it.
    pub(super) fn known(&self, file: &Path) -> Result<Option<ExperimentSummary>, CasesError> {
        let id = id_of(file);
        if let Some(running) = self.running(&id) {
            return Ok(Some(running.summary(id)));
        }
        let (length, changed) = stamp(file)?;
        let read = lock(&self.read);
        let known = read.get(file).filter(|(size, at, _)| *size == length && *at == changed);
        Ok(known.map(|(_, _, summary)| summary.clone()))
    }

    /// The plan and the finished runs, whether they run or not.
    pub(super) fn runs(&self, file: &Path) -> Result<(ExperimentSummary, Plan, Vec<Run>), CasesError> {
        let id = id_of(file);
        if let Some(running) = self.running(&id) {
            // A summary that says it is over is one of all runs.
            let summary = running.summary(id);
            let runs = running.control.tally().runs.clone();
            return Ok((summary, running.plan.clone(), runs));
        }
        self.read(file)
    }

    /// The plan and the finished runs of a file, or their keys alone.
    fn read<R: KeptRun>(&self, file: &Path) -> Result<(ExperimentSummary, Plan, Vec<R>), CasesError> {
        let (length, changed) = stamp(file)?;
        let kept: Kept<R> = kept_runs(file)?;
        let plan = kept.plan().cloned().ok_or(CasesError::NoExperiment)?;
        let runs = kept.into_runs();
        let summary = summary(id_of(file), &plan, runs.len(), None);
        lock(&self.read).insert(file.to_owned(), (length, changed, summary.clone()));
        Ok((summary, plan, runs))
    }

    /// Gives up what runs. Finished runs are kept.
    pub(crate) async fn close(&self) {
        for running in lock(&self.begun).values() {
            running.control.set(Pacing::Stopped);
        }
        self.tasks.close();
        self.tasks.wait().await;
    }
}

impl Running {
    pub(super) fn is_over(&self) -> bool {
        lock(&self.ended).is_some()
    }

    pub(super) fn summary(&self, id: ExperimentId) -> ExperimentSummary {
        let ended = lock(&self.ended).clone();
        let tally = self.control.tally();
        let progress = progress(&tally, self.control.queues().waiting(), ended.clone().flatten());
        let state = match (&ended, self.control.pacing()) {
            (None, Pacing::Paused) => Some(ExperimentState::Paused),
            (None, Pacing::Running | Pacing::Stopped) => Some(ExperimentState::Running),
            (Some(_), _) => None,
        };
        let made = summary(id, &self.plan, tally.runs.len(), state);
        ExperimentSummary { progress: Some(progress), ..made }
    }
}

fn progress(tally: &Tally, waiting: Vec<(String, usize)>, problem: Option<Notice>) -> ExperimentProgress {
    let mut broken: Vec<BrokenRuns> = Vec::new();
    for run in &tally.broken {
        let is_same = |known: &&mut BrokenRuns| known.lane == run.key.lane && known.reason == run.reason;
        match broken.iter_mut().find(is_same) {
            Some(known) => known.runs += 1,
            None => {
                broken.push(BrokenRuns { lane: run.key.lane.clone(), reason: run.reason.clone(), runs: 1 })
            }
        }
    }
    ExperimentProgress {
        seconds_left: tally.time_left().map(|left| left.as_secs()),
        tokens: tally.tokens,
        cost: tally.cost,
        is_used_up: tally.is_used_up,
        waiting: waiting.into_iter().map(|(service, requests)| ServiceQueue { service, requests }).collect(),
        resent: tally.resent(),
        begun_again: tally.begun_again,
        broken,
        problem,
    }
}

/// Without a state, it is what the number of runs says.
fn summary(id: ExperimentId, plan: &Plan, made: usize, state: Option<ExperimentState>) -> ExperimentSummary {
    let total = plan.lanes.len() * plan.cases.len() * plan.repeats as usize;
    let done = if made < total { ExperimentState::Stopped } else { ExperimentState::Finished };
    let set = plan.begun.as_ref().map_or("", |begun: &Begun| begun.set.as_str());
    let name = Path::new(set).file_name().map(|name| name.to_string_lossy().into_owned());
    ExperimentSummary {
        id,
        folder: set.to_owned(),
        set: name.unwrap_or_default(),
        began: Timestamp(plan.begun.as_ref().map_or(0, |begun| begun.at)),
        lanes: plan.lanes.iter().map(|lane| lane.name.clone()).collect(),
        repeats: plan.repeats,
        total,
        made,
        state: state.unwrap_or(done),
        progress: None,
    }
}

pub(super) fn id_of(file: &Path) -> ExperimentId {
    ExperimentId::new(file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default())
}

/// An error of a command, as the cause of another.
pub(super) fn unsound(error: &experiments::CaseError) -> CommandError {
    CasesError::Unsound { reason: error.notice() }.into()
}
