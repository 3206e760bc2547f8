//! The blocks a message is made of.

use crate::conversation::{Conversation, WrittenCall};
use crate::fields::Fields;
use crate::lost::Owner;
use crate::{Format, arguments, media, names, output, part, state, thoughts};
use content::{Item, Media, MediaSource, Outcome, Role};
use serde_json::{Value, json};

/// Whether a block is of a kind that only this format has.
pub(crate) fn is_own_block(block: &Value) -> bool {
    let kinds =
        ["tool_use", "tool_result", "thinking", "redacted_thinking", "image", "document", "server_tool_use"];
    block.get("type").and_then(Value::as_str).is_some_and(|kind| kinds.contains(&kind))
}

/// The type of the part that says where code of the model ran. It stands beside the messages.
pub(super) const CONTAINER: &str = "container";

const CACHE_POINT: &str = "cache_control";

/// Reads a container: an id in a request, and an object with one in an answer.
pub(super) fn read_container(container: &Value) -> Option<Item> {
    let id = container.as_str().or_else(|| container.get("id")?.as_str())?;
    Some(part::kept(Format::Anthropic, &json!({ "type": CONTAINER, "id": id })))
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
        match read_block(role, block, &place, conversation) {
            Some(read) => items.extend(read),
            None => items.push(part::unknown(Format::Anthropic, block, &place, &mut conversation.losses)),
        }
    }
    Some(items)
}

/// Reads one block, which may be two items: a text and what stands on it.
fn read_block(role: Role, block: &Value, place: &str, conversation: &mut Conversation) -> Option<Vec<Item>> {
    let mut fields = Fields::of(block, place)?;
    let mut beside = None;
    // Where a request is cached is a matter of the request and not of what was said.
    let is_marked = fields.value(CACHE_POINT).is_some();
    let item = match fields.text("type")? {
        "text" => {
            let text = fields.text("text")?.to_owned();
            // What the model wrote goes back with its citations.
            if role == Role::Assistant {
                beside = thoughts::on_text(state::ANTHROPIC, fields.rest());
            }
            Item::Text { text }
        }
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
    if is_marked {
        fields.report(CACHE_POINT, Owner::Block, &mut conversation.losses);
    }
    fields.finish(Owner::Block, &mut conversation.losses);
    Some([item].into_iter().chain(beside).collect())
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
    let content = fields.value("content");
    let output = match content.and_then(Value::as_array) {
        Some(blocks) => output::from_list(blocks, &place, conversation, read_shown),
        None => output::from_value(content),
    };
    let outcome = match is_error {
        true => output::failed_with(&output, &place, &mut conversation.losses),
        false => Outcome::Returned { output },
    };
    conversation.result(id, None, outcome, &place)
}

/// Reads a block of a result. Calls and thoughts are none there.
fn read_shown(block: &Value, place: &str, conversation: &mut Conversation) -> Option<Item> {
    let kind = block.get("type")?.as_str()?;
    let is_shown = ["text", "image", "document"].contains(&kind);
    is_shown.then(|| read_block(Role::Function, block, place, conversation)?.pop()).flatten()
}
