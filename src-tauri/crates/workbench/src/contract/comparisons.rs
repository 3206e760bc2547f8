//! What the commands about comparisons take and give.

use super::CommandError;
use content::{MessageId, ModelId, SessionId, Timestamp, TurnId};
use functions::OnMiss;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Sessions side by side that go on from the same history. It has a log like a session, which holds its lanes, and so it
/// is renamed, put into the bin, restored and erased by the commands for sessions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LaneComparison {
    pub id: SessionId,
    pub title: String,
    pub created: Timestamp,
    /// When it or one of its lanes changed last.
    pub changed: Timestamp,
    /// In the order of the alphabet.
    pub tags: Vec<String>,
    pub lanes: Vec<Lane>,
}

/// One of the sessions of a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Lane {
    pub session: SessionId,
    pub name: String,
    /// Whether the session was made for the comparison and goes with it. A session that was there before stays.
    pub is_forked: bool,
    /// The answer it was made with, which another lane was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub copied: Option<CopiedAnswer>,
}

/// Up to where a lane shows what was said in another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CopiedAnswer {
    pub from: SessionId,
    /// The last message of it.
    pub last: MessageId,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct CreateComparison {
    /// The session that is compared with others. It becomes the first lane.
    pub session: SessionId,
    /// The model of the second lane. That of the session, where none is named.
    pub model: Option<ModelId>,
    /// Whether the last question is asked in the second lane at once. Otherwise it shows the answer of the first.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub asks: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct NamedComparison {
    pub comparison: SessionId,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct AddLane {
    pub comparison: SessionId,
    /// The lane whose history and settings the new one begins with.
    pub from: SessionId,
    pub model: Option<ModelId>,
    /// Whether the last question is asked in it at once. Otherwise it shows the answer of the other lane.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub asks: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct NamedLane {
    pub comparison: SessionId,
    pub lane: SessionId,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ArrangeLanes {
    pub comparison: SessionId,
    /// The lanes as they shall be, in their order.
    pub lanes: Vec<Lane>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ShareResults {
    pub comparison: SessionId,
    /// The lane whose results the others use. Nothing lets each lane have its own again.
    pub lane: Option<SessionId>,
    /// What happens to a call that was not made there.
    pub on_miss: OnMiss,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct StartLanes {
    pub comparison: SessionId,
    /// What the person says to all of them. Nothing lets each go on from what is there.
    pub text: Option<String>,
}

/// How it went in one lane. Each starts or fails by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct StartedLane {
    pub session: SessionId,
    pub turn: Option<TurnId>,
    pub error: Option<CommandError>,
}
