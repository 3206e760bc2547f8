//! What a history is held against.

use crate::IdRule;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What the caller knows about a history, and what the provider it is meant for demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Inspection {
    pub ending: Ending,
    /// The form of call ids. Without a rule, any id but an empty one will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub call_ids: Option<IdRule>,
}

/// Whether the last calls may still be waiting for their results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Ending {
    /// A turn is under way: calls at the very end may be without results.
    Open,
    /// The history is to be sent as it is: every call needs a result.
    Closed,
}
