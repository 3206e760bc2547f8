//! The wire format of Bedrock's Converse.

use crate::binding::Message;
use content::JsonObject;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with_macros::skip_serializing_none;

/// A request. The model and the choice of streaming are part of the address.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Request {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) system: Vec<Value>,
    pub(super) messages: Vec<Message>,
    #[serde(skip_serializing_if = "InferenceConfig::is_empty")]
    pub(super) inference_config: InferenceConfig,
    pub(super) tool_config: Option<ToolConfig>,
    #[serde(skip_serializing_if = "JsonObject::is_empty")]
    pub(super) additional_model_request_fields: JsonObject,
    pub(super) output_config: Option<Value>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct InferenceConfig {
    pub(super) max_tokens: Option<u32>,
    pub(super) temperature: Option<f64>,
    pub(super) top_p: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) stop_sequences: Vec<String>,
}

impl InferenceConfig {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ToolConfig {
    pub(super) tools: Vec<Tool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tool_choice: Option<ToolChoice>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Tool {
    pub(super) tool_spec: ToolSpec,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ToolSpec {
    pub(super) name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) description: String,
    pub(super) input_schema: InputSchema,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) strict: Option<bool>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct InputSchema {
    pub(super) json: Value,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ToolChoice {
    Auto {},
    Any {},
    Tool { name: String },
}

/// An answer that is not streamed.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Answer {
    pub(super) output: Output,
    pub(super) stop_reason: Option<String>,
    pub(super) usage: Option<Usage>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct Output {
    pub(super) message: Said,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct Said {
    #[serde(default)]
    pub(super) content: Vec<JsonObject>,
}

/// An event of an answer. The frame carries its name.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Event {
    MessageStart,
    ContentBlockStart(BlockStart),
    ContentBlockDelta(BlockDelta),
    ContentBlockStop(BlockStop),
    MessageStop(MessageStop),
    Metadata(Metadata),
    Whole(Answer),
    Unknown,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BlockStart {
    pub(super) content_block_index: u64,
    #[serde(default)]
    pub(super) start: JsonObject,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BlockDelta {
    pub(super) content_block_index: u64,
    pub(super) delta: Delta,
}

/// One of these.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Delta {
    pub(super) text: Option<String>,
    pub(super) tool_use: Option<InputDelta>,
    pub(super) reasoning_content: Option<ReasoningDelta>,
    pub(super) citation: Option<Value>,
    pub(super) tool_result: Option<Vec<Value>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct InputDelta {
    #[serde(default)]
    pub(super) input: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReasoningDelta {
    pub(super) text: Option<String>,
    pub(super) signature: Option<String>,
    pub(super) redacted_content: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BlockStop {
    pub(super) content_block_index: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MessageStop {
    pub(super) stop_reason: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Metadata {
    pub(super) usage: Option<Usage>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Usage {
    pub(super) input_tokens: Option<u32>,
    pub(super) output_tokens: Option<u32>,
    pub(super) cache_read_input_tokens: Option<u32>,
    pub(super) cache_write_input_tokens: Option<u32>,
}

/// The list of models.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Models {
    #[serde(default)]
    pub(super) model_summaries: Vec<Model>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Model {
    pub(super) model_id: String,
    #[serde(default)]
    pub(super) output_modalities: Vec<String>,
}

impl Model {
    pub(super) fn answers(&self) -> bool {
        self.output_modalities.iter().any(|modality| modality == "TEXT")
    }
}
