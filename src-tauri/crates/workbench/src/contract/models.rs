//! Commands about what models accept.

use connectors::ModelFacts;
use content::ModelId;
use notices::Notice;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A person's own rows of what models accept. They count for more than those that ship.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ModelRows {
    /// The rows, as the person wrote them. Empty where there are none.
    pub text: String,
    pub is_own: bool,
    /// Why the rows can't be used. None of them counts until they can.
    pub problem: Option<Notice>,
    /// The rows that ship.
    pub usual: String,
    /// The day those were looked up, as `2026-11-23`.
    pub as_of: String,
    pub file: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct SaveModelRows {
    pub text: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct NamedModel {
    pub model: ModelId,
}

/// What is known of one model, from all there is to know it from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FactsOfModel {
    pub model: ModelId,
    /// The kind of service it is asked over.
    pub kind: String,
    pub facts: ModelFacts,
}
