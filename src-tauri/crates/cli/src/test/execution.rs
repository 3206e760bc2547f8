//! Runs the cases of a set, several at once.

use super::case_run::{CasePlan, run_once};
use crate::ask::model_named;
use crate::core::Core;
use crate::failure::Failure;
use content::ModelId;
use experiments::{Case, LanePlan, Run};
use futures::stream::{FuturesUnordered, StreamExt};
use std::num::NonZeroUsize;
use workbench::contract::{CommandName, Overview};

/// Everything that is settled before the first run.
pub(super) struct Execution<'a> {
    core: &'a Core,
    cases: &'a [Case],
    lanes: Vec<LanePlan>,
    /// Of each case.
    plans: Vec<CasePlan>,
}

/// One run to make, by the places of its case and its lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Due {
    case: usize,
    lane: usize,
    repeat: u32,
}

impl<'a> Execution<'a> {
    pub(super) async fn prepare(
        core: &'a Core,
        cases: &'a [Case],
        models: &[String],
    ) -> Result<Self, Failure> {
        let overview: Overview = core.ask(CommandName::Overview).await?;
        let mut lanes: Vec<LanePlan> = Vec::new();
        for model in chosen(&overview, models)? {
            if !lanes.iter().any(|lane| lane.model == model) {
                lanes.push(LanePlan::of_model(model));
            }
        }
        let plans = cases.iter().map(|case| CasePlan::of(case, &overview)).collect::<Result<_, _>>()?;
        Ok(Self { core, cases, lanes, plans })
    }

    pub(super) fn lanes(&self) -> &[LanePlan] {
        &self.lanes
    }

    /// All runs of the set, every case and lane once before any of them again.
    pub(super) fn due(&self, repeats: u32) -> Vec<Due> {
        let cases = move |repeat| (0..self.cases.len()).map(move |case| (repeat, case));
        let lanes = |(repeat, case)| (0..self.lanes.len()).map(move |lane| Due { case, lane, repeat });
        (1..=repeats).flat_map(cases).flat_map(lanes).collect()
    }

    /// Makes runs, in the order in which they finish. After a failure none begins, and those that have begun finish.
    pub(super) async fn run(&self, due: Vec<Due>, jobs: NonZeroUsize) -> Result<Vec<Run>, Failure> {
        let mut due = due.into_iter();
        let (mut running, mut runs) = (FuturesUnordered::new(), Vec::new());
        let mut failed = None;
        loop {
            while failed.is_none()
                && running.len() < jobs.get()
                && let Some(next) = due.next()
            {
                running.push(self.run_one(next));
            }
            match running.next().await {
                Some(Ok(run)) => runs.push(run),
                Some(Err(failure)) => failed = failed.or(Some(failure)),
                None => break,
            }
        }
        failed.map_or(Ok(runs), Err)
    }

    async fn run_one(&self, Due { case, lane, repeat }: Due) -> Result<Run, Failure> {
        run_once(self.core, &self.cases[case], &self.plans[case], &self.lanes[lane], repeat).await
    }
}

/// The models of all lanes.
fn chosen(overview: &Overview, models: &[String]) -> Result<Vec<ModelId>, Failure> {
    if models.is_empty() {
        let first = overview.models.first().map(|profile| vec![profile.model.clone()]);
        return first.ok_or_else(|| Failure::new("there is no model", "Add a service in the window."));
    }
    models.iter().map(|name| model_named(overview, name)).collect()
}
