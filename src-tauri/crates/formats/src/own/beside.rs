//! Fields we do not know, from a newer version perhaps. They are kept in a part of their own at the end of their message,
//! and written again where they were found.

use content::{Author, Item, JsonObject, Message};
use serde::Deserialize;
use serde_json::{Value, json};

/// The name of the part, and of what it can hold.
const KIND: &str = "unknownFields";
const MESSAGE: &str = "message";
const ITEMS: &str = "items";
const DOCUMENT: &str = "document";

/// The field beside the messages that holds the tags of their session.
pub(crate) const TAGS: &str = "tags";

/// Takes the tags out of what stands around the messages. A field of that name that holds anything else stays.
pub(crate) fn take_tags(around: &mut JsonObject) -> Vec<String> {
    let tags = around.get(TAGS).and_then(|tags| Vec::<String>::deserialize(tags).ok());
    if tags.is_some() {
        around.remove(TAGS);
    }
    tags.unwrap_or_default()
}

/// What was found in a message besides what we know: fields of its own, and of its items by their places.
#[derive(Default)]
pub(super) struct Beside {
    message: JsonObject,
    items: JsonObject,
}

impl Beside {
    /// Keeps the fields of an item that were not understood.
    pub(super) fn take_item(&mut self, index: usize, written: &Value, understood: &Item) {
        if let Some(fields) = unknown_in(written, &json!(understood)) {
            self.items.insert(index.to_string(), fields);
        }
    }

    /// Keeps the fields of the message that were not read, and those of its author.
    pub(super) fn take_message(&mut self, unread: JsonObject, author: Option<&(&Value, Option<Author>)>) {
        self.message = unread;
        if let Some((written, Some(understood))) = author
            && let Some(fields) = unknown_in(written, &json!(understood))
        {
            self.message.insert("author".into(), fields);
        }
    }

    pub(super) fn into_item(self) -> Option<Item> {
        let mut value = JsonObject::new();
        value.insert("type".into(), KIND.into());
        for (name, fields) in [(MESSAGE, self.message), (ITEMS, self.items)] {
            if !fields.is_empty() {
                value.insert(name.into(), Value::Object(fields));
            }
        }
        (value.len() > 1).then_some(Item::Unknown { value: Value::Object(value) })
    }
}

/// The part for what stood around the messages. It is kept with the last of them.
pub(crate) fn around(fields: JsonObject) -> Option<Item> {
    (!fields.is_empty()).then(|| Item::Unknown { value: json!({ "type": KIND, DOCUMENT: fields }) })
}

/// What stood around the messages, where the last part of a message holds it.
pub(crate) fn around_in(message: &Message) -> Option<&JsonObject> {
    let kept = kept_in(message.items.last()?)?;
    let fields = kept.get(DOCUMENT).filter(|_| kept.len() == 2)?.as_object()?;
    // Whoever calls a field as we call ours has not got it from us.
    let is_ours = fields.contains_key("format") || fields.contains_key("messages");
    (!is_ours && !fields.is_empty()).then_some(fields)
}

/// A message with the fields that are kept in a part where they were. Nothing, where some have no place there.
pub(super) fn put_back(part: &Item, mut whole: Value) -> Option<Value> {
    let kept = kept_in(part)?;
    for (name, fields) in kept.iter().filter(|(name, _)| *name != "type") {
        match name.as_str() {
            MESSAGE => merge(&mut whole, fields)?,
            ITEMS => {
                let items = whole.get_mut("items")?.as_array_mut()?;
                for (index, fields) in fields.as_object()? {
                    let item = index.parse().ok().and_then(|index: usize| items.get_mut(index))?;
                    merge(item, fields)?;
                }
            }
            _ => return None,
        }
    }
    Some(whole)
}

fn kept_in(item: &Item) -> Option<&JsonObject> {
    match item {
        Item::Unknown { value } => value.as_object().filter(|value| value.get("type") == Some(&KIND.into())),
        Item::Text { .. }
        | Item::Reasoning { .. }
        | Item::Media { .. }
        | Item::FunctionCall { .. }
        | Item::FunctionResult { .. } => None,
    }
}

/// The fields of a value that were not understood, however deep they are.
fn unknown_in(written: &Value, understood: &Value) -> Option<Value> {
    let (written, understood) = (written.as_object()?, understood.as_object()?);
    let mut unknown = JsonObject::new();
    for (name, field) in written {
        let fields = match understood.get(name) {
            Some(understood) => unknown_in(field, understood),
            None => (!field.is_null()).then(|| field.clone()),
        };
        if let Some(fields) = fields {
            unknown.insert(name.clone(), fields);
        }
    }
    (!unknown.is_empty()).then_some(Value::Object(unknown))
}

/// Adds fields, and takes none away.
fn merge(into: &mut Value, fields: &Value) -> Option<()> {
    let (into, fields) = (into.as_object_mut()?, fields.as_object()?);
    if fields.is_empty() {
        return None;
    }
    for (name, field) in fields {
        match into.get_mut(name) {
            Some(there) => merge(there, field)?,
            None if field.is_null() => return None,
            None => {
                into.insert(name.clone(), field.clone());
            }
        }
    }
    Some(())
}
