//! What Gemini's protocol sends and takes.

use crate::models::{Thinks, ToldFacts};
use content::JsonObject;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with_macros::skip_serializing_none;

/// A request. The model and whether it is streamed stand in the address.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Request {
    pub(super) system_instruction: Option<Instruction>,
    pub(super) contents: Vec<Content>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tools: Vec<Tool>,
    pub(super) tool_config: Option<ToolConfig>,
    #[serde(skip_serializing_if = "GenerationConfig::is_empty")]
    pub(super) generation_config: GenerationConfig,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Instruction {
    pub(super) parts: Vec<Value>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Content {
    pub(super) role: Role,
    pub(super) parts: Vec<Value>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Role {
    User,
    Model,
}

/// All functions together, or one tool that the provider runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum Tool {
    #[serde(rename_all = "camelCase")]
    Functions {
        function_declarations: Vec<Declaration>,
    },
    Hosted(Value),
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Declaration {
    pub(super) name: String,
    pub(super) description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) parameters_json_schema: Option<Value>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ToolConfig {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) function_calling_config: Option<CallingConfig>,
    /// Whether what tools of the provider did stands in the answer. The provider takes them beside functions only so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) include_server_side_tool_invocations: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CallingConfig {
    pub(super) mode: Mode,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) allowed_function_names: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum Mode {
    Auto,
    Any,
    None,
    /// Words, or a call that fits its schema.
    Validated,
}

#[skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ThinkingConfig {
    pub(super) thinking_level: Option<&'static str>,
    pub(super) thinking_budget: Option<i64>,
    pub(super) include_thoughts: Option<bool>,
}

#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GenerationConfig {
    pub(super) max_output_tokens: Option<u32>,
    pub(super) temperature: Option<f64>,
    pub(super) top_p: Option<f64>,
    pub(super) seed: Option<i32>,
    pub(super) thinking_config: Option<ThinkingConfig>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) stop_sequences: Vec<String>,
    pub(super) response_mime_type: Option<&'static str>,
    pub(super) response_json_schema: Option<Value>,
}

impl GenerationConfig {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A piece of an answer, or all of it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Answer {
    #[serde(default)]
    pub(super) candidates: Vec<Candidate>,
    pub(super) usage_metadata: Option<Usage>,
    pub(super) prompt_feedback: Option<Feedback>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Candidate {
    pub(super) content: Option<Parts>,
    pub(super) finish_reason: Option<String>,
    pub(super) finish_message: Option<String>,
    /// Its number, where several answers were asked for.
    pub(super) index: Option<u64>,
    /// What the answer was found in.
    pub(super) grounding_metadata: Option<Value>,
    /// What it was taken from word for word.
    pub(super) citation_metadata: Option<Value>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct Parts {
    #[serde(default)]
    pub(super) parts: Vec<JsonObject>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Feedback {
    pub(super) block_reason: Option<String>,
    pub(super) block_reason_message: Option<String>,
}

/// Counted from the beginning of the answer, in every piece of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Usage {
    pub(super) prompt_token_count: Option<u32>,
    pub(super) tool_use_prompt_token_count: Option<u32>,
    pub(super) cached_content_token_count: Option<u32>,
    pub(super) candidates_token_count: Option<u32>,
    pub(super) thoughts_token_count: Option<u32>,
}

/// The list of models.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Models {
    #[serde(default, alias = "publisherModels")]
    pub(super) models: Vec<Model>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Model {
    /// With `models/` before it, or `publishers/google/models/`.
    pub(super) name: String,
    pub(super) supported_generation_methods: Option<Vec<String>>,
    pub(super) output_token_limit: Option<u32>,
    pub(super) input_token_limit: Option<u32>,
    pub(super) thinking: Option<bool>,
}

impl Model {
    pub(super) fn facts(&self) -> ToldFacts {
        let thinks = self.thinking.filter(|thinks| !thinks).map(|_| Thinks::Never);
        let (output, context) = (self.output_token_limit, self.input_token_limit);
        ToldFacts { output, context, thinks, ..ToldFacts::default() }
    }

    pub(super) fn answers(&self) -> bool {
        let methods = self.supported_generation_methods.as_deref();
        match methods {
            Some(methods) => methods.iter().any(|method| method == "generateContent"),
            // Vertex says nothing of methods and lists what draws and embeds as well.
            None => !self.name.starts_with("publishers/") || self.name.contains("/gemini-"),
        }
    }
}
