//! The wire format of Anthropic's Messages.

use super::hosted::{Entry, FunctionWays};
use crate::binding::Message;
use content::JsonObject;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with_macros::skip_serializing_none;

/// A request. Blocks are plain objects, because everything a model wrote is sent back.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Request {
    pub(super) model: String,
    pub(super) max_tokens: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) system: Vec<Value>,
    pub(super) messages: Vec<Message>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tools: Vec<Entry>,
    pub(super) tool_choice: Option<ToolChoice>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) stop_sequences: Vec<String>,
    pub(super) output_config: Option<Value>,
    pub(super) thinking: Option<Value>,
    pub(super) container: Option<String>,
    pub(super) context_management: Option<Value>,
    pub(super) stream: bool,
}

#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Tool {
    pub(super) name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) description: String,
    pub(super) input_schema: Value,
    pub(super) strict: Option<bool>,
    #[serde(flatten)]
    pub(super) ways: FunctionWays,
    /// Whether a cached prefix ends here.
    pub(super) cache_control: Option<Value>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum ToolChoice {
    Auto { disable_parallel_tool_use: Option<bool> },
    Any { disable_parallel_tool_use: Option<bool> },
    Tool { name: String, disable_parallel_tool_use: Option<bool> },
    None,
}

/// An event of an answer. An answer that is not streamed is a single `Message`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Event {
    MessageStart {
        message: Answer,
    },
    ContentBlockStart {
        index: u64,
        content_block: JsonObject,
    },
    ContentBlockDelta {
        index: u64,
        delta: Delta,
    },
    ContentBlockStop {
        index: u64,
    },
    MessageDelta {
        delta: Ending,
        usage: Option<Usage>,
    },
    MessageStop,
    Ping,
    Error,
    Message(Answer),
    #[serde(other)]
    Unknown,
}

/// A complete answer, or its head.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct Answer {
    #[serde(default)]
    pub(super) id: String,
    #[serde(default)]
    pub(super) content: Vec<JsonObject>,
    pub(super) stop_reason: Option<String>,
    pub(super) stop_details: Option<StopDetails>,
    pub(super) usage: Option<Usage>,
    pub(super) container: Option<Value>,
    #[serde(default)]
    pub(super) input_transformations: Vec<Transformation>,
}

/// A change that the provider made to the request before the model read it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Transformation {
    #[serde(rename = "type")]
    pub(super) kind: String,
    #[serde(default)]
    pub(super) path: String,
    #[serde(default)]
    pub(super) reason: String,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "type")]
pub(super) enum Delta {
    #[serde(rename = "text_delta")]
    Text { text: String },
    #[serde(rename = "input_json_delta")]
    InputJson { partial_json: String },
    #[serde(rename = "thinking_delta")]
    Thinking { thinking: String },
    #[serde(rename = "signature_delta")]
    Signature { signature: String },
    #[serde(rename = "citations_delta")]
    Citations { citation: Value },
    #[serde(rename = "compaction_delta")]
    Compaction {
        #[serde(flatten)]
        fields: JsonObject,
    },
    #[serde(other)]
    Unknown,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Ending {
    pub(super) stop_reason: Option<String>,
    pub(super) stop_details: Option<StopDetails>,
    pub(super) container: Option<Value>,
}

/// Token counts. Later counts replace earlier ones; an absent count is unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Usage {
    pub(super) input_tokens: Option<u32>,
    pub(super) output_tokens: Option<u32>,
    pub(super) cache_creation_input_tokens: Option<u32>,
    pub(super) cache_read_input_tokens: Option<u32>,
    pub(super) output_tokens_details: Option<OutputDetails>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct OutputDetails {
    pub(super) thinking_tokens: Option<u32>,
}

/// The list of models.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Models {
    pub(super) data: Vec<Model>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Model {
    pub(super) id: String,
    pub(super) max_tokens: Option<u32>,
    pub(super) max_input_tokens: Option<u32>,
    pub(super) capabilities: Option<Capabilities>,
}

/// The capabilities of a model. Older servers don't report them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(super) struct Capabilities {
    pub(super) thinking: Option<ThinkingCapability>,
    pub(super) effort: Option<EffortCapability>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct ThinkingCapability {
    pub(super) supported: bool,
    #[serde(default)]
    pub(super) types: ThinkingTypes,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(super) struct ThinkingTypes {
    pub(super) adaptive: Supported,
    pub(super) between_tools: Supported,
    pub(super) disabled: Supported,
    pub(super) enabled: Supported,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(super) struct EffortCapability {
    pub(super) supported: bool,
    pub(super) low: Supported,
    pub(super) medium: Supported,
    pub(super) high: Supported,
    pub(super) xhigh: Option<Supported>,
    pub(super) max: Supported,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(super) struct Supported {
    pub(super) supported: bool,
}

/// The reason for a refusal.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct StopDetails {
    category: Option<String>,
    explanation: Option<String>,
}

impl StopDetails {
    pub(super) fn reason(self) -> Option<String> {
        self.explanation.or(self.category)
    }
}
