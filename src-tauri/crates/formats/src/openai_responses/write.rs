//! Writes the items of a request.

use crate::loss::Losses;
use crate::lost::Lost;
use crate::output::{Part, result_parts};
use crate::segments::{Placed, Segment, cut, label_of_three, place_of};
use crate::thoughts::Thought;
use crate::{Format, media, names, part, state};
use content::{CallId, FunctionCall, FunctionResult, Item, JsonObject, Media, MediaSource, Message, Role};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const CUSTOM: &str = "custom_tool_call";

pub(crate) fn write(messages: &[Message], losses: &mut Losses) -> Value {
    let (instructions, others) = match messages.first() {
        Some(first) if messages.len() > 1 => match instructions_of(first) {
            Some(text) => (Some(text), 1),
            None => (None, 0),
        },
        Some(_) | None => (None, 0),
    };
    let calls: BTreeMap<_, _> =
        messages.iter().flat_map(Message::calls).map(|call| (&call.id, call)).collect();
    let mut input = Vec::new();
    for (index, message) in messages.iter().enumerate().skip(others) {
        report_merging(index, messages, losses);
        for segment in cut(index, message, losses) {
            write_segment(&segment, &calls, &mut input, losses);
        }
    }
    match instructions {
        Some(text) => json!({ "instructions": text, "input": input }),
        None => json!({ "input": input }),
    }
}

/// Instructions are one text.
fn instructions_of(message: &Message) -> Option<&str> {
    match (message.role, message.items.as_slice()) {
        (Role::System, [Item::Text { text }]) => Some(text),
        (Role::System | Role::User | Role::Assistant | Role::Function, _) => None,
    }
}

fn report_merging(index: usize, messages: &[Message], losses: &mut Losses) {
    let role = messages[index].role;
    let before = index.checked_sub(1).and_then(|before| messages.get(before));
    if matches!(role, Role::Assistant | Role::Function) && before.is_some_and(|before| before.role == role) {
        losses.add(&place_of(index), Lost::MessagesJoined);
    }
}

fn write_segment(
    segment: &Segment<'_>,
    calls: &BTreeMap<&CallId, &FunctionCall>,
    input: &mut Vec<Value>,
    losses: &mut Losses,
) {
    let before = input.len();
    let mut said = Vec::new();
    for Placed { place, item } in &segment.items {
        let whole = match item {
            Item::Text { text } => {
                said.push(json!({ "type": text_type(segment.role), "text": text }));
                continue;
            }
            Item::Media { media } => {
                said.push(write_media(media, place, losses));
                continue;
            }
            Item::Reasoning { text, provider_state } => {
                let state = provider_state.as_ref();
                let thought = Thought::of(text, state, state::OPENAI_RESPONSES, place, losses);
                match thought.as_ref().and_then(Thought::on_text) {
                    Some(beside) => {
                        put_beside(beside, segment.role, &mut said, input, place, losses);
                        continue;
                    }
                    None => thought.and_then(|thought| write_thought(&thought, place, losses)),
                }
            }
            Item::FunctionCall { call } => Some(write_call(call, place, losses)),
            Item::FunctionResult { result } => {
                let call = calls.get(&result.call_id).copied();
                let is_custom = call.is_some_and(is_custom);
                let kind = if is_custom { "custom_tool_call_output" } else { "function_call_output" };
                let mut written = write_result(result, kind, place, losses);
                if let Some(caller) = call.and_then(program) {
                    written["caller"] = caller.clone();
                }
                Some(written)
            }
            Item::Unknown { value } => {
                let kept = part::returned(Format::OpenAiResponses, value, place, losses).cloned();
                if segment.role != Role::Assistant || kept.as_ref().is_some_and(is_part) {
                    said.extend(kept);
                    continue;
                }
                kept
            }
        };
        if let Some(whole) = whole {
            flush(segment.role, &mut said, input);
            input.push(whole);
        }
    }
    flush(segment.role, &mut said, input);
    if input.len() == before {
        input.push(json!({ "type": "message", "role": label_of_three(segment.role), "content": [] }));
    }
}

fn flush(role: Role, said: &mut Vec<Value>, input: &mut Vec<Value>) {
    if !said.is_empty() {
        let content = std::mem::take(said);
        input.push(json!({ "type": "message", "role": label_of_three(role), "content": content }));
    }
}

