//! Reads lists of messages and responses.

use super::contents;
use crate::Expected;
use crate::conversation::Conversation;
use crate::fields::Fields;
use crate::lost::Owner;
use crate::{Format, ImportError};
use content::{Item, ModelId};
use serde_json::Value;

/// What says nothing about the conversation.
const BOOKKEEPING: [&str; 5] = ["responseId", "conversationId", "createdAt", "finishReason", "usage"];

pub(crate) fn read(document: &Value, conversation: &mut Conversation) -> Result<(), ImportError> {
    if let Some(messages) = document.as_array() {
        return read_messages(messages, "", conversation);
    }
    let mut fields = Fields::of(document, "").ok_or_else(|| wrong("", Expected::Messages))?;
    conversation.model = fields.text("modelId").map(ModelId::new);
    if let Some(messages) = fields.list("messages") {
        read_messages(messages, "/messages", conversation)?;
    } else if fields.has("contents") {
        return read_messages(std::slice::from_ref(document), "", conversation);
    } else {
        return Err(wrong("/messages", Expected::Messages));
    }
    fields.known(&BOOKKEEPING);
    fields.finish_around(conversation);
    Ok(())
}

fn read_messages(
    messages: &[Value],
    place: &str,
    conversation: &mut Conversation,
) -> Result<(), ImportError> {
    for (index, message) in messages.iter().enumerate() {
        let place = format!("{place}/{index}");
        read_message(message, &place, conversation)
            .ok_or_else(|| wrong(&place, Expected::MessageWithRole))?;
    }
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

fn wrong(place: &str, expected: Expected) -> ImportError {
    ImportError::WrongShape { format: Format::ExtensionsAi, place: place.into(), expected }
}
