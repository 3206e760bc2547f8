//! Reads our own form.

use super::VERSION;
use crate::conversation::{Conversation, Draft, origin_of};
use crate::fields::Fields;
use crate::{Format, ImportError};
use content::{Author, Item, Origin, Role};
use serde::de::DeserializeOwned;
use serde_json::Value;

pub(crate) fn read(document: &Value, conversation: &mut Conversation) -> Result<(), ImportError> {
    let wrong = |place: &str, expected| ImportError::WrongShape {
        format: Format::Own,
        place: place.into(),
        expected,
    };
    let mut fields = Fields::of(document, "").ok_or_else(|| wrong("the beginning", "an object"))?;
    let version = fields.value("format").ok_or_else(|| wrong("/format", "a number"))?;
    if version.as_u64() != Some(VERSION) {
        return Err(ImportError::WrongVersion { found: shortened(version), supported: VERSION });
    }
    let messages = fields.list("messages").ok_or_else(|| wrong("/messages", "a list of messages"))?;
    for (index, message) in messages.iter().enumerate() {
        let place = format!("/messages/{index}");
        read_message(message, &place, conversation)
            .ok_or_else(|| wrong(&place, "a message with a role and items"))?;
    }
    check_path(messages, conversation);
    fields.finish_around(&mut conversation.losses);
    Ok(())
}

/// Whether a line of a file is one of our messages.
pub(crate) fn is_message(value: &Value) -> bool {
    value.get("items").is_some_and(Value::is_array) && value.get("role").is_some_and(Value::is_string)
}

pub(crate) fn read_message(message: &Value, place: &str, conversation: &mut Conversation) -> Option<()> {
    let mut fields = Fields::of(message, place)?;
    fields.known(&["id", "parent"]);
    let role: Role = typed(fields.value("role")?)?;
    let author = fields.value("author").map(|author| (author, typed::<Author>(author)));
    let origin = fields.value("origin").map(|origin| (origin, typed::<Origin>(origin)));
    if matches!(author, Some((_, None))) || matches!(origin, Some((_, None))) {
        conversation.losses.add(place, "who wrote a message cannot be read and is taken from its role");
    }
    let written = fields.list("items")?;
    let mut items = Vec::with_capacity(written.len());
    for (index, item) in written.iter().enumerate() {
        items.push(read_item(item, &format!("{place}/items/{index}"), conversation));
    }
    fields.finish("message", &mut conversation.losses);
    conversation.add(Draft {
        role,
        items,
        author: author.and_then(|(_, author)| author),
        origin: origin.and_then(|(_, origin)| origin).or(Some(origin_of(role))),
    });
    Some(())
}

fn read_item(value: &Value, place: &str, conversation: &mut Conversation) -> Item {
    match typed::<Item>(value) {
        Some(item) => {
            // Fields nobody knows do not keep an item from being read, so they are looked for afterwards.
            if serde_json::to_value(&item).is_ok_and(|known| known != *value) {
                conversation.losses.add(place, "an item has fields we do not know, and they are not kept");
            }
            item
        }
        None => {
            conversation.losses.add(place, "an item we cannot read is kept as it is");
            Item::Unknown { value: value.clone() }
        }
    }
}

/// A file may hold a tree. What is read is a path, in the order of the file.
fn check_path(messages: &[Value], conversation: &mut Conversation) {
    for (index, pair) in messages.windows(2).enumerate() {
        let [before, message] = pair else { continue };
        let parent = message.get("parent").filter(|parent| !parent.is_null());
        if parent.is_some() && parent != before.get("id") {
            let place = format!("/messages/{}", index + 1);
            conversation
                .losses
                .add(&place, "a message that is not the answer to the one before it is read as if it were");
        }
    }
}

fn typed<T: DeserializeOwned>(value: &Value) -> Option<T> {
    T::deserialize(value).ok()
}

fn shortened(version: &Value) -> String {
    crate::fields::shown(&version.to_string())
}
