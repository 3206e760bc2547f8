//! An answer that ended before it was complete: what there is of it, and what ended it.

use content::{CalledFunction, Item, Usage};
use notices::Notice;
use ports::Remedy;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What ended an answer before it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum CutBy {
    /// A person stopped the turn.
    Person,
    /// The connection broke, or the service failed in the middle.
    Connection,
    /// The time of the turn was up.
    TimeLimit,
    /// The model was not allowed to write more.
    TokenLimit,
    /// A filter of the provider.
    Filter,
    /// The application ended. What came in last may not have been written down.
    Application,
}

/// A call of a cut answer. It never runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CutCall {
    pub function: CalledFunction,
    /// Its arguments, as far as they were written.
    pub raw: String,
}

/// What there is of an answer that ended early.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CutAnswer {
    /// What it said. Calls are apart.
    pub items: Vec<Item>,
    pub calls: Vec<CutCall>,
    pub usage: Option<Usage>,
}

/// What a cut answer means to its turn.
#[derive(Clone, Debug, PartialEq)]
pub enum CutEnd {
    Stopped,
    TimeUp,
    Failed { message: Notice, advice: Option<Notice>, remedies: Vec<Remedy> },
}

impl CutEnd {
    pub(crate) fn by(&self) -> CutBy {
        match self {
            Self::Stopped => CutBy::Person,
            Self::TimeUp => CutBy::TimeLimit,
            Self::Failed { .. } => CutBy::Connection,
        }
    }
}
