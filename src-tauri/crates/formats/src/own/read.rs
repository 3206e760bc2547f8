//! Reads our own form.

use super::VERSION;
use super::beside::{Beside, around, take_tags};
use crate::conversation::{Conversation, Draft, origin_of};
use crate::fields::Fields;
use crate::lost::Lost;
use crate::{Expected, Format, ImportError};
use content::{Author, Item, Origin, Role};
use serde::de::DeserializeOwned;
use serde_json::Value;

pub(crate) fn read(document: &Value, conversation: &mut Conversation) -> Result<(), ImportError> {
    let mut fields = Fields::of(document, "").ok_or_else(|| Format::Own.wrong("", Expected::Object))?;
    check_version(fields.value("format"))?;
    let messages =
        fields.list("messages").ok_or_else(|| Format::Own.wrong("/messages", Expected::Messages))?;
    let mut before = None;
    for (index, message) in messages.iter().enumerate() {
        let place = format!("/messages/{index}");
        read_message(message, &place, conversation)
            .ok_or_else(|| Format::Own.wrong(place.as_str(), Expected::MessageWithItems))?;
        check_parent(message, before, &place, conversation);
        before = Some(message.get("id"));
    }
    let mut rest = fields.rest();
    conversation.tags = take_tags(&mut rest);
    conversation.go_on_with(around(rest));
    Ok(())
}

/// A file says what it is in the form of.
pub(crate) fn check_version(version: Option<&Value>) -> Result<(), ImportError> {
    let version = version.ok_or_else(|| Format::Own.wrong("/format", Expected::Number))?;
    if version.as_u64() != Some(VERSION) {
        return Err(ImportError::WrongVersion { found: shortened(version), supported: VERSION });
    }
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
        conversation.losses.add(place, Lost::AuthorUnread);
    }
    let written = fields.list("items")?;
    let mut items = Vec::with_capacity(written.len() + 1);
    let mut beside = Beside::default();
    for (index, item) in written.iter().enumerate() {
        let read = typed::<Item>(item).inspect(|read| beside.take_item(index, item, read));
        items.push(read.unwrap_or_else(|| {
            let place = format!("{place}/items/{index}");
            conversation.losses.add(&place, Lost::ItemUnread);
            Item::Unknown { value: item.clone() }
        }));
    }
    beside.take_message(fields.rest(), author.as_ref());
    items.extend(beside.into_item());
    conversation.add(Draft {
        role,
        items,
        author: author.and_then(|(_, author)| author),
        origin: origin.and_then(|(_, origin)| origin).or(Some(origin_of(role))),
    });
    Some(())
}

/// A file may hold a tree. What is read is a path, in the order of the file. The one before a message is nothing, where
/// it is the first, and otherwise has the id that stands there.
pub(crate) fn check_parent(
    message: &Value,
    before: Option<Option<&Value>>,
    place: &str,
    conversation: &mut Conversation,
) {
    let parent = message.get("parent").filter(|parent| !parent.is_null());
    if let (Some(parent), Some(before)) = (parent, before)
        && Some(parent) != before
    {
        conversation.losses.add(place, Lost::OtherParent);
    }
}

fn typed<T: DeserializeOwned>(value: &Value) -> Option<T> {
    T::deserialize(value).ok()
}

fn shortened(version: &Value) -> String {
    crate::value::shown(&version.to_string())
}
