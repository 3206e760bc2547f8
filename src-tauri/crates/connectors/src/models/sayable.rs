//! What a protocol has words for when it comes to thinking. The rest is left out and told.

use crate::limits::Fitted;
use crate::outgoing::{Difference, Place, Reason};
use ports::{Thinking, ThinkingDisplay, ThinkingMode};

/// The words a protocol has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sayable {
    pub(crate) on: bool,
    pub(crate) off: bool,
    pub(crate) between_tools: bool,
    pub(crate) effort: bool,
    /// Whether it takes an effort while nothing is thought.
    pub(crate) effort_off: bool,
    pub(crate) budget: bool,
    /// Whether it takes an effort and a budget in one request.
    pub(crate) both: bool,
    pub(crate) display: bool,
    /// Whether it tells longer summaries from short ones.
    pub(crate) detailed: bool,
}

impl Sayable {
    pub(crate) const NOTHING: Self = Self {
        on: false,
        off: false,
        between_tools: false,
        effort: false,
        effort_off: false,
        budget: false,
        both: false,
        display: false,
        detailed: false,
    };

    /// Being switched off is one of the efforts.
    pub(crate) const EFFORTS: Self = Self { on: true, off: true, effort: true, ..Self::NOTHING };

    fn says(self, mode: ThinkingMode) -> bool {
        match mode {
            ThinkingMode::On => self.on,
            ThinkingMode::Off => self.off,
            ThinkingMode::BetweenTools => self.between_tools,
        }
    }
}

impl Fitted<'_> {
    /// Leaves out what of thinking can't be said.
    pub(crate) fn say_thinking(&mut self, words: Sayable) {
        let asked = self.request.settings.thinking;
        let mut said = Thinking { mode: asked.mode.filter(|mode| words.says(*mode)), ..asked };
        if let Some(mode) = asked.mode.filter(|mode| !words.says(*mode)) {
            self.tell_left(unsaid(mode), Reason::ProviderLacksSetting);
        }
        if asked.effort.is_some() && !words.effort {
            said.effort = None;
            self.tell_left(Difference::EffortLeftOut, Reason::ProviderLacksSetting);
        }
        if said.mode == Some(ThinkingMode::Off) && said.effort.is_some() && !words.effort_off {
            said.effort = None;
            self.tell_left(Difference::EffortLeftOut, Reason::ThinkingOff);
        }
        if asked.budget.is_some() && !words.budget {
            said.budget = None;
            self.tell_left(Difference::BudgetLeftOut, Reason::ProviderLacksSetting);
        }
        if said.effort.is_some() && said.budget.is_some() && !words.both {
            said.effort = None;
            self.tell_left(Difference::EffortLeftOut, Reason::EffortOrBudget);
        }
        if asked.display.is_some() && !words.display {
            said.display = None;
            self.tell_left(Difference::DisplayNotAsked, Reason::ProviderLacksSetting);
        }
        if said.display == Some(ThinkingDisplay::Detailed) && !words.detailed {
            said.display = Some(ThinkingDisplay::Summarized);
            self.rewritten(Place::THINKING, Difference::SummaryShort, Reason::ProviderLacksSetting);
        }
        if said != asked {
            self.request.to_mut().settings.thinking = said;
        }
    }

    /// Most services know how much their models can read.
    pub(crate) fn leave_out_context(&mut self) {
        if self.request.settings.context_tokens.is_some() {
            self.request.to_mut().settings.context_tokens = None;
            let place = Place::Setting("context_tokens");
            self.left_out(place, Difference::ContextNotAsked, Reason::ProviderLacksSetting);
        }
    }

    pub(super) fn tell_left(&mut self, what: Difference, why: Reason) {
        self.left_out(Place::THINKING, what, why);
    }
}

/// What is told where a mode is not asked for.
pub(super) fn unsaid(mode: ThinkingMode) -> Difference {
    match mode {
        ThinkingMode::Off => Difference::ThinkingOffNotAsked,
        ThinkingMode::On => Difference::ThinkingNotAsked,
        ThinkingMode::BetweenTools => Difference::ThinkingBetweenNotAsked,
    }
}
