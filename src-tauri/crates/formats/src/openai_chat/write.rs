//! Writes the messages of a request.

use super::content::{write_output, write_part};
use crate::loss::Losses;
use crate::lost::Lost;
use crate::output::result_parts;
use crate::segments::{Placed, Segment, cut, label, place_of};
use crate::thoughts::Thought;
use crate::{names, state};
use content::{FunctionCall, FunctionResult, Item, Message, Role};
use serde_json::{Map, Value, json};

/// Thoughts keep nothing for a provider here.
const NO_PROVIDER: &str = "";

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
        losses.add(&place_of(index), Lost::ResultsJoined);
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
    let parts = result_parts(&result.outcome, place, losses);
    if parts.is_empty() {
        losses.add(place, Lost::EmptyResult);
    }
    let content = write_output(&parts, place, losses);
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
                // What compatible services want to see again beside a thought has no field of its own here.
                let thought = Thought::of(text, provider_state.as_ref(), NO_PROVIDER, place, losses);
                reasoning.extend(thought.map(|thought| thought.text).filter(|text| !text.is_empty()));
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
        // A thought without words is not written.
        Item::Reasoning { text, .. } if text.is_empty() => None,
        Item::Reasoning { .. } => Some(0),
        Item::Text { .. } | Item::Media { .. } | Item::Unknown { .. } | Item::FunctionResult { .. } => {
            Some(1)
        }
        Item::FunctionCall { .. } => Some(2),
    };
    let ranked: Vec<_> =
        items.iter().filter_map(|placed| Some((rank(placed.item)?, placed.place.as_str()))).collect();
    if let Some(pair) = ranked.windows(2).find(|pair| pair[0].0 > pair[1].0) {
        losses.add(pair[1].1, Lost::ItemOrder);
    }
}
