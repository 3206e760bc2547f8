//! The wire format of Interactions.

use content::{JsonObject, Usage as Tokens};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with_macros::skip_serializing_none;
use std::borrow::Cow;

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Request {
    pub(super) model: String,
    pub(super) system_instruction: Option<String>,
    pub(super) input: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tools: Vec<Tool>,
    #[serde(skip_serializing_if = "GenerationConfig::is_empty")]
    pub(super) generation_config: GenerationConfig,
    pub(super) response_format: Option<ResponseFormat>,
    pub(super) store: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) stream: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum Tool {
    Function {
        #[serde(rename = "type")]
        kind: &'static str,
        name: String,
        description: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        parameters: Option<Value>,
    },
    /// A hosted tool.
    Hosted(Value),
}

#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct GenerationConfig {
    pub(super) max_output_tokens: Option<u32>,
    pub(super) temperature: Option<f64>,
    pub(super) top_p: Option<f64>,
    pub(super) seed: Option<i32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) stop_sequences: Vec<String>,
    pub(super) thinking_level: Option<&'static str>,
    pub(super) thinking_summaries: Option<&'static str>,
    pub(super) tool_choice: Option<ToolChoice>,
}

impl GenerationConfig {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum ToolChoice {
    Of(Mode),
    Among { allowed_tools: AllowedTools },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct AllowedTools {
    pub(super) mode: Mode,
    pub(super) tools: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Mode {
    Auto,
    Any,
    None,
    /// Text, or a call that matches its schema.
    Validated,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct ResponseFormat {
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) mime_type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) schema: Option<Value>,
}

/// Any event of a stream. A complete answer has no type and is an [`Interaction`].
#[derive(Debug, Deserialize)]
pub(super) struct Event<'a> {
    #[serde(rename = "event_type", default, borrow)]
    pub(super) kind: Cow<'a, str>,
    #[serde(default)]
    pub(super) index: u64,
    #[serde(default)]
    pub(super) step: JsonObject,
    #[serde(default)]
    pub(super) delta: JsonObject,
    #[serde(default)]
    pub(super) interaction: Interaction,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Interaction {
    #[serde(default)]
    pub(super) status: String,
    #[serde(default)]
    pub(super) steps: Vec<JsonObject>,
    pub(super) usage: Option<Usage>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Usage {
    total_input_tokens: Option<u32>,
    total_tool_use_tokens: Option<u32>,
    total_cached_tokens: Option<u32>,
    total_output_tokens: Option<u32>,
    total_thought_tokens: Option<u32>,
}

impl Usage {
    /// Reasoning tokens are not included in the output tokens.
    pub(super) fn tokens(self) -> Tokens {
        let sum = |left: Option<u32>, right: Option<u32>| {
            [left, right].into_iter().flatten().reduce(u32::saturating_add)
        };
        Tokens {
            input: sum(self.total_input_tokens, self.total_tool_use_tokens),
            output: sum(self.total_output_tokens, self.total_thought_tokens),
            cached: self.total_cached_tokens,
            written: None,
            reasoning: self.total_thought_tokens,
        }
    }
}
