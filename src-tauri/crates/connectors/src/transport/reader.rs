//! The seam between the wire and a protocol.

use super::complaint::Complaint;
use super::decoder::Frame;
use notices::{Describe, Notice};
use ports::{ConnectorError, StreamEvent};

/// Reads one answer. Each protocol's mapper is one: a plain struct without IO.
///
/// It gets every frame that has data, in order, and `end` when no more can come. An answer is over when it has
/// pushed [`StreamEvent::Finished`]; nothing is read after that.
pub(crate) trait Reader: Send {
    fn read(&mut self, frame: Frame<'_>, events: &mut Vec<StreamEvent>) -> Result<Reading, Fault>;

    /// The answer has no more frames. A reader that has not seen the terminal event of its protocol says
    /// [`Fault::BrokenOff`].
    fn end(&mut self, events: &mut Vec<StreamEvent>) -> Result<(), Fault>;
}

/// Whether a frame meant something. What did not is shown as such, never dropped and never fatal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    Understood,
    Unknown,
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
