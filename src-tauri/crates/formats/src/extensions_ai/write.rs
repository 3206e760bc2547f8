//! Writes a list of messages.

use super::{INFORMATIONAL, MALFORMED};
use crate::loss::Losses;
use crate::output::Part;
use crate::segments::{Placed, label, placed};
use crate::thoughts::Thought;
use crate::{Format, arguments, media, names, output, part, state};
use content::{CallArguments, FunctionCall, Item, Media, MediaSource, Message, Origin};
use serde_json::{Value, json};

pub(crate) fn write(messages: &[Message], losses: &mut Losses) -> Value {
    let written = messages.iter().enumerate().map(|(index, message)| {
        let items = placed(index, message);
        let contents: Vec<_> = items.iter().filter_map(|item| write_content(item, losses)).collect();
        json!({ "role": label(message.role), "contents": contents })
    });
    Value::Array(written.collect())
}

fn write_content(placed: &Placed<'_>, losses: &mut Losses) -> Option<Value> {
    let place = placed.place.as_str();
    match placed.item {
        Item::Text { text } => Some(write_text(text)),
        Item::Reasoning { text, provider_state } => {
            let state = provider_state.as_ref();
            let thought = Thought::of(text, state, state::EXTENSIONS_AI, place, losses)?;
            let mut written = part::typed("reasoning");
            written.insert("text".into(), text.as_str().into());
            written.extend(thought.state.cloned().unwrap_or_default());
            Some(Value::Object(written))
        }
        Item::Media { media } => Some(write_media(media)),
        Item::FunctionCall { call } => Some(write_call(call, place, losses)),
        Item::FunctionResult { result } => {
            names::report(&result.function, place, losses);
            let value = output::as_value(&result.outcome, write_part, place, losses);
            Some(json!({ "$type": "functionResult", "callId": result.call_id, "result": value }))
        }
        Item::Unknown { value } => part::returned(Format::ExtensionsAi, value, place, losses).cloned(),
    }
}

fn write_text(text: &str) -> Value {
    json!({ "$type": "text", "text": text })
}

fn write_part(part: &Part<'_>) -> Value {
    match part {
        Part::Text(text) => write_text(text),
        Part::Media(media) => write_media(media),
    }
}

fn write_media(media: &Media) -> Value {
    let uri = media::uri_of(media);
    match &media.source {
        // The type is in the address and is not written again.
        MediaSource::Inline { .. } => json!({ "$type": "data", "uri": uri }),
        MediaSource::Address { .. } => json!({ "$type": "uri", "uri": uri, "mediaType": media.mime_type }),
    }
}

fn write_call(call: &FunctionCall, place: &str, losses: &mut Losses) -> Value {
    let mut written = part::typed("functionCall");
    written.insert("callId".into(), json!(call.id));
    written.insert("name".into(), names::joined(&call.function, place, losses).into());
    let kept = state::returned(call.provider_state.as_ref(), state::EXTENSIONS_AI, place, losses);
    written.extend(kept.cloned().unwrap_or_default());
    if call.origin == Origin::Informational {
        written.insert(INFORMATIONAL.into(), true.into());
    }
    match &call.arguments {
        CallArguments::Parsed { .. } => {
            if let Some(arguments) = arguments::as_object(&call.arguments, place, losses) {
                written.insert("arguments".into(), Value::Object(arguments));
            }
        }
        CallArguments::Malformed { raw, reason } => {
            let properties = written.entry("additionalProperties").or_insert_with(|| json!({}));
            if let Some(properties) = properties.as_object_mut() {
                properties.insert(MALFORMED.into(), json!({ "raw": raw, "reason": reason }));
            }
        }
    }
    Value::Object(written)
}
