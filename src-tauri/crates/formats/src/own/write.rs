//! Writes our own form.

use super::VERSION;
use content::{Item, Message};
use serde::Deserialize;
use serde_json::{Value, json};

pub(crate) fn write(messages: &[Message]) -> Value {
    let messages: Vec<_> = messages.iter().map(write_message).collect();
    json!({ "format": VERSION, "messages": messages })
}

pub(crate) fn write_message(message: &Message) -> Value {
    let items: Vec<_> = message.items.iter().map(write_item).collect();
    json!({
        "id": message.id,
        "parent": message.parent,
        "role": message.role,
        "items": items,
        "author": message.author,
        "origin": message.origin,
    })
}

/// What could not be read is written as it was found, so that a version that knows it finds it too. Only what would
/// now be read as something else needs its wrapping.
fn write_item(item: &Item) -> Value {
    match item {
        Item::Unknown { value } if Item::deserialize(value).is_err() => value.clone(),
        Item::Text { .. }
        | Item::Reasoning { .. }
        | Item::Media { .. }
        | Item::FunctionCall { .. }
        | Item::FunctionResult { .. }
        | Item::Unknown { .. } => json!(item),
    }
}
