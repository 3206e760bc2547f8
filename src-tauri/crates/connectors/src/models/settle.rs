//! A request as one model takes it. What the model refuses is left out and told before anything is sent.

use super::facts::{Budget, Functions, ModelFacts, Refusable, Thinks};
use super::sayable::unsaid;
use crate::limits::Fitted;
use crate::outgoing::{Difference, Place, Reason};
use ports::{Effort, FunctionChoice, ResponseFormat, ThinkingMode};

/// Leaves out what a model refuses. What belongs together is settled in this order: whether it thinks, how hard, and
/// what that rules out.
pub(crate) fn settle(fitted: &mut Fitted<'_>, facts: &ModelFacts) {
    fitted.thinking_for_functions(facts);
    fitted.mode(facts);
    fitted.effort(facts);
    fitted.budget(facts);
    fitted.display(facts);
    fitted.output(facts.output);
    fitted.refused(facts);
    fitted.deferred(facts);
}

impl Fitted<'_> {
    /// Some models take functions only while they do not think, and want to be told so.
    fn thinking_for_functions(&mut self, facts: &ModelFacts) {
        let is_due = facts.functions == Functions::WithoutThinking && !self.request.functions.is_empty();
        if !is_due || !facts.is_thinking(&self.request.settings.thinking) {
            return;
        }
        let thinking = &mut self.request.to_mut().settings.thinking;
        // What thinks only if it is asked to need not be told anything, and some refuse the word.
        let off = (facts.thinking.thinks != Thinks::IfAsked).then_some(ThinkingMode::Off);
        (thinking.mode, thinking.effort, thinking.budget) = (off, None, None);
        self.rewritten(Place::THINKING, Difference::ThinkingOff, Reason::FunctionsOrThinking);
    }

    fn deferred(&mut self, facts: &ModelFacts) {
        if self.request.calls.deferred == Some(true) && facts.searches == Some(false) {
            self.request.to_mut().calls.deferred = None;
            self.left_out(Place::CALLS, Difference::SearchNotAsked, Reason::NoSearch);
        }
    }

    fn mode(&mut self, facts: &ModelFacts) {
        let Some(mode) = self.request.settings.thinking.mode else { return };
        let modes = &facts.thinking.modes;
        let is_known = match facts.thinking.thinks {
            Thinks::Never => false,
            Thinks::Always => mode != ThinkingMode::Off,
            Thinks::Unknown | Thinks::IfAsked | Thinks::UnlessSwitchedOff => true,
        };
        if facts.thinking.thinks == Thinks::Never && mode == ThinkingMode::Off {
            // Nothing is lost, and some refuse the word.
            self.request.to_mut().settings.thinking.mode = None;
            return;
        }
        if is_known && (modes.is_empty() || modes.contains(&mode)) {
            return;
        }
        let between = ThinkingMode::BetweenTools;
        let other = (mode == ThinkingMode::Off && modes.contains(&between)).then_some(between);
        self.request.to_mut().settings.thinking.mode = other;
        match other {
            Some(_) => {
                self.rewritten(Place::THINKING, Difference::ThinkingOffAtFirst, Reason::ModelRefuses);
            }
            None => self.tell_left(unsaid(mode), Reason::ModelRefuses),
        }
    }

    /// An effort the model does not know becomes the nearest one it does, rather a lower than a higher one. A model
    /// that knows none but counts tokens gets as many as the effort stands for.
    fn effort(&mut self, facts: &ModelFacts) {
        let thinking = self.request.settings.thinking;
        let Some(effort) = thinking.effort else { return };
        let is_off = thinking.mode.is_some_and(|mode| mode != ThinkingMode::On);
        let off = facts.thinking.efforts_off.as_ref().filter(|_| is_off);
        let known = match facts.thinking.thinks {
            Thinks::Never => Some(&[][..]),
            Thinks::Unknown | Thinks::IfAsked | Thinks::UnlessSwitchedOff | Thinks::Always => {
                off.or(facts.thinking.efforts.as_ref()).map(Vec::as_slice)
            }
        };
        let Some(known) = known.filter(|known| !known.contains(&effort)) else { return };
        let nearest = known.iter().min_by_key(|one| distance(effort, **one)).copied();
        self.request.to_mut().settings.thinking.effort = nearest;
        let place = Place::THINKING;
        let counts = facts.thinking.budget == Budget::Needed && !is_off;
        match nearest {
            Some(nearest) => {
                let what = Difference::EffortChanged { effort: nearest.as_str(), asked: effort.as_str() };
                self.rewritten(place, what, Reason::EffortUnknown);
            }
            None if counts && thinking.budget.is_none() => {
                let budget = tokens_for(effort);
                self.request.to_mut().settings.thinking.budget = Some(budget);
                let what = Difference::EffortCounted { effort: effort.as_str(), budget };
                self.rewritten(place, what, Reason::CountsTokens);
            }
            None => self.tell_left(Difference::EffortLeftOut, Reason::ModelRefuses),
        }
    }

    fn budget(&mut self, facts: &ModelFacts) {
        let thinking = self.request.settings.thinking;
        let Some(budget) = thinking.budget else { return };
        let is_off = thinking.mode == Some(ThinkingMode::Off);
        let is_refused = facts.thinking.budget == Budget::Refused || facts.thinking.thinks == Thinks::Never;
        if is_off || is_refused {
            let thinking = &mut self.request.to_mut().settings.thinking;
            thinking.budget = None;
            if !is_off && facts.thinking.thinks != Thinks::Never {
                thinking.mode = thinking.mode.or(Some(ThinkingMode::On));
            }
            let why = if is_refused { Reason::ModelRefuses } else { Reason::ThinkingOff };
            return self.tell_left(Difference::BudgetLeftOut, why);
        }
        let least = facts.thinking.least_budget.unwrap_or(0);
        let within = budget.clamp(least, facts.thinking.most_budget.unwrap_or(u32::MAX).max(least));
        if within != budget {
            self.request.to_mut().settings.thinking.budget = Some(within);
            let what = Difference::BudgetChanged { within, budget };
            self.rewritten(Place::THINKING, what, Reason::WithinLimits);
        }
    }

    /// Where nothing is thought there is nothing to show.
    fn display(&mut self, facts: &ModelFacts) {
        let thinking = &self.request.settings.thinking;
        let is_known = facts.thinking.thinks != Thinks::Unknown || thinking.mode == Some(ThinkingMode::Off);
        if thinking.display.is_some() && is_known && !facts.is_thinking(thinking) {
            self.request.to_mut().settings.thinking.display = None;
            self.tell_left(Difference::DisplayNotAsked, Reason::NoThinking);
        }
    }

    fn output(&mut self, most: Option<u32>) {
        let asked = self.request.settings.max_output_tokens;
        let Some(most) = most.filter(|most| asked.is_some_and(|asked| asked > *most)) else { return };
        self.request.to_mut().settings.max_output_tokens = Some(most);
        let what = Difference::LimitLowered { limit: most };
        self.rewritten(Place::Setting("max_output_tokens"), what, Reason::ModelWritesNoMore);
    }

    fn refused(&mut self, facts: &ModelFacts) {
        let is_thinking = facts.is_thinking(&self.request.settings.thinking);
        let has_functions = !self.request.functions.is_empty();
        let all = [&facts.refuses, &facts.refuses_thinking, &facts.refuses_beside_functions];
        for what in all.into_iter().flatten().copied() {
            if facts.refuses(what, is_thinking, has_functions) && self.asks(what) {
                let why = match () {
                    () if facts.refuses.contains(&what) => Reason::ModelRefuses,
                    () if facts.refuses(what, is_thinking, false) => Reason::ModelRefusesThinking,
                    () => Reason::NoFormBesideFunctions,
                };
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

    fn leave_out(&mut self, what: Refusable, why: Reason) {
        let request = self.request.to_mut();
        let settings = &mut request.settings;
        match what {
            Refusable::Temperature => settings.temperature = None,
            Refusable::TopP => settings.top_p = None,
            Refusable::Seed => settings.seed = None,
            Refusable::Stop => settings.stop.clear(),
            Refusable::ForcedChoice => {
                if let FunctionChoice::Allowed { required, .. } = &mut request.choice {
                    *required = false;
                } else {
                    request.choice = FunctionChoice::Auto;
                }
            }
            Refusable::Parallel => request.calls.parallel = None,
            Refusable::Strict => request.calls.strict = None,
            Refusable::ResponseFormat => settings.response_format = None,
        }
        let setting = |name: &str| Difference::SettingLeftOut { name: name.to_owned() };
        let (place, told) = match what {
            Refusable::Temperature => (Place::Setting("temperature"), setting("temperature")),
            Refusable::TopP => (Place::Setting("top_p"), setting("topP")),
            Refusable::Seed => (Place::Setting("seed"), Difference::SeedLeftOut),
            Refusable::Stop => (Place::Setting("stop"), Difference::StopLeftOut),
            Refusable::ForcedChoice => (Place::CHOICE, Difference::CallNotRequired),
            Refusable::Parallel => (Place::CALLS, Difference::ParallelUnsaid),
            Refusable::Strict => (Place::CALLS, Difference::ExactSchemaNotAsked),
            Refusable::ResponseFormat => (Place::FORM, Difference::FormNotAsked),
        };
        self.left_out(place, told, why);
    }
}

/// How far one effort is from another. What is higher is further away than what is lower.
fn distance(asked: Effort, other: Effort) -> usize {
    let (asked, other) = (asked as usize, other as usize);
    if other > asked { 2 * (other - asked) + 1 } else { 2 * (asked - other) }
}

/// How many tokens to think with an effort stands for.
pub(crate) fn tokens_for(effort: Effort) -> u32 {
    match effort {
        Effort::Minimal => 1024,
        Effort::Low => 2048,
        Effort::Medium => 8192,
        Effort::High => 16_384,
        Effort::Xhigh => 24_576,
        Effort::Max => 32_768,
    }
}
