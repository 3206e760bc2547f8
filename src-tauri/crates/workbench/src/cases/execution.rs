//! Runs the cases of a set, several at once.

use super::CasesError;
use super::case_run::{Attempt, BrokenRun, CasePlan, Finished, Resources, run_once};
use super::control::{Control, Pacing};
use super::judging::{Scripts, judge};
use super::keeping::Keeping;
use super::live::{AllowedFunctions, LiveFunctions};
use super::rates::Rates;
use super::spending::Spending;
use crate::Workbench;
use crate::contract::CommandError;
use crate::models::AllModels;
use crate::turn_parts::TurnParts;
use content::Usage;
use experiments::{Case, CaseId, LanePlan, Plan, Run, RunKey, ServiceRate, Shard};
use futures::stream::{FuturesUnordered, StreamExt};
use ports::Catalogue;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::num::NonZeroUsize;
use std::sync::Arc;
use tokio::sync::watch;

/// Everything that is settled before the first run.
pub struct Execution {
    parts: Arc<TurnParts>,
    plan: Plan,
    scripts: Scripts,
    /// By case and lane.
    known: BTreeMap<CaseId, BTreeMap<String, Known>>,
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

/// How the runs of a set are made.
#[derive(Clone, Debug)]
pub struct Making {
    pub shard: Option<Shard>,
    /// Runs at the same time.
    pub jobs: NonZeroUsize,
    /// How often a run is begun again that broke off because its service gave no answer.
    pub retries: u32,
    pub rates: Vec<ServiceRate>,
}

/// A set while it runs.
struct Progress<'a> {
    control: &'a Control,
    spending: Spending,
    retries: u32,
    missing: usize,
    /// By lane, how many runs broke off since one finished.
    broken_in_a_row: BTreeMap<String, u32>,
    /// Runs that broke off and are begun again behind the others.
    again: VecDeque<BrokenRun>,
    /// How often runs broke off.
    broken: BTreeMap<RunKey, u32>,
}

impl<'a> Progress<'a> {
    fn new(control: &'a Control, spending: Spending, retries: u32) -> Self {
        Self {
            control,
            spending,
            retries,
            missing: 0,
            broken_in_a_row: BTreeMap::new(),
            again: VecDeque::new(),
            broken: BTreeMap::new(),
        }
    }

