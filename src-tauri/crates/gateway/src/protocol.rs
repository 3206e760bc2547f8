//! The protocols that attached programs speak.

use crate::dialect::Dialect;
use formats::Format;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The protocol between a program and its provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Protocol {
    OpenAiChat,
    OpenAiResponses,
    Anthropic,
    Gemini,
}

impl Protocol {
    pub const ALL: [Self; 4] = [Self::OpenAiChat, Self::OpenAiResponses, Self::Anthropic, Self::Gemini];

    /// The format its requests are read in.
    pub fn format(self) -> Format {
        match self {
            Self::OpenAiChat => Format::OpenAiChat,
            Self::OpenAiResponses => Format::OpenAiResponses,
            Self::Anthropic => Format::Anthropic,
            Self::Gemini => Format::Gemini,
        }
    }
}
