//! What a request asks for besides its messages and functions. Whatever is not set is left to the provider.

use content::{FunctionName, JsonObject};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// Whether the model may, must or must not call a function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum FunctionChoice {
    #[default]
    Auto,
    /// It must call one, whichever it likes.
    Required,
    /// It sees the functions and must not call any.
    None,
    /// It must call this one.
    Function { name: FunctionName },
}

/// How a model may call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CallOptions {
    /// Whether several calls may stand in one answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub parallel: Option<bool>,
    /// Whether arguments must follow their schema to the letter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub strict: Option<bool>,
}

/// How a model is to answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RequestSettings {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub temperature: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub top_p: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub max_output_tokens: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seed: Option<u64>,
    /// Where the model stops writing. None is no stop sequence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub stop: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub response_format: Option<ResponseFormat>,
    /// Whether the answer comes in pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub streaming: Option<bool>,
    /// Put into the body as it goes out, over what stands there.
    #[serde(default, skip_serializing_if = "JsonObject::is_empty")]
    #[ts(optional, type = "Record<string, JsonValue>")]
    pub more: JsonObject,
}

impl RequestSettings {
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// The form an answer in words takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ResponseFormat {
    Text,
    /// Any JSON.
    Json,
    /// JSON that fits a schema.
    Schema {
        name: String,
        #[ts(type = "JsonValue")]
        schema: Value,
    },
}
