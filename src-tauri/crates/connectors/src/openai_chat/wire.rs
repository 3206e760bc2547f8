//! The wire format of chat completions.

use crate::caching::CacheName;
use crate::wire::{InputDetails, OutputDetails, Text};
use content::JsonObject;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with_macros::skip_serializing_none;
use std::borrow::Cow;

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Request {
    pub(super) model: String,
    pub(super) messages: Vec<Message>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tools: Vec<Tool>,
    pub(super) tool_choice: Option<Value>,
    pub(super) parallel_tool_calls: Option<bool>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) stream: bool,
    pub(super) stream_options: Option<StreamOptions>,
    pub(super) temperature: Option<f64>,
    pub(super) top_p: Option<f64>,
    pub(super) max_tokens: Option<u32>,
    pub(super) max_completion_tokens: Option<u32>,
    pub(super) seed: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) stop: Vec<String>,
    pub(super) response_format: Option<Value>,
    /// The thinking options, in the service's own form.
    #[serde(flatten)]
    pub(super) thinking: JsonObject,
    #[serde(flatten)]
    pub(super) cache: CacheName,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct StreamOptions {
    pub(super) include_usage: bool,
}

/// A function, or an entry that a person wrote.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum Tool {
    Function(crate::wire::Tool),
    Raw(Value),
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Message {
    pub(super) role: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tool_call_id: Option<String>,
    pub(super) content: Option<Words>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tool_calls: Vec<Value>,
    /// The state this very service wants back.
    #[serde(flatten)]
    pub(super) echoed: JsonObject,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum Words {
    Text(String),
    Parts(Vec<Value>),
}

/// A chunk of a streamed answer, or a complete answer: only `delta` and `message` differ.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Chunk<'a> {
    #[serde(borrow)]
    pub(super) choices: Option<Vec<Choice<'a>>>,
    pub(super) usage: Option<Usage>,
    pub(super) x_groq: Option<Groq>,
    /// An error in the middle of a stream. It is parsed again if it matters.
    pub(super) error: Option<IgnoredAny>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Groq {
    pub(super) usage: Option<Usage>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Choice<'a> {
    pub(super) index: Option<u64>,
    #[serde(borrow, alias = "message")]
    pub(super) delta: Option<Delta<'a>>,
    #[serde(borrow)]
    pub(super) finish_reason: Option<Text<'a>>,
    /// A router's reason for the failure of this choice.
    pub(super) error: Option<Value>,
    /// The findings of a filter, by category.
    pub(super) content_filter_results: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Delta<'a> {
    #[serde(default, borrow)]
    pub(super) content: Flexible<'a>,
    #[serde(borrow)]
    pub(super) reasoning_content: Option<Text<'a>>,
    #[serde(borrow)]
    pub(super) reasoning: Option<Text<'a>>,
    pub(super) reasoning_details: Option<Vec<Value>>,
    #[serde(borrow)]
    pub(super) refusal: Option<Text<'a>>,
    pub(super) images: Option<Vec<Value>>,
    /// The sources of the text.
    pub(super) annotations: Option<Vec<Value>>,
    #[serde(borrow)]
    pub(super) tool_calls: Option<Vec<CallPart<'a>>>,
    /// The form from before tools existed.
    #[serde(borrow)]
    pub(super) function_call: Option<Named<'a>>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct CallPart<'a> {
    pub(super) index: Option<u64>,
    #[serde(borrow)]
    pub(super) id: Option<Text<'a>>,
    #[serde(borrow)]
    pub(super) function: Option<Named<'a>>,
    #[serde(borrow)]
    pub(super) custom: Option<Named<'a>>,
    /// The state that a represented service wants back.
    pub(super) extra_content: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Named<'a> {
    #[serde(borrow)]
    pub(super) name: Option<Text<'a>>,
    #[serde(default, borrow, alias = "input")]
    pub(super) arguments: Flexible<'a>,
}

/// A string from most services, and from some an object, a list of parts or null.
#[derive(Debug, Default, Deserialize)]
#[serde(untagged)]
pub(super) enum Flexible<'a> {
    #[serde(borrow)]
    Text(Cow<'a, str>),
    List(Vec<Value>),
    Object(JsonObject),
    #[default]
    Nothing,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(super) struct Usage {
    pub(super) prompt_tokens: Option<u32>,
    pub(super) completion_tokens: Option<u32>,
    pub(super) prompt_tokens_details: Option<InputDetails>,
    pub(super) completion_tokens_details: Option<OutputDetails>,
    pub(super) prompt_cache_hit_tokens: Option<u32>,
}

/// A list of models, with or without an enclosing object.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Models {
    Listed { data: Vec<Model> },
    Bare(Vec<Model>),
}

#[derive(Debug, Deserialize)]
pub(crate) struct Model {
    pub(super) id: String,
    /// The supported parameters, if a router reports them.
    pub(super) supported_parameters: Option<Vec<String>>,
    pub(super) context_length: Option<u32>,
    pub(super) top_provider: Option<TopProvider>,
}

#[derive(Debug, Deserialize)]
pub(super) struct TopProvider {
    pub(super) max_completion_tokens: Option<u32>,
}
