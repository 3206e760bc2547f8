//! The events of a session.

use crate::LargeValue;
use content::{Message, MessageId, ModelId, SessionId, Timestamp, TurnId};
use notices::Notice;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One entry of a session's log. Numbers begin at 1 without gaps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct LogEntry<N> {
    pub seq: u64,
    pub at: Timestamp,
    pub event: SessionEvent<N>,
    /// The values of the event shown in part. Empty if the event is complete.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<LargeValue>>")]
    pub large: Vec<LargeValue>,
}

/// An event. `N` is the type of the application's notes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum SessionEvent<N> {
    Created {
        title: String,
    },
    Renamed {
        title: String,
    },
    /// A person set the tags of the session. They replace those it had.
    Tagged {
        tags: Vec<String>,
    },
    /// A message was added, and becomes the head of its session.
    MessageAdded {
        message: Message,
        /// The turn that added it.
        turn: Option<TurnId>,
    },
    /// A person moved to an earlier message or another branch.
    HeadMoved {
        head: Option<MessageId>,
    },
    /// A person named the branch that begins at this message, or removed its name.
    BranchNamed {
        message: MessageId,
        name: Option<String>,
    },
    /// A person wrote or removed a remark on a message. It is never sent to a model.
    MessageRemarked {
        message: MessageId,
        text: Option<String>,
    },
    /// A person pinned this message, to find it again.
    MessagePinned {
        message: MessageId,
    },
    MessageUnpinned {
        message: MessageId,
    },
    Noted {
        note: N,
    },
    /// An entry that can't be read: damaged, or written by a newer version. Created when a log is read, never written.
    Unreadable {
        reason: Notice,
        /// The place of a message that stood there, with a placeholder for its text.
        message: Option<Message>,
    },
}

impl<N> SessionEvent<N> {
    pub fn into_note(self) -> Option<N> {
        match self {
            Self::Noted { note } => Some(note),
            Self::Created { .. }
            | Self::Renamed { .. }
            | Self::Tagged { .. }
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
    /// The models that wrote in it, the first one first.
    pub models: Vec<ModelId>,
    /// In the order of the alphabet.
    pub tags: Vec<String>,
}
