//! Events of the first versions of the conventions: one a message, with a body, in the order they were said.

use serde_json::{Map, Value, json};

/// The side that speaks in an event, by the event's name.
const SIDES: [(&str, &str); 5] = [
    ("gen_ai.system.message", "system"),
    ("gen_ai.user.message", "user"),
    ("gen_ai.assistant.message", "assistant"),
    ("gen_ai.tool.message", "tool"),
    (CHOICE, "assistant"),
];

/// An answer, one of several there may be.
const CHOICE: &str = "gen_ai.choice";
const REASON: &str = "finish_reason";

pub(super) fn is_event(name: &str) -> bool {
    SIDES.iter().any(|(known, _)| *known == name)
}

/// Whether a message is what a request was answered with.
pub(super) fn is_answer(message: &Value) -> bool {
    message.get(REASON).is_some()
}

/// What an event says, as a message of today's conventions.
pub(super) fn message(name: &str, body: &Value) -> Option<Value> {
    let (_, role) = SIDES.iter().find(|(known, _)| *known == name)?;
    // A choice has its message inside.
    let said = body.get("message").unwrap_or(body);
    let mut parts = Vec::new();
    if *role == "tool" {
        let mut part = Map::new();
        part.insert("type".into(), "tool_call_response".into());
        part.extend(body.get("id").map(|id| ("id".to_owned(), id.clone())));
        part.insert("response".into(), said.get("content").cloned().unwrap_or_default());
        parts.push(Value::Object(part));
    } else if let Some(content) = said.get("content").filter(|content| !content.is_null()) {
        parts.push(match content.as_str() {
            Some(text) => json!({ "type": "text", "content": text }),
            None => json!({ "type": "text", "content": content.to_string() }),
        });
    }
    let calls = said.get("tool_calls").or_else(|| body.get("tool_calls")).and_then(Value::as_array);
    parts.extend(calls.into_iter().flatten().filter_map(call));
    let mut message = json!({ "role": role, "parts": parts });
    if name == CHOICE {
        message[REASON] = body.get(REASON).cloned().unwrap_or_else(|| "stop".into());
    }
    Some(message)
}

fn call(call: &Value) -> Option<Value> {
    let function = call.get("function")?;
    let mut part = Map::new();
    part.insert("type".into(), "tool_call".into());
    part.extend(call.get("id").map(|id| ("id".to_owned(), id.clone())));
    part.insert("name".into(), function.get("name")?.clone());
    part.extend(function.get("arguments").map(|arguments| ("arguments".to_owned(), arguments.clone())));
    Some(Value::Object(part))
}
