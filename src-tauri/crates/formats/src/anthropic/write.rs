//! Writes a request.

use super::blocks::CONTAINER;
use crate::loss::Losses;
use crate::lost::Lost;
use crate::output::{Part, failure_words, result_parts};
use crate::segments::{Placed, Segment, cut, label_of_three};
use crate::thoughts::Thought;
use crate::{Format, arguments, media, names, part, state};
use content::{FunctionCall, FunctionResult, Item, JsonObject, Media, MediaSource, Message, Role};
use serde_json::{Map, Value, json};

pub(crate) fn write(messages: &[Message], losses: &mut Losses) -> Value {
    let mut request = Map::new();
    let mut system = Vec::new();
    let mut written = Vec::new();
    let mut container = None;
    for (index, message) in messages.iter().enumerate() {
        let is_leading = written.is_empty() && message.role == Role::System;
        for segment in cut(index, message, losses) {
            if is_leading && segment.role == Role::System {
                if !system.is_empty() {
                    losses.add(&format!("/messages/{index}"), Lost::SystemJoined);
                }
                system.extend(write_blocks(&segment, losses));
            } else {
                let mut blocks = write_blocks(&segment, losses);
                let place = format!("/messages/{index}");
                take_container(&mut blocks, &mut container, &place, losses);
                written.push(json!({ "role": label_of_three(segment.role), "content": simplest(blocks) }));
            }
        }
    }
    if !system.is_empty() {
        request.insert("system".into(), simplest(system));
    }
    request.insert("messages".into(), written.into());
    if let Some(id) = container {
        request.insert(CONTAINER.into(), id);
    }
    Value::Object(request)
}

/// A container stands beside the messages, and only the last one counts.
fn take_container(blocks: &mut Vec<Value>, container: &mut Option<Value>, place: &str, losses: &mut Losses) {
    blocks.retain(|block| {
        let is_container = block["type"] == CONTAINER;
        if is_container && container.replace(block["id"].clone()).is_some() {
            losses.add(place, Lost::LastContainer);
        }
        !is_container
    });
}

/// One text is written as a text, as most programs do.
fn simplest(blocks: Vec<Value>) -> Value {
    match blocks.as_slice() {
        [only] if only["type"] == "text" && only.as_object().is_some_and(|block| block.len() == 2) => {
            only["text"].clone()
        }
        [..] => Value::Array(blocks),
    }
}

fn write_blocks(segment: &Segment<'_>, losses: &mut Losses) -> Vec<Value> {
    let mut blocks = Vec::new();
    for Placed { place, item } in &segment.items {
        match item {
            Item::Text { text } => blocks.push(write_text(text)),
            Item::Media { media } => blocks.push(write_media(media, place, losses)),
            Item::FunctionCall { call } => blocks.push(write_call(call, place, losses)),
            Item::FunctionResult { result } => blocks.push(write_result(result, place, losses)),
            Item::Unknown { value } => {
                blocks.extend(part::returned(Format::Anthropic, value, place, losses).cloned());
            }
            Item::Reasoning { text, provider_state } => {
                let state = provider_state.as_ref();
                let Some(thought) = Thought::of(text, state, state::ANTHROPIC, place, losses) else {
                    continue;
                };
                match thought.on_text() {
                    Some(beside) => put_beside(beside, &mut blocks, place, losses),
                    None => blocks.extend(write_thought(&thought, place, losses)),
                }
            }
        }
    }
    blocks
}

/// Puts back on a text what stood on it, as its citations did.
fn put_beside(beside: JsonObject, blocks: &mut [Value], place: &str, losses: &mut Losses) {
    let text = blocks.last_mut().filter(|block| block["type"] == "text").and_then(Value::as_object_mut);
    match text {
        Some(block) => block.extend(beside),
        None => losses.add(place, Lost::AnchorGone),
    }
}

/// A thought without a signature is refused.
fn write_thought(thought: &Thought<'_>, place: &str, losses: &mut Losses) -> Option<Value> {
    let Some(kept) = thought.state else {
        losses.add(place, Lost::OtherThoughts);
        return None;
    };
    let mut written = kept.clone();
    if written.contains_key("data") {
        written.insert("type".into(), "redacted_thinking".into());
    } else {
        written.insert("type".into(), "thinking".into());
        written.insert("thinking".into(), thought.text.into());
    }
    Some(Value::Object(written))
}

fn write_text(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

fn write_call(call: &FunctionCall, place: &str, losses: &mut Losses) -> Value {
    let kept = state::returned(call.provider_state.as_ref(), state::ANTHROPIC, place, losses);
    let mut written = kept.cloned().unwrap_or_default();
    written.insert("type".into(), "tool_use".into());
    written.insert("id".into(), json!(call.id));
    written.insert("name".into(), names::joined(&call.function, place, losses).into());
    let input = arguments::as_object(&call.arguments, place, losses);
    if input.is_none() {
        losses.add(place, Lost::NoArguments);
    }
    written.insert("input".into(), Value::Object(input.unwrap_or_default()));
    Value::Object(written)
}

fn write_result(result: &FunctionResult, place: &str, losses: &mut Losses) -> Value {
    names::report(&result.function, place, losses);
    let mut written = Map::new();
    written.insert("type".into(), "tool_result".into());
    written.insert("tool_use_id".into(), json!(result.call_id));
    if let Some(words) = failure_words(&result.outcome, place, losses) {
        written.insert("content".into(), words.into());
        written.insert("is_error".into(), true.into());
        return Value::Object(written);
    }
    let content: Value = match result_parts(&result.outcome, place, losses).as_slice() {
        [] => return Value::Object(written),
        [Part::Text(text)] => text.as_str().into(),
        parts => parts.iter().map(|part| write_part(part, place, losses)).collect(),
    };
    written.insert("content".into(), content);
    Value::Object(written)
}

fn write_part(part: &Part<'_>, place: &str, losses: &mut Losses) -> Value {
    match part {
        Part::Text(text) => write_text(text),
        Part::Media(media) => write_media(media, place, losses),
    }
}

fn write_media(media: &Media, place: &str, losses: &mut Losses) -> Value {
    let (kind, told) = match media::is_image(media) {
        true => ("image", "image/*"),
        false => ("document", "application/pdf"),
    };
    let source = match &media.source {
        MediaSource::Inline { base64 } => {
            json!({ "type": "base64", "media_type": media.mime_type, "data": base64 })
        }
        MediaSource::Address { uri } => {
            if media.mime_type != told {
                losses.add(place, Lost::AddressType);
            }
            json!({ "type": "url", "url": uri })
        }
    };
    json!({ "type": kind, "source": source })
}
