//! The items of a message.

use crate::{FunctionCall, FunctionResult, ProviderState};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// One item of a message, in the order of writing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Item {
    Text {
        text: String,
    },
    /// A thought of a model. Some providers want the state behind it back.
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
    /// An item this application can't read. It is kept, so that the history around it is not lost.
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

/// A picture, a sound or a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Media {
    pub mime_type: String,
    pub source: MediaSource,
}

/// Where the bytes of a media item are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum MediaSource {
    /// The bytes themselves, in Base64.
    Inline { base64: String },
    /// An address. It is shown as text and never loaded automatically.
    Address { uri: String },
}
