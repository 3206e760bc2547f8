//! What a model is told otherwise than it stands in the history.

use notices::Notice;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A difference between a history and the request it becomes, because the provider can't take the history as it is.
/// The history itself never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Adaptation {
    pub kind: AdaptationKind,
    /// What is different. Older logs hold the sentence.
    pub what: Notice,
    /// The rule of the provider that asks for it.
    pub why: Notice,
    /// Where, as JSON pointers into what the request was made from: `/messages/3/items/1`, `/functions/0`.
    pub places: Vec<String>,
}

/// How much an adaptation changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum AdaptationKind {
    /// The model is not told.
    LeftOut,
    /// The model is sent it, and its provider takes it out or refuses it.
    Dropped,
    /// The model is told something nobody said.
    Added,
    /// The model is told the same in another form.
    Rewritten,
}
