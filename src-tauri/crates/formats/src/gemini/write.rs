//! Writes a request.

use crate::loss::Losses;
use crate::lost::Lost;
use crate::output::{self, failure_words};
use crate::segments::{Placed, Segment, cut, place_of};
use crate::thoughts::Thought;
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
                    losses.add(&place_of(index), Lost::SystemJoined);
                }
                system.extend(parts);
                continue;
            }
            if segment.role == Role::System {
                losses.add(&place_of(index), Lost::SystemByPerson);
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
                let state = provider_state.as_ref();
                let Some(thought) = Thought::of(text, state, state::GEMINI, place, losses) else { continue };
                match thought.on_text() {
                    Some(signature) => sign(signature, &mut parts),
                    None => parts.push(write_thought(thought.text, thought.state)),
                }
            }
        }
    }
    parts
}

/// Puts a signature back on the part it stood on. One that is gone is replaced by an empty text.
fn sign(signature: JsonObject, parts: &mut Vec<Value>) {
    let bears = |part: &Value| ["text", "inlineData", "fileData"].iter().any(|name| part.get(name).is_some());
    let is_free = |part: &Value| bears(part) && part.get("thought").is_none();
    if !parts.last().is_some_and(is_free) {
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
    let response = match (failure_words(&result.outcome, place, losses), &result.outcome) {
        (Some(words), _) => json!({ "error": words }),
        (None, Outcome::Returned { output }) => write_output(output, &mut written, place, losses),
        (None, Outcome::Failed { .. } | Outcome::Declined { .. }) => json!({}),
    };
    written.insert("response".into(), response);
    json!({ "functionResponse": written })
}

/// What a result says. What it shows stands beside that.
fn write_output(output: &Output, written: &mut JsonObject, place: &str, losses: &mut Losses) -> Value {
    let is_shown = |part: &&Output| matches!(part, Output::Media { .. });
    let (shown, said): (Vec<_>, Vec<_>) = output.parts().iter().partition(is_shown);
    if !output.parts().is_sorted_by_key(|part| is_shown(&part)) {
        losses.add(place, Lost::ResultOrder);
    }
    let media: Vec<_> = shown.iter().filter_map(|part| write_shown(part)).collect();
    if !media.is_empty() {
        written.insert("parts".into(), media.into());
    }
    match said.as_slice() {
        [] | [Output::Nothing] => json!({}),
        [Output::Text { text }] => json!({ "output": text }),
        [Output::Json { value }] => json!({ "output": value }),
        several => {
            losses.add(place, Lost::ResultTexts);
            json!({ "output": output::joined(&Output::Several { parts: several.iter().copied().cloned().collect() }) })
        }
    }
}

fn write_shown(part: &Output) -> Option<Value> {
    let Output::Media { media } = part else { return None };
    Some(write_media(media))
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
