//! Thinking as Gemini is told of it: by a level, or by a number of tokens.

use super::wire::ThinkingConfig;
use crate::models::{Budget, ModelFacts, Sayable};
use ports::{Effort, Thinking, ThinkingDisplay, ThinkingMode};

pub(super) const WORDS: Sayable =
    Sayable { on: true, off: true, effort: true, budget: true, display: true, ..Sayable::NOTHING };

/// As many tokens as the model finds fit.
const ADAPTIVE_BUDGET: i64 = -1;

pub(super) fn config(asked: &Thinking, facts: &ModelFacts) -> Option<ThinkingConfig> {
    let thinking_budget = match asked.mode {
        Some(ThinkingMode::Off) => Some(0),
        Some(ThinkingMode::On) if facts.thinking.budget == Budget::Needed => {
            Some(asked.budget.map_or(ADAPTIVE_BUDGET, i64::from))
        }
        Some(ThinkingMode::On | ThinkingMode::BetweenTools) | None => asked.budget.map(i64::from),
    };
    let thinking_level = asked.effort.filter(|_| thinking_budget.is_none()).map(level);
    let include_thoughts = asked.display.map(|display| display != ThinkingDisplay::Omitted);
    let config = ThinkingConfig { thinking_level, thinking_budget, include_thoughts };
    (config != ThinkingConfig::default()).then_some(config)
}

/// The provider has no name for the highest effort.
fn level(effort: Effort) -> &'static str {
    match effort {
        Effort::Minimal => "MINIMAL",
        Effort::Low => "LOW",
        Effort::Medium => "MEDIUM",
        Effort::High => "HIGH",
        Effort::Xhigh | Effort::Max => "XHIGH",
    }
}
