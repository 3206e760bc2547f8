//! Writes messages one after the other, for histories that are larger than memory should be. The text is that of
//! [`export`](crate::export), and so is the report, except that each message is compared with its own words alone.

mod apart;

use crate::conversation::{Conversation, Draft};
use crate::export::report_origin;
use crate::loss::Losses;
use crate::lost::Lost;
use crate::segments::place_of;
use crate::shape::Shape;
use crate::text::{DEPTH, OWN_DEPTH, check_outlined};
use crate::verify::bare;
use crate::{Expected, Format, ImportError, LONGEST_MESSAGE, Loss, Streamed, json_lines, openai_chat, own};
use content::{Author, JsonObject, Message, MessageId, Origin, Role};
use notices::Describe;
use serde_json::Value;
use std::io::{Error, Result, Write};

pub use apart::{Apart, ApartKind, Pieces, stays_apart};
use apart::{Filling, Marked, Measured};

/// A text on its way out. It is whole when it was ended.
pub struct Writer<W> {
    form: Streamed,
    out: W,
    messages: usize,
    before: Option<Role>,
    /// What stood around the messages of a file they came from.
    around: JsonObject,
    tags: Vec<String>,
    losses: Losses,
    origins: Losses,
    back: ReadBack,
}

impl<W: Write> Writer<W> {
    pub fn begin(form: Streamed, mut out: W) -> Result<Self> {
        match form {
            Streamed::Own => {
                write!(out, "{{\n  \"format\": {},\n  \"messages\": [", own::VERSION)?;
            }
            Streamed::JsonLines => {}
        }
        let (around, tags, losses, origins, back) = Default::default();
        Ok(Self { form, out, messages: 0, before: None, around, tags, losses, origins, back })
    }

    /// Sets the tags of the session. Only our own form has a place for them.
    pub fn tags(&mut self, tags: &[String]) {
        self.tags = tags.to_vec();
    }

    /// Writes the next message and keeps nothing of it.
    pub fn message(&mut self, message: &Message) -> Result<()> {
        self.write(message, None)
    }

    /// Writes the next message with values that are not in it, as if they were. See [`stays_apart`].
    pub fn message_around(&mut self, message: &Message, apart: &[Apart], pieces: Pieces<'_>) -> Result<()> {
        if apart.is_empty() {
            return self.message(message);
        }
        let marked = Marked::of(message, apart).ok_or_else(|| Error::other("a value has no place"))?;
        self.write(&marked.message, Some(Filling { marked: &marked, apart, pieces }))
    }

    fn write(&mut self, message: &Message, filling: Option<Filling<'_, '_>>) -> Result<()> {
        let index = self.messages;
        match self.form {
            Streamed::Own => self.own(message, filling)?,
            Streamed::JsonLines => self.lines(message, filling)?,
        }
        self.back.compare(index, message, &self.losses);
        self.losses.forget_places();
        self.messages += 1;
        self.before = Some(message.role);
        Ok(())
    }

    /// Writes the end, and tells what the form could not hold.
    pub fn end(mut self) -> Result<Vec<Loss>> {
        match self.form {
            Streamed::Own => self.end_own()?,
            Streamed::JsonLines => {}
        }
        self.out.flush()?;
        let mut losses = self.losses;
        if self.messages > 0 {
            self.back.report(self.messages, &mut losses);
        }
        losses.append(self.origins);
        Ok(losses.into_list())
    }

    fn own(&mut self, message: &Message, mut filling: Option<Filling<'_, '_>>) -> Result<()> {
        let text = format!("{:#}", own::write_message(message));
        self.out.write_all(if self.messages == 0 { b"\n    " } else { b",\n    " })?;
        let read = self.put(&text, "    ", filling.as_mut())?;
        if let Some(around) = own::around_in(message) {
            self.around.extend(around.clone());
        }
        self.back.read(self.form, &text, self.messages, read);
        Ok(())
    }

    fn end_own(&mut self) -> Result<()> {
        self.out.write_all(if self.messages == 0 { b"]" } else { b"\n  ]" })?;
        if !self.tags.is_empty() {
            self.around.insert(own::TAGS.into(), std::mem::take(&mut self.tags).into());
        }
        for (name, value) in std::mem::take(&mut self.around) {
            write!(self.out, ",\n  {}: ", Value::from(name))?;
            indented(&format!("{value:#}"), "  ", &mut self.out)?;
        }
        self.out.write_all(b"\n}\n")
    }

