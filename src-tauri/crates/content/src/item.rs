//! The items of a message.

use crate::{FunctionCall, FunctionResult, Media, ProviderState};
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
