//! The contents of a message.

use super::{INFORMATIONAL, MALFORMED};
use crate::conversation::{Conversation, WrittenCall};
use crate::fields::Fields;
use crate::loss::Losses;
use crate::lost::{Lost, Owner};
use crate::{Format, arguments, media, names, output, part, state};
use content::{CallArguments, Item, JsonObject, Media, Origin, Outcome, Output, Role};
use serde_json::Value;

/// Reads one content. Token counts are no part of what was said.
pub(super) fn read(role: Role, value: &Value, place: &str, conversation: &mut Conversation) -> Option<Item> {
    if value.get("$type").is_some_and(|kind| kind == "usage") {
        conversation.losses.add(place, Lost::TokenCounts);
        return None;
    }
    let item = try_content(role, value, place, conversation);
    Some(item.unwrap_or_else(|| part::unknown(Format::ExtensionsAi, value, place, &mut conversation.losses)))
}

fn try_content(role: Role, value: &Value, place: &str, conversation: &mut Conversation) -> Option<Item> {
    let mut fields = Fields::of(value, place)?;
    let item = match fields.text("$type")? {
        "text" => Item::Text { text: fields.text("text")?.to_owned() },
        "reasoning" => {
            let text = fields.text("text").unwrap_or_default().to_owned();
            Item::Reasoning { text, provider_state: state::kept(state::EXTENSIONS_AI, fields.rest()) }
        }
        "data" | "uri" => Item::Media { media: read_media(&mut fields)? },
        "functionCall" => {
            let id = fields.text("callId");
            let function = names::whole(fields.text("name")?);
            let written = arguments::from_value(fields.value("arguments"));
            let is_informational = fields.flag(INFORMATIONAL).unwrap_or_default();
            let mut rest = fields.rest();
            let arguments = take_malformed(&mut rest).unwrap_or(written);
            let provider_state = state::kept(state::EXTENSIONS_AI, rest);
            let mut item = conversation.call(role, WrittenCall { id, function, arguments, provider_state });
            if let Some(call) = item.call_mut().filter(|_| is_informational) {
                call.origin = Origin::Informational;
            }
            item
        }
        "functionResult" => {
            let id = fields.text("callId");
            let result = fields.value("result");
            let output =
                output::from_parts(result, &fields.inside("result"), &mut conversation.losses, result_part);
            conversation.result(id, None, Outcome::Returned { output }, place)
        }
        _ => return None,
    };
    fields.finish(Owner::Content, &mut conversation.losses);
    Some(item)
}

fn read_media(fields: &mut Fields<'_>) -> Option<Media> {
    let mime_type = fields.text("mediaType");
    Some(media::from_uri(fields.text("uri")?, mime_type, "application/octet-stream"))
}

fn result_part(part: &Value, place: &str, losses: &mut Losses) -> Option<Output> {
    let mut fields = Fields::of(part, place)?;
    let output = match fields.text("$type")? {
        "text" => Output::Text { text: fields.text("text")?.to_owned() },
        "data" | "uri" => Output::Media { media: read_media(&mut fields)? },
        _ => return None,
    };
    fields.finish(Owner::Part, losses);
    Some(output)
}

fn take_malformed(rest: &mut JsonObject) -> Option<CallArguments> {
    let properties = rest.get_mut("additionalProperties")?.as_object_mut()?;
    let kept = properties.remove(MALFORMED)?;
    if properties.is_empty() {
        rest.remove("additionalProperties");
    }
    let reason = serde_json::from_value(kept.get("reason")?.clone()).ok()?;
    Some(CallArguments::Malformed { raw: kept.get("raw")?.as_str()?.to_owned(), reason })
}
