//! How a call came in, where that is not as it should be.

use content::CallId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Something a person should know of the way a call came in. The call stands in the history as it was understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Oddity {
    /// The service gave it no id, so it has one of ours.
    NoId,
    /// An earlier call of the conversation has the same id, so this one has a number behind it.
    IdInUse { raw: String },
    /// Another call of the same answer has the same id.
    IdTwice { of: CallId },
    /// The service named it by several ids. The other ones are these.
    IdChanged { others: Vec<String> },
    /// Arguments of several calls came without a word on whose they are. They were given out in order.
    ArgumentsUnclear,
    /// Another call began before its arguments were complete, and they never were.
    Overtaken,
    /// The answer reached its limit inside the call, or right behind it. The limit is in tokens.
    CutByLimit {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        limit: Option<u32>,
    },
    /// A filter of the provider ended the answer inside the call or right behind it, or refused all of it.
    CutByFilter,
}

impl Oddity {
    /// Whether nobody knows that the call is what the model meant.
    pub fn is_doubtful(&self) -> bool {
        match self {
            Self::ArgumentsUnclear | Self::Overtaken | Self::CutByLimit { .. } | Self::CutByFilter => true,
            Self::NoId | Self::IdInUse { .. } | Self::IdTwice { .. } | Self::IdChanged { .. } => false,
        }
    }
}
