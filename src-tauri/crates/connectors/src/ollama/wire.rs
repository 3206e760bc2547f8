//! The wire format of Ollama's chat.

use crate::wire::Tool;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with_macros::skip_serializing_none;

/// A request.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Request {
    pub(super) model: String,
    pub(super) messages: Vec<Message>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tools: Vec<Tool>,
    /// The word `json`, or a schema.
    pub(super) format: Option<Value>,
    #[serde(skip_serializing_if = "Options::is_empty")]
    pub(super) options: Options,
    pub(super) think: Option<Value>,
    pub(super) stream: bool,
}

#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Options {
    pub(super) num_predict: Option<u32>,
    pub(super) temperature: Option<f64>,
    pub(super) top_p: Option<f64>,
    pub(super) seed: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) stop: Vec<String>,
    pub(super) num_ctx: Option<u32>,
}

impl Options {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Message {
    pub(super) role: Role,
    pub(super) content: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) thinking: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) images: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tool_calls: Vec<Call>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) tool_name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) tool_call_id: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Role {
    System,
    User,
    Assistant,
    Tool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Call {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) id: String,
    pub(super) function: Called,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Called {
    #[serde(default)]
    pub(super) index: usize,
    pub(super) name: String,
    #[serde(default)]
    pub(super) arguments: Value,
}

/// A line of an answer, or all of it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct Answer {
    pub(super) message: Option<Said>,
    #[serde(default)]
    pub(super) done: bool,
    pub(super) done_reason: Option<String>,
    pub(super) prompt_eval_count: Option<u32>,
    pub(super) eval_count: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct Said {
    pub(super) content: Option<String>,
    pub(super) thinking: Option<String>,
    pub(super) tool_calls: Option<Vec<Call>>,
}

/// The list of models.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Models {
    pub(super) models: Vec<Model>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Model {
    pub(super) name: String,
}
