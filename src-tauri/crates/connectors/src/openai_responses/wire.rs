//! The wire format of Responses.

use super::tools::Entry;
use crate::caching::CacheName;
use crate::wire::{InputDetails, OutputDetails, Text};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with_macros::skip_serializing_none;

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Request {
    pub(super) model: String,
    pub(super) instructions: Option<String>,
    pub(super) input: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tools: Vec<Entry>,
    pub(super) tool_choice: Option<Value>,
    pub(super) parallel_tool_calls: Option<bool>,
    pub(super) store: bool,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) include: &'static [&'static str],
    pub(super) reasoning: Option<Value>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) stream: bool,
    pub(super) temperature: Option<f64>,
    pub(super) top_p: Option<f64>,
    pub(super) max_output_tokens: Option<u32>,
    pub(super) text: Option<Value>,
    #[serde(flatten)]
    pub(super) cache: CacheName,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Tool {
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) description: String,
    pub(super) parameters: Value,
    /// Always set: the provider makes schemas strict by default.
    pub(super) strict: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) defer_loading: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) allowed_callers: Vec<&'static str>,
}

/// Any event of a stream, or a complete response. Unknown fields are skipped without being copied.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Event<'a> {
    #[serde(rename = "type", default, borrow)]
    pub(super) kind: Text<'a>,
    pub(super) output_index: Option<u64>,
    #[serde(borrow)]
    pub(super) item_id: Option<Text<'a>>,
    pub(super) summary_index: Option<u64>,
    #[serde(borrow)]
    pub(super) delta: Option<Text<'a>>,
    #[serde(borrow, alias = "input")]
    pub(super) arguments: Option<Text<'a>>,
    pub(super) item: Option<Value>,
    pub(super) response: Option<Response>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Response {
    pub(super) status: Option<String>,
    #[serde(default)]
    pub(super) output: Vec<Value>,
    pub(super) incomplete_details: Option<Incomplete>,
    pub(super) usage: Option<Usage>,
    #[serde(default)]
    pub(super) input_transformations: Vec<Transformation>,
}

/// Items that the provider removed from the request before the model read it.
#[derive(Debug, Deserialize)]
pub(super) struct Transformation {
    #[serde(default)]
    pub(super) id: String,
    #[serde(default)]
    pub(super) action: String,
    #[serde(default)]
    pub(super) reason: String,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Incomplete {
    #[serde(default)]
    pub(super) reason: String,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(super) struct Usage {
    pub(super) input_tokens: Option<u32>,
    pub(super) output_tokens: Option<u32>,
    pub(super) input_tokens_details: Option<InputDetails>,
    pub(super) output_tokens_details: Option<OutputDetails>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Models {
    pub(super) data: Vec<Model>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Model {
    pub(super) id: String,
}
