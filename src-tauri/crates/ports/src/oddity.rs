//! Irregularities in the arrival of a call.

use content::CallId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An irregularity a person should know about. The history holds the call as it was understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Oddity {
    /// The service sent no id, so the call has one of ours.
    NoId,
    /// An earlier call of the conversation has the same id, so this one got a numbered suffix.
    IdInUse { raw: String },
    /// Another call of the same answer has the same id.
    IdTwice { of: CallId },
    /// The service used several ids for it; these are the others.
    IdChanged { others: Vec<String> },
    /// Arguments of several calls arrived without naming their call. They were assigned in order.
    ArgumentsUnclear,
    /// Another call began before its arguments were complete, and they never were.
    Overtaken,
    /// The answer reached its limit inside the call or right behind it. The limit is in tokens.
    CutByLimit {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        limit: Option<u32>,
    },
    /// A filter of the provider ended the answer inside the call or right behind it, or refused all of it.
    CutByFilter,
}

impl Oddity {
    /// Whether the call may differ from what the model meant.
    pub fn is_doubtful(&self) -> bool {
        match self {
            Self::ArgumentsUnclear | Self::Overtaken | Self::CutByLimit { .. } | Self::CutByFilter => true,
            Self::NoId | Self::IdInUse { .. } | Self::IdTwice { .. } | Self::IdChanged { .. } => false,
        }
    }
}
