//! Reads lists of messages and responses.

use super::contents;
use crate::conversation::Conversation;
use crate::fields::Fields;
use crate::lost::Owner;
use crate::{Expected, Format, ImportError};
use content::{Item, ModelId};
use serde_json::Value;

const MESSAGE: (Format, Expected) = (Format::ExtensionsAi, Expected::MessageWithRole);

/// What says nothing about the conversation.
const BOOKKEEPING: [&str; 5] = ["responseId", "conversationId", "createdAt", "finishReason", "usage"];

pub(crate) fn read(document: &Value, conversation: &mut Conversation) -> Result<(), ImportError> {
    if let Some(messages) = document.as_array() {
        return conversation.read_each(messages, "", MESSAGE, read_message);
    }
    let mut fields =
        Fields::of(document, "").ok_or_else(|| Format::ExtensionsAi.wrong("", Expected::Messages))?;
    conversation.model = fields.text("modelId").map(ModelId::new);
    if let Some(messages) = fields.list("messages") {
        conversation.read_each(messages, "/messages", MESSAGE, read_message)?;
    } else if fields.has("contents") {
        return conversation.read_each(std::slice::from_ref(document), "", MESSAGE, read_message);
    } else {
        return Err(Format::ExtensionsAi.wrong("/messages", Expected::Messages));
    }
    fields.known(&BOOKKEEPING);
    fields.finish_around(conversation);
    Ok(())
}

fn read_message(message: &Value, place: &str, conversation: &mut Conversation) -> Option<()> {
    let mut fields = Fields::of(message, place)?;
    let label = fields.text("role")?;
    let role = conversation.role(label, place);
    fields.known(&["messageId", "createdAt"]);
    let mut items: Vec<Item> = Vec::new();
    for (index, content) in fields.list("contents").unwrap_or_default().iter().enumerate() {
        items.extend(contents::read(role, content, &format!("{place}/contents/{index}"), conversation));
    }
    fields.finish(Owner::Message, &mut conversation.losses);
    conversation.say(role, items);
    Some(())
}
