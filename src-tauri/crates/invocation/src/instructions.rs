//! The instructions of a session: a template with named variables, resolved once when a turn begins.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// What every model that answers in a session is told before everything else. It is not part of the history.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Instructions {
    /// The template. `{{name}}` stands for the value of a variable.
    pub text: String,
    /// Values of variables. They take precedence over those that every turn has.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(optional, as = "Option<BTreeMap<String, String>>")]
    pub values: BTreeMap<String, String>,
    /// The text as a turn sends it. Only the plan of a turn has it, so that its log explains itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub resolved: Option<String>,
}

impl Instructions {
    /// A text that is sent as it is, braces included.
    pub(crate) fn written(text: &str) -> Self {
        Self { text: text.to_owned(), values: BTreeMap::new(), resolved: Some(text.to_owned()) }
    }

    /// The text a model receives. Before a turn has resolved it, that is the template.
    pub fn sent(&self) -> &str {
        self.resolved.as_deref().unwrap_or(&self.text)
    }
}

/// Replaces the variables of a template. A name without a value stays as it is written, braces included: prompts also use
/// braces for other things.
pub(crate) fn resolved<'a>(template: &str, value: impl Fn(&str) -> Option<&'a str>) -> String {
    let (mut text, mut rest) = (String::with_capacity(template.len()), template);
    while let Some((before, opened)) = rest.split_once("{{") {
        let found = opened.split_once("}}").and_then(|(name, after)| Some((value(name.trim())?, after)));
        text.push_str(before);
        rest = match found {
            Some((value, after)) => {
                text.push_str(value);
                after
            }
            None => {
                text.push_str("{{");
                opened
            }
        };
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::resolved;

    #[track_caller]
    fn check(template: &str, expected: &str) {
        let value = |name: &str| match name {
            "today" => Some("2026-11-25"),
            "city" => Some("{{today}}"),
            _ => None,
        };
        assert_eq!(resolved(template, value), expected);
    }

    #[test]
    fn variables_are_replaced_once_and_unknown_ones_stay_as_written() {
        check("Today is {{today}}.", "Today is 2026-11-25.");
        check("{{ today }}{{today}}", "2026-11-252026-11-25");
        check("{{nobody}} in {{city}}", "{{nobody}} in {{today}}");
        check("{{{today}}} and {{", "{{{today}}} and {{");
        check("{{ {{today}}", "{{ 2026-11-25");
        check("", "");
    }
}
