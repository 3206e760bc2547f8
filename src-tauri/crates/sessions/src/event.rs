//! What can happen to a session.

use crate::LargeValue;
use content::{Message, MessageId, SessionId, Timestamp, TurnId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One line of a session's log. Numbers begin at 1 and leave no gap.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct LogEntry<N> {
    pub seq: u64,
    pub at: Timestamp,
    pub event: SessionEvent<N>,
    /// What of the event is shown in part. Where there is nothing, the event is whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<LargeValue>>")]
    pub large: Vec<LargeValue>,
}

/// What happened. `N` is what the application notes down besides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum SessionEvent<N> {
    Created {
        title: String,
    },
    Renamed {
        title: String,
    },
    /// Something was said. The message becomes the head of its session.
    MessageAdded {
        message: Message,
        /// The turn that said it.
        turn: Option<TurnId>,
    },
    /// A person went back, or over to another branch.
    HeadMoved {
        head: Option<MessageId>,
    },
    /// A person gave the branch from this message on a name, or took it away.
    BranchNamed {
        message: MessageId,
        name: Option<String>,
    },
    /// A person wrote something about a message, or took it away. No model is ever told.
    MessageRemarked {
        message: MessageId,
        text: Option<String>,
    },
    /// A person wants to find this message again.
    MessagePinned {
        message: MessageId,
    },
    MessageUnpinned {
        message: MessageId,
    },
    Noted {
        note: N,
    },
    /// An entry that can't be read: damaged, or of a kind that a newer version writes. Made when a log is read, never
    /// written.
    Unreadable {
        reason: String,
        /// Where a message stood there: its place among the others, with words that say so instead of its own.
        message: Option<Message>,
    },
}

impl<N> SessionEvent<N> {
    pub fn into_note(self) -> Option<N> {
        match self {
            Self::Noted { note } => Some(note),
            Self::Created { .. }
            | Self::Renamed { .. }
            | Self::MessageAdded { .. }
            | Self::HeadMoved { .. }
            | Self::BranchNamed { .. }
            | Self::MessageRemarked { .. }
            | Self::MessagePinned { .. }
            | Self::MessageUnpinned { .. }
            | Self::Unreadable { .. } => None,
        }
    }

    pub fn is_unreadable(&self) -> bool {
        matches!(self, Self::Unreadable { .. })
    }
}

/// A session as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SessionSummary {
    pub id: SessionId,
    pub title: String,
    pub created: Timestamp,
    pub changed: Timestamp,
}
