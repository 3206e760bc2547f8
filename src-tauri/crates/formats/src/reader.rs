//! Reads a conversation piece by piece, for texts that are longer than memory should be. What is read is what
//! [`import`](crate::import) reads; the forms that need all at once are kept until their end, up to a limit.

mod cutter;
mod leaving;
mod lines;
mod own;
mod spooling;
mod strand;

use crate::conversation::{Conversation, named, unnamed};
use crate::loss::Loss;
use crate::text::BYTES;
use crate::{
    Beside, Format, ImportError, Imported, ImportedFunction, MessageIds, Streamed, import, import_as,
    json_lines,
};
use content::MessageId;
use lines::Lines;
use own::OwnForm;
use spooling::Spooling;
pub use spooling::{Incoming, Spool, Spooled, SpooledText};

/// A conversation on its way in. Nothing of it counts before it was ended.
pub struct Reader {
    form: Form,
    conversation: Conversation,
    /// The last message that was given away.
    last: Option<MessageId>,
    is_blank: bool,
    spooling: Spooling,
}

/// The rest of a conversation, and what there is to tell about the whole of it.
#[derive(Debug, PartialEq)]
pub struct Rest {
    pub format: Format,
    pub messages: Vec<Incoming>,
    pub functions: Vec<ImportedFunction>,
    pub beside: Beside,
    pub losses: Vec<Loss>,
}

/// What it is, as far as that is known.
enum Form {
    /// Of its beginning so much has been looked through for the end of its first line.
    Unknown {
        head: String,
        looked: usize,
    },
    Lines(Lines),
    Own(Box<OwnForm>),
    Whole {
        format: Option<Format>,
        text: String,
    },
}

impl Reader {
    /// Without a format it is found out.
    pub fn begin(format: Option<Format>) -> Self {
        let form = match format {
            None => Form::Unknown { head: String::new(), looked: 0 },
            Some(format) => match format.streamed() {
                Some(streamed) => Form::of(streamed),
                None => Form::Whole { format: Some(format), text: String::new() },
            },
        };
        let (conversation, spooling) = (Conversation::default(), Spooling::default());
        Self { form, conversation, last: None, is_blank: true, spooling }
    }

    /// Puts texts of more bytes than these aside, where that can be done: in the forms that are read a message at a time.
    pub fn spool(self, spool: Box<dyn Spool>, longest: usize) -> Self {
        Self { spooling: Spooling::into(spool, longest), ..self }
    }

    /// Takes the next piece and gives the messages that are whole by then.
    pub fn take(&mut self, piece: &str, ids: &dyn MessageIds) -> Result<Vec<Incoming>, ImportError> {
        self.is_blank &= piece.trim().is_empty();
        match &mut self.form {
            Form::Unknown { head, looked } => {
                head.push_str(piece);
                if let Some(form) = recognised(head, looked)? {
                    let head = std::mem::take(head);
                    self.form = form;
                    return self.take(&head, ids);
                }
            }
            Form::Whole { text, .. } => {
                if text.len() + piece.len() > BYTES {
                    return Err(ImportError::TooLarge);
                }
                text.push_str(piece);
            }
            Form::Lines(lines) => lines.take(piece, &mut self.conversation, &mut self.spooling)?,
            Form::Own(own) => own.take(piece, &mut self.conversation, &mut self.spooling)?,
        }
        let finished = self.conversation.take_finished();
        self.spooling.give(named(finished, &unnamed(), &mut self.last, ids))
    }

    /// Takes the end, and gives the rest and what there is to tell about the whole.
    pub fn end(mut self, ids: &dyn MessageIds) -> Result<Rest, ImportError> {
        if self.is_blank {
            return Err(ImportError::Empty);
        }
        let format = match self.form {
            Form::Unknown { head, .. } => return import(&head, ids).map(Rest::from),
            Form::Whole { format: Some(format), text } => {
                return import_as(format, &text, ids).map(Rest::from);
            }
            Form::Whole { format: None, text } => return import(&text, ids).map(Rest::from),
            Form::Lines(lines) => {
                lines.end(&mut self.conversation, &mut self.spooling)?;
                Format::JsonLines
            }
            Form::Own(own) => {
                own.end(&mut self.conversation)?;
                Format::Own
            }
        };
        let rest = self.conversation.take_all();
        if self.last.is_none() && rest.is_empty() {
            return Err(ImportError::NoMessages { format });
        }
        let messages = self.spooling.give(named(rest, &unnamed(), &mut self.last, ids))?;
        let losses = self.conversation.losses.into_list();
        let Conversation { functions, tags, .. } = self.conversation;
        let beside = Beside { tags, ..Beside::default() };
        Ok(Rest { format, messages, functions, beside, losses })
    }
}

impl From<Imported> for Rest {
    fn from(Imported { format, messages, functions, beside, losses }: Imported) -> Self {
        let messages = messages.into_iter().map(|message| Incoming { message, apart: Vec::new() }).collect();
        Self { format, messages, functions, beside, losses }
    }
}

impl Form {
    fn of(streamed: Streamed) -> Self {
        match streamed {
            Streamed::Own => Self::Own(Box::new(OwnForm::new())),
            Streamed::JsonLines => Self::Lines(Lines::new()),
        }
    }
}

/// What a text is that begins so, once that can be told. A message on its first line and something behind it make it
/// lines; our own form begins with its version.
fn recognised(head: &str, looked: &mut usize) -> Result<Option<Form>, ImportError> {
    const BLANKS: usize = limits::IMPORT_BLANKS.size();
    let start = head.strip_prefix('\u{feff}').unwrap_or(head).trim_start();
    let behind = head.len() - start.len();
    if behind > BLANKS {
        return Err(ImportError::Blank);
    }
    let whole = || Ok(Some(Form::Whole { format: None, text: String::new() }));
    match is_own(start) {
        Some(true) => return Ok(Some(Form::Own(Box::new(OwnForm::new())))),
        Some(false) => {}
        None => return if start.len() > BLANKS { whole() } else { Ok(None) },
    }
    // What was looked through before is not looked through again, however long the first line is.
    let from = behind.max(*looked);
    *looked = head.len();
    let Some(end) = head.get(from..).and_then(|new| new.find('\n')) else {
        // A first line that long says no more than what came of it so far.
        return if start.len() > BYTES { whole() } else { Ok(None) };
    };
    *looked = from + end;
    let (first, rest) = head.split_at(from + end);
    if rest.trim().is_empty() {
        return if rest.len() > BLANKS { whole() } else { Ok(None) };
    }
    let is_lines = json_lines::looks_like(first.get(behind..).unwrap_or_default());
    if is_lines { Ok(Some(Form::Lines(Lines::new()))) } else { whole() }
}

/// Nothing, as long as it may become either.
fn is_own(start: &str) -> Option<bool> {
    let mut rest = start;
    for sign in ["{", "\"format\"", ":"] {
        rest = rest.trim_start();
        match rest.strip_prefix(sign) {
            Some(behind) => rest = behind,
            None if sign.starts_with(rest) => return None,
            None => return Some(false),
        }
    }
    rest.trim_start().chars().next().map(|version| version.is_ascii_digit())
}

#[cfg(test)]
mod tests;
