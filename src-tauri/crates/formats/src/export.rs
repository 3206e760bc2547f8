//! Writes messages as a text and reports what the format cannot hold.

use crate::conversation::is_named;
use crate::loss::Losses;
use crate::lost::Lost;
use crate::segments::place_of;
use crate::{
    Format, Loss, anthropic, extensions_ai, gemini, json_lines, open_telemetry, openai_chat,
    openai_responses, own, semantic_kernel, verify,
};
use content::{Author, Message, Origin};
use serde::Serialize;

/// A conversation that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Exported {
    pub text: String,
    pub losses: Vec<Loss>,
}

/// Writes the messages. The text is then read back, so that no difference goes unreported.
pub fn export(format: Format, messages: &[Message]) -> Exported {
    let mut losses = Losses::default();
    let text = match format {
        Format::Own => pretty(&own::write(messages)),
        Format::SemanticKernel => pretty(&semantic_kernel::write(messages, &mut losses)),
        Format::ExtensionsAi => pretty(&extensions_ai::write(messages, &mut losses)),
        Format::OpenAiChat => pretty(&openai_chat::write(messages, &mut losses)),
        Format::OpenAiResponses => pretty(&openai_responses::write(messages, &mut losses)),
        Format::Anthropic => pretty(&anthropic::write(messages, &mut losses)),
        Format::Gemini => pretty(&gemini::write(messages, &mut losses)),
        Format::OpenTelemetry => pretty(&open_telemetry::write(messages, &mut losses)),
        Format::JsonLines => json_lines::write(messages, &mut losses),
    };
    verify::read_back(format, messages, &text, &mut losses);
    if format != Format::Own {
        report_origins(format, messages, &mut losses);
    }
    Exported { text, losses: losses.into_list() }
}

fn pretty(value: &serde_json::Value) -> String {
    format!("{value:#}\n")
}

/// Who wrote what stays here: other formats have no place for it.
fn report_origins(format: Format, messages: &[Message], losses: &mut Losses) {
    for (index, message) in messages.iter().enumerate() {
        report_origin(format, index, message, losses);
    }
}

pub(crate) fn report_origin(format: Format, index: usize, message: &Message, losses: &mut Losses) {
    let place = place_of(index);
    let calls = message.calls().map(|call| call.origin);
    let results = message.results().map(|result| result.origin);
    for origin in std::iter::once(message.origin).chain(calls).chain(results) {
        let is_said = origin == Origin::Informational && format == Format::ExtensionsAi;
        if let Some(what) = unsaid(origin).filter(|_| !is_said) {
            losses.add(&place, what);
        }
    }
    match &message.author {
        Author::Model { model } if is_named(model) && format != Format::SemanticKernel => {
            losses.add(&place, Lost::Model);
        }
        Author::Participant { .. } if format != Format::SemanticKernel => {
            losses.add(&place, Lost::Participant);
        }
        Author::Model { .. } | Author::Participant { .. } | Author::Person | Author::Application => {}
    }
}

fn unsaid(origin: Origin) -> Option<Lost> {
    match origin {
        Origin::Model | Origin::Person | Origin::Function => None,
        Origin::Application => Some(Lost::Application),
        Origin::Simulated => Some(Lost::Simulated),
        Origin::StandIn => Some(Lost::StandIn),
        Origin::Fault => Some(Lost::Fault),
        Origin::Edited => Some(Lost::Edited),
        Origin::Recorded => Some(Lost::Recorded),
        Origin::Informational => Some(Lost::Informational),
    }
}