/// The program that made a call, if one did.
fn program(call: &FunctionCall) -> Option<&Value> {
    let state = call.provider_state.as_ref().filter(|state| state.provider == state::OPENAI_RESPONSES)?;
    state.state.get("caller").filter(|caller| caller["type"] == "program")
}

/// Whether something stands inside of a message.
fn is_part(value: &Value) -> bool {
    let kind = value.get("type").and_then(Value::as_str);
    kind.is_some_and(|kind| kind == "refusal" || kind.starts_with("input_") || kind.starts_with("output_"))
}

/// What stood on a text stands on a message here, so that text is a message of its own.
fn put_beside(
    beside: JsonObject,
    role: Role,
    said: &mut Vec<Value>,
    input: &mut Vec<Value>,
    place: &str,
    losses: &mut Losses,
) {
    let Some(text) = said.pop() else { return losses.add(place, Lost::AnchorGone) };
    flush(role, said, input);
    said.push(text);
    flush(role, said, input);
    if let Some(message) = input.last_mut().and_then(Value::as_object_mut) {
        message.extend(beside);
    }
}

/// A thought goes back as it came. One of another model has no id, and without an id it is refused.
fn write_thought(thought: &Thought<'_>, place: &str, losses: &mut Losses) -> Option<Value> {
    let Some(kept) = thought.state else {
        losses.add(place, Lost::OtherThoughts);
        return None;
    };
    let mut written = kept.clone();
    written.insert("type".into(), "reasoning".into());
    Some(Value::Object(written))
}

fn write_call(call: &FunctionCall, place: &str, losses: &mut Losses) -> Value {
    let kept = state::returned(call.provider_state.as_ref(), state::OPENAI_RESPONSES, place, losses);
    let is_custom = is_custom(call);
    // A search for functions that ran here is written like any other call, and has a kind of its own at its service.
    let kept = kept.filter(|state| is_custom || !state.contains_key("type"));
    let mut written = kept.cloned().unwrap_or_default();
    written.insert("type".into(), if is_custom { CUSTOM } else { "function_call" }.into());
    written.insert("call_id".into(), json!(call.id));
    written.insert("name".into(), names::joined(&call.function, place, losses).into());
    written.insert(if is_custom { "input" } else { "arguments" }.into(), call.arguments.raw().into());
    Value::Object(written)
}

/// A call whose input is free text is marked by its kind, and so is its result.
fn is_custom(call: &FunctionCall) -> bool {
    let state = call.provider_state.as_ref().filter(|state| state.provider == state::OPENAI_RESPONSES);
    state.and_then(|state| state.state.get("type")).is_some_and(|kind| kind == CUSTOM)
}

fn write_result(result: &FunctionResult, kind: &str, place: &str, losses: &mut Losses) -> Value {
    names::report(&result.function, place, losses);
    let output: Value = match result_parts(&result.outcome, place, losses).as_slice() {
        [Part::Text(text)] => text.as_str().into(),
        parts => parts.iter().map(|part| write_part(part, place, losses)).collect(),
    };
    json!({ "type": kind, "call_id": result.call_id, "output": output })
}

fn write_part(part: &Part<'_>, place: &str, losses: &mut Losses) -> Value {
    match part {
        Part::Text(text) => json!({ "type": "input_text", "text": text }),
        Part::Media(media) => write_media(media, place, losses),
    }
}

fn write_media(media: &Media, place: &str, losses: &mut Losses) -> Value {
    let uri = media::uri_of(media);
    let is_address = matches!(media.source, MediaSource::Address { .. });
    let told = if media::is_image(media) { "image/*" } else { media::type_of_file(&uri) };
    if is_address && media.mime_type != told {
        losses.add(place, Lost::AddressType);
    }
    match (media::is_image(media), is_address) {
        (true, _) => json!({ "type": "input_image", "image_url": uri }),
        (false, true) => json!({ "type": "input_file", "file_url": uri }),
        (false, false) => json!({ "type": "input_file", "file_data": uri }),
    }
}

fn text_type(role: Role) -> &'static str {
    match role {
        Role::Assistant => "output_text",
        Role::System | Role::User | Role::Function => "input_text",
    }
}
