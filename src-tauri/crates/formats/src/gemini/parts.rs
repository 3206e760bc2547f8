//! The parts a content is made of.

use super::ON_TEXT;
use crate::conversation::{Conversation, WrittenCall};
use crate::fields::Fields;
use crate::{Format, arguments, media, names, output, part, state};
use content::{Item, JsonObject, Media, MediaSource, Outcome, Role};
use serde_json::Value;

/// Reads one part, which may be two items: a text and the signature on it.
pub(super) fn read(role: Role, value: &Value, place: &str, conversation: &mut Conversation) -> Vec<Item> {
    // The library for Python takes a text for a part.
    if let Some(text) = value.as_str() {
        return vec![Item::Text { text: text.to_owned() }];
    }
    let read = Fields::of(value, place).and_then(|mut fields| {
        let items = try_part(role, &mut fields, conversation)?;
        fields.finish("part", &mut conversation.losses);
        Some(items)
    });
    read.unwrap_or_else(|| vec![part::unknown(Format::Gemini, value, place, &mut conversation.losses)])
}

fn try_part(role: Role, fields: &mut Fields<'_>, conversation: &mut Conversation) -> Option<Vec<Item>> {
    if let Some(call) = fields.first(&["functionCall", "function_call"]) {
        let mut inner = Fields::of(call, fields.inside("functionCall"))?;
        let name = inner.text("name")?;
        let written = WrittenCall {
            id: inner.text("id"),
            function: names::whole(name),
            arguments: arguments::from_value(inner.value("args")),
            provider_state: state::kept(state::GEMINI, signature(fields)),
        };
        inner.finish("call", &mut conversation.losses);
        return Some(vec![conversation.call(role, written)]);
    }
    if let Some(response) = fields.first(&["functionResponse", "function_response"]) {
        let inner = Fields::of(response, fields.inside("functionResponse"))?;
        return Some(vec![read_response(inner, conversation)]);
    }
    if let Some(data) = fields.first(&["inlineData", "inline_data"]) {
        return Some(vec![Item::Media { media: read_media(data, "data")? }]);
    }
    if let Some(data) = fields.first(&["fileData", "file_data"]) {
        let key = if data.get("fileUri").is_some() { "fileUri" } else { "file_uri" };
        return Some(vec![Item::Media { media: read_media(data, key)? }]);
    }
    let text = fields.text("text")?.to_owned();
    let is_thought = fields.flag("thought").unwrap_or(false);
    let mut signature = signature(fields);
    if is_thought {
        let provider_state = state::kept(state::GEMINI, signature);
        return Some(vec![Item::Reasoning { text, provider_state }]);
    }
    let mut items = vec![Item::Text { text }];
    if !signature.is_empty() {
        signature.insert(ON_TEXT.into(), true.into());
        let provider_state = state::kept(state::GEMINI, signature);
        items.push(Item::Reasoning { text: String::new(), provider_state });
    }
    Some(items)
}

fn signature(fields: &mut Fields<'_>) -> JsonObject {
    let value = fields.first(&["thoughtSignature", "thought_signature"]);
    value.map(|value| ("thoughtSignature".to_owned(), value.clone())).into_iter().collect()
}

fn read_media(value: &Value, key: &str) -> Option<Media> {
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    let mime_type = text("mimeType").or_else(|| text("mime_type")).unwrap_or("application/octet-stream");
    let said = text(key)?;
    if key == "data" {
        return Some(media::inline(mime_type, said));
    }
    Some(Media { mime_type: mime_type.to_owned(), source: MediaSource::Address { uri: said.to_owned() } })
}

fn read_response(mut fields: Fields<'_>, conversation: &mut Conversation) -> Item {
    let id = fields.text("id");
    let function = fields.text("name").map(names::whole);
    let place = fields.place().to_owned();
    let media = fields.list("parts").and_then(|parts| {
        let data = parts.first()?.get("inlineData")?;
        if parts.len() > 1 {
            conversation.losses.add(&place, "a result holds one thing: its other parts are left out");
        }
        read_media(data, "data")
    });
    let outcome = match media {
        Some(media) => {
            if fields.value("response").and_then(Value::as_object).is_some_and(|said| !said.is_empty()) {
                conversation.losses.add(&place, "a result holds one thing: its other parts are left out");
            }
            Outcome::Returned { output: content::Output::Media { media } }
        }
        None => outcome_of(fields.value("response")),
    };
    fields.finish("result", &mut conversation.losses);
    conversation.result(id, function, outcome, &place)
}

/// The key `output` holds the result and the key `error` a failure; any other object is the result itself.
fn outcome_of(response: Option<&Value>) -> Outcome {
    let only = response.and_then(Value::as_object).filter(|object| object.len() == 1);
    if let Some(error) = only.and_then(|object| object.get("error")) {
        return output::failed(error.as_str().map_or_else(|| error.to_string(), str::to_owned));
    }
    if let Some(said) = only.and_then(|object| object.get("output")) {
        return Outcome::Returned { output: output::from_value(Some(said)) };
    }
    let says_something = |value: &&Value| value.as_object().is_none_or(|object| !object.is_empty());
    Outcome::Returned { output: output::from_value(response.filter(says_something)) }
}
