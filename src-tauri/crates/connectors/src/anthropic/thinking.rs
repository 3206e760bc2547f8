//! Claude's thinking options, in Anthropic's own protocol and in Bedrock's additional fields.

use crate::models::{Budget, ModelFacts, Sayable, Thinks};
use crate::outgoing::{Adaptations, Difference, Place, Reason};
use ports::{Thinking, ThinkingDisplay, ThinkingMode};
use serde_json::{Value, json};

pub(crate) const WORDS: Sayable = Sayable {
    on: true,
    off: true,
    between_tools: true,
    effort: true,
    effort_off: true,
    budget: true,
    both: true,
    display: true,
    detailed: false,
};

/// The smallest thinking budget of Claude, in tokens.
const MIN_BUDGET_TOKENS: u32 = 1024;

/// The default thinking budget, in tokens, for a model that requires one.
const DEFAULT_BUDGET_TOKENS: u32 = 8192;

/// The thinking options of a request whose answer has at most this many tokens. `None` if they are left to the model.
pub(crate) fn thinking(
    asked: &Thinking,
    facts: &ModelFacts,
    most: Option<u32>,
    adaptations: &mut Adaptations,
) -> Option<Value> {
    let is_shown = asked.display.is_some() && facts.is_thinking(asked);
    let is_on = asked.mode == Some(ThinkingMode::On) || asked.budget.is_some() || is_shown;
    let mut written = match asked.mode {
        Some(ThinkingMode::Off) => return Some(json!({ "type": "disabled" })),
        Some(ThinkingMode::BetweenTools) => return Some(json!({ "type": "between_tools" })),
        Some(ThinkingMode::On) | None if !is_on => return None,
        Some(ThinkingMode::On) | None => match budget(asked, facts, most, adaptations) {
            Told::Adaptive => json!({ "type": "adaptive" }),
            Told::Tokens(budget) => json!({ "type": "enabled", "budget_tokens": budget }),
            Told::Nothing => return None,
        },
    };
    if let Some(display) = asked.display {
        written["display"] = match display {
            ThinkingDisplay::Omitted => "omitted",
            ThinkingDisplay::Summarized | ThinkingDisplay::Detailed => "summarized",
        }
        .into();
    }
    Some(written)
}

/// Thinking is shown by default, even where the model would hide it: its text between calls is part of it.
pub(super) fn shown(asked: &Thinking, facts: &ModelFacts) -> Thinking {
    let is_due = facts.thinking.is_hidden && facts.is_thinking(asked);
    let usual = is_due.then_some(ThinkingDisplay::Summarized);
    Thinking { display: asked.display.or(usual), ..*asked }
}

enum Told {
    Adaptive,
    Tokens(u32),
    Nothing,
}

/// The budget must leave room for an answer.
fn budget(asked: &Thinking, facts: &ModelFacts, most: Option<u32>, adaptations: &mut Adaptations) -> Told {
    let budget = match (asked.budget, facts.thinking.budget) {
        (Some(budget), Budget::Taken | Budget::Needed) => budget.max(MIN_BUDGET_TOKENS),
        (None, Budget::Needed) => DEFAULT_BUDGET_TOKENS,
        (_, Budget::Refused) | (None, Budget::Taken) => return Told::Adaptive,
    };
    let place = Place::THINKING;
    let most = most.unwrap_or(u32::MAX);
    if most <= MIN_BUDGET_TOKENS {
        adaptations.left_out(place, Difference::ThinkingNotAsked, Reason::NoRoomToThink);
        return match facts.thinking.thinks {
            Thinks::UnlessSwitchedOff | Thinks::Always => Told::Adaptive,
            Thinks::Unknown | Thinks::Never | Thinks::IfAsked => Told::Nothing,
        };
    }
    let within = budget.min(most - 1).max(MIN_BUDGET_TOKENS);
    if let Some(budget) = asked.budget.filter(|asked| *asked != within) {
        adaptations.rewritten(place, Difference::BudgetChanged { within, budget }, Reason::BudgetRange);
    }
    Told::Tokens(within)
}
