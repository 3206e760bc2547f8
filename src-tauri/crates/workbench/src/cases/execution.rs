//! Runs the cases of a set, several at once.

use super::case_run::{Attempt, BrokenRun, CasePlan, run_once};
use super::control::{Control, Pacing};
use super::keeping::Keeping;
use super::spending::Spending;
use crate::Workbench;
use crate::assembly::Parts;
use crate::contract::CommandError;
use experiments::{Case, CaseId, LanePlan, Plan, Run, RunKey, Shard};
use futures::stream::{FuturesUnordered, StreamExt};
use ports::Catalogue;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::sync::Arc;
use tokio::sync::watch;

/// Everything that is settled before the first run.
pub struct Execution {
    parts: Arc<Parts>,
    plan: Plan,
    cases: BTreeMap<CaseId, (Case, CasePlan)>,
    lanes: BTreeMap<String, LanePlan>,
}

/// Runs of a lane that broke off one after the other before the rest of the lane is left out.
pub const MAX_BROKEN_IN_A_ROW: u32 = 3;

/// What was made.
#[derive(Default)]
pub struct Ran {
    pub runs: Vec<Run>,
    /// Runs that broke off. They count nowhere.
    pub broken: Vec<BrokenRun>,
    /// Runs that were not begun, or are in no file.
    pub missing: usize,
    /// Whether some of them are missing because the budget is used up.
    pub is_used_up: bool,
    /// What was used.
    pub spending: Option<Spending>,
}

impl Ran {
    /// Runs that were made before, with the number of those that are in no file.
    pub fn kept(runs: Vec<Run>, missing: usize) -> Self {
        Self { runs, missing, ..Self::default() }
    }

    /// Whether every run was made and finished.
    pub fn is_whole(&self) -> bool {
        self.missing == 0 && self.broken.is_empty()
    }
}

/// A set while it runs.
struct Progress<'a> {
    control: &'a Control,
    spending: Spending,
    missing: usize,
    /// By lane, how many runs broke off since one finished.
    broken_in_a_row: BTreeMap<String, u32>,
}

impl Progress<'_> {
    fn take(&mut self, attempt: Attempt) {
        let mut tally = self.control.tally();
        match attempt {
            Attempt::Finished(run) => {
                self.spending.add(&run.key, &run.usage);
                self.broken_in_a_row.remove(&run.key.lane);
                tally.runs.push(run);
            }
            Attempt::Broken(broken) => {
                self.spending.add(&broken.key, &broken.usage);
                *self.broken_in_a_row.entry(broken.key.lane.clone()).or_default() += 1;
                tally.broken.push(broken);
            }
        }
        tally.due = tally.due.saturating_sub(1);
        (tally.tokens, tally.cost) = (self.spending.tokens, self.spending.cost);
    }

    fn is_left_out(&self, lane: &str) -> bool {
        self.broken_in_a_row.get(lane).is_some_and(|broken| *broken >= MAX_BROKEN_IN_A_ROW)
    }

    /// The next run to begin. Those of a lane whose service does not answer are not begun.
    fn next(&mut self, due: &mut impl Iterator<Item = RunKey>) -> Option<RunKey> {
        loop {
            let next = due.next()?;
            if !self.is_left_out(&next.lane) {
                return Some(next);
            }
            self.missing += 1;
            let mut tally = self.control.tally();
            tally.due = tally.due.saturating_sub(1);
        }
    }
}

