//! The parts of a message.

use crate::conversation::{Conversation, WrittenCall};
use crate::fields::Fields;
use crate::loss::Losses;
use crate::lost::Owner;
use crate::{Format, arguments, media, names, output, part};
use content::{Item, Media, MediaSource, Outcome, Output, Role};
use serde_json::Value;

pub(super) fn read(role: Role, value: &Value, place: &str, conversation: &mut Conversation) -> Item {
    let item = try_part(role, value, place, conversation);
    item.unwrap_or_else(|| part::unknown(Format::OpenTelemetry, value, place, &mut conversation.losses))
}

fn try_part(role: Role, value: &Value, place: &str, conversation: &mut Conversation) -> Option<Item> {
    let mut fields = Fields::of(value, place)?;
    let item = match fields.text("type")? {
        "text" => Item::Text { text: fields.text("content")?.to_owned() },
        "reasoning" => Item::Reasoning { text: fields.text("content")?.to_owned(), provider_state: None },
        "blob" | "uri" => Item::Media { media: read_media(&mut fields)? },
        "tool_call" => {
            let written = WrittenCall {
                id: fields.text("id"),
                function: names::whole(fields.text("name")?),
                arguments: arguments::from_value(fields.value("arguments")),
                provider_state: None,
            };
            conversation.call(role, written)
        }
        "tool_call_response" => {
            let id = fields.text("id");
            let function = fields.text("name").map(names::whole);
            // The first versions of the conventions called it "result".
            let response = fields.first(&["response", "result"]);
            let output = output::from_parts(
                response,
                &fields.inside("response"),
                &mut conversation.losses,
                result_part,
            );
            conversation.result(id, function, Outcome::Returned { output }, place)
        }
        _ => return None,
    };
    fields.finish(Owner::Part, &mut conversation.losses);
    Some(item)
}

fn read_media(fields: &mut Fields<'_>) -> Option<Media> {
    fields.known(&["modality"]);
    let mime_type = fields.text("mime_type").unwrap_or("application/octet-stream").to_owned();
    if let Some(base64) = fields.text("content") {
        return Some(media::inline(&mime_type, base64));
    }
    Some(Media { mime_type, source: MediaSource::Address { uri: fields.text("uri")?.to_owned() } })
}

fn result_part(part: &Value, place: &str, losses: &mut Losses) -> Option<Output> {
    let mut fields = Fields::of(part, place)?;
    let output = match fields.text("type")? {
        "text" => Output::Text { text: fields.text("content")?.to_owned() },
        "blob" | "uri" => Output::Media { media: read_media(&mut fields)? },
        _ => return None,
    };
    fields.finish(Owner::Part, losses);
    Some(output)
}
