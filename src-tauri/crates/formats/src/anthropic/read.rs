//! Reads requests, responses and lists of messages.

use super::blocks;
use crate::conversation::Conversation;
use crate::fields::Fields;
use crate::lost::{Lost, Owner};
use crate::{Expected, Format, ImportError, function};
use content::{ModelId, Role};
use serde_json::Value;

const MESSAGE: (Format, Expected) = (Format::Anthropic, Expected::MessageWithContent);

/// What says nothing about the conversation.
const BOOKKEEPING: [&str; 5] = ["id", "type", "stop_reason", "stop_sequence", "usage"];

pub(crate) fn read(document: &Value, conversation: &mut Conversation) -> Result<(), ImportError> {
    if let Some(messages) = document.as_array() {
        return conversation.read_each(messages, "", MESSAGE, read_listed);
    }
    let mut fields =
        Fields::of(document, "").ok_or_else(|| Format::Anthropic.wrong("", Expected::Exchange))?;
    conversation.model = fields.text("model").map(ModelId::new);
    for (index, tool) in fields.list("tools").unwrap_or_default().iter().enumerate() {
        read_tool(tool, &format!("/tools/{index}"), conversation);
    }
    if let Some(system) = fields.value("system") {
        let items = blocks::read_content(Role::System, system, "/system", conversation);
        let items = items.ok_or_else(|| Format::Anthropic.wrong("/system", Expected::TextOrBlocks))?;
        conversation.say(Role::System, items);
    }
    if let Some(messages) = fields.list("messages") {
        conversation.read_each(messages, "/messages", MESSAGE, read_listed)?;
    } else if fields.has("content") {
        read_message(document, "", conversation)
            .ok_or_else(|| Format::Anthropic.wrong("/content", Expected::Blocks))?;
        fields.known(&BOOKKEEPING);
        fields.known(&["role", "content"]);
    } else {
        return Err(Format::Anthropic.wrong("/messages", Expected::Messages));
    }
    if let Some(container) = fields.value("container").and_then(blocks::read_container) {
        conversation.add_to_last(Role::Assistant, container);
    }
    fields.finish_around(conversation);
    Ok(())
}

/// Reads a message of a list, which is nothing but a message.
fn read_listed(message: &Value, place: &str, conversation: &mut Conversation) -> Option<()> {
    read_message(message, place, conversation)?;
    let mut fields = Fields::of(message, place)?;
    fields.known(&["role", "content"]);
    fields.finish(Owner::Message, &mut conversation.losses);
    Some(())
}

fn read_message(message: &Value, place: &str, conversation: &mut Conversation) -> Option<()> {
    let label = message.get("role")?.as_str()?;
    let role = conversation.role(label, place);
    let content = message.get("content")?;
    let items = blocks::read_content(role, content, &format!("{place}/content"), conversation)?;
    conversation.say_apart(role, items);
    Some(())
}

fn read_tool(tool: &Value, place: &str, conversation: &mut Conversation) {
    let is_function = tool.get("input_schema").is_some();
    let read = is_function
        .then(|| function::read(tool, place, &["input_schema"], &mut conversation.losses))
        .flatten();
    conversation.offer(read, place, Lost::ForeignTool);
}
