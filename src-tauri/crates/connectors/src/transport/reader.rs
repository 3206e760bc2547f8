//! The seam between the wire and a protocol.

use super::complaint::Complaint;
use super::decoder::Frame;
use crate::assembler::Assembler;
use notices::{Describe, Notice};
use ports::ConnectorError;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads one answer. Each protocol's mapper is one: a plain struct without IO.
///
/// It gets every frame that has data, in order, and `end` when no more can come. An answer is over when it has
/// told [`StreamEvent::Finished`](ports::StreamEvent::Finished); nothing is read after that.
pub(crate) trait Reader: Send {
    fn read(&mut self, frame: Frame<'_>, into: &mut Assembler) -> Result<Reading, Fault>;

    /// The answer has no more frames. A reader that has not seen the terminal event of its protocol says
    /// [`Fault::BrokenOff`].
    fn end(&mut self, into: &mut Assembler) -> Result<(), Fault>;
}

/// Whether a frame meant something. What did not is shown as such, never dropped and never fatal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    Understood,
    Unknown,
}

/// A frame of a protocol whose frames have no names. Nothing where it is of another protocol.
pub(crate) fn nameless<F: DeserializeOwned>(data: &str) -> Result<Option<F>, Fault> {
    let Ok(document) = serde_json::from_str::<Value>(data) else { return Ok(None) };
    match Complaint::find(&document) {
        Some(complaint) => Err(Fault::Complained(complaint)),
        None => Ok(serde_json::from_value(document).ok()),
    }
}

/// Why an answer can't go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The service says that something is wrong, in the middle of an answer.
    Complained(Complaint),
    /// The answer is not of this protocol.
    Unreadable {
        reason: Notice,
    },
    BrokenOff,
    Failed(ConnectorError),
}

impl Fault {
    /// What a frame says that is, or holds, an error, perhaps in the field of this name.
    pub(crate) fn complained(data: &str, field: Option<&str>) -> Self {
        let document = serde_json::from_str::<Value>(data).unwrap_or_default();
        let inner = field.and_then(|field| document.get(field)).unwrap_or(&document);
        Self::Complained(Complaint::find(inner).unwrap_or_else(|| Complaint::read(500, data)))
    }
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        Self::Unreadable { reason: error.notice() }
    }
}

impl From<ConnectorError> for Fault {
    fn from(error: ConnectorError) -> Self {
        Self::Failed(error)
    }
}
