//! Wire forms that several protocols share.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with_macros::skip_serializing_none;
use std::borrow::Cow;

/// An entry of the list of tools, as chat protocols have it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Tool {
    #[serde(rename = "type")]
    kind: &'static str,
    function: Function,
}

#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    pub(crate) parameters: Value,
    pub(crate) strict: Option<bool>,
}

impl From<Function> for Tool {
    fn from(function: Function) -> Self {
        Self { kind: "function", function }
    }
}

/// Text that is copied only if necessary.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct Text<'a>(#[serde(borrow)] pub(crate) Cow<'a, str>);

/// The part of the input tokens that a cache had or got.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(crate) struct InputDetails {
    pub(crate) cached_tokens: Option<u32>,
    pub(crate) cache_write_tokens: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(crate) struct OutputDetails {
    pub(crate) reasoning_tokens: Option<u32>,
}
