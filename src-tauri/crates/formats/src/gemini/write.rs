//! Writes a request.

use super::ON_TEXT;
use crate::loss::Losses;
use crate::output::{self, failure_words};
use crate::segments::{Placed, Segment, cut, place_of};
use crate::{Format, arguments, names, part, state};
use content::{
    FunctionCall, FunctionResult, Item, JsonObject, Media, MediaSource, Message, Outcome, Output, Role,
};
use serde_json::{Map, Value, json};

pub(crate) fn write(messages: &[Message], losses: &mut Losses) -> Value {
    let mut request = Map::new();
    let mut system = Vec::new();
    let mut contents = Vec::new();
    for (index, message) in messages.iter().enumerate() {
        let is_leading = contents.is_empty() && message.role == Role::System;
        for segment in cut(index, message, losses) {
            let parts = write_parts(&segment, losses);
            if is_leading && segment.role == Role::System {
                if !system.is_empty() {
                    losses.add(&place_of(index), "system messages at the beginning are written as one");
                }
                system.extend(parts);
                continue;
            }
            if segment.role == Role::System {
                losses.add(&place_of(index), "system messages after the beginning are written as a person's");
            }
            contents.push(json!({ "role": label(segment.role), "parts": parts }));
        }
    }
    if !system.is_empty() {
        request.insert("systemInstruction".into(), json!({ "parts": system }));
    }
    request.insert("contents".into(), contents.into());
    Value::Object(request)
}

fn write_parts(segment: &Segment<'_>, losses: &mut Losses) -> Vec<Value> {
    let mut parts: Vec<Value> = Vec::new();
    for Placed { place, item } in &segment.items {
        match item {
            Item::Text { text } => parts.push(json!({ "text": text })),
            Item::Media { media } => parts.push(write_media(media)),
            Item::FunctionCall { call } => parts.push(write_call(call, place, losses)),
            Item::FunctionResult { result } => parts.push(write_result(result, place, losses)),
            Item::Unknown { value } => {
                parts.extend(part::returned(Format::Gemini, value, place, losses).cloned())
            }
            Item::Reasoning { text, provider_state } => {
                let kept = state::returned(provider_state.as_ref(), state::GEMINI, place, losses);
                match kept {
                    Some(kept) if kept.contains_key(ON_TEXT) => sign_text(kept, &mut parts),
                    Some(_) | None => parts.push(write_thought(text, kept)),
                }
            }
        }
    }
    parts
}

/// Puts a signature back on the text it stood on. A text that is gone is replaced by an empty one.
fn sign_text(kept: &JsonObject, parts: &mut Vec<Value>) {
    let mut signature = kept.clone();
    signature.remove(ON_TEXT);
    let is_text =
        parts.last().is_some_and(|part| part.get("text").is_some() && part.get("thought").is_none());
    if !is_text {
        parts.push(json!({ "text": "" }));
    }
    if let Some(part) = parts.last_mut().and_then(Value::as_object_mut) {
        part.extend(signature);
    }
}

fn write_thought(text: &str, kept: Option<&JsonObject>) -> Value {
    let mut thought = kept.cloned().unwrap_or_default();
    thought.insert("text".into(), text.into());
    thought.insert("thought".into(), true.into());
    Value::Object(thought)
}

fn write_call(call: &FunctionCall, place: &str, losses: &mut Losses) -> Value {
    let kept = state::returned(call.provider_state.as_ref(), state::GEMINI, place, losses);
    let mut written = Map::new();
    written.insert("id".into(), json!(call.id));
    written.insert("name".into(), names::joined(&call.function, place, losses).into());
    if let Some(arguments) = arguments::as_object(&call.arguments, place, losses) {
        written.insert("args".into(), Value::Object(arguments));
    }
    let mut part = kept.cloned().unwrap_or_default();
    part.insert("functionCall".into(), Value::Object(written));
    Value::Object(part)
}

fn write_result(result: &FunctionResult, place: &str, losses: &mut Losses) -> Value {
    let mut written = Map::new();
    written.insert("id".into(), json!(result.call_id));
    written.insert("name".into(), names::joined(&result.function, place, losses).into());
    let response = match failure_words(&result.outcome, place, losses) {
        Some(words) => json!({ "error": words }),
        None => match &result.outcome {
            Outcome::Returned { output: Output::Nothing } => json!({}),
            Outcome::Returned { output: Output::Text { text } } => json!({ "output": text }),
            Outcome::Returned { output: Output::Json { value } } => json!({ "output": value }),
            Outcome::Returned { output: Output::Media { media } } => {
                written.insert("parts".into(), json!([write_media(media)]));
                json!({})
            }
            Outcome::Returned { output: output @ Output::Several { .. } } => {
                losses.add(place, output::SEVERAL);
                json!({ "output": output::joined(output) })
            }
            Outcome::Failed { .. } | Outcome::Declined { .. } => json!({}),
        },
    };
    written.insert("response".into(), response);
    json!({ "functionResponse": written })
}

fn write_media(media: &Media) -> Value {
    match &media.source {
        MediaSource::Inline { base64 } => {
            json!({ "inlineData": { "mimeType": media.mime_type, "data": base64 } })
        }
        MediaSource::Address { uri } => {
            json!({ "fileData": { "mimeType": media.mime_type, "fileUri": uri } })
        }
    }
}

fn label(role: Role) -> &'static str {
    match role {
        Role::System | Role::User | Role::Function => "user",
        Role::Assistant => "model",
    }
}
