//! The thinking options of the services that speak this protocol. Each has its own form.

use crate::models::{ModelFacts, Sayable, Thinks};
use ports::{Thinking, ThinkingDisplay, ThinkingMode};
use serde_json::{Map, Value, json};

/// The form of one service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThinkingForm {
    /// `reasoning_effort`, with `none` to disable thinking.
    Effort,
    /// One object for everything, which a router translates.
    Reasoning,
    /// An object with a switch, and `reasoning_effort` beside it.
    Switch,
    /// A switch and a budget in tokens.
    SwitchAndTokens,
    /// A switch for the model's template, and `reasoning_effort` beside it.
    Template,
    /// Everything for the template, and a budget in tokens for the server.
    TemplateAndTokens,
}

impl ThinkingForm {
    pub(super) fn sayable(self) -> Sayable {
        let efforts = Sayable::EFFORTS;
        match self {
            Self::Effort | Self::Switch | Self::Template => efforts,
            Self::Reasoning => Sayable { budget: true, display: true, ..efforts },
            Self::SwitchAndTokens => Sayable { effort: false, budget: true, ..efforts },
            Self::TemplateAndTokens => Sayable { budget: true, both: true, ..efforts },
        }
    }

    /// The fields it adds to a request.
    pub(super) fn fields(self, asked: &Thinking, facts: &ModelFacts) -> Map<String, Value> {
        let effort = asked.effort.map(|effort| Value::from(effort.as_str()));
        let is_on = asked.mode.map(|mode| mode != ThinkingMode::Off);
        // A model that always thinks has no switch.
        let switch = is_on.filter(|is_on| !is_on || facts.thinking.thinks != Thinks::Always);
        let fields = match self {
            Self::Effort => {
                vec![("reasoning_effort", facts.thinking.effort_word(asked).map(Value::from))]
            }
            Self::Reasoning => vec![("reasoning", reasoning(asked))],
            Self::Switch => {
                let word = |is_on| json!({ "type": if is_on { "enabled" } else { "disabled" } });
                vec![("thinking", switch.map(word)), ("reasoning_effort", effort)]
            }
            Self::SwitchAndTokens => vec![
                ("enable_thinking", switch.or(asked.budget.map(|_| true)).map(Value::from)),
                ("thinking_budget", asked.budget.map(Value::from)),
            ],
            Self::Template => {
                vec![("chat_template_kwargs", template(is_on, None)), ("reasoning_effort", effort)]
            }
            Self::TemplateAndTokens => vec![
                ("chat_template_kwargs", template(is_on, effort)),
                ("thinking_budget_tokens", asked.budget.map(Value::from)),
            ],
        };
        fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
    }
}

fn reasoning(asked: &Thinking) -> Option<Value> {
    let mut written = Map::new();
    let is_off = asked.mode == Some(ThinkingMode::Off);
    if is_off {
        written.insert("effort".to_owned(), "none".into());
    } else if let Some(effort) = asked.effort {
        written.insert("effort".to_owned(), effort.as_str().into());
    } else if let Some(budget) = asked.budget {
        written.insert("max_tokens".to_owned(), budget.into());
    }
    if asked.mode.is_some() && !is_off {
        written.insert("enabled".to_owned(), true.into());
    }
    if let Some(display) = asked.display {
        written.insert("exclude".to_owned(), (display == ThinkingDisplay::Omitted).into());
    }
    (!written.is_empty()).then_some(Value::Object(written))
}

/// Templates use two names for the switch, and ignore unknown ones.
fn template(is_on: Option<bool>, effort: Option<Value>) -> Option<Value> {
    let switch =
        is_on.into_iter().flat_map(|is_on| ["enable_thinking", "thinking"].map(|name| (name, is_on.into())));
    let written: Map<String, Value> = switch
        .chain(effort.map(|effort| ("reasoning_effort", effort)))
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    (!written.is_empty()).then_some(Value::Object(written))
}
