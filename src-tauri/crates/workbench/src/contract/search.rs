//! What a search takes and gives.

use content::SessionId;
use notices::Notice;
use search::{Found, Order, QueryFault};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Search {
    pub text: String,
    /// Only in this session.
    pub session: Option<SessionId>,
    pub order: Order,
    pub offset: usize,
    /// How many hits are wanted, at most 200.
    pub limit: usize,
    /// The time zone of the person, as `Europe/Oslo`: it decides when today began.
    pub zone: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Searched {
    pub outcome: SearchOutcome,
    pub index: IndexState,
}

/// A query that is still being typed is often none yet, which is nothing to fail for.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum SearchOutcome {
    Found { found: Found },
    NotUnderstood { fault: QueryFault },
}

/// How far the index is behind what was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum IndexState {
    Current,
    /// Sessions are still being read.
    Reading {
        done: usize,
        of: usize,
    },
    /// The index can't be written. What is found may be missing something.
    Failed {
        message: Notice,
        advice: Option<Notice>,
    },
}
