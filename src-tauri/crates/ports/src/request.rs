//! The options of a request besides its messages and functions. An option that is not set is left to the provider.

use crate::HostedTool;
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
    /// It must call one of its choice.
    Required,
    /// It sees the functions and must not call any.
    None,
    /// It must call this one.
    Function { name: FunctionName },
    /// It sees all of them, and may call only these.
    Allowed {
        functions: Vec<FunctionName>,
        /// Whether it must call one of them.
        #[serde(default)]
        required: bool,
    },
}

impl FunctionChoice {
    /// Whether the model has to call something.
    pub fn demands_a_call(&self) -> bool {
        matches!(self, Self::Required | Self::Function { .. } | Self::Allowed { required: true, .. })
    }
}

/// Options for the calls of a model.
#[serde_with_macros::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct CallOptions {
    /// Whether one answer may contain several calls.
    pub parallel: Option<bool>,
    /// Whether arguments must match their schema exactly.
    pub strict: Option<bool>,
    /// Whether the model sees one function alone and finds the others with a search of its provider.
    pub deferred: Option<bool>,
    /// Whether arguments are streamed as they are written, before it is known that they are JSON.
    pub eager: Option<bool>,
    /// Whether code that the model writes and its provider runs may call functions.
    pub from_code: Option<bool>,
    /// Whether a call that has its result in this turn is excluded from the output. Only models in files support it.
    pub only_new: Option<bool>,
    /// Whether the model must call if the beginnings of a call are together likelier than words, although a word may be
    /// likelier than each of them. Only models in files support it.
    pub lean: Option<bool>,
    /// Whether a final message asks the model to state the results. Only models in files receive it.
    pub retell: Option<bool>,
}

impl CallOptions {
    /// Everything is left to the provider.
    pub const NONE: Self = Self {
        parallel: None,
        strict: None,
        deferred: None,
        eager: None,
        from_code: None,
        only_new: None,
        lean: None,
        retell: None,
    };
}

/// Settings for the answer of a model.
#[serde_with_macros::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct RequestSettings {
    pub temperature: Option<f64>,
    pub top_p: Option<f64>,
    pub max_output_tokens: Option<u32>,
    pub seed: Option<u64>,
    /// Stop sequences. An empty list means none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub stop: Vec<String>,
    pub response_format: Option<ResponseFormat>,
    #[serde(default, skip_serializing_if = "Thinking::is_default")]
    #[ts(optional, as = "Option<Thinking>")]
    pub thinking: Thinking,
    /// The context length in tokens, for servers that accept one per request.
    pub context_tokens: Option<u32>,
    pub caching: Option<Caching>,
    pub on_void: Option<OnVoid>,
    /// Hosted tools offered beside functions, in every request of a turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<HostedTool>>")]
    pub hosted: Vec<HostedTool>,
    /// Whether the answer is streamed.
    pub streaming: Option<bool>,
    /// Merged into the body as it is sent, overriding existing fields.
    #[serde(default, skip_serializing_if = "JsonObject::is_empty")]
    #[ts(optional, type = "Record<string, JsonValue>")]
    pub more: JsonObject,
}

impl RequestSettings {
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Settings for thinking before an answer and between calls.
#[serde_with_macros::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct Thinking {
    pub mode: Option<ThinkingMode>,
    pub effort: Option<Effort>,
    /// The thinking budget in tokens, for providers that have one.
    pub budget: Option<u32>,
    pub display: Option<ThinkingDisplay>,
}

impl Thinking {
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Whether a model thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ThinkingMode {
    Off,
    /// As much as the model sees fit. Some providers call it adaptive.
    On,
    /// Only after the first result.
    BetweenTools,
}

/// The effort of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    Minimal,
    Low,
    Medium,
    High,
    Xhigh,
    Max,
}

impl Effort {
    /// The name that all providers use.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Minimal => "minimal",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Xhigh => "xhigh",
            Self::Max => "max",
        }
    }
}

/// How much of its thinking a model shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ThinkingDisplay {
    Omitted,
    Summarized,
    /// Longer summaries, for providers that offer them.
    Detailed,
}

/// Whether and for how long a provider caches the beginning of a request for the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Caching {
    /// No cache point is written. Providers with automatic caching still cache.
    Off,
    /// For minutes.
    Short,
    /// For an hour or longer, at a higher price for writing.
    Long,
}

/// The treatment of void thinking: thoughts that the provider rejects because their prefix was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum OnVoid {
    /// The provider drops it.
    Drop,
    /// It is not sent.
    LeaveOut,
    /// No thinking is sent, void or not. It is the last resort where a provider refuses a thought that seems valid
    /// here: removing only the thought it names would make those behind it void.
    LeaveOutAll,
}

/// The format of an answer in words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ResponseFormat {
    Text,
    /// Any JSON.
    Json,
    /// JSON that matches a schema.
    Schema {
        name: String,
        #[ts(type = "JsonValue")]
        schema: Value,
    },
}
