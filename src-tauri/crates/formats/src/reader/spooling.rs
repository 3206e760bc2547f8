//! Long texts of a conversation that is being read. They are put aside as they come in, so that none of them is ever in
//! memory, and a mark stands in the place of each until its message is whole.

use crate::ImportError;
use crate::marks::{Marks, escaped};
use crate::writer::stays_apart;
use content::Message;
use notices::Describe;
use serde_json::Value;
use std::io;

/// The most that stays in a message of a text that is elsewhere, in bytes.
const BEGINNING: usize = 4 * 1024;

/// Where long texts are put while a conversation is read.
pub trait Spool: Send {
    /// A sign that stands nowhere in what is read, because nobody can guess it: letters, digits and dashes.
    fn sign(&self) -> String;

    /// Goes on with the text that is being put aside, or begins one.
    fn push(&mut self, text: &str) -> io::Result<()>;

    /// Ends the text and tells where it is.
    fn end(&mut self) -> io::Result<Spooled>;

    /// A text that was put aside, whole.
    fn read(&mut self, text: Spooled) -> io::Result<String>;
}

/// Where a text was put, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spooled {
    pub from: u64,
    pub size: u64,
}

/// A message that was read. Of a text that was put aside its beginning is in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Incoming {
    pub message: Message,
    pub apart: Vec<SpooledText>,
}

/// A text of a message that was put aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpooledText {
    /// Where in the message it belongs, as a JSON pointer.
    pub place: String,
    pub text: Spooled,
}

/// What was put aside of a conversation.
#[derive(Default)]
pub(super) struct Spooling {
    spool: Option<Box<dyn Spool>>,
    /// Texts with more bytes than this, as they are written, are put aside.
    longest: usize,
    marks: Option<Marks>,
    /// The beginning of the text that is being put aside.
    beginning: String,
    has_beginning: bool,
    gone: Vec<Gone>,
    /// How many texts went before those.
    forgotten: usize,
    /// How many messages were given away.
    given: usize,
}

struct Gone {
    text: Spooled,
    beginning: String,
    /// How many messages there were once it had been read.
    messages: usize,
}

impl Spooling {
    pub(super) fn into(spool: Box<dyn Spool>, longest: usize) -> Self {
        let marks = Some(Marks::with(spool.sign()));
        Self { spool: Some(spool), longest, marks, ..Self::default() }
    }

    /// Whether a text of which so much has come is put aside.
    pub(super) fn takes(&self, bytes: usize) -> bool {
        self.spool.is_some() && bytes > self.longest
    }

    pub(super) fn push(&mut self, text: &str) -> Result<(), ImportError> {
        let Some(spool) = &mut self.spool else { return Ok(()) };
        if !self.has_beginning {
            let room = BEGINNING - self.beginning.len();
            let fits = (0..=room.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
            self.beginning.push_str(text.get(..fits.unwrap_or(0)).unwrap_or_default());
            self.has_beginning = fits.is_none_or(|fits| fits < text.len());
        }
        spool.push(text).map_err(not_spooled)
    }

    /// Ends the text that was put aside, and gives the mark that stands for it.
    pub(super) fn end(&mut self) -> Result<String, ImportError> {
        let (Some(spool), Some(marks)) = (&mut self.spool, &self.marks) else { return Ok(String::new()) };
        let text = spool.end().map_err(not_spooled)?;
        let beginning = std::mem::take(&mut self.beginning);
        self.has_beginning = false;
        self.gone.push(Gone { text, beginning, messages: usize::MAX });
        Ok(marks.mark(self.forgotten + self.gone.len() - 1))
    }

    /// Takes note of how many messages there are that were not given away, now that what was put aside has been read.
    pub(super) fn read(&mut self, messages: usize) {
        for gone in self.gone.iter_mut().rev().take_while(|gone| gone.messages == usize::MAX) {
            gone.messages = self.given + messages;
        }
    }

    /// Tells of each message that is given away what of it was put aside.
    pub(super) fn give(&mut self, messages: Vec<Message>) -> Result<Vec<Incoming>, ImportError> {
        self.given += messages.len();
        let given = messages.into_iter().map(|message| self.resolve_one(message)).collect();
        // What went into them goes into no other.
        let done = self.gone.iter().take_while(|gone| gone.messages <= self.given).count();
        self.gone.drain(..done);
        self.forgotten += done;
        given
    }

    /// Puts everything back into a value that belongs to no message.
    pub(super) fn put_back(&mut self, value: &mut Value) -> Result<(), ImportError> {
        if self.gone.is_empty() {
            return Ok(());
        }
        self.resolve_in(value, &mut "around".to_owned(), &mut Vec::new())
    }

    fn resolve_one(&mut self, message: Message) -> Result<Incoming, ImportError> {
        let mut apart = Vec::new();
        if self.gone.is_empty() {
            return Ok(Incoming { message, apart });
        }
        let broken = |error: serde_json::Error| not_spooled(error.into());
        let mut value = serde_json::to_value(message).map_err(broken)?;
        self.resolve_in(&mut value, &mut String::new(), &mut apart)?;
        Ok(Incoming { message: serde_json::from_value(value).map_err(broken)?, apart })
    }

    fn resolve_in(
        &mut self,
        value: &mut Value,
        place: &mut String,
        apart: &mut Vec<SpooledText>,
    ) -> Result<(), ImportError> {
        match value {
            Value::String(text) => return self.resolve_text(text, place, apart),
            Value::Array(list) => {
                for (index, item) in list.iter_mut().enumerate() {
                    let length = place.len();
                    place.push_str(&format!("/{index}"));
                    self.resolve_in(item, place, apart)?;
                    place.truncate(length);
                }
            }
            Value::Object(members) => {
                for (name, member) in members.iter_mut() {
                    let length = place.len();
                    place.push_str(&format!("/{}", name.replace('~', "~0").replace('/', "~1")));
                    self.resolve_in(member, place, apart)?;
                    place.truncate(length);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
        Ok(())
    }

    /// A text that was put aside as a whole stays there, if it can. What is part of another text, or of JSON that
    /// somebody looks into, is put back.
    fn resolve_text(
        &mut self,
        text: &mut String,
        place: &str,
        apart: &mut Vec<SpooledText>,
    ) -> Result<(), ImportError> {
        let Some(marks) = &self.marks else { return Ok(()) };
        let found: Vec<_> = marks.find(text).collect();
        let whole = found.first().filter(|mark| mark.begins == 0 && mark.ends == text.len());
        let is_free = place.contains("/value/");
        if let Some(gone) = whole.and_then(|mark| self.gone.get(mark.number.checked_sub(self.forgotten)?))
            && stays_apart(place)
            && !is_free
        {
            text.clone_from(&gone.beginning);
            apart.push(SpooledText { place: place.to_owned(), text: gone.text });
            return Ok(());
        }
        for mark in found.into_iter().rev() {
            let gone = mark.number.checked_sub(self.forgotten).and_then(|number| self.gone.get(number));
            if let (Some(gone), Some(spool)) = (gone, &mut self.spool) {
                let put_back = spool.read(gone.text).map_err(not_spooled)?;
                let put_back = escaped(&put_back, mark.times).map_err(|error| not_spooled(error.into()))?;
                text.replace_range(mark.begins..mark.ends, &put_back);
            }
        }
        Ok(())
    }
}

fn not_spooled(error: io::Error) -> ImportError {
    ImportError::NotSpooled { reason: error.notice() }
}
