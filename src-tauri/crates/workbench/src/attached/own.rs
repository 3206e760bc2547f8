//! A conversation of a program as a session of one's own: the same history and functions, and the application runs the loop.

use crate::configuration::default_plan;
use crate::contract::ATTACHED_MODELS;
use crate::models::AllModels;
use content::{ModelId, SessionId};
use functions::{FunctionSettings, OnMiss, ResultsOf};
use invocation::TurnPlan;

/// The plan of a fork. The model is the one named, or one that is set up here under the program's name for it, or the first
/// there is.
pub(crate) fn plan_of_own(models: &AllModels, plan: TurnPlan, model: Option<ModelId>) -> Option<TurnPlan> {
    let name = plan.model.as_str().strip_prefix(ATTACHED_MODELS).unwrap_or_default();
    let usual = default_plan(model.or_else(|| models.alike(name))?);
    Some(TurnPlan {
        settings: plan.settings,
        breakpoints: plan.breakpoints,
        selection: plan.selection,
        ..usual
    })
}

/// Calls that were made in the other session as well have their results from there, and a person is asked for all others.
pub(crate) fn functions_of_own(settings: FunctionSettings, from: &SessionId) -> FunctionSettings {
    let results_of = ResultsOf { session: from.clone(), on_miss: OnMiss::Ask };
    FunctionSettings { results_of: Some(results_of), ran_elsewhere: false, ..settings }
}
