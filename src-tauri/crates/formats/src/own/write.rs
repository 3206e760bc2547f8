//! Writes our own form.

use super::VERSION;
use super::beside::{around_in, put_back};
use super::read::read_message;
use crate::conversation::Conversation;
use content::{Item, JsonObject, Message};
use serde::Deserialize;
use serde_json::{Value, json};

pub(crate) fn write(messages: &[Message]) -> Value {
    let mut document = JsonObject::new();
    document.insert("format".into(), VERSION.into());
    document.insert("messages".into(), messages.iter().map(write_message).collect());
    for around in messages.iter().filter_map(around_in) {
        document.extend(around.clone());
    }
    Value::Object(document)
}

/// What stood around the messages of a file is not written here.
pub(crate) fn write_message(message: &Message) -> Value {
    let mut items = message.items.as_slice();
    if let Some((_, rest)) = items.split_last().filter(|_| around_in(message).is_some()) {
        items = rest;
    }
    let with = |items: &[Item]| {
        json!({
            "id": message.id,
            "parent": message.parent,
            "role": message.role,
            "items": items.iter().map(write_item).collect::<Vec<_>>(),
            "author": message.author,
            "origin": message.origin,
        })
    };
    let whole = items.split_last().and_then(|(last, before)| put_back(last, with(before)));
    whole.filter(|whole| reads_as(whole, items)).unwrap_or_else(|| with(items))
}

/// What another program calls as we call the fields we do not know need not be such.
fn reads_as(written: &Value, items: &[Item]) -> bool {
    let mut conversation = Conversation::default();
    read_message(written, "", &mut conversation).is_some()
        && conversation.take_all().pop().is_some_and(|read| read.items == items)
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
