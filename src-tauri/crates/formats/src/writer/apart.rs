//! Values that stay where they are while a message is written: the text is written around them, and they are read into
//! it piece by piece, so that no message is in memory for the sake of one long result.
//! While it is written, each is stood for by a mark.

use crate::marks::{Marks, escaped};
use crate::shape::{Outline, Shape};
use content::Message;
use serde_json::Value;
use std::io::{Error, Result, Write};

mod pretty;

use pretty::Pretty;

/// A value that is not in the message it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// Where in the message it belongs, as a JSON pointer. Something stands there in its place.
    pub place: String,
    pub kind: ApartKind,
}

/// What the pieces of a value make up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApartKind {
    /// The text itself.
    Text,
    /// The value, written as JSON.
    Json,
}

/// Gives the value with this number piece by piece, each of whole characters.
pub type Pieces<'a> = &'a mut dyn FnMut(usize, &mut dyn FnMut(&str) -> Result<()>) -> Result<()>;

/// Whether a value at this place of a message can stay apart: what is said, and what a function gave, is written as it
/// is. Arguments, media and what we can't read are looked into.
pub fn stays_apart(place: &str) -> bool {
    let mut steps = place.split('/');
    let is_item = steps.next() == Some("") && steps.next() == Some("items") && steps.next().is_some();
    let within = (steps.next(), steps.next());
    let is_text = within == (Some("text"), None);
    let is_outcome = within == (Some("result"), Some("outcome")) && !place.contains("/media/");
    is_item && (is_text || is_outcome)
}

/// A message in which marks stand for the values that are apart.
pub(super) struct Marked {
    pub(super) message: Message,
    marks: Marks,
}

impl Marked {
    /// Nothing, where a place is not in the message.
    pub(super) fn of(message: &Message, apart: &[Apart]) -> Option<Self> {
        let mut value = serde_json::to_value(message).ok()?;
        let before = value.to_string();
        let sign = (0_u32..).map(|number| format!("apart-{number}-")).find(|sign| !before.contains(sign))?;
        let marks = Marks::with(sign);
        for (number, apart) in apart.iter().enumerate() {
            *value.pointer_mut(&apart.place)? = Value::String(marks.mark(number));
        }
        Some(Self { message: serde_json::from_value(value).ok()?, marks })
    }
}

/// Writes a text of JSON with the values in the places of their marks.
pub(super) struct Filling<'a, 'b> {
    pub(super) marked: &'a Marked,
    pub(super) apart: &'a [Apart],
    pub(super) pieces: Pieces<'b>,
}

impl Filling<'_, '_> {
    pub(super) fn write(&mut self, text: &str, out: &mut dyn Write) -> Result<()> {
        let mut from = 0;
        for mark in self.marked.marks.find(text) {
            let apart = self.apart.get(mark.number).ok_or_else(|| Error::other("a mark of nothing"))?;
            let (times, quotes) = match apart.kind {
                ApartKind::Text => (mark.times, 0),
                // The mark was itself written as a text of JSON, and the value takes the place of its quotes too.
                ApartKind::Json => (mark.times.saturating_sub(1), 1 << mark.times.saturating_sub(1)),
            };
            let until = mark.begins.saturating_sub(quotes);
            let before = text.get(from..until).unwrap_or_default();
            out.write_all(before.as_bytes())?;
            match (apart.kind, times) {
                (ApartKind::Json, 0) => {
                    let mut pretty = Pretty::behind(text.get(..until).unwrap_or_default());
                    (self.pieces)(mark.number, &mut |piece| pretty.write(piece, out))?;
                }
                (ApartKind::Text | ApartKind::Json, times) => {
                    (self.pieces)(mark.number, &mut |piece| {
                        out.write_all(escaped(piece, times)?.as_bytes())
                    })?;
                }
            }
            from = mark.ends + quotes;
        }
        out.write_all(text.get(from..).unwrap_or_default().as_bytes())
    }
}

/// Passes on what is written and sees how much of what shape it is.
pub(super) struct Measured<'a> {
    out: &'a mut dyn Write,
    outline: Outline,
    bytes: usize,
}

impl<'a> Measured<'a> {
    pub(super) fn of(out: &'a mut dyn Write) -> Self {
        Self { out, outline: Outline::default(), bytes: 0 }
    }

    /// How many bytes were written, and what they would become.
    pub(super) fn measures(self) -> (usize, Shape) {
        (self.bytes, self.outline.shape)
    }
}

impl Write for Measured<'_> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let written = self.out.write(bytes)?;
        self.outline.take(bytes.get(..written).unwrap_or_default());
        self.bytes += written;
        Ok(written)
    }

    fn flush(&mut self) -> Result<()> {
        self.out.flush()
    }
}
