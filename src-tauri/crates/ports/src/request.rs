//! What a request asks for besides its messages and functions. Whatever is not set is left to the provider.

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
    /// It must call one, whichever it likes.
    Required,
    /// It sees the functions and must not call any.
    None,
    /// It must call this one.
    Function { name: FunctionName },
    /// It sees all of them, and calls these alone.
    Allowed {
        functions: Vec<FunctionName>,
        /// Whether it must call one of them.
        #[serde(default)]
        required: bool,
    },
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
    /// Whether the model is shown one function alone and finds the others by a search of its provider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub deferred: Option<bool>,
    /// Whether arguments are streamed as they are written, before anybody knows whether they will be JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub eager: Option<bool>,
    /// Whether functions may be called by code that the model writes and its provider runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub from_code: Option<bool>,
    /// Whether a call that has its result in this turn can't be written again. Models in files alone can be held to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub only_new: Option<bool>,
    /// Whether a message at the end asks the model to state the results. Only models in files are sent one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub retell: Option<bool>,
}

impl CallOptions {
    /// All of it is left to the provider.
    pub const NONE: Self = Self {
        parallel: None,
        strict: None,
        deferred: None,
        eager: None,
        from_code: None,
        only_new: None,
        retell: None,
    };
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
    #[serde(default, skip_serializing_if = "Thinking::is_default")]
    #[ts(optional, as = "Option<Thinking>")]
    pub thinking: Thinking,
    /// How many tokens a model on a server of one's own can read at once, where the server can be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub context_tokens: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub caching: Option<Caching>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub on_void: Option<OnVoid>,
    /// Tools of the provider that the model may use beside functions. They are offered in every request of a turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<HostedTool>>")]
    pub hosted: Vec<HostedTool>,
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

/// How a model thinks before its answer and between its calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Thinking {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mode: Option<ThinkingMode>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub effort: Option<Effort>,
    /// Tokens a model may think with, where the provider counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub budget: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
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
    /// As much as the model finds fit. Some providers call it adaptive.
    On,
    /// Only once a function has answered.
    BetweenTools,
}

/// How hard a model tries.
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
    /// The name every provider has for it.
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
    /// Longer summaries, where the provider has them.
    Detailed,
}

/// Whether a provider keeps the beginning of a request for the next one, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Caching {
    /// No cache point is written. Providers that cache by themselves still do.
    Off,
    /// For minutes.
    Short,
    /// For an hour or longer, which costs more to write.
    Long,
}

/// What becomes of thinking that its provider won't take back any more, because what came before it was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum OnVoid {
    /// The provider drops it.
    Drop,
    /// It is not sent.
    LeaveOut,
    /// No thinking is sent, void or not. This is what is left where a provider refuses thinking that nothing here is
    /// known against: to remove the one block it names would make those behind it void.
    LeaveOutAll,
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
