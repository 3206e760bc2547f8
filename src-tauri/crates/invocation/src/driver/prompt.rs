//! The prompt for a model that completes a call, and the reading of its answer.

use content::{Author, FunctionCall, Item, Message, MessageId, Origin, Output, Role};
use ports::FunctionSpec;
use serde_json::Value;
use std::sync::Arc;

/// The task, appended to the model's own instructions.
const TASK: &str = "You stand in for a function. You are given one call of it and answer with what it returns: the \
result alone, as JSON where the function would return JSON, without an explanation and without a code fence.";

pub(super) fn prompt_for(call: &FunctionCall, name: &str, spec: Option<&FunctionSpec>) -> String {
    let described = spec.map_or_else(String::new, |spec| {
        format!("What it does: {}\nIts parameters: {}\n", spec.description, spec.parameters)
    });
    format!("Function: {name}\n{described}Arguments: {}", call.arguments.raw())
}

pub(super) fn messages(instructions: Option<&str>, prompt: &str) -> Vec<Arc<Message>> {
    let own = instructions.filter(|text| !text.trim().is_empty());
    let system = own.map_or_else(|| TASK.to_owned(), |own| format!("{own}\n\n{TASK}"));
    vec![message("task", Role::System, system), message("call", Role::User, prompt.to_owned())]
}

fn message(id: &str, role: Role, text: String) -> Arc<Message> {
    Arc::new(Message {
        id: MessageId::new(id),
        parent: None,
        role,
        items: vec![Item::Text { text }],
        author: Author::Application,
        origin: Origin::Application,
    })
}

/// Reads a model's text as the output of a function. `None` if it is empty.
pub(super) fn output_of(text: &str) -> Option<Output> {
    let text = without_fence(text.trim());
    if text.is_empty() {
        return None;
    }
    Some(match serde_json::from_str::<Value>(text) {
        Ok(value @ (Value::Object(_) | Value::Array(_))) => Output::Json { value },
        Ok(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) | Err(_) => {
            Output::Text { text: text.to_owned() }
        }
    })
}

/// Removes the fence that models put around text against their instructions.
fn without_fence(text: &str) -> &str {
    let Some(inner) = text.strip_prefix("```").and_then(|text| text.strip_suffix("```")) else { return text };
    inner.split_once('\n').map_or(inner, |(_, body)| body).trim()
}

#[cfg(test)]
mod tests {
    use super::output_of;
    use content::Output;
    use serde_json::json;

    #[test]
    fn json_is_taken_as_json_and_everything_else_as_text() {
        let json = |value| Some(Output::Json { value });
        assert_eq!(output_of("{\"sky\": \"clear\"}"), json(json!({ "sky": "clear" })));
        assert_eq!(output_of("```json\n[1, 2]\n```"), json(json!([1, 2])));
        assert_eq!(output_of(" 12 degrees "), Some(Output::Text { text: "12 degrees".to_owned() }));
        assert_eq!(output_of(" \n"), None);
    }
}
