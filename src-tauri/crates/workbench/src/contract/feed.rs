//! What a page is sent without asking: the log of the session it looks at.

use crate::contract::{CommandError, Lane, Trial};
use content::{CallId, MessageId, SessionId, TurnId};
use functions::FunctionSettings;
use invocation::{TurnEvent, TurnPlan};
use ports::Progress;
use serde::{Deserialize, Serialize};
use sessions::{LogEntry, LogWindow};
use ts_rs::TS;

/// Asks for a session's log from an entry on, and for everything that is added to it from then on.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Follow {
    pub session: SessionId,
    /// The number of the last entry the page has. 0 asks for all.
    pub after: u64,
    /// Asks for the end of the log only, where it is longer than so many entries.
    #[serde(default)]
    pub tail: Option<u32>,
}

/// Asks for entries of a log before those that are there.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ReadLog {
    pub session: SessionId,
    /// The number of the last entry that is wanted.
    #[ts(type = "number")]
    pub to: u64,
    pub most: u32,
}

/// One delivery of a feed. Entries come in order and without a gap, one batch a frame while a model speaks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum FeedItem {
    /// The end of a log, to begin with. The entries that follow go on from there.
    Opened {
        window: LogWindow<Note>,
    },
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
    /// A call of a turn goes on, and this is how far it is. It is no part of the log.
    Progressed {
        turn: TurnId,
        call: CallId,
        progress: Progress,
    },
    /// Something is new about servers, their requests, or runs by hand. Told when a feed begins, and with every
    /// change; it is no part of the log.
    SourcesChanged {
        #[ts(type = "number")]
        version: u64,
    },
    /// Functions or their sources are not what they were. The overview has what is there now. Told when a feed
    /// begins, and with every change; it is no part of the log.
    FunctionsChanged {
        #[ts(type = "number")]
        version: u64,
    },
}

/// What one line of the server's stream brings: something of a session that is followed, or why it can't be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Delivery {
    pub session: SessionId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub item: Option<FeedItem>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub refused: Option<CommandError>,
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
    /// A request was sent once by hand. What came of it is no part of the history.
    Tried {
        trial: Trial,
    },
    /// How this session uses functions from now on.
    Functions {
        settings: FunctionSettings,
    },
    /// Up to here the history is that of another session.
    Forked {
        from: SessionId,
        after: Option<MessageId>,
    },
    /// The sessions of a comparison, whose log this is.
    Lanes {
        lanes: Vec<Lane>,
    },
}
