//! Writes a request.

use crate::loss::Losses;
use crate::output::{Told, failure_words, told};
use crate::segments::{Segment, cut};
use crate::{Format, arguments, media, names, part, state};
use content::{FunctionCall, FunctionResult, Item, JsonObject, Media, MediaSource, Message, Role};
use serde_json::{Map, Value, json};

pub(crate) fn write(messages: &[Message], losses: &mut Losses) -> Value {
    let mut request = Map::new();
    let mut system = Vec::new();
    let mut written = Vec::new();
    for (index, message) in messages.iter().enumerate() {
        let is_leading = written.is_empty() && message.role == Role::System;
        for segment in cut(index, message, losses) {
            if is_leading && segment.role == Role::System {
                if !system.is_empty() {
                    losses.add(
                        &format!("/messages/{index}"),
                        "system messages at the beginning are written as one",
                    );
                }
                system.extend(write_blocks(&segment, losses));
            } else {
                written.push(json!({ "role": label(segment.role), "content": content_of(&segment, losses) }));
            }
        }
    }
    if !system.is_empty() {
        request.insert("system".into(), simplest(system));
    }
    request.insert("messages".into(), written.into());
    Value::Object(request)
}

fn content_of(segment: &Segment<'_>, losses: &mut Losses) -> Value {
    simplest(write_blocks(segment, losses))
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
    for placed in &segment.items {
        match beside_text(placed.item) {
            Some(state) => put_beside(state, &mut blocks, &placed.place, losses),
            None => blocks.extend(write_block(placed.item, &placed.place, losses)),
        }
    }
    blocks
}

/// What this provider put beside a text, its citations, is kept as a thought without words behind it.
fn beside_text(item: &Item) -> Option<&JsonObject> {
    let Item::Reasoning { provider_state: Some(state), .. } = item else { return None };
    let object = state.state.as_object().filter(|_| state.provider == state::ANTHROPIC)?;
    object.contains_key(ON_TEXT).then_some(object)
}

fn put_beside(state: &JsonObject, blocks: &mut [Value], place: &str, losses: &mut Losses) {
    let text = blocks.last_mut().filter(|block| block["type"] == "text").and_then(Value::as_object_mut);
    match text {
        Some(block) => {
            let rest = state.iter().filter(|(name, _)| *name != ON_TEXT);
            block.extend(rest.map(|(name, value)| (name.clone(), value.clone())));
        }
        None => losses.add(place, "what stood on a text that is gone is left out"),
    }
}

/// Marks what stands beside the text before it.
const ON_TEXT: &str = "onText";

fn write_block(item: &Item, place: &str, losses: &mut Losses) -> Option<Value> {
    match item {
        Item::Text { text } => Some(json!({ "type": "text", "text": text })),
        Item::Media { media } => Some(write_media(media, place, losses)),
        Item::FunctionCall { call } => Some(write_call(call, place, losses)),
        Item::FunctionResult { result } => Some(write_result(result, place, losses)),
        Item::Unknown { value } => part::returned(Format::Anthropic, value, place, losses).cloned(),
        Item::Reasoning { text, provider_state } => {
            let Some(kept) = state::returned(provider_state.as_ref(), state::ANTHROPIC, place, losses) else {
                // A thought without a signature is refused.
                losses.add(place, "thoughts of another model are left out");
                return None;
            };
            let mut written = kept.clone();
            if written.contains_key("data") {
                written.insert("type".into(), "redacted_thinking".into());
            } else {
                written.insert("type".into(), "thinking".into());
                written.insert("thinking".into(), text.as_str().into());
            }
            Some(Value::Object(written))
        }
    }
}

fn write_call(call: &FunctionCall, place: &str, losses: &mut Losses) -> Value {
    let kept = state::returned(call.provider_state.as_ref(), state::ANTHROPIC, place, losses);
    let mut written = kept.cloned().unwrap_or_default();
    written.insert("type".into(), "tool_use".into());
    written.insert("id".into(), json!(call.id));
    written.insert("name".into(), names::joined(&call.function, place, losses).into());
    let input = arguments::as_object(&call.arguments, place, losses);
    if input.is_none() {
        losses.add(place, "that a call has no arguments is written as an empty object");
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
    match told(&result.outcome, place, losses) {
        Told::Nothing => {}
        Told::Text(text) => {
            written.insert("content".into(), text.into());
        }
        Told::Media(media) => {
            written.insert("content".into(), json!([write_media(media, place, losses)]));
        }
    }
    Value::Object(written)
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
                losses.add(place, "the type of a medium behind an address is not kept");
            }
            json!({ "type": "url", "url": uri })
        }
    };
    json!({ "type": kind, "source": source })
}

fn label(role: Role) -> &'static str {
    match role {
        Role::System => "system",
        Role::User | Role::Function => "user",
        Role::Assistant => "assistant",
    }
}