    /// Writes a text of JSON, moved in from its second line on, and tells whether a reader would take so much.
    fn put(
        &mut self,
        text: &str,
        margin: &str,
        filling: Option<&mut Filling<'_, '_>>,
    ) -> Result<std::result::Result<(), ImportError>> {
        let mut out = Measured::of(&mut self.out);
        match filling {
            // It is short: what would make it long is apart.
            Some(filling) => filling.write(&text.replace('\n', &format!("\n{margin}")), &mut out)?,
            None => indented(text, margin, &mut out)?,
        }
        let (bytes, shape) = out.measures();
        Ok(check(self.form, bytes, shape, self.messages))
    }

    fn lines(&mut self, message: &Message, mut filling: Option<Filling<'_, '_>>) -> Result<()> {
        let lines = openai_chat::write_message(self.messages, message, self.before, &mut self.losses);
        report_origin(Format::JsonLines, self.messages, message, &mut self.origins);
        for value in lines {
            let line = value.to_string();
            drop(value);
            let read = self.put(&line, "", filling.as_mut())?;
            self.out.write_all(b"\n")?;
            self.back.read(self.form, &line, self.messages, read);
        }
        Ok(())
    }
}

/// A text of JSON has no line breaks inside of strings, so each is one between values.
fn indented(text: &str, by: &str, out: &mut dyn Write) -> Result<()> {
    for line in text.split_inclusive('\n') {
        out.write_all(line.as_bytes())?;
        if line.ends_with('\n') {
            out.write_all(by.as_bytes())?;
        }
    }
    Ok(())
}

/// What a reader has made of the text so far. Of what was said it keeps the names of calls.
#[derive(Default)]
struct ReadBack {
    conversation: Conversation,
    read: usize,
    differences: Losses,
}

impl ReadBack {
    fn read(
        &mut self,
        form: Streamed,
        text: &str,
        index: usize,
        is_taken: std::result::Result<(), ImportError>,
    ) {
        let place = place_of(index);
        let read = is_taken.and_then(|()| crate::text::parse(text));
        let read = read.and_then(|value: Value| match form {
            Streamed::Own => own::read_message(&value, &place, &mut self.conversation)
                .ok_or_else(|| Format::Own.wrong(place.as_str(), Expected::MessageWithItems)),
            Streamed::JsonLines => json_lines::read_line(&value, index + 1, &mut self.conversation),
        });
        if let Err(error) = read {
            self.differences.add(&place, Lost::NotReadBack { reason: error.notice() });
        }
        self.conversation.losses = Losses::default();
    }

    fn compare(&mut self, index: usize, message: &Message, losses: &Losses) {
        let (mut read, went_on) = self.conversation.take_read();
        self.read += read.len();
        let only = if read.len() == 1 && !went_on { read.pop() } else { None };
        let is_same = only.is_some_and(|draft| bare(message) == bare_message(draft));
        if !is_same && !losses.touches(index) {
            self.differences.add(&place_of(index), Lost::OtherParts);
        }
        self.differences.forget_places();
    }

    fn report(self, messages: usize, losses: &mut Losses) {
        if self.read != messages {
            losses.add("", Lost::OtherCount { written: messages, read: self.read });
        }
        losses.append(self.differences);
    }
}

/// Whether a reader would take so much for one message.
fn check(form: Streamed, bytes: usize, shape: Shape, index: usize) -> std::result::Result<(), ImportError> {
    if bytes > LONGEST_MESSAGE {
        return Err(ImportError::MessageTooLarge { place: place_of(index).into() });
    }
    let depth = match form {
        Streamed::Own => OWN_DEPTH,
        Streamed::JsonLines => DEPTH,
    };
    check_outlined(shape, depth)
}

/// A message that was read, as [`bare`] leaves it.
fn bare_message(draft: Draft) -> Message {
    let (author, origin) = (Author::Application, Origin::Application);
    let id = MessageId::new("");
    bare(&Message { id, parent: None, role: draft.role, items: draft.items, author, origin })
}

#[cfg(test)]
mod tests;