    fn take(&mut self, attempt: Attempt) {
        let mut tally = self.control.tally();
        match attempt {
            Attempt::Finished(finished) => {
                let Finished { run, verdicts_before, unjudged, .. } = *finished;
                match verdicts_before {
                    None => self.spending.add_run(&run),
                    Some(known) => {
                        self.spending.add_judgements(run.judgements.get(known..).unwrap_or_default());
                    }
                }
                match unjudged {
                    None => _ = self.broken_in_a_row.remove(&run.key.lane),
                    Some(reason) => {
                        *self.broken_in_a_row.entry(run.key.lane.clone()).or_default() += 1;
                        let (key, usage) = (run.key.clone(), Usage::default());
                        tally.broken.push(BrokenRun { key, reason, usage });
                    }
                }
                let known =
                    verdicts_before.and_then(|_| tally.runs.iter_mut().find(|one| one.key == run.key));
                match known {
                    Some(known) => *known = run,
                    None => tally.runs.push(run),
                }
            }
            Attempt::Broken(broken) => {
                self.spending.add(&broken.key, &broken.usage);
                *self.broken_in_a_row.entry(broken.key.lane.clone()).or_default() += 1;
                let times = self.broken.entry(broken.key.clone()).or_default();
                *times += 1;
                if *times <= self.retries {
                    self.again.push_back(broken);
                    return;
                }
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
        for next in due {
            if !self.is_left_out(&next.lane) {
                return Some(next);
            }
            self.missing += 1;
            let mut tally = self.control.tally();
            tally.due = tally.due.saturating_sub(1);
        }
        while let Some(broken) = self.again.pop_front() {
            if !self.is_left_out(&broken.key.lane) {
                self.control.tally().begun_again += 1;
                return Some(broken.key);
            }
            self.give_up(broken);
        }
        None
    }

    fn give_up(&self, broken: BrokenRun) {
        let mut tally = self.control.tally();
        tally.due = tally.due.saturating_sub(1);
        tally.broken.push(broken);
    }
}

impl Execution {
    pub async fn prepare(
        app: &Workbench,
        plan: Plan,
        scripts: Scripts,
        allowed: &AllowedFunctions,
    ) -> Result<Self, CommandError> {
        app.open().await;
        let parts = app.turn_parts()?;
        check_judges(&parts.models, &plan, &scripts)?;
        let live = LiveFunctions::of(&parts.functions, &plan, allowed)?;
        let known: Vec<_> =
            parts.functions.library.current().specs().iter().map(|spec| spec.as_ref().clone()).collect();
        let is_offered = |name: &str| {
            plan.cases.iter().flat_map(|case| &case.functions).any(|function| function.name == name)
        };
        let mut wordings = plan.lanes.iter().flat_map(|lane| &lane.wordings);
        if let Some(wording) = wordings.find(|wording| !is_offered(&wording.function)) {
            return Err(CasesError::NoWording { function: wording.function.clone() }.into());
        }
        let mut settled = BTreeMap::new();
        for case in plan.cases.iter().cloned().map(Arc::new) {
            let of_lane = |lane: &LanePlan| {
                let live = live.of_case(&case);
                let plan = CasePlan { live, ..CasePlan::of(&case, lane, &known)? };
                Ok((lane.name.clone(), Known { case: Arc::clone(&case), plan }))
            };
            let lanes = plan.lanes.iter().map(of_lane).collect::<Result<_, CasesError>>()?;
            settled.insert(case.id.clone(), lanes);
        }
        Ok(Self { parts, plan, scripts, known: settled })
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
        making: Making,
        control: &Control,
    ) -> Result<Ran, CommandError> {
        let Making { shard, jobs, retries, rates } = making;
        let is_here = |place: usize| shard.is_none_or(|shard| shard.holds(place));
        let keys = self.plan.keys().into_iter().enumerate().filter(|(place, _)| is_here(*place));
        let due: Vec<_> = keys.map(|(_, key)| key).filter(|key| self.is_due(key, &keeping)).collect();
        let resources = Resources {
            prices: spending.prices.clone(),
            rates: Arc::new(Rates::of(&rates)),
            queues: control.queues().clone(),
            keeps_records: keeping.keeps_records(),
        };
        let mut progress = Progress::new(control, spending, retries);
        keeping.runs().for_each(|run| progress.spending.add_run(run));
        self.begin_tally(&keeping, &progress.spending, control);
        control.tally().due = due.len();
        let made = self.make(&mut progress, due, (&keeping, &resources), jobs).await;
        control.works(false);
        let (beyond, is_used_up) = made?;
        let mut tally = control.tally();
        tally.is_used_up = is_used_up;
        let runs = tally.runs.clone();
        let (missing, spending) = (progress.missing + beyond, Some(progress.spending));
        Ok(Ran { runs, broken: tally.broken.clone(), missing, is_used_up, spending })
    }

    /// Whether a run is missing, or the verdict of a judge on it.
    fn is_due(&self, key: &RunKey, keeping: &Keeping) -> bool {
        let Some(run) = keeping.run(key) else { return true };
        self.known(key).is_some_and(|known| !known.case.expect.is_judged(run))
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
        (keeping, resources): (&Keeping, &Resources),
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
                        .map(|known| self.run_one(next, (known, resources), keeping, progress.control)),
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
        // Behind a failure and beyond the budget, nothing is begun again.
        while let Some(broken) = progress.again.pop_front() {
            progress.give_up(broken);
        }
        let beyond = due.len();
        match failed {
            Some(error) => Err(error),
            None => Ok((beyond, beyond > 0 && progress.spending.is_used_up())),
        }
    }

    /// A run that is given up before it has finished is nothing. One that has finished is kept in any case, before anybody judges
    /// it and with each verdict.
    async fn run_one(
        &self,
        key: RunKey,
        (Known { case, plan }, resources): (&Known, &Resources),
        keeping: &Keeping,
        control: &Control,
    ) -> Result<Option<Attempt>, CommandError> {
        let mut pacing = control.follow();
        let mut finished = match keeping.run(&key).cloned() {
            Some(run) => {
                let verdicts_before = Some(run.judgements.len());
                Box::new(Finished { run, verdicts_before, unjudged: None, record: None })
            }
            None => {
                let attempt = tokio::select! {
                    attempt = run_once(&self.parts, (case, plan), resources, key) => attempt?,
                    _ = pacing.wait_for(|pace| *pace == Pacing::Stopped) => return Ok(None),
                };
                let Attempt::Finished(mut finished) = attempt else { return Ok(Some(attempt)) };
                keeping.keep(&finished.run, finished.record.take()).await?;
                finished
            }
        };
        if !case.expect.is_judged(&finished.run) {
            let mut run = finished.run.clone();
            let judged = tokio::select! {
                unjudged = judge(&self.parts.models, (case, &self.scripts), resources, &mut run) => Some(unjudged),
                _ = pacing.wait_for(|pace| *pace == Pacing::Stopped) => None,
            };
            if let Some(unjudged) = judged {
                finished.unjudged = unjudged;
                keeping.keep(&run, None).await?;
                finished.run = run;
            }
        }
        Ok(Some(Attempt::Finished(finished)))
    }

    fn known(&self, key: &RunKey) -> Option<&Known> {
        self.known.get(&key.case)?.get(&key.lane)
    }
}

/// What a run is made of.
struct Known {
    case: Arc<Case>,
    plan: CasePlan,
}

/// Scripts run only where a person has allowed them, and models that judge have to be there.
fn check_judges(models: &AllModels, plan: &Plan, scripts: &Scripts) -> Result<(), CommandError> {
    for case in &plan.cases {
        for judge in &case.expect.judges {
            if let Some(model) = judge.model() {
                models.known(model)?;
            }
            if judge.script().is_some_and(|command| !scripts.allows(command)) {
                let (case, command) = (case.id.as_str().to_owned(), judge.title());
                return Err(CasesError::ScriptNotAllowed { case, command }.into());
            }
        }
    }
    Ok(())
}

/// The sender lives as long as the control, which is borrowed meanwhile.
async fn changed(pacing: &mut watch::Receiver<Pacing>) {
    let _ = pacing.changed().await;
}