impl Execution {
    pub async fn prepare(app: &Workbench, plan: Plan) -> Result<Self, CommandError> {
        app.open().await;
        let parts = app.parts()?;
        let known: Vec<_> =
            parts.library.current().specs().iter().map(|spec| spec.as_ref().clone()).collect();
        let mut cases = BTreeMap::new();
        for case in &plan.cases {
            let made = CasePlan::of(case, &known)?;
            plan.lanes.iter().try_for_each(|lane| made.turn(case, lane).map(drop))?;
            cases.insert(case.id.clone(), (case.clone(), made));
        }
        let lanes = plan.lanes.iter().map(|lane| (lane.name.clone(), lane.clone())).collect();
        Ok(Self { parts, plan, cases, lanes })
    }

    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Makes the runs that are not kept yet, and returns all of them. After a failure and beyond the budget none begins, and
    /// those that have begun finish.
    pub async fn run(
        &self,
        keeping: Keeping,
        spending: Spending,
        shard: Option<Shard>,
        jobs: NonZeroUsize,
        control: &Control,
    ) -> Result<Ran, CommandError> {
        let is_here = |place: usize| shard.is_none_or(|shard| shard.holds(place));
        let keys = self.plan.keys().into_iter().enumerate().filter(|(place, _)| is_here(*place));
        let due: Vec<_> = keys.map(|(_, key)| key).filter(|key| !keeping.has(key)).collect();
        let mut progress = Progress { control, spending, missing: 0, broken_in_a_row: BTreeMap::new() };
        keeping.runs().for_each(|run| progress.spending.add(&run.key, &run.usage));
        self.begin_tally(&keeping, &progress.spending, control);
        control.tally().due = due.len();
        let made = self.make(&mut progress, due, &keeping, jobs).await;
        control.works(false);
        let (beyond, is_used_up) = made?;
        let mut tally = control.tally();
        tally.is_used_up = is_used_up;
        let made = tally.runs.get(tally.earlier..).unwrap_or_default().to_vec();
        let mut runs = made;
        runs.extend(keeping.into_runs());
        let (missing, spending) = (progress.missing + beyond, Some(progress.spending));
        Ok(Ran { runs, broken: tally.broken.clone(), missing, is_used_up, spending })
    }

    /// Shows the runs that are kept before the first new one begins.
    pub(super) fn begin_tally(&self, keeping: &Keeping, spending: &Spending, control: &Control) {
        let planned: BTreeSet<_> = self.plan.keys().into_iter().collect();
        let mut tally = control.tally();
        tally.runs = keeping.runs().filter(|run| planned.contains(&run.key)).cloned().collect();
        (tally.earlier, tally.due) = (tally.runs.len(), planned.len() - tally.runs.len());
        (tally.tokens, tally.cost) = (spending.tokens, spending.cost);
    }

    /// Returns how many runs were not begun, and whether the budget is why.
    async fn make(
        &self,
        progress: &mut Progress<'_>,
        due: Vec<RunKey>,
        keeping: &Keeping,
        jobs: NonZeroUsize,
    ) -> Result<(usize, bool), CommandError> {
        let mut due = due.into_iter();
        let mut pacing = progress.control.follow();
        let (mut running, mut failed) = (FuturesUnordered::new(), None);
        loop {
            let pace = *pacing.borrow_and_update();
            while failed.is_none()
                && pace == Pacing::Running
                && !progress.spending.is_used_up()
                && running.len() < jobs.get()
                && let Some(next) = progress.next(&mut due)
            {
                running.extend(
                    self.known(&next)
                        .map(|known| run_one(&self.parts, next, known, keeping, progress.control)),
                );
            }
            progress.control.works(!running.is_empty());
            if running.is_empty() {
                if pace == Pacing::Paused && failed.is_none() {
                    changed(&mut pacing).await;
                    continue;
                }
                break;
            }
            tokio::select! {
                Some(attempt) = running.next() => match attempt {
                    Ok(Some(attempt)) => progress.take(attempt),
                    Ok(None) => progress.missing += 1,
                    Err(error) => failed = failed.or(Some(error)),
                },
                () = changed(&mut pacing) => {}
            }
        }
        let beyond = due.len();
        match failed {
            Some(error) => Err(error),
            None => Ok((beyond, beyond > 0 && progress.spending.is_used_up())),
        }
    }

    fn known(&self, key: &RunKey) -> Option<Known<'_>> {
        let ((case, plan), lane) = self.cases.get(&key.case).zip(self.lanes.get(&key.lane))?;
        Some(Known { case, plan, lane })
    }
}

/// What a run is made of.
struct Known<'a> {
    case: &'a Case,
    plan: &'a CasePlan,
    lane: &'a LanePlan,
}

/// A run that is given up before it has finished is nothing. One that has finished is kept in any case.
async fn run_one(
    parts: &Arc<Parts>,
    key: RunKey,
    Known { case, plan, lane }: Known<'_>,
    keeping: &Keeping,
    control: &Control,
) -> Result<Option<Attempt>, CommandError> {
    let mut pacing = control.follow();
    let attempt = tokio::select! {
        attempt = run_once(parts, case, plan, lane, key.repeat) => attempt?,
        _ = pacing.wait_for(|pace| *pace == Pacing::Stopped) => return Ok(None),
    };
    if let Attempt::Finished(run) = &attempt {
        keeping.keep(run).await?;
    }
    Ok(Some(attempt))
}

/// The sender lives as long as the control, which is borrowed meanwhile.
async fn changed(pacing: &mut watch::Receiver<Pacing>) {
    let _ = pacing.changed().await;
}
