//! The parts of a written response: its items, its usage.

use super::PROVIDER;
use super::item::{Kind, new_id};
use crate::dialects::original::{arguments_text, arguments_value, written_name};
use crate::json::fields::Fields;
use crate::json::quoted;
use content::{FunctionCall, JsonObject, ProviderState, Usage};
use serde_json::{Value, json};

/// The reasoning item of this provider. State that stands beside a text is none.
pub(super) fn of_thought(state: &ProviderState) -> Option<Value> {
    let kept = state.state.as_object().filter(|_| state.provider == PROVIDER)?;
    if !kept.contains_key("id") || !(kept.contains_key("summary") || kept.contains_key("encrypted_content")) {
        return None;
    }
    let mut item = JsonObject::from_iter([("type".to_owned(), "reasoning".into())]);
    item.extend(kept.clone());
    Some(Value::Object(item))
}

/// The item of a call. State of this provider beside the call stays there.
pub(super) fn of_call(call: &FunctionCall) -> String {
    let state = call.provider_state.as_ref().filter(|state| state.provider == PROVIDER);
    let kept = state.and_then(|state| state.state.as_object()).cloned().unwrap_or_default();
    let (raw, is_text) = (call.arguments.raw(), call.arguments.is_text());
    let kind = match kept.get("type").and_then(Value::as_str) {
        Some(kind) if kind == Kind::Search.term() => Kind::Search,
        Some(_) | None if is_text => Kind::Custom,
        Some(_) | None => Kind::Function,
    };
    let mut item = JsonObject::from_iter([
        ("id".to_owned(), new_id(kind, call.id.as_str()).into()),
        ("type".to_owned(), kind.term().into()),
        ("status".to_owned(), "completed".into()),
    ]);
    item.extend(kept.into_iter().filter(|(name, _)| name != "type"));
    let mut changes = vec![("call_id", quoted(call.id.as_str()))];
    match kind {
        Kind::Function => {
            changes.push(("name", quoted(&written_name(&call.function))));
            changes.push((kind.field(), quoted(&arguments_text(raw, false))));
        }
        Kind::Custom => {
            changes.push(("name", quoted(&written_name(&call.function))));
            changes.push((kind.field(), quoted(raw)));
        }
        Kind::Search => changes.push((kind.field(), arguments_value(raw, false))),
    }
    let item = Value::Object(item).to_string();
    Fields::read(&item).map(|fields| fields.with(&changes)).unwrap_or_default()
}

pub(super) fn message(id: &str, part: &Value) -> String {
    let message = json!({
        "id": id, "type": "message", "status": "completed", "role": "assistant", "content": [part],
    });
    message.to_string()
}

pub(super) fn output_text(text: &str) -> Value {
    json!({ "type": "output_text", "annotations": [], "logprobs": [], "text": text })
}

pub(super) fn usage(counted: Usage) -> Value {
    let [input, output, cached, written, reasoning] =
        [counted.input, counted.output, counted.cached, counted.written, counted.reasoning]
            .map(Option::unwrap_or_default);
    json!({
        "input_tokens": input,
        "input_tokens_details": { "cached_tokens": cached, "cache_write_tokens": written },
        "output_tokens": output,
        "output_tokens_details": { "reasoning_tokens": reasoning },
        "total_tokens": u64::from(input) + u64::from(output),
    })
}
