//! Runs the cases of a set, several at once.

use super::budget::Spending;
use super::case_run::{Attempt, BrokenRun, CasePlan, run_once};
use super::keeping::Keeping;
use crate::ask::model_named;
use crate::core::Core;
use crate::failure::Failure;
use crate::output::remark;
use content::ModelId;
use experiments::{Case, CaseId, LanePlan, Plan, Run, RunKey, Shard};
use futures::stream::{FuturesUnordered, StreamExt};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use workbench::contract::{CommandName, Overview};

/// Everything that is settled before the first run.
pub(super) struct Execution<'a> {
    core: &'a Core,
    plan: &'a Plan,
    cases: BTreeMap<&'a CaseId, (&'a Case, CasePlan)>,
    lanes: BTreeMap<&'a str, &'a LanePlan>,
}

/// Runs of a lane that broke off one after the other before the rest of the lane is left out.
const MAX_BROKEN_IN_A_ROW: u32 = 3;

/// What was made.
#[derive(Default)]
pub(super) struct Ran {
    pub(super) runs: Vec<Run>,
    /// Runs that broke off. They count nowhere.
    pub(super) broken: Vec<BrokenRun>,
    /// Runs that were not begun, or are in no file.
    missing: usize,
    /// By lane, how many runs broke off since one finished.
    broken_in_a_row: BTreeMap<String, u32>,
}

impl Ran {
    /// Runs that were made before, with the number of those that are in no file.
    pub(super) fn kept(runs: Vec<Run>, missing: usize) -> Self {
        Self { runs, missing, ..Self::default() }
    }

    /// Whether every run was made and finished.
    pub(super) fn is_whole(&self) -> bool {
        self.missing == 0 && self.broken.is_empty()
    }

    fn take(&mut self, attempt: Attempt, spending: &mut Spending) {
        match attempt {
            Attempt::Finished(run) => {
                spending.add(&run.key, &run.usage);
                self.broken_in_a_row.remove(&run.key.lane);
                self.runs.push(run);
            }
            Attempt::Broken(broken) => {
                spending.add(&broken.key, &broken.usage);
                *self.broken_in_a_row.entry(broken.key.lane.clone()).or_default() += 1;
                self.broken.push(broken);
            }
        }
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
        }
    }

    /// Says what is missing and why.
    fn remark(&self, is_used_up: bool, spending: &Spending) {
        let mut reasons: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for broken in &self.broken {
            *reasons.entry((&broken.key.lane, &broken.reason)).or_default() += 1;
        }
        for ((lane, reason), count) in reasons {
            remark(format_args!("{lane}: {count} runs broke off and count nowhere: {reason}"));
        }
        if is_used_up {
            remark(format_args!("The budget is used up ({spending}); {} runs are not made.", self.missing));
        } else if self.missing > 0 {
            remark(format_args!(
                "{} runs are not made: {MAX_BROKEN_IN_A_ROW} runs of their lane in a row broke off.",
                self.missing
            ));
        }
        if !self.broken.is_empty() {
            remark("--out FILE with --resume makes the missing runs alone.");
        }
    }
}

/// The lanes of the models that a person named, or of the first one there is.
pub(super) fn lanes(overview: &Overview, models: &[String]) -> Result<Vec<LanePlan>, Failure> {
    let mut lanes: Vec<LanePlan> = Vec::new();
    for model in chosen(overview, models)? {
        if !lanes.iter().any(|lane| lane.model == model) {
            lanes.push(LanePlan::of_model(model));
        }
    }
    Ok(lanes)
}

fn chosen(overview: &Overview, models: &[String]) -> Result<Vec<ModelId>, Failure> {
    if models.is_empty() {
        let first = overview.models.first().map(|profile| vec![profile.model.clone()]);
        return first.ok_or_else(|| Failure::new("there is no model", "Add a service in the window."));
    }
    models.iter().map(|name| model_named(overview, name)).collect()
}

pub(super) async fn overview(core: &Core) -> Result<Overview, Failure> {
    core.ask(CommandName::Overview).await
}

impl<'a> Execution<'a> {
    pub(super) fn prepare(core: &'a Core, plan: &'a Plan, overview: &Overview) -> Result<Self, Failure> {
        let prepared = |case: &'a Case| Ok((&case.id, (case, CasePlan::of(case, overview)?)));
        let cases = plan.cases.iter().map(prepared).collect::<Result<_, Failure>>()?;
        let lanes = plan.lanes.iter().map(|lane| (lane.name.as_str(), lane)).collect();
        Ok(Self { core, plan, cases, lanes })
    }

    /// Makes the runs that are not kept yet, and returns all of them. After a failure and beyond the budget none begins, and
    /// those that have begun finish.
    pub(super) async fn run(
        &self,
        keeping: Keeping,
        mut spending: Spending,
        shard: Option<Shard>,
        jobs: NonZeroUsize,
    ) -> Result<Ran, Failure> {
        keeping.runs().for_each(|run| spending.add(&run.key, &run.usage));
        let is_here = |place: usize| shard.is_none_or(|shard| shard.holds(place));
        let keys = self.plan.keys().into_iter().enumerate().filter(|(place, _)| is_here(*place));
        let mut due = keys.map(|(_, key)| key).filter(|key| !keeping.has(key));
        let (mut running, mut ran) = (FuturesUnordered::new(), Ran::default());
        let mut failed = None;
        loop {
            while failed.is_none()
                && !spending.is_used_up()
                && running.len() < jobs.get()
                && let Some(next) = ran.next(&mut due)
            {
                running.push(self.run_one(next, &keeping));
            }
            match running.next().await {
                Some(Ok(attempt)) => ran.take(attempt, &mut spending),
                Some(Err(failure)) => failed = failed.or(Some(failure)),
                None => break,
            }
        }
        let beyond = due.count();
        drop(running);
        if let Some(failure) = failed {
            return Err(failure);
        }
        ran.missing += beyond;
        ran.remark(beyond > 0, &spending);
        ran.runs.extend(keeping.into_runs());
        Ok(ran)
    }

    async fn run_one(&self, key: RunKey, keeping: &Keeping) -> Result<Attempt, Failure> {
        let known = self.cases.get(&key.case).zip(self.lanes.get(key.lane.as_str()));
        let ((case, plan), lane) =
            known.ok_or_else(|| Failure::new("the plan names a case it has not", ""))?;
        let attempt = run_once(self.core, case, plan, lane, key.repeat).await?;
        if let Attempt::Finished(run) = &attempt {
            keeping.keep(run).await?;
        }
        Ok(attempt)
    }
}
