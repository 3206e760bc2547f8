//! Writes messages one after the other, for histories that are larger than memory should be. The text is that of
//! [`export`](crate::export), and so is the report, except that each message is compared with its own words alone.

use crate::conversation::{Conversation, Draft};
use crate::export::report_origin;
use crate::import::check_unseen;
use crate::loss::Losses;
use crate::segments::place_of;
use crate::shape::Outline;
use crate::verify::bare;
use crate::{Format, ImportError, Loss, json_lines, openai_chat, own};
use content::{Author, Message, MessageId, Origin, Role};
use serde_json::Value;
use std::io::{Result, Write};

/// The forms in which a message needs none of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Streamed {
    Own,
    JsonLines,
}

impl Streamed {
    fn format(self) -> Format {
        match self {
            Self::Own => Format::Own,
            Self::JsonLines => Format::JsonLines,
        }
    }
}

/// A text on its way out. It is whole when it was ended.
pub struct Writer<W> {
    form: Streamed,
    out: Outgoing<W>,
    messages: usize,
    before: Option<Role>,
    losses: Losses,
    origins: Losses,
    back: ReadBack,
}

impl<W: Write> Writer<W> {
    pub fn begin(form: Streamed, out: W) -> Result<Self> {
        let mut out = Outgoing { out, bytes: 0, outline: Outline::default() };
        match form {
            Streamed::Own => {
                out.write(format!("{{\n  \"format\": {},\n  \"messages\": [", own::VERSION).as_bytes())?;
            }
            Streamed::JsonLines => {}
        }
        let (losses, origins, back) = Default::default();
        Ok(Self { form, out, messages: 0, before: None, losses, origins, back })
    }

    /// Writes the next message and keeps nothing of it.
    pub fn message(&mut self, message: &Message) -> Result<()> {
        let index = self.messages;
        match self.form {
            Streamed::Own => self.own(message)?,
            Streamed::JsonLines => self.lines(message)?,
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
            Streamed::Own if self.messages == 0 => self.out.write(b"]\n}\n")?,
            Streamed::Own => self.out.write(b"\n  ]\n}\n")?,
            Streamed::JsonLines => {}
        }
        self.out.out.flush()?;
        let mut losses = self.losses;
        if self.messages > 0 {
            match self.out.check(self.form) {
                Ok(()) => self.back.report(self.messages, &mut losses),
                Err(error) => losses.add("", format!("what was written cannot be read back: {error}")),
            }
        }
        losses.append(self.origins);
        Ok(losses.into_list())
    }

    fn own(&mut self, message: &Message) -> Result<()> {
        let text = format!("{:#}", own::write_message(message));
        self.out.write(if self.messages == 0 { b"\n    " } else { b",\n    " })?;
        // A text of JSON has no line breaks inside, so each is one between values.
        for line in text.split_inclusive('\n') {
            self.out.write(line.as_bytes())?;
            if line.ends_with('\n') {
                self.out.write(b"    ")?;
            }
        }
        self.read_back(&text);
        Ok(())
    }

    fn lines(&mut self, message: &Message) -> Result<()> {
        let lines = openai_chat::write_message(self.messages, message, self.before, &mut self.losses);
        report_origin(Format::JsonLines, self.messages, message, &mut self.origins);
        for value in lines {
            let line = value.to_string();
            drop(value);
            self.out.write(line.as_bytes())?;
            self.out.write(b"\n")?;
            self.read_back(&line);
        }
        Ok(())
    }

    /// What is too much to be read is not read here either: the report says so in the end.
    fn read_back(&mut self, text: &str) {
        if self.out.check(self.form).is_ok() {
            self.back.read(self.form, text, self.messages);
        }
    }
}

/// What goes out, and what a reader would make of its size.
struct Outgoing<W> {
    out: W,
    bytes: usize,
    outline: Outline,
}

impl<W: Write> Outgoing<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.out.write_all(bytes)?;
        self.bytes += bytes.len();
        self.outline.take(bytes);
        Ok(())
    }

    fn check(&self, form: Streamed) -> std::result::Result<(), ImportError> {
        if self.bytes == 0 {
            return Err(ImportError::Empty);
        }
        check_unseen(form.format(), self.bytes, self.outline.shape)
    }
}

/// What a reader has made of the text so far. Of what was said it keeps the names of calls.
#[derive(Default)]
struct ReadBack {
    conversation: Conversation,
    read: usize,
    differences: Losses,
}

impl ReadBack {
    fn read(&mut self, form: Streamed, text: &str, index: usize) {
        let place = place_of(index);
        let read = crate::import::parse(text).and_then(|value: Value| match form {
            Streamed::Own => {
                let wrong = ImportError::WrongShape {
                    format: Format::Own,
                    place: place.clone(),
                    expected: "a message with a role and items",
                };
                own::read_message(&value, &place, &mut self.conversation).ok_or(wrong)
            }
            Streamed::JsonLines => json_lines::read_line(&value, index + 1, &mut self.conversation),
        });
        if let Err(error) = read {
            self.differences.add(&place, format!("what was written cannot be read back: {error}"));
        }
        self.conversation.losses = Losses::default();
    }

    fn compare(&mut self, index: usize, message: &Message, losses: &Losses) {
        let (mut read, went_on) = self.conversation.take_read();
        self.read += read.len();
        let only = if read.len() == 1 && !went_on { read.pop() } else { None };
        let is_same = only.is_some_and(|draft| bare(message) == said(draft));
        if !is_same && !losses.touches(index) {
            let what = "a message comes back with other parts than it has here";
            self.differences.add(&place_of(index), what);
        }
        self.differences.forget_places();
    }

    fn report(self, messages: usize, losses: &mut Losses) {
        if self.read != messages {
            losses.add("", format!("{messages} messages come back as {}", self.read));
        }
        losses.append(self.differences);
    }
}

/// A message that was read, as [`bare`] leaves it.
fn said(draft: Draft) -> Message {
    let (author, origin) = (Author::Application, Origin::Application);
    let id = MessageId::new("");
    bare(&Message { id, parent: None, role: draft.role, items: draft.items, author, origin })
}

#[cfg(test)]
mod tests;
