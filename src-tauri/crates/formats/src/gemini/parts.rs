//! The parts a content is made of.

use crate::conversation::{Conversation, WrittenCall};
use crate::fields::Fields;
use crate::lost::Owner;
use crate::{Format, arguments, media, names, output, part, state, thoughts};
use content::{Item, JsonObject, Media, MediaSource, Outcome, Output, Role};
use serde_json::Value;

const SIGNATURE: [&str; 2] = ["thoughtSignature", "thought_signature"];
const MEDIA: [&str; 4] = ["inlineData", "inline_data", "fileData", "file_data"];

/// Reads one part, which may be two items: a text and the signature on it.
pub(super) fn read(role: Role, value: &Value, place: &str, conversation: &mut Conversation) -> Vec<Item> {
    // The library for Python takes a text for a part.
    if let Some(text) = value.as_str() {
        return vec![Item::Text { text: text.to_owned() }];
    }
    if is_signature_alone(role, value) {
        return vec![part::kept(Format::Gemini, value)];
    }
    let read = Fields::of(value, place).and_then(|mut fields| {
        let items = try_part(role, &mut fields, conversation)?;
        fields.finish(Owner::Part, &mut conversation.losses);
        Some(items)
    });
    read.unwrap_or_else(|| vec![part::unknown(Format::Gemini, value, place, &mut conversation.losses)])
}

/// A signature may stand on no word at all.
fn is_signature_alone(role: Role, value: &Value) -> bool {
    let is_empty = value.get("text").is_some_and(|text| text == "") && value.get("thought").is_none();
    is_empty && role == Role::Assistant && SIGNATURE.iter().any(|name| value.get(name).is_some())
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
        inner.finish(Owner::Call, &mut conversation.losses);
        return Some(vec![conversation.call(role, written)]);
    }
    if let Some(response) = fields.first(&["functionResponse", "function_response"]) {
        let inner = Fields::of(response, fields.inside("functionResponse"))?;
        return Some(vec![read_response(inner, conversation)]);
    }
    if MEDIA.iter().any(|name| fields.has(name)) {
        let media = read_media(fields, conversation)?;
        return Some(with_signature(role, Item::Media { media }, fields));
    }
    let text = fields.text("text")?.to_owned();
    if fields.flag("thought").unwrap_or(false) {
        let provider_state = state::kept(state::GEMINI, signature(fields));
        return Some(vec![Item::Reasoning { text, provider_state }]);
    }
    Some(with_signature(role, Item::Text { text }, fields))
}

/// What the model says, and the signature on it.
fn with_signature(role: Role, item: Item, fields: &mut Fields<'_>) -> Vec<Item> {
    let is_models = role == Role::Assistant;
    let mark = is_models.then(|| thoughts::on_text(state::GEMINI, signature(fields))).flatten();
    [item].into_iter().chain(mark).collect()
}

fn signature(fields: &mut Fields<'_>) -> JsonObject {
    let value = fields.first(&SIGNATURE);
    value.map(|value| ("thoughtSignature".to_owned(), value.clone())).into_iter().collect()
}

/// Bytes, or where they are.
fn read_media(fields: &mut Fields<'_>, conversation: &mut Conversation) -> Option<Media> {
    let data = fields.first(&MEDIA)?;
    let mut inner = Fields::of(data, fields.place())?;
    let mime_type = inner.first(&["mimeType", "mime_type"]).and_then(Value::as_str);
    let mime_type = mime_type.unwrap_or("application/octet-stream");
    let media = match inner.text("data") {
        Some(base64) => media::inline(mime_type, base64),
        None => {
            let uri = inner.first(&["fileUri", "file_uri"])?.as_str()?.to_owned();
            Media { mime_type: mime_type.to_owned(), source: MediaSource::Address { uri } }
        }
    };
    inner.finish(Owner::Medium, &mut conversation.losses);
    Some(media)
}

/// A result may show media beside what it says.
fn read_response(mut fields: Fields<'_>, conversation: &mut Conversation) -> Item {
    let id = fields.text("id");
    let function = fields.text("name").map(names::whole);
    let place = fields.place().to_owned();
    let said = outcome_of(fields.value("response"));
    let parts = fields.list("parts").unwrap_or_default();
    let shown = output::from_list(parts, &fields.inside("parts"), conversation, read_shown);
    let outcome = match said {
        Outcome::Returned { output } => Outcome::Returned { output: both(output, shown) },
        Outcome::Failed { failure } => {
            let output = both(Output::Text { text: failure.message }, shown);
            output::failed_with(&output, &place, &mut conversation.losses)
        }
        Outcome::Declined { .. } => said,
    };
    fields.finish(Owner::Result, &mut conversation.losses);
    conversation.result(id, function, outcome, &place)
}

fn read_shown(part: &Value, place: &str, conversation: &mut Conversation) -> Option<Item> {
    let mut fields = Fields::of(part, place)?;
    let media = read_media(&mut fields, conversation)?;
    fields.finish(Owner::Part, &mut conversation.losses);
    Some(Item::Media { media })
}

fn both(said: Output, shown: Output) -> Output {
    let parts = said.parts().iter().chain(shown.parts()).filter(|part| **part != Output::Nothing);
    Output::of(parts.cloned().collect())
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
