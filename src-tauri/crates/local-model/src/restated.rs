//! The values of results that an answer has to state.

use content::{Item, Message, Outcome, Output, Role};
use serde_json::Value;
use std::sync::Arc;

/// With more of them, a person wants a summary and not a list.
const MOST: usize = 4;
/// What is longer is told in other words.
const LONGEST_BYTES: usize = 40;

/// The figures, names and references that functions returned since a person spoke. Empty if they are many.
pub(crate) fn values(history: &[Arc<Message>]) -> Vec<String> {
    let is_said = |message: &Arc<Message>| {
        message.role == Role::User && message.items.iter().any(|item| matches!(item, Item::Text { .. }))
    };
    let asked = history.iter().rposition(is_said).unwrap_or(0);
    let mut found = Vec::new();
    for result in history.iter().skip(asked).flat_map(|message| message.results()) {
        if let Outcome::Returned { output } = &result.outcome {
            of_output(output, &mut found);
        }
    }
    found.dedup();
    if found.len() > MOST { Vec::new() } else { found }
}

fn of_output(output: &Output, found: &mut Vec<String>) {
    match output {
        Output::Text { text } => of_text(text, found),
        Output::Json { value } => of_value(value, found),
        Output::Several { parts } => parts.iter().for_each(|part| of_output(part, found)),
        Output::Nothing | Output::Media { .. } => {}
    }
}

fn of_value(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => of_text(text, found),
        Value::Number(number) => found.push(number.to_string()),
        Value::Array(values) => values.iter().for_each(|value| of_value(value, found)),
        Value::Object(fields) => fields.values().for_each(|value| of_value(value, found)),
        Value::Null | Value::Bool(_) => {}
    }
}

/// Words are told in other words, but not a name, a figure or a reference.
fn of_text(text: &str, found: &mut Vec<String>) {
    let is_exact = text.contains(|letter: char| letter.is_uppercase() || letter.is_ascii_digit());
    if is_exact && text.len() <= LONGEST_BYTES {
        found.push(text.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::values;
    use crate::testing::{said, said_items};
    use content::{
        CallId, CalledFunction, FunctionName, FunctionResult, Item, Origin, Outcome, Output, Role,
    };
    use serde_json::{Value, json};

    fn check(value: Value, expected: &[&str]) {
        let result = FunctionResult {
            call_id: CallId::new("1"),
            function: CalledFunction::Known { name: FunctionName::without_plugin("f") },
            outcome: Outcome::Returned { output: Output::Json { value } },
            origin: Origin::Function,
        };
        let history =
            [said(Role::User, "Go on"), said_items(Role::Function, vec![Item::FunctionResult { result }])];
        assert_eq!(values(&history), expected);
        let later = [history.to_vec(), vec![said(Role::User, "And now?")]].concat();
        assert_eq!(values(&later), Vec::<String>::new(), "a person spoke since");
    }

    #[test]
    fn few_figures_and_names_are_stated_and_words_are_not() {
        check(json!({ "status": "done", "reference": "LA-1234", "paid": true }), &["LA-1234"]);
        check(json!({ "city": "Oslo", "temperature": -4.5, "sky": "clear" }), &["Oslo", "-4.5"]);
        check(json!([1, 2, 3, 4, 5]), &[]);
        check(json!({ "text": "Once upon a time there lived a King in a castle." }), &[]);
    }
}
