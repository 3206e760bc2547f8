//! The forms a conversation is read from and written in.

use crate::state;
use serde::{Deserialize, Serialize};
use std::fmt;
use ts_rs::TS;

/// One form of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Format {
    /// Ours: everything we know, nothing lost.
    Own,
    /// A chat history of Semantic Kernel.
    SemanticKernel,
    /// A list of messages of Microsoft.Extensions.AI.
    ExtensionsAi,
    /// A request or a response of OpenAI's chat completions.
    OpenAiChat,
    /// A request or a response of OpenAI's responses.
    OpenAiResponses,
    /// A request or a response of Anthropic's messages.
    Anthropic,
    /// A request or a response of Gemini's contents.
    Gemini,
    /// Spans or events with the `gen_ai` attributes of OpenTelemetry.
    OpenTelemetry,
    /// One message a line.
    JsonLines,
}

impl Format {
    /// All of them, ours first.
    pub const ALL: [Self; 9] = [
        Self::Own,
        Self::SemanticKernel,
        Self::ExtensionsAi,
        Self::OpenAiChat,
        Self::OpenAiResponses,
        Self::Anthropic,
        Self::Gemini,
        Self::OpenTelemetry,
        Self::JsonLines,
    ];

    /// The name that parts and state of this form are kept under. Connectors of the same protocol keep theirs under it
    /// as well, so that what was imported goes back to the service it is of.
    pub(crate) fn provider(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::SemanticKernel => state::SEMANTIC_KERNEL,
            Self::ExtensionsAi => state::EXTENSIONS_AI,
            Self::OpenAiChat => state::OPENAI_CHAT,
            Self::OpenAiResponses => state::OPENAI_RESPONSES,
            Self::Anthropic => state::ANTHROPIC,
            Self::Gemini => state::GEMINI,
            Self::OpenTelemetry => "open-telemetry",
            Self::JsonLines => "json-lines",
        }
    }

    /// The form as one that is written a message at a time, if it is one.
    pub fn streamed(self) -> Option<Streamed> {
        match self {
            Self::Own => Some(Streamed::Own),
            Self::JsonLines => Some(Streamed::JsonLines),
            Self::SemanticKernel
            | Self::ExtensionsAi
            | Self::OpenAiChat
            | Self::OpenAiResponses
            | Self::Anthropic
            | Self::Gemini
            | Self::OpenTelemetry => None,
        }
    }
}

/// For people, in the middle of a sentence.
impl fmt::Display for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Own => "Callwright",
            Self::SemanticKernel => "Semantic Kernel",
            Self::ExtensionsAi => "Microsoft.Extensions.AI",
            Self::OpenAiChat => "OpenAI chat completions",
            Self::OpenAiResponses => "OpenAI responses",
            Self::Anthropic => "Anthropic messages",
            Self::Gemini => "Gemini contents",
            Self::OpenTelemetry => "OpenTelemetry gen_ai",
            Self::JsonLines => "JSON Lines",
        })
    }
}

/// The forms in which a message needs none of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Streamed {
    Own,
    JsonLines,
}

impl Streamed {
    #[cfg(test)]
    pub(crate) fn format(self) -> Format {
        match self {
            Self::Own => Format::Own,
            Self::JsonLines => Format::JsonLines,
        }
    }
}
