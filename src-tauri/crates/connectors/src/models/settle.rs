//! A request as one model takes it. What the model refuses is left out and told before anything is sent.

use super::facts::{Functions, ModelFacts, Refusable, Thinks};
use crate::limits::Fitted;
use crate::outgoing::Place;
use ports::{AdaptationKind, Effort, FunctionChoice, ResponseFormat, ThinkingMode};

const REFUSED: &str = "the model refuses it";
const REFUSED_THINKING: &str = "the model refuses it while it thinks";

/// Leaves out what a model refuses. What belongs together is settled in this order: whether it thinks, how hard, and
/// what that rules out.
pub(crate) fn settle(fitted: &mut Fitted<'_>, facts: &ModelFacts) {
    fitted.thinking_for_functions(facts);
    fitted.mode(facts);
    fitted.effort(facts);
    fitted.output(facts.output);
    fitted.refused(facts);
}

impl Fitted<'_> {
    /// Some models take functions only while they do not think, and want to be told so.
    fn thinking_for_functions(&mut self, facts: &ModelFacts) {
        let is_due = facts.functions == Functions::WithoutThinking && !self.request.functions.is_empty();
        if !is_due || self.request.settings.thinking.mode == Some(ThinkingMode::Off) {
            return;
        }
        let thinking = &mut self.request.to_mut().settings.thinking;
        (thinking.mode, thinking.effort, thinking.budget) = (Some(ThinkingMode::Off), None, None);
        let what = "thinking is switched off";
        let why = "over this protocol the model takes functions only while it does not think; over Responses it takes both";
        self.tell(AdaptationKind::Rewritten, Place::Setting("thinking"), what.to_owned(), why);
    }

    fn mode(&mut self, facts: &ModelFacts) {
        let Some(mode) = self.request.settings.thinking.mode else { return };
        let modes = &facts.thinking.modes;
        let is_known = match facts.thinking.thinks {
            Thinks::Never => mode == ThinkingMode::Off,
            Thinks::Always => mode != ThinkingMode::Off,
            Thinks::Unknown | Thinks::IfAsked | Thinks::UnlessSwitchedOff => true,
        };
        if is_known && (modes.is_empty() || modes.contains(&mode)) {
            return;
        }
        let between = ThinkingMode::BetweenTools;
        let other = (mode == ThinkingMode::Off && modes.contains(&between)).then_some(between);
        self.request.to_mut().settings.thinking.mode = other;
        let (kind, what) = match (other, mode) {
            (Some(_), _) => {
                (AdaptationKind::Rewritten, "thinking is switched off before the first call only")
            }
            (None, ThinkingMode::Off) => {
                (AdaptationKind::LeftOut, "that thinking is switched off is not asked for")
            }
            (None, ThinkingMode::On | ThinkingMode::BetweenTools) => {
                (AdaptationKind::LeftOut, "that the model thinks is not asked for")
            }
        };
        self.tell(kind, Place::Setting("thinking"), what.to_owned(), REFUSED);
    }

    /// An effort the model does not know becomes the nearest one it does, rather a lower than a higher one.
    fn effort(&mut self, facts: &ModelFacts) {
        let thinking = self.request.settings.thinking;
        let Some(effort) = thinking.effort else { return };
        let is_off = thinking.mode.is_some_and(|mode| mode != ThinkingMode::On);
        let known = match is_off && !facts.thinking.efforts_off.is_empty() {
            true => &facts.thinking.efforts_off,
            false => &facts.thinking.efforts,
        };
        let is_never = facts.thinking.thinks == Thinks::Never;
        if !is_never && (known.is_empty() || known.contains(&effort)) {
            return;
        }
        let nearest = known.iter().filter(|_| !is_never).min_by_key(|one| distance(effort, **one)).copied();
        self.request.to_mut().settings.thinking.effort = nearest;
        let place = Place::Setting("thinking");
        match nearest {
            Some(nearest) => {
                let what = format!("the effort is {} in place of {}", nearest.as_str(), effort.as_str());
                self.tell(AdaptationKind::Rewritten, place, what, "the model does not know the other");
            }
            None => self.tell(AdaptationKind::LeftOut, place, "the effort is left out".to_owned(), REFUSED),
        }
    }

    fn output(&mut self, most: Option<u32>) {
        let asked = self.request.settings.max_output_tokens;
        let Some(most) = most.filter(|most| asked.is_some_and(|asked| asked > *most)) else { return };
        self.request.to_mut().settings.max_output_tokens = Some(most);
        let what = format!("the limit of the answer is lowered to {most} tokens");
        self.tell(
            AdaptationKind::Rewritten,
            Place::Setting("max_output_tokens"),
            what,
            "the model writes no more",
        );
    }

    fn refused(&mut self, facts: &ModelFacts) {
        let is_thinking = facts.is_thinking(&self.request.settings.thinking);
        for what in facts.refuses.iter().chain(&facts.refuses_thinking).copied() {
            if facts.refuses(what, is_thinking) && self.asks(what) {
                let why = if facts.refuses.contains(&what) { REFUSED } else { REFUSED_THINKING };
                self.leave_out(what, why);
            }
        }
    }

    fn asks(&self, what: Refusable) -> bool {
        let request = &self.request;
        let settings = &request.settings;
        match what {
            Refusable::Temperature => settings.temperature.is_some(),
            Refusable::TopP => settings.top_p.is_some(),
            Refusable::Seed => settings.seed.is_some(),
            Refusable::Stop => !settings.stop.is_empty(),
            Refusable::ForcedChoice => {
                matches!(
                    request.choice,
                    FunctionChoice::Required
                        | FunctionChoice::Function { .. }
                        | FunctionChoice::Allowed { required: true, .. }
                )
            }
            Refusable::Parallel => request.calls.parallel.is_some(),
            Refusable::Strict => request.calls.strict.is_some(),
            Refusable::ResponseFormat => {
                settings.response_format.as_ref().is_some_and(|format| *format != ResponseFormat::Text)
            }
        }
    }

    fn leave_out(&mut self, what: Refusable, why: &str) {
        let request = self.request.to_mut();
        let settings = &mut request.settings;
        let (place, told) = match what {
            Refusable::Temperature => {
                settings.temperature = None;
                ("temperature", "the setting temperature is left out")
            }
            Refusable::TopP => {
                settings.top_p = None;
                ("top_p", "the setting topP is left out")
            }
            Refusable::Seed => {
                settings.seed = None;
                ("seed", "the seed is left out")
            }
            Refusable::Stop => {
                settings.stop.clear();
                ("stop", "the stop sequences are left out")
            }
            Refusable::ForcedChoice => {
                match &mut request.choice {
                    FunctionChoice::Allowed { required, .. } => *required = false,
                    FunctionChoice::Auto
                    | FunctionChoice::Required
                    | FunctionChoice::None
                    | FunctionChoice::Function { .. } => request.choice = FunctionChoice::Auto,
                }
                ("choice", "that a function must be called is not asked for")
            }
            Refusable::Parallel => {
                request.calls.parallel = None;
                ("calls", "whether calls may stand side by side is not said")
            }
            Refusable::Strict => {
                request.calls.strict = None;
                ("calls", "that arguments fit their schema to the letter is not asked for")
            }
            Refusable::ResponseFormat => {
                settings.response_format = None;
                ("response_format", "the form of the answer is not asked for")
            }
        };
        self.tell(AdaptationKind::LeftOut, Place::Setting(place), told.to_owned(), why);
    }
}

/// How far one effort is from another. What is higher is further away than what is lower.
fn distance(asked: Effort, other: Effort) -> usize {
    let (asked, other) = (asked as usize, other as usize);
    if other > asked { 2 * (other - asked) + 1 } else { 2 * (asked - other) }
}
