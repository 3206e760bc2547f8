//! Values too large to be read with everything else: stored as bodies, with the beginning of each in its place.
//!
//! The entry of a large event is written with previews, and a list states which values are incomplete, how large they
//! are and where the rest is. [`Store::read`] restores every value, so a model or an export never gets a preview;
//! [`Store::read_shown`] keeps the previews, for display.

use crate::bodies::{self, BodyId, Keeper, Reader};
use crate::{FiledNote, SessionEvent, StoreError};
use content::SessionId;
use notices::Describe;
use rusqlite::Connection;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::io::Read;
use ts_rs::TS;

mod preview;

/// The largest event, and the largest value in one, that is stored as it is, in bytes.
pub(crate) const LONGEST: usize = 64 * 1024;

/// The fields of events that hold foreign JSON. Such a value is moved as a whole.
const FREE: [&str; 2] = ["value", "state"];

/// A value of an event that is shown in part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LargeValue {
    /// Its place in the event, as a JSON pointer.
    pub place: String,
    pub body: BodyId,
    pub kind: LargeKind,
    /// Its size as text, in bytes.
    pub size: u64,
}

/// The contents of a large value's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum LargeKind {
    /// The text itself.
    Text,
    /// The value, serialized as JSON.
    Json,
}

/// An event as it is written: its text, and the values moved out of it.
pub(crate) struct Written<N> {
    pub(crate) text: String,
    parts: Vec<Part>,
    /// The event as it is shown, if that differs from the event itself.
    pub(crate) shown: Option<SessionEvent<N>>,
}

pub(crate) struct Part {
    place: String,
    kind: LargeKind,
    whole: Whole,
}

/// A value that was moved out.
enum Whole {
    Here(String),
    Elsewhere(Supplied),
}

/// A text of an event that is stored elsewhere. The event holds its beginning.
pub struct Supplied {
    /// Its place in the event, as a JSON pointer.
    pub place: String,
    /// Its size, in bytes.
    pub size: u64,
    /// Starts reading it.
    pub open: Box<dyn Fn() -> std::io::Result<Box<dyn Read>> + Send>,
}

impl From<Supplied> for Part {
    fn from(supplied: Supplied) -> Self {
        Self { place: supplied.place.clone(), kind: LargeKind::Text, whole: Whole::Elsewhere(supplied) }
    }
}

/// Writes an event with texts that are stored elsewhere.
pub(crate) fn write<N: FiledNote>(
    event: &SessionEvent<N>,
    supplied: Vec<Supplied>,
) -> Result<Written<N>, StoreError> {
    let failed = |error: serde_json::Error| StoreError::Failed { reason: error.notice() };
    let supplied = supplied.into_iter().map(Part::from);
    if let Some(text) = short(event).map_err(failed)? {
        return Ok(Written { text, parts: supplied.collect(), shown: None });
    }
    let mut value = serde_json::to_value(event).map_err(failed)?;
    let mut parts = take_out(&mut value);
    parts.extend(supplied);
    let text = value.to_string();
    let shown = if parts.is_empty() { None } else { Some(serde_json::from_value(value).map_err(failed)?) };
    Ok(Written { text, parts, shown })
}

