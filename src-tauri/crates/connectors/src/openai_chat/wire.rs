//! The wire format of chat completions.

use crate::caching::CacheName;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Request {
    pub(super) model: String,
    pub(super) messages: Vec<Message>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) tools: Vec<Tool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tool_choice: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) parallel_tool_calls: Option<bool>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stream_options: Option<StreamOptions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) top_p: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) stop: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) response_format: Option<Value>,
    /// The thinking options, in the service's own form.
    #[serde(flatten)]
    pub(super) thinking: serde_json::Map<String, Value>,
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
    Function {
        #[serde(rename = "type")]
        kind: &'static str,
        function: Function,
    },
    Raw(Value),
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Function {
    pub(super) name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) description: String,
    pub(super) parameters: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) strict: Option<bool>,
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
    pub(super) echoed: serde_json::Map<String, Value>,
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
    #[serde(default, borrow)]
    pub(super) choices: Option<Vec<Choice<'a>>>,
    #[serde(default)]
    pub(super) usage: Option<Usage>,
    #[serde(default)]
    pub(super) x_groq: Option<Groq>,
    /// An error in the middle of a stream. It is parsed again if it matters.
    #[serde(default)]
    pub(super) error: Option<IgnoredAny>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Groq {
    #[serde(default)]
    pub(super) usage: Option<Usage>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Choice<'a> {
    #[serde(default)]
    pub(super) index: Option<u64>,
    #[serde(default, borrow, alias = "message")]
    pub(super) delta: Option<Delta<'a>>,
    #[serde(default, borrow)]
    pub(super) finish_reason: Option<Text<'a>>,
    /// A router's reason for the failure of this choice.
    #[serde(default)]
    pub(super) error: Option<Value>,
    /// The findings of a filter, by category.
    #[serde(default)]
    pub(super) content_filter_results: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Delta<'a> {
    #[serde(default, borrow)]
    pub(super) content: Flexible<'a>,
    #[serde(default, borrow)]
    pub(super) reasoning_content: Option<Text<'a>>,
    #[serde(default, borrow)]
    pub(super) reasoning: Option<Text<'a>>,
    #[serde(default)]
    pub(super) reasoning_details: Option<Vec<Value>>,
    #[serde(default, borrow)]
    pub(super) refusal: Option<Text<'a>>,
    #[serde(default)]
    pub(super) images: Option<Vec<Value>>,
    /// The sources of the text.
    #[serde(default)]
    pub(super) annotations: Option<Vec<Value>>,
    #[serde(default, borrow)]
    pub(super) tool_calls: Option<Vec<CallPart<'a>>>,
    /// The form from before tools existed.
    #[serde(default, borrow)]
    pub(super) function_call: Option<Named<'a>>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct CallPart<'a> {
    #[serde(default)]
    pub(super) index: Option<u64>,
    #[serde(default, borrow)]
    pub(super) id: Option<Text<'a>>,
    #[serde(default, borrow)]
    pub(super) function: Option<Named<'a>>,
    #[serde(default, borrow)]
    pub(super) custom: Option<Named<'a>>,
    /// The state that a represented service wants back.
    #[serde(default)]
    pub(super) extra_content: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Named<'a> {
    #[serde(default, borrow)]
    pub(super) name: Option<Text<'a>>,
    #[serde(default, borrow, alias = "input")]
    pub(super) arguments: Flexible<'a>,
}

/// Text that is copied only if necessary.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(super) struct Text<'a>(#[serde(borrow)] pub(super) Cow<'a, str>);

/// A string from most services, and from some an object, a list of parts or null.
#[derive(Debug, Default)]
pub(super) enum Flexible<'a> {
    #[default]
    Nothing,
    Text(Cow<'a, str>),
    Other(Value),
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(super) struct Usage {
    #[serde(default)]
    pub(super) prompt_tokens: Option<u32>,
    #[serde(default)]
    pub(super) completion_tokens: Option<u32>,
    #[serde(default)]
    pub(super) prompt_tokens_details: Option<InputDetails>,
    #[serde(default)]
    pub(super) completion_tokens_details: Option<OutputDetails>,
    #[serde(default)]
    pub(super) prompt_cache_hit_tokens: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(super) struct InputDetails {
    #[serde(default)]
    pub(super) cached_tokens: Option<u32>,
    #[serde(default)]
    pub(super) cache_write_tokens: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(super) struct OutputDetails {
    #[serde(default)]
    pub(super) reasoning_tokens: Option<u32>,
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
    #[serde(default)]
    pub(super) supported_parameters: Option<Vec<String>>,
    #[serde(default)]
    pub(super) context_length: Option<u32>,
    #[serde(default)]
    pub(super) top_provider: Option<TopProvider>,
}

#[derive(Debug, Deserialize)]
pub(super) struct TopProvider {
    #[serde(default)]
    pub(super) max_completion_tokens: Option<u32>,
}

impl<'de: 'a, 'a> Deserialize<'de> for Flexible<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Flexible<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a text, an object, a list or nothing")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Flexible::Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Flexible::Text(Cow::Owned(text.to_owned())))
            }

            fn visit_unit<E>(self) -> Result<Self::Value, E> {
                Ok(Flexible::Nothing)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                Value::deserialize(MapAccessDeserializer::new(map)).map(Flexible::Other)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut values = Vec::new();
                while let Some(value) = list.next_element()? {
                    values.push(value);
                }
                Ok(Flexible::Other(Value::Array(values)))
            }
        }
        deserializer.deserialize_any(Any)
    }
}
