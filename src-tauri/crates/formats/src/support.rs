//! What the tests of all formats need.

use crate::{Format, Imported, export, import, import_as};
use content::{Message, MessageId};
use serde_json::Value;
use std::cell::Cell;

/// Names messages `m1`, `m2` and so on.
pub(crate) fn fresh_ids() -> impl Fn() -> MessageId {
    let count = Cell::new(0);
    move || {
        count.set(count.get() + 1);
        MessageId::new(format!("m{}", count.get()))
    }
}

pub(crate) fn texts(messages: &[Message]) -> Vec<String> {
    messages.iter().map(Message::text).collect()
}

/// Imports without naming the format and expects it to be found.
#[track_caller]
pub(crate) fn read(format: Format, text: &str) -> Imported {
    let imported = import(text, &fresh_ids()).unwrap();
    assert_eq!(imported.format, format);
    imported
}

/// Exports and imports again, and expects the same messages, apart from what no other format holds.
#[track_caller]
pub(crate) fn comes_back(format: Format, messages: &[Message]) -> Value {
    let exported = export(format, messages);
    let read = import_as(format, &exported.text, &fresh_ids()).unwrap();
    let bare = |messages: &[Message]| messages.iter().map(crate::verify::bare).collect::<Vec<_>>();
    assert_eq!(bare(&read.messages), bare(messages));
    serde_json::from_str(&exported.text).unwrap_or_default()
}

pub(crate) fn whats(losses: &[crate::Loss]) -> Vec<&'static str> {
    losses.iter().map(|loss| &*loss.what.to_string().leak()).collect()
}