/// The text of an event, or `None` if it is long.
fn short<T: Serialize>(event: &T) -> serde_json::Result<Option<String>> {
    struct Limited(Vec<u8>);
    impl std::io::Write for Limited {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            if self.0.len() + bytes.len() > LONGEST {
                return Err(std::io::ErrorKind::FileTooLarge.into());
            }
            self.0.extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut limited = Limited(Vec::new());
    match serde_json::to_writer(&mut limited, event) {
        Ok(()) => Ok(String::from_utf8(limited.0).ok()),
        Err(error) if error.is_io() => Ok(None),
        Err(error) => Err(error),
    }
}

/// Moves large values out and leaves the beginning of each in its place.
pub(crate) fn take_out(event: &mut Value) -> Vec<Part> {
    let mut parts = Vec::new();
    take_from(event, &mut String::new(), false, &mut parts);
    parts
}

fn take_from(value: &mut Value, place: &mut String, is_free: bool, parts: &mut Vec<Part>) {
    if is_free && (value.is_array() || value.is_object()) {
        let (all, in_long_texts) = preview::sizes(value);
        if all - in_long_texts > LONGEST {
            let whole = value.to_string();
            *value = preview::of(value);
            parts.push(Part { place: place.clone(), kind: LargeKind::Json, whole: Whole::Here(whole) });
            return;
        }
    }
    match value {
        Value::String(text) if text.len() > LONGEST => {
            let beginning = preview::of_text(text).to_owned();
            let whole = std::mem::replace(text, beginning);
            parts.push(Part { place: place.clone(), kind: LargeKind::Text, whole: Whole::Here(whole) });
        }
        Value::Array(items) => {
            for (at, item) in items.iter_mut().enumerate() {
                within(place, &at.to_string(), |place| take_from(item, place, false, parts));
            }
        }
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                let is_free = FREE.contains(&name.as_str());
                let step = name.replace('~', "~0").replace('/', "~1");
                within(place, &step, |place| take_from(member, place, is_free, parts));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn within(place: &mut String, step: &str, work: impl FnOnce(&mut String)) {
    let length = place.len();
    place.push('/');
    place.push_str(step);
    work(place);
    place.truncate(length);
}

/// Stores the values moved out of an event, in the same change as the entry.
pub(crate) fn keep(
    change: &Connection,
    session: &SessionId,
    parts: &[Part],
) -> rusqlite::Result<Vec<LargeValue>> {
    if parts.is_empty() {
        return Ok(Vec::new());
    }
    let keeper = Keeper::new(change, session);
    let keep = |part: &Part| {
        let (body, size) = match &part.whole {
            Whole::Here(text) => (keeper.keep(text.as_bytes())?, text.len() as u64),
            Whole::Elsewhere(Supplied { open, size, .. }) => {
                (keeper.keep(open().map_err(bodies::unread)?)?, *size)
            }
        };
        Ok(LargeValue { place: part.place.clone(), body, kind: part.kind, size })
    };
    parts.iter().map(keep).collect()
}

impl<N> Written<N> {
    pub(crate) fn keep(&self, change: &Connection, session: &SessionId) -> rusqlite::Result<Vec<LargeValue>> {
        keep(change, session, &self.parts)
    }
}

/// The list in the form of a column beside the entry. `None` if it is empty.
pub(crate) fn to_column(large: &[LargeValue]) -> rusqlite::Result<Option<String>> {
    if large.is_empty() {
        return Ok(None);
    }
    serde_json::to_string(large).map(Some).map_err(unreadable)
}

pub(crate) fn from_column(column: Option<&str>) -> rusqlite::Result<Vec<LargeValue>> {
    column.map_or(Ok(Vec::new()), |text| serde_json::from_str(text).map_err(unreadable))
}

/// The text of an event with every value complete.
pub(crate) fn complete(sqlite: &Connection, text: String, large: &[LargeValue]) -> rusqlite::Result<String> {
    if large.is_empty() {
        return Ok(text);
    }
    let mut event: Value = serde_json::from_str(&text).map_err(unreadable)?;
    put_back(sqlite, &mut event, large)?;
    Ok(event.to_string())
}

/// Restores large values to their places.
pub(crate) fn put_back(sqlite: &Connection, into: &mut Value, large: &[LargeValue]) -> rusqlite::Result<()> {
    let mut reader = Reader::new(sqlite)?;
    for value in large {
        let place = into.pointer_mut(&value.place).ok_or_else(|| bodies::damaged("a place is missing"))?;
        let whole = reader.text(value.body)?;
        *place = match value.kind {
            LargeKind::Text => Value::String(whole),
            LargeKind::Json => serde_json::from_str(&whole).map_err(unreadable)?,
        };
    }
    Ok(())
}

fn unreadable(error: serde_json::Error) -> rusqlite::Error {
    bodies::damaged(&error.to_string())
}

#[cfg(test)]
mod tests;
