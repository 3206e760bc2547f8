//! Writes the messages of a request.

use super::content::write_part;
use crate::loss::Losses;
use crate::output::{Told, told};
use crate::segments::{Placed, Segment, cut, place_of};
use crate::{names, state};
use content::{FunctionCall, FunctionResult, Item, Message, Role};
use serde_json::{Map, Value, json};

pub(crate) fn write(messages: &[Message], losses: &mut Losses) -> Value {
    json!({ "messages": write_messages(messages, losses) })
}

pub(crate) fn write_messages(messages: &[Message], losses: &mut Losses) -> Vec<Value> {
    let mut written = Vec::new();
    for (index, message) in messages.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| messages.get(before));
        written.extend(write_message(index, message, before.map(|before| before.role), losses));
    }
    written
}

/// Writes one message, knowing which side spoke before it.
pub(crate) fn write_message(
    index: usize,
    message: &Message,
    before: Option<Role>,
    losses: &mut Losses,
) -> Vec<Value> {
    if message.role == Role::Function && before == Some(Role::Function) {
        losses.add(&place_of(index), "results of two messages one after the other read back as one message");
    }
    let mut written = Vec::new();
    for segment in cut(index, message, losses) {
        match segment.role {
            Role::Function => written.extend(write_results(&segment, losses)),
            Role::System | Role::User | Role::Assistant => written.push(write_said(&segment, losses)),
        }
    }
    written
}

fn write_results(segment: &Segment<'_>, losses: &mut Losses) -> Vec<Value> {
    let results = segment
        .items
        .iter()
        .filter_map(|placed| placed.item.result().map(|result| (placed.place.as_str(), result)));
    results.map(|(place, result)| write_result(result, place, losses)).collect()
}

fn write_result(result: &FunctionResult, place: &str, losses: &mut Losses) -> Value {
    names::report(&result.function, place, losses);
    let content = match told(&result.outcome, place, losses) {
        Told::Text(text) => text,
        Told::Nothing => {
            losses.add(place, "a result of nothing is written as an empty text");
            String::new()
        }
        Told::Media(_) => {
            losses.add(place, "a result that is a picture or another medium is left out");
            String::new()
        }
    };
    json!({ "role": "tool", "tool_call_id": result.call_id, "content": content })
}

fn write_said(segment: &Segment<'_>, losses: &mut Losses) -> Value {
    let mut message = Map::new();
    message.insert("role".into(), label(segment.role).into());
    let mut parts = Vec::new();
    let mut calls = Vec::new();
    let mut reasoning = Vec::new();
    check_order(&segment.items, losses);
    for Placed { place, item } in &segment.items {
        match item {
            Item::Reasoning { text, provider_state } => {
                state::returned(provider_state.as_ref(), state::OPENAI_CHAT, place, losses);
                reasoning.push(text.as_str());
            }
            Item::FunctionCall { call } => calls.push(write_call(call, place, losses)),
            Item::Text { .. } | Item::Media { .. } | Item::Unknown { .. } => {
                parts.extend(write_part(item, place, losses));
            }
            // The segments of results are not written here.
            Item::FunctionResult { .. } => {}
        }
    }
    // An empty text where nothing is said beside the calls: some servers refuse a message without the field.
    message.insert("content".into(), content_of(parts));
    if !reasoning.is_empty() {
        message.insert("reasoning_content".into(), reasoning.join("\n\n").into());
    }
    if !calls.is_empty() {
        message.insert("tool_calls".into(), calls.into());
    }
    Value::Object(message)
}

fn content_of(parts: Vec<Value>) -> Value {
    match parts.as_slice() {
        [] => Value::String(String::new()),
        [only] if only["type"] == "text" && only["text"] != "" => only["text"].clone(),
        [..] => Value::Array(parts),
    }
}

fn write_call(call: &FunctionCall, place: &str, losses: &mut Losses) -> Value {
    let mut written = state::returned(call.provider_state.as_ref(), state::OPENAI_CHAT, place, losses)
        .cloned()
        .unwrap_or_default();
    let name = names::joined(&call.function, place, losses);
    written.insert("id".into(), json!(call.id));
    if written.get("type").is_some_and(|kind| kind == "custom") {
        written.insert("custom".into(), json!({ "name": name, "input": call.arguments.raw() }));
    } else {
        written.insert("type".into(), "function".into());
        written.insert("function".into(), json!({ "name": name, "arguments": call.arguments.raw() }));
    }
    Value::Object(written)
}

/// The fields of a message fix the order: thoughts, words, calls.
fn check_order(items: &[Placed<'_>], losses: &mut Losses) {
    let rank = |item: &Item| match item {
        Item::Reasoning { .. } => 0,
        Item::Text { .. } | Item::Media { .. } | Item::Unknown { .. } | Item::FunctionResult { .. } => 1,
        Item::FunctionCall { .. } => 2,
    };
    if let Some(pair) = items.windows(2).find(|pair| rank(pair[0].item) > rank(pair[1].item)) {
        losses.add(&pair[1].place, "the order of thoughts, words and calls within a message is not kept");
    }
}

fn label(role: Role) -> &'static str {
    match role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::Function => "tool",
    }
}
