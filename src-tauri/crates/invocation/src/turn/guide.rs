//! The decisions of a turn for a model under guidance.

use super::Turn;
use crate::stage::Asked;
use crate::{Guidance, Lead, RequestEdit};
use content::{FunctionName, Outcome};
use ports::{CallOptions, Candidate, FunctionChoice, Needed, Selection};

/// The number of rounds without a successful call after which the model must report the failure.
const FAILED_ROUNDS: u32 = 2;
/// The distance in rank score from the best function beyond which a function is no candidate. The right one stays in 96
/// % of 412 prompts of others.
const BEHIND: f32 = 0.1;

impl Turn {
    pub(super) fn guidance(&self) -> Guidance {
        self.plan.guidance.unwrap_or(Guidance::NONE)
    }

    /// The lead for the request ahead. `None` if nothing is decided for the model, or a person has chosen for it.
    pub(super) fn lead(&self, asked: &Asked, edit: Option<&RequestEdit>) -> Option<Lead> {
        let guidance = self.guidance();
        let is_chosen = edit.is_some_and(|edit| edit.choice.is_some());
        if is_chosen || asked.offered.is_empty() || self.wanted(edit) != FunctionChoice::Auto {
            return None;
        }
        let need = self.need?;
        match self.returned() {
            0 if !guidance.opening => None,
            0 if self.tally.failed_rounds >= FAILED_ROUNDS => Some(Lead::KeepsFailing),
            0 => match need.is_needed() {
                Needed::Surely => Some(Lead::FunctionFits),
                Needed::Perhaps => Some(Lead::FunctionMayFit),
                Needed::Not => Some(Lead::NothingFits),
            },
            results => (guidance.closing && results >= need.parts).then_some(Lead::AllAnswered),
        }
    }

    /// The call options of a request with this lead.
    pub(super) fn led_calls(&self, lead: Option<Lead>, asked: &Asked, calls: CallOptions) -> CallOptions {
        let guidance = self.guidance();
        let wants_one = self.need.is_some_and(|need| need.parts == 1 && !need.is_plural);
        let leans = lead == Some(Lead::FunctionMayFit);
        let is_one = (leans || lead == Some(Lead::FunctionFits)) && wants_one;
        let has_to_speak = asked.offered.is_empty() || lead.is_some_and(Lead::has_to_speak);
        let retells = guidance.closing && has_to_speak && self.returned() > 0;
        CallOptions {
            parallel: calls.parallel.or(is_one.then_some(false)),
            lean: calls.lean.or(leans.then_some(true)),
            only_new: calls.only_new.or(guidance.only_new.then_some(true)),
            retell: calls.retell.or(retells.then_some(true)),
            ..calls
        }
    }

    /// A required call, limited to the best fits unless several functions are needed.
    pub(super) fn led_choice(&self, asked: &Asked) -> FunctionChoice {
        let is_offered = |name: &&FunctionName| asked.offered.contains(name);
        let functions: Vec<_> = self.fitting.iter().filter(is_offered).cloned().collect();
        if functions.is_empty() || self.need.is_some_and(|need| need.parts > 1) {
            return FunctionChoice::Required;
        }
        FunctionChoice::Allowed { functions, required: true }
    }

    /// The number of calls of this turn that have returned.
    fn returned(&self) -> usize {
        let said = self.history().get(self.began_at..).unwrap_or_default();
        let results = said.iter().flat_map(|message| message.results());
        results.filter(|result| matches!(result.outcome, Outcome::Returned { .. })).count()
    }
}

/// The offered functions whose rank is close to the best one.
pub(super) fn best_fits(selection: &Selection) -> Vec<FunctionName> {
    let best = selection.candidates.iter().map(|candidate| candidate.total).reduce(f32::max);
    let is_near = |candidate: &&Candidate| {
        candidate.verdict.is_offered() && best.is_some_and(|best| candidate.total >= best - BEHIND)
    };
    selection.candidates.iter().filter(is_near).map(|candidate| candidate.function.clone()).collect()
}
