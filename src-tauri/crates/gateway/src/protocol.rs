//! The protocols that attached programs speak.

use crate::dialects::Chat;
use crate::dialects::Dialect;
use crate::dialects::Gemini;
use crate::dialects::Messages;
use crate::dialects::Responses;
use connectors::Kind;
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

    /// The kind of service that speaks it.
    pub(crate) fn kind(self) -> Kind {
        let named = |id: &str| Kind::named(id);
        match self {
            Self::OpenAiChat => named("openai-compatible"),
            Self::OpenAiResponses => named("openai-responses"),
            Self::Anthropic => named("anthropic"),
            Self::Gemini => named("gemini"),
        }
        .unwrap_or(Kind::Anthropic)
    }

    pub(crate) fn dialect(self) -> &'static dyn Dialect {
        match self {
            Self::OpenAiChat => &Chat,
            Self::OpenAiResponses => &Responses,
            Self::Anthropic => &Messages,
            Self::Gemini => &Gemini,
        }
    }

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
