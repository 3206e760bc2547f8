//! Commands about what requests cost: tokens before they are counted, and prices.

use crate::contract::{RequestPartKind, RequestSource};
use content::{ModelId, SessionId};
use notices::Notice;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct EstimateRequest {
    pub session: SessionId,
    pub source: RequestSource,
}

/// About how many tokens a request has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct EstimatedRequest {
    pub model: ModelId,
    /// The largest parts of each kind, in the order of the request. What a provider adds of its own stands last.
    pub parts: Vec<EstimatedPart>,
    /// The other parts, kind by kind.
    pub smaller: Vec<SmallerParts>,
    pub total: u32,
    /// By what part of the whole it is likely to be off.
    pub off: f64,
    pub basis: EstimateBasis,
    /// Pictures and sounds, which are not counted.
    pub media: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct EstimatedPart {
    pub place: String,
    pub kind: RequestPartKind,
    pub text: Notice,
    pub tokens: u32,
}

/// Parts of one kind that are told by their number alone, because there are so many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SmallerParts {
    pub kind: RequestPartKind,
    pub parts: usize,
    pub tokens: u32,
}

/// What an estimate rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum EstimateBasis {
    /// On what the provider reported for so many requests of this session.
    Reported { requests: usize },
    /// On what is usual with this kind of service.
    Usual { kind: String },
}

/// What models cost and how much they can read. It is kept in `prices.json` in this form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PriceTable {
    /// The day these prices were looked up, as `2026-08-21`.
    pub as_of: String,
    /// The first row that fits a model counts.
    pub models: Vec<ModelPrice>,
}

/// What a model costs, in dollars for a million tokens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ModelPrice {
    /// The name of the model, with `*` for any letters.
    pub model: String,
    /// How many tokens it can read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub context: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub input: Option<f64>,
    /// Input the provider had kept. As other input, where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub cached: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub output: Option<f64>,
    /// Output spent on reasoning. As other output, where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reasoning: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Prices {
    pub table: PriceTable,
    /// Whether a person has changed it. The table that ships is used until then.
    pub is_own: bool,
    /// Why the file could not be read. The table that ships is used meanwhile.
    pub problem: Option<Notice>,
    pub file: String,
}
