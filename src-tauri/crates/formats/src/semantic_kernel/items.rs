//! The items of a message.

use super::MALFORMED;
use crate::conversation::{Conversation, WrittenCall};
use crate::fields::Fields;
use crate::loss::Losses;
use crate::lost::Owner;
use crate::{Format, arguments, media, names, output, part, state};
use content::{CallArguments, CalledFunction, Item, JsonObject, Media, Outcome, Output, Role};
use serde_json::Value;

pub(super) fn read(role: Role, value: &Value, place: &str, conversation: &mut Conversation) -> Item {
    let item = try_item(role, value, place, conversation);
    item.unwrap_or_else(|| part::unknown(Format::SemanticKernel, value, place, &mut conversation.losses))
}

fn try_item(role: Role, value: &Value, place: &str, conversation: &mut Conversation) -> Option<Item> {
    let mut fields = Fields::of(value, place)?;
    let item = match fields.text("$type")? {
        "TextContent" => Item::Text { text: fields.text("Text").unwrap_or_default().to_owned() },
        "ReasoningContent" => {
            let text = fields.text("Text").unwrap_or_default().to_owned();
            Item::Reasoning { text, provider_state: state::kept(state::SEMANTIC_KERNEL, fields.rest()) }
        }
        "ImageContent" => Item::Media { media: read_media(&mut fields, "image/*")? },
        "AudioContent" => Item::Media { media: read_media(&mut fields, "audio/*")? },
        "BinaryContent" => Item::Media { media: read_media(&mut fields, "application/octet-stream")? },
        "FunctionCallContent" => read_call(role, &mut fields, conversation)?,
        "FunctionResultContent" => read_result(&mut fields, conversation),
        _ => return None,
    };
    fields.finish(Owner::Item, &mut conversation.losses);
    Some(item)
}

fn read_media(fields: &mut Fields<'_>, otherwise: &str) -> Option<Media> {
    let mime_type = fields.text("MimeType");
    if let Some(uri) = fields.text("DataUri") {
        // The bytes are written twice by some versions.
        fields.known(&["Data", "Uri"]);
        return Some(media::from_uri(uri, mime_type, otherwise));
    }
    if let Some(base64) = fields.text("Data") {
        return Some(media::inline(mime_type.unwrap_or(otherwise), base64));
    }
    Some(media::from_uri(fields.text("Uri")?, mime_type, otherwise))
}

fn read_name(fields: &mut Fields<'_>) -> Option<CalledFunction> {
    let plugin = fields.text("PluginName").filter(|plugin| !plugin.is_empty());
    Some(names::apart(plugin, fields.text("FunctionName")?))
}

fn read_call(role: Role, fields: &mut Fields<'_>, conversation: &mut Conversation) -> Option<Item> {
    let function = read_name(fields)?;
    let id = fields.text("Id");
    let written = arguments::from_value(fields.value("Arguments"));
    let mut rest = fields.rest();
    let arguments = take_malformed(&mut rest).unwrap_or(written);
    let provider_state = state::kept(state::SEMANTIC_KERNEL, rest);
    Some(conversation.call(role, WrittenCall { id, function, arguments, provider_state }))
}

fn take_malformed(rest: &mut JsonObject) -> Option<CallArguments> {
    let metadata = rest.get_mut("Metadata")?.as_object_mut()?;
    let kept = metadata.remove(MALFORMED)?;
    if metadata.is_empty() {
        rest.remove("Metadata");
    }
    let reason = serde_json::from_value(kept.get("Reason")?.clone()).ok()?;
    Some(CallArguments::Malformed { raw: kept.get("Raw")?.as_str()?.to_owned(), reason })
}

fn read_result(fields: &mut Fields<'_>, conversation: &mut Conversation) -> Item {
    let place = fields.place().to_owned();
    let function = read_name(fields);
    let id = fields.text("CallId").or_else(|| fields.text("Id"));
    let result = fields.value("Result");
    let output = output::from_parts(result, &fields.inside("Result"), &mut conversation.losses, result_part);
    conversation.result(id, function, Outcome::Returned { output }, &place)
}

fn result_part(part: &Value, place: &str, losses: &mut Losses) -> Option<Output> {
    let mut fields = Fields::of(part, place)?;
    let output = match fields.text("$type")? {
        "TextContent" => Output::Text { text: fields.text("Text")?.to_owned() },
        "ImageContent" => Output::Media { media: read_media(&mut fields, "image/*")? },
        "BinaryContent" | "AudioContent" => {
            Output::Media { media: read_media(&mut fields, "application/octet-stream")? }
        }
        _ => return None,
    };
    fields.finish(Owner::Part, losses);
    Some(output)
}
