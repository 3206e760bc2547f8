//! Writes a chat history.

use super::MALFORMED;
use crate::conversation::is_named;
use crate::loss::Losses;
use crate::output::Part;
use crate::segments::{Placed, label, placed};
use crate::thoughts::Thought;
use crate::{Format, arguments, names, output, part, state};
use content::{
    Author, CallArguments, CalledFunction, FunctionCall, FunctionResult, Item, JsonObject, Media,
    MediaSource, Message,
};
use serde_json::{Map, Value, json};

pub(crate) fn write(messages: &[Message], losses: &mut Losses) -> Value {
    let written = messages.iter().enumerate().map(|(index, message)| {
        let items: Vec<_> =
            placed(index, message).iter().filter_map(|item| write_item(item, losses)).collect();
        let mut written = Map::new();
        written.insert("Role".into(), json!({ "Label": label(message.role) }));
        written.insert("Items".into(), items.into());
        match &message.author {
            Author::Model { model } if is_named(model) => {
                written.insert("ModelId".into(), json!(model));
            }
            Author::Participant { name, model } => {
                written.insert("AuthorName".into(), json!(name));
                written.insert("ModelId".into(), json!(model));
            }
            Author::Model { .. } | Author::Person | Author::Application => {}
        }
        Value::Object(written)
    });
    Value::Array(written.collect())
}

fn write_item(placed: &Placed<'_>, losses: &mut Losses) -> Option<Value> {
    let place = placed.place.as_str();
    match placed.item {
        Item::Text { text } => Some(write_text(text)),
        Item::Reasoning { text, provider_state } => {
            let state = provider_state.as_ref();
            let thought = Thought::of(text, state, state::SEMANTIC_KERNEL, place, losses)?;
            let mut written = part::typed("ReasoningContent");
            written.insert("Text".into(), text.as_str().into());
            written.extend(thought.state.cloned().unwrap_or_default());
            Some(Value::Object(written))
        }
        Item::Media { media } => Some(write_media(media)),
        Item::FunctionCall { call } => Some(write_call(call, place, losses)),
        Item::FunctionResult { result } => Some(write_result(result, place, losses)),
        Item::Unknown { value } => part::returned(Format::SemanticKernel, value, place, losses).cloned(),
    }
}

fn write_text(text: &str) -> Value {
    json!({ "$type": "TextContent", "Text": text })
}

fn write_media(media: &Media) -> Value {
    let kind = match media.mime_type.split('/').next() {
        Some("image") => "ImageContent",
        Some("audio") => "AudioContent",
        Some(_) | None => "BinaryContent",
    };
    match &media.source {
        // The library passes over an address that holds the bytes.
        MediaSource::Inline { base64 } => {
            json!({ "$type": kind, "MimeType": media.mime_type, "Data": base64 })
        }
        MediaSource::Address { uri } => json!({ "$type": kind, "Uri": uri, "MimeType": media.mime_type }),
    }
}

fn write_name(function: &CalledFunction, place: &str, losses: &mut Losses, written: &mut JsonObject) {
    match function {
        CalledFunction::Known { name } => {
            if let Some(plugin) = &name.plugin {
                written.insert("PluginName".into(), plugin.as_str().into());
            }
            written.insert("FunctionName".into(), name.function.as_str().into());
        }
        CalledFunction::Unknown { raw } => {
            names::report_unknown(place, losses);
            written.insert("FunctionName".into(), raw.as_str().into());
        }
    }
}

fn write_call(call: &FunctionCall, place: &str, losses: &mut Losses) -> Value {
    let mut written = part::typed("FunctionCallContent");
    written.insert("Id".into(), json!(call.id));
    write_name(&call.function, place, losses, &mut written);
    let kept = state::returned(call.provider_state.as_ref(), state::SEMANTIC_KERNEL, place, losses);
    written.extend(kept.cloned().unwrap_or_default());
    match &call.arguments {
        CallArguments::Parsed { .. } => {
            if let Some(arguments) = arguments::as_object(&call.arguments, place, losses) {
                written.insert("Arguments".into(), Value::Object(arguments));
            }
        }
        CallArguments::Malformed { raw, reason } => {
            let metadata = written.entry("Metadata").or_insert_with(|| json!({}));
            if let Some(metadata) = metadata.as_object_mut() {
                metadata.insert(MALFORMED.into(), json!({ "Raw": raw, "Reason": reason }));
            }
        }
    }
    Value::Object(written)
}

fn write_result(result: &FunctionResult, place: &str, losses: &mut Losses) -> Value {
    let mut written = part::typed("FunctionResultContent");
    written.insert("CallId".into(), json!(result.call_id));
    write_name(&result.function, place, losses, &mut written);
    let write = |part: &Part<'_>| match part {
        Part::Text(text) => write_text(text),
        Part::Media(media) => write_media(media),
    };
    let value = output::as_value(&result.outcome, write, place, losses);
    written.insert("Result".into(), value);
    Value::Object(written)
}
