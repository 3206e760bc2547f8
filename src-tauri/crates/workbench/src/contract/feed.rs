//! What a page is sent without asking: the log of the session it looks at.

use crate::contract::CommandError;
use content::{SessionId, TurnId};
use invocation::{TurnEvent, TurnPlan};
use serde::{Deserialize, Serialize};
use sessions::LogEntry;
use ts_rs::TS;

/// Asks for a session's log from an entry on, and for everything that is added to it from then on.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Follow {
    pub session: SessionId,
    /// The number of the last entry the page has. 0 asks for all.
    pub after: u64,
}

/// One delivery of a feed. Entries come in order and without a gap, one batch a frame while a model speaks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum FeedItem {
    Entries {
        entries: Vec<LogEntry<Note>>,
    },
    /// A turn can't go on because its log can't be written. It is taken up from the log by following again.
    Halted {
        turn: TurnId,
        error: CommandError,
    },
    /// A summary is being written, and this is what there is of it. It is no part of the log.
    Summarising {
        text: String,
    },
}

/// What this application writes into a session's log besides what was said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[allow(clippy::large_enum_variant, reason = "notes are written and read one at a time")]
pub enum Note {
    Turn {
        turn: TurnId,
        event: TurnEvent,
    },
    /// How the next turns of this session will run.
    Configured {
        plan: TurnPlan,
    },
}
