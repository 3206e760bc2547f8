//! A chat history as Semantic Kernel for Python serialises it: other names, each item with its kind in `content_type`,
//! and media as addresses.

use crate::conversation::{Conversation, Draft, WrittenCall};
use crate::fields::Fields;
use crate::loss::Losses;
use crate::lost::Owner;
use crate::{Format, arguments, media, names, output, part, state};
use content::{Author, CalledFunction, Item, Media, ModelId, Outcome, Output, Role};
use serde_json::Value;

/// Whether a message is one of this form.
pub(crate) fn is_message(message: &Value) -> bool {
    message.get("content_type").is_some_and(|kind| kind == "message")
        && message.get("items").is_some_and(Value::is_array)
}

pub(super) fn read_message(message: &Value, place: &str, conversation: &mut Conversation) -> Option<()> {
    let mut fields = Fields::of(message, place)?;
    let role = conversation.role(fields.text("role")?, place);
    let model = fields.text("ai_model_id").filter(|_| role == Role::Assistant).map(ModelId::new);
    let name = fields.text("name").filter(|_| model.is_some());
    let author = model.map(|model| match name {
        Some(name) => Author::Participant { name: name.to_owned(), model },
        None => Author::Model { model },
    });
    let items = fields.list("items").unwrap_or_default().iter().enumerate();
    let items = items.map(|(index, item)| {
        let place = format!("{place}/items/{index}");
        let read = read_item(role, item, &place, conversation);
        read.unwrap_or_else(|| part::unknown(Format::SemanticKernel, item, &place, &mut conversation.losses))
    });
    let items = items.collect();
    fields.known(&["content_type", "finish_reason", "status"]);
    fields.finish(Owner::Message, &mut conversation.losses);
    conversation.add(Draft { role, items, author, origin: None });
    Some(())
}

fn read_item(role: Role, value: &Value, place: &str, conversation: &mut Conversation) -> Option<Item> {
    let mut fields = Fields::of(value, place)?;
    let item = match fields.text("content_type")? {
        "text" => Item::Text { text: fields.text("text").unwrap_or_default().to_owned() },
        "reasoning" => {
            let text = fields.text("text").unwrap_or_default().to_owned();
            Item::Reasoning { text, provider_state: None }
        }
        "image" => Item::Media { media: read_media(&mut fields, "image/*")? },
        "audio" => Item::Media { media: read_media(&mut fields, "audio/*")? },
        "binary" => Item::Media { media: read_media(&mut fields, "application/octet-stream")? },
        "function_call" => {
            let function = read_name(&mut fields)?;
            let id = fields.text("id");
            let arguments = arguments::from_value(fields.value("arguments"));
            let provider_state = state::kept(state::SEMANTIC_KERNEL, other_fields(&mut fields));
            conversation.call(role, WrittenCall { id, function, arguments, provider_state })
        }
        "function_result" => {
            let function = read_name(&mut fields);
            let id = fields.text("call_id").or_else(|| fields.text("id"));
            let result = fields.value("result");
            let inside = fields.inside("result");
            let output = output::from_parts(result, &inside, &mut conversation.losses, result_part);
            conversation.result(id, function, Outcome::Returned { output }, place)
        }
        _ => return None,
    };
    fields.finish(Owner::Item, &mut conversation.losses);
    Some(item)
}

/// The plugin and the function, which are written apart beside the name they make together.
fn read_name(fields: &mut Fields<'_>) -> Option<CalledFunction> {
    let joined = fields.text("name");
    let plugin = fields.text("plugin_name").filter(|plugin| !plugin.is_empty());
    let function = fields.text("function_name").or(joined)?;
    Some(names::apart(plugin, function))
}

fn result_part(part: &Value, place: &str, losses: &mut Losses) -> Option<Output> {
    let mut fields = Fields::of(part, place)?;
    let output = match fields.text("content_type")? {
        "text" => Output::Text { text: fields.text("text")?.to_owned() },
        "image" => Output::Media { media: read_media(&mut fields, "image/*")? },
        "audio" => Output::Media { media: read_media(&mut fields, "audio/*")? },
        "binary" => Output::Media { media: read_media(&mut fields, "application/octet-stream")? },
        _ => return None,
    };
    fields.finish(Owner::Part, losses);
    Some(output)
}

fn read_media(fields: &mut Fields<'_>, otherwise: &str) -> Option<Media> {
    let mime_type = fields.text("mime_type");
    let uri = fields.text("data_uri").filter(|uri| !uri.is_empty()).or_else(|| fields.text("uri"))?;
    Some(media::from_uri(uri, mime_type, otherwise))
}

/// What else an item says.
fn other_fields(fields: &mut Fields<'_>) -> content::JsonObject {
    let mut rest = fields.rest();
    rest.retain(|_, value| value.as_object().is_none_or(|object| !object.is_empty()));
    rest
}
