//! Writes the attributes of one span.

use super::{INPUT, OUTPUT, SYSTEM};
use crate::loss::Losses;
use crate::output;
use crate::segments::{Placed, label, placed};
use crate::thoughts::Thought;
use crate::{Format, names, part, state};
use content::{CallArguments, FunctionCall, Item, Media, MediaSource, Message, Role};
use serde_json::{Map, Value, json};

/// This format keeps nothing for a provider.
const NO_PROVIDER: &str = "";

pub(crate) fn write(messages: &[Message], losses: &mut Losses) -> Value {
    let mut attributes = Map::new();
    let mut input: Vec<Value> =
        messages.iter().enumerate().map(|(index, message)| write_message(index, message, losses)).collect();
    if messages.first().is_some_and(|first| first.role == Role::System) && input.len() > 1 {
        let mut first = input.remove(0);
        attributes.insert(SYSTEM.into(), folded(&first["parts"].take()));
    }
    let answer = messages.last().filter(|last| last.role == Role::Assistant);
    let output = answer.and_then(|answer| Some((answer, input.pop()?)));
    if !input.is_empty() {
        attributes.insert(INPUT.into(), folded(&Value::Array(input)));
    }
    if let Some((answer, mut written)) = output {
        let reason = if answer.calls().next().is_some() { "tool_call" } else { "stop" };
        written["finish_reason"] = reason.into();
        attributes.insert(OUTPUT.into(), folded(&json!([written])));
    }
    json!({ "name": "chat", "attributes": attributes })
}

/// Attributes of spans are texts.
fn folded(value: &Value) -> Value {
    Value::String(value.to_string())
}

fn write_message(index: usize, message: &Message, losses: &mut Losses) -> Value {
    let items = placed(index, message);
    let parts: Vec<_> = items.iter().filter_map(|item| write_part(item, losses)).collect();
    json!({ "role": label(message.role), "parts": parts })
}

fn write_part(placed: &Placed<'_>, losses: &mut Losses) -> Option<Value> {
    let place = placed.place.as_str();
    match placed.item {
        Item::Text { text } => Some(write_text(text)),
        Item::Reasoning { text, provider_state } => {
            let thought = Thought::of(text, provider_state.as_ref(), NO_PROVIDER, place, losses)?;
            Some(json!({ "type": "reasoning", "content": thought.text }))
        }
        Item::Media { media } => Some(write_media(media)),
        Item::FunctionCall { call } => Some(write_call(call, place, losses)),
        Item::FunctionResult { result } => {
            names::report(&result.function, place, losses);
            let response = output::as_value(&result.outcome, write_shown, place, losses);
            Some(json!({ "type": "tool_call_response", "id": result.call_id, "response": response }))
        }
        Item::Unknown { value } => part::returned(Format::OpenTelemetry, value, place, losses).cloned(),
    }
}

fn write_text(text: &str) -> Value {
    json!({ "type": "text", "content": text })
}

/// A part of a result that has several.
fn write_shown(part: &output::Part<'_>) -> Value {
    match part {
        output::Part::Text(text) => write_text(text),
        output::Part::Media(media) => write_media(media),
    }
}

fn write_call(call: &FunctionCall, place: &str, losses: &mut Losses) -> Value {
    state::returned(call.provider_state.as_ref(), NO_PROVIDER, place, losses);
    let name = names::joined(&call.function, place, losses);
    let mut written = json!({ "type": "tool_call", "id": call.id, "name": name });
    match &call.arguments {
        CallArguments::Parsed { raw, .. } if raw.is_empty() => {}
        CallArguments::Parsed { raw, value } => {
            let value = Value::Object(value.clone());
            let plain = value.to_string();
            // The conventions allow any value, so a text with its own spacing stays that text.
            written["arguments"] = if *raw == plain { value } else { raw.as_str().into() };
        }
        CallArguments::Malformed { raw, .. } => written["arguments"] = raw.as_str().into(),
    }
    written
}

fn write_media(media: &Media) -> Value {
    let modality = match media.mime_type.split('/').next() {
        Some("audio") => "audio",
        Some("video") => "video",
        Some("image") => "image",
        Some(_) | None => "document",
    };
    match &media.source {
        MediaSource::Inline { base64 } => {
            json!({ "type": "blob", "modality": modality, "mime_type": media.mime_type, "content": base64 })
        }
        MediaSource::Address { uri } => {
            json!({ "type": "uri", "modality": modality, "mime_type": media.mime_type, "uri": uri })
        }
    }
}
