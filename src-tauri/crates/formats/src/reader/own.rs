//! Our own form, read a message at a time.

use super::cutter::{Cutter, Part, Place};
use super::spooling::Spooling;
use super::strand::Held;
use crate::conversation::Conversation;
use crate::lost::Lost;
use crate::text::{OWN_DEPTH, check_shape};
use crate::{Expected, Format, ImportError, LONGEST_MESSAGE, Spot, own};
use content::JsonObject;
use serde_json::Value;

/// What stands around the messages is kept up to this many bytes.
const AROUND: usize = 64 << 10;

pub(super) struct OwnForm {
    cutter: Cutter,
    has_begun: bool,
    read: Read,
}

/// What has been read, besides the messages themselves.
struct Read {
    has_version: bool,
    messages: usize,
    /// The id of the message before, as it is written.
    before: Option<Option<Value>>,
    around: JsonObject,
    /// How much of it there was.
    around_bytes: usize,
}

impl OwnForm {
    pub(super) fn new() -> Self {
        let read = Read {
            has_version: false,
            messages: 0,
            before: None,
            around: JsonObject::new(),
            around_bytes: 0,
        };
        Self { cutter: Cutter::new(), has_begun: false, read }
    }

    pub(super) fn take(
        &mut self,
        piece: &str,
        conversation: &mut Conversation,
        spooling: &mut Spooling,
    ) -> Result<(), ImportError> {
        let Self { cutter, has_begun, read } = self;
        // A byte order mark is what some editors leave at the beginning.
        let mark = piece.strip_prefix('\u{feff}').filter(|_| !*has_begun);
        let piece = mark.unwrap_or(piece);
        *has_begun |= !piece.is_empty();
        cutter.take(piece, spooling, &mut |part, spooling| read.part(part, conversation, spooling))?;
        if cutter.waiting() > LONGEST_MESSAGE {
            return Err(ImportError::MessageTooLarge { place: read.place().into() });
        }
        Ok(())
    }

    pub(super) fn end(self, conversation: &mut Conversation) -> Result<(), ImportError> {
        self.cutter.end()?;
        let Read { has_version, mut around, .. } = self.read;
        if !has_version {
            own::check_version(None)?;
        }
        if !self.cutter.has_list() {
            return Err(no_list());
        }
        conversation.tags = own::take_tags(&mut around);
        conversation.go_on_with(own::around(around));
        Ok(())
    }
}

impl Read {
    fn place(&self) -> String {
        format!("/messages/{}", self.messages)
    }

    fn part(
        &mut self,
        part: Part,
        conversation: &mut Conversation,
        spooling: &mut Spooling,
    ) -> Result<(), ImportError> {
        match part {
            Part::Message { held, at } => {
                self.message(&held, at, conversation)?;
                spooling.read(conversation.count());
                Ok(())
            }
            Part::Member { name, held, at } => {
                check_shape(&held.text, OWN_DEPTH)?;
                let mut value: Value = held.parse(at)?;
                spooling.put_back(&mut value)?;
                self.member(name, value, held.len(), conversation)
            }
        }
    }

    fn message(
        &mut self,
        held: &Held,
        at: Place,
        conversation: &mut Conversation,
    ) -> Result<(), ImportError> {
        check_shape(&held.text, OWN_DEPTH)?;
        let value: Value = held.parse(at)?;
        let place = self.place();
        own::read_message(&value, &place, conversation).ok_or_else(|| {
            let spot = Spot::Within { pointer: place.clone(), line: at.line, column: at.column };
            Format::Own.wrong(spot, Expected::MessageWithItems)
        })?;
        let before = self.before.as_ref().map(Option::as_ref);
        own::check_parent(&value, before, &place, conversation);
        self.before = Some(value.get("id").cloned());
        self.messages += 1;
        Ok(())
    }

    fn member(
        &mut self,
        name: String,
        value: Value,
        bytes: usize,
        conversation: &mut Conversation,
    ) -> Result<(), ImportError> {
        match name.as_str() {
            "format" => {
                own::check_version(Some(&value).filter(|value| !value.is_null()))?;
                self.has_version = true;
            }
            "messages" => return Err(no_list()),
            _ if value.is_null() => {}
            _ => {
                self.around_bytes += name.len() + bytes;
                if self.around_bytes > AROUND {
                    conversation.losses.add("", Lost::Beside { names: crate::value::shown(&name) });
                } else {
                    self.around.insert(name, value);
                }
            }
        }
        Ok(())
    }
}

fn no_list() -> ImportError {
    Format::Own.wrong("/messages", Expected::Messages)
}
