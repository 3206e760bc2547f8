//! The blocks a message is made of.

use crate::conversation::{Conversation, WrittenCall};
use crate::fields::Fields;
use crate::{Format, arguments, media, names, output, part, state};
use content::{Item, Media, MediaSource, Outcome, Output, Role};
use serde_json::Value;

/// Whether a block is of a kind that only this format has.
pub(crate) fn is_own_block(block: &Value) -> bool {
    let kinds =
        ["tool_use", "tool_result", "thinking", "redacted_thinking", "image", "document", "server_tool_use"];
    block.get("type").and_then(Value::as_str).is_some_and(|kind| kinds.contains(&kind))
}

/// Reads the content of a message, a text or a list of blocks.
pub(super) fn read_content(
    role: Role,
    content: &Value,
    place: &str,
    conversation: &mut Conversation,
) -> Option<Vec<Item>> {
    if let Some(text) = content.as_str() {
        return Some(vec![Item::Text { text: text.to_owned() }]);
    }
    let mut items = Vec::new();
    for (index, block) in content.as_array()?.iter().enumerate() {
        let place = format!("{place}/{index}");
        let item = read_block(role, block, &place, conversation);
        items.push(match item {
            Some(item) => item,
            None => part::unknown(Format::Anthropic, block, &place, &mut conversation.losses),
        });
    }
    Some(items)
}

fn read_block(role: Role, block: &Value, place: &str, conversation: &mut Conversation) -> Option<Item> {
    let mut fields = Fields::of(block, place)?;
    let item = match fields.text("type")? {
        "text" => Item::Text { text: fields.text("text")?.to_owned() },
        "image" => Item::Media { media: read_source(&mut fields, "image/*")? },
        "document" => Item::Media { media: read_source(&mut fields, "application/pdf")? },
        "thinking" => {
            let text = fields.text("thinking")?.to_owned();
            Item::Reasoning { text, provider_state: state::kept(state::ANTHROPIC, fields.rest()) }
        }
        "redacted_thinking" if fields.has("data") => Item::Reasoning {
            text: String::new(),
            provider_state: state::kept(state::ANTHROPIC, fields.rest()),
        },
        "tool_use" => {
            let id = fields.text("id");
            let name = fields.text("name")?;
            let arguments = arguments::from_value(fields.value("input"));
            let provider_state = state::kept(state::ANTHROPIC, fields.rest());
            let written = WrittenCall { id, function: names::whole(name), arguments, provider_state };
            conversation.call(role, written)
        }
        "tool_result" => read_result(&mut fields, conversation),
        _ => return None,
    };
    fields.known(&["cache_control"]);
    fields.finish("block", &mut conversation.losses);
    Some(item)
}

fn read_source(fields: &mut Fields<'_>, otherwise: &str) -> Option<Media> {
    let source = fields.value("source")?;
    let text = |name: &str| source.get(name).and_then(Value::as_str);
    match text("type")? {
        "base64" => Some(media::inline(text("media_type")?, text("data")?)),
        "url" => {
            let source = MediaSource::Address { uri: text("url")?.to_owned() };
            Some(Media { mime_type: otherwise.to_owned(), source })
        }
        _ => None,
    }
}

fn read_result(fields: &mut Fields<'_>, conversation: &mut Conversation) -> Item {
    let id = fields.text("tool_use_id");
    let is_error = fields.flag("is_error").unwrap_or(false);
    let place = fields.inside("content");
    let items = match fields.value("content") {
        Some(content) => read_content(Role::Function, content, &place, conversation).unwrap_or_default(),
        None => Vec::new(),
    };
    let outcome = output::from_items(items, &place, &mut conversation.losses);
    let outcome = if is_error { failed(outcome) } else { outcome };
    conversation.result(id, None, outcome, &place)
}

fn failed(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Returned { output } => output::failed(match output {
            Output::Text { text } => text,
            Output::Nothing => String::new(),
            Output::Json { value } => value.to_string(),
            Output::Media { media } => media::uri_of(&media),
            several @ Output::Several { .. } => output::joined(&several),
        }),
        Outcome::Failed { .. } | Outcome::Declined { .. } => outcome,
    }
}
