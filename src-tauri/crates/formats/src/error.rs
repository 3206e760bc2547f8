//! Reasons why nothing was imported.

use crate::{Expected, Format, Spot};
use limits::{IMPORT_BLANKS, IMPORT_MESSAGE, IMPORT_WHOLE};
use notices::{Describe, Notice};

/// A text that was not imported, not even in part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "import")]
#[advice("Nothing was imported. What you gave is unchanged.")]
pub enum ImportError {
    #[error("there is nothing to import: the text is empty")]
    Empty,
    #[error(
        "the text has more than {IMPORT_WHOLE}, which is the most that is read in this form: write it as JSON Lines or \
         in Callwright's own form, which are read a message at a time however long they are, or split it"
    )]
    TooLarge,
    #[error(
        "the message at {place} has more than {IMPORT_MESSAGE}, which is the most one message may have: shorten it"
    )]
    MessageTooLarge { place: Spot },
    #[error("the text begins with more than {IMPORT_BLANKS} of blanks: check that it is the file you mean")]
    Blank,
    #[error(
        "the text is not JSON at line {line}, column {column}: {reason}; check that it is complete and has not been \
         cut or changed by hand"
    )]
    NotJson { line: usize, column: usize, reason: Notice },
    #[error(
        "the text is nested more than {limit} levels deep: no conversation is, so check where it comes from"
    )]
    TooDeep { limit: usize },
    #[error("the text holds more than {limit} values: split it into several conversations")]
    TooMany { limit: usize },
    #[error(
        "this is JSON, but not a conversation in a form we read: choose the form by hand, or export it again as a \
         list of messages"
    )]
    UnknownFormat,
    #[error(
        "this is not {format}: {expected} was expected at {place}; choose another form if it was written by another \
         program"
    )]
    WrongShape {
        #[notice(text)]
        format: Format,
        place: Spot,
        expected: Expected,
    },
    #[error("the file has format {found} and we read format {supported}: open it with a newer version")]
    WrongVersion { found: String, supported: u64 },
    #[error("a long text of it can't be put aside: {reason}; check that there is space on the disk")]
    NotSpooled { reason: Notice },
    #[error("there are no messages in this {format} text: check that it holds a conversation")]
    NoMessages {
        #[notice(text)]
        format: Format,
    },
}

impl Format {
    /// Something else stands there than this form has.
    pub(crate) fn wrong(self, place: impl Into<Spot>, expected: Expected) -> ImportError {
        ImportError::WrongShape { format: self, place: place.into(), expected }
    }
}
