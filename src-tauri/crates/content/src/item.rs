//! The parts of a message.

use crate::{FunctionCall, FunctionResult, ProviderState};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// One part of a message, in the order it was said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Item {
    Text {
        text: String,
    },
    /// What a model thought aloud. Some providers want their own state of it back.
    #[serde(rename_all = "camelCase")]
    Reasoning {
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        provider_state: Option<ProviderState>,
    },
    Media {
        media: Media,
    },
    FunctionCall {
        call: FunctionCall,
    },
    FunctionResult {
        result: FunctionResult,
    },
    /// Something we cannot read. It is kept instead of losing the history around it.
    Unknown {
        #[ts(type = "JsonValue")]
        value: Value,
    },
}

impl Item {
    pub fn text(&self) -> Option<&str> {
        let Self::Text { text } = self else { return None };
        Some(text)
    }

    pub fn call(&self) -> Option<&FunctionCall> {
        let Self::FunctionCall { call } = self else { return None };
        Some(call)
    }

    pub fn call_mut(&mut self) -> Option<&mut FunctionCall> {
        let Self::FunctionCall { call } = self else { return None };
        Some(call)
    }

    pub fn result(&self) -> Option<&FunctionResult> {
        let Self::FunctionResult { result } = self else { return None };
        Some(result)
    }
}

/// A picture, a sound, a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Media {
    pub mime_type: String,
    pub source: MediaSource,
}

/// Where the bytes of a medium are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum MediaSource {
    /// The bytes themselves, in base 64.
    Inline { base64: String },
    /// An address. It is shown as text and never loaded on its own.
    Address { uri: String },
}
