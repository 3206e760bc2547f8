//! What is decided for a model that is led through the turn.

use super::Turn;
use crate::stage::Asked;
use crate::{Guidance, Lead, RequestEdit};
use content::Outcome;
use ports::{CallOptions, FunctionChoice, Needed};

/// After so many rounds in which nothing came through, the model is to say so.
const FAILED_ROUNDS: u32 = 2;

impl Turn {
    pub(super) fn guidance(&self) -> Guidance {
        self.plan.guidance.unwrap_or(Guidance::NONE)
    }

    /// Where the request ahead leads the model. Nothing, where it may choose, or where a person has chosen for it.
    pub(super) fn lead(&self, asked: &Asked, edit: Option<&RequestEdit>) -> Option<Lead> {
        let guidance = self.guidance();
        if asked.offered.is_empty() || self.wanted(edit) != FunctionChoice::Auto {
            return None;
        }
        let need = self.need?;
        match self.returned() {
            0 if !guidance.opening => None,
            0 if self.tally.failed_rounds >= FAILED_ROUNDS => Some(Lead::KeepsFailing),
            0 => match need.is_needed() {
                Needed::Surely => Some(Lead::FunctionFits),
                Needed::Perhaps => None,
                Needed::Not => Some(Lead::NothingFits),
            },
            results => (guidance.closing && results >= need.parts).then_some(Lead::AllAnswered),
        }
    }

    /// How the model may call in a request that is led so.
    pub(super) fn led_calls(&self, lead: Option<Lead>, asked: &Asked, calls: CallOptions) -> CallOptions {
        let guidance = self.guidance();
        let wants_one = self.need.is_some_and(|need| need.parts == 1 && !need.is_plural);
        let is_one = lead == Some(Lead::FunctionFits) && wants_one;
        let has_to_speak = asked.offered.is_empty() || lead.is_some_and(|lead| !lead.has_to_call());
        let retells = guidance.closing && has_to_speak && self.returned() > 0;
        CallOptions {
            parallel: calls.parallel.or(is_one.then_some(false)),
            only_new: calls.only_new.or(guidance.only_new.then_some(true)),
            retell: calls.retell.or(retells.then_some(true)),
            ..calls
        }
    }

    /// What a model may call that has to call: what fits best, unless several things are asked for.
    pub(super) fn led_choice(&self) -> FunctionChoice {
        let functions = self.fitting.clone();
        if functions.is_empty() || self.need.is_some_and(|need| need.parts > 1) {
            return FunctionChoice::Required;
        }
        FunctionChoice::Allowed { functions, required: true }
    }

    /// How many calls of this turn have returned.
    fn returned(&self) -> usize {
        let said = self.history().get(self.began_at..).unwrap_or_default();
        let results = said.iter().flat_map(|message| message.results());
        results.filter(|result| matches!(result.outcome, Outcome::Returned { .. })).count()
    }
}
