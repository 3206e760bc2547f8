//! The wire format of Mistral's chat completions.

use crate::caching::CacheName;
use crate::wire::Tool;
use content::JsonObject;
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
    pub(super) tool_choice: Option<Value>,
    pub(super) parallel_tool_calls: Option<bool>,
    pub(super) max_tokens: Option<u32>,
    pub(super) temperature: Option<f64>,
    pub(super) top_p: Option<f64>,
    pub(super) random_seed: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) stop: Vec<String>,
    pub(super) response_format: Option<Value>,
    pub(super) reasoning_effort: Option<&'static str>,
    pub(super) stream: bool,
    #[serde(flatten)]
    pub(super) cache: CacheName,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "role", rename_all = "lowercase")]
pub(super) enum Message {
    System {
        content: Value,
    },
    User {
        content: Value,
    },
    Assistant {
        content: Value,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        tool_calls: Vec<Call>,
    },
    Tool {
        tool_call_id: String,
        name: String,
        content: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Call {
    pub(super) id: String,
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) function: Called,
    pub(super) index: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Called {
    pub(super) name: String,
    pub(super) arguments: String,
}

/// A chunk of an answer, or all of it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct Answer {
    pub(super) choices: Vec<Choice>,
    pub(super) usage: Option<Usage>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct Choice {
    /// The complete answer, if it is not streamed.
    pub(super) message: Option<Said>,
    pub(super) delta: Option<Said>,
    pub(super) finish_reason: Option<String>,
    /// Its index, if several answers were asked for.
    pub(super) index: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct Said {
    pub(super) content: Option<Words>,
    pub(super) tool_calls: Option<Vec<CallPiece>>,
}

/// A string, or a list of parts of any kind.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub(super) enum Words {
    Text(String),
    Parts(Vec<JsonObject>),
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct CallPiece {
    pub(super) id: Option<String>,
    pub(super) index: Option<u64>,
    #[serde(default)]
    pub(super) function: FunctionPiece,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
pub(super) struct FunctionPiece {
    pub(super) name: Option<String>,
    /// A string, or the object itself.
    pub(super) arguments: Option<Value>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Usage {
    pub(super) prompt_tokens: Option<u32>,
    pub(super) completion_tokens: Option<u32>,
    pub(super) num_cached_tokens: Option<u32>,
    pub(super) prompt_tokens_details: Option<PromptDetails>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct PromptDetails {
    pub(super) cached_tokens: Option<u32>,
}

/// The list of models.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Models {
    pub(super) data: Vec<Model>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Model {
    pub(super) id: String,
    #[serde(default)]
    pub(super) capabilities: Capabilities,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Capabilities {
    pub(super) completion_chat: Option<bool>,
}

impl Model {
    /// A model that does not report its capabilities counts as a chat model.
    pub(super) fn chats(&self) -> bool {
        self.capabilities.completion_chat.unwrap_or(true)
    }
}
