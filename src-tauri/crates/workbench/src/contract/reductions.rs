//! What the commands that make a history shorter take and give.

use content::{ExchangeId, MessageId, SessionId};
use notices::Notice;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use upkeep::{Limits, OutlinePassage, Size};

/// How a history is made shorter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Reduction {
    /// Leaves out the oldest messages.
    Truncate { limits: Limits },
    /// Tells old calls in a few words. The most recent groups of calls stay as they are.
    Collapse { keep: usize },
    /// Puts a summary in the place of the oldest messages.
    Summarise { limits: Limits, summary: String },
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct PreviewReduction {
    pub session: SessionId,
    pub reduction: Reduction,
}

/// What a reduction would do. Nothing is changed by looking.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ReductionPreview {
    /// The head of the history that was looked at.
    pub head: Option<MessageId>,
    pub before: Size,
    pub after: Size,
    /// How many messages go.
    pub gone: usize,
    pub passages: Vec<OutlinePassage>,
    /// Where a summary would stand for what goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub material: Option<SummaryMaterial>,
}

/// What a model is given to summarise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct SummaryMaterial {
    /// What to ask for, unless a person asks for something else.
    pub prompt: String,
    /// What was said, in words alone. Of a long one the beginning.
    pub transcript: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct WriteSummary {
    pub session: SessionId,
    pub limits: Limits,
    pub prompt: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct WrittenSummary {
    pub text: String,
    /// What went over the wire.
    pub exchange: ExchangeId,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ReduceHistory {
    pub session: SessionId,
    /// The head of the history that was looked at. Another one is left as it is.
    pub head: Option<MessageId>,
    pub reduction: Reduction,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ReducedHistory {
    pub done: Notice,
    /// The head as it was. Moving back there undoes it.
    pub before: Option<MessageId>,
}
