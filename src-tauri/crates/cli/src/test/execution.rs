//! Runs the cases of a set, several at once.

use super::budget::Spending;
use super::case_run::{CasePlan, run_once};
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

/// What was made.
pub(super) struct Ran {
    pub(super) runs: Vec<Run>,
    /// Whether no run is missing.
    pub(super) is_whole: bool,
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
        keeping.runs().for_each(|run| spending.add(run));
        let is_here = |place: usize| shard.is_none_or(|shard| shard.holds(place));
        let keys = self.plan.keys().into_iter().enumerate().filter(|(place, _)| is_here(*place));
        let mut due = keys.map(|(_, key)| key).filter(|key| !keeping.has(key));
        let (mut running, mut runs) = (FuturesUnordered::new(), Vec::new());
        let mut failed = None;
        loop {
            while failed.is_none()
                && !spending.is_used_up()
                && running.len() < jobs.get()
                && let Some(next) = due.next()
            {
                running.push(self.run_one(next, &keeping));
            }
            match running.next().await {
                Some(Ok(run)) => {
                    spending.add(&run);
                    runs.push(run);
                }
                Some(Err(failure)) => failed = failed.or(Some(failure)),
                None => break,
            }
        }
        let missing = due.count();
        drop(running);
        if let Some(failure) = failed {
            return Err(failure);
        }
        if missing > 0 {
            remark(format_args!("The budget is used up ({spending}); {missing} runs are not made."));
        }
        runs.extend(keeping.into_runs());
        Ok(Ran { runs, is_whole: missing == 0 })
    }

    async fn run_one(&self, key: RunKey, keeping: &Keeping) -> Result<Run, Failure> {
        let known = self.cases.get(&key.case).zip(self.lanes.get(key.lane.as_str()));
        let ((case, plan), lane) =
            known.ok_or_else(|| Failure::new("the plan names a case it has not", ""))?;
        let run = run_once(self.core, case, plan, lane, key.repeat).await?;
        keeping.keep(&run).await?;
        Ok(run)
    }
}
