//! Reads a text: what it is, how deep it is, and what its format's reader makes of it.

use crate::conversation::Conversation;
use crate::detect::kind_of;
use crate::shape::Shape;
use crate::text::{DEPTH, check, check_outlined, parse};
use crate::{
    Format, ImportError, Imported, MessageIds, anthropic, extensions_ai, gemini, json_lines, open_telemetry,
    openai_chat, openai_responses, own, semantic_kernel,
};
use serde_json::Value;

/// Reads a text whose format is found out.
pub fn import(text: &str, ids: &dyn MessageIds) -> Result<Imported, ImportError> {
    let shape = check(text)?;
    match parse(text) {
        Ok(document) => {
            let format = kind_of(&document).ok_or(ImportError::UnknownFormat)?;
            read(format, (text, shape), &document, ids)
        }
        Err(error) => match json_lines::looks_like(text) {
            true => read(Format::JsonLines, (text, shape), &Value::Null, ids),
            false => Err(error),
        },
    }
}

/// Reads a text whose format is known.
pub fn import_as(format: Format, text: &str, ids: &dyn MessageIds) -> Result<Imported, ImportError> {
    let shape = check(text)?;
    let document = if format == Format::JsonLines { Value::Null } else { parse(text)? };
    read(format, (text, shape), &document, ids)
}

fn read(
    format: Format,
    (text, shape): (&str, Shape),
    document: &Value,
    ids: &dyn MessageIds,
) -> Result<Imported, ImportError> {
    if format != Format::Own {
        check_outlined(shape, DEPTH)?;
    }
    let mut conversation = Conversation::default();
    match format {
        Format::Own => own::read(document, &mut conversation),
        Format::SemanticKernel => semantic_kernel::read(document, &mut conversation),
        Format::ExtensionsAi => extensions_ai::read(document, &mut conversation),
        Format::OpenAiChat => openai_chat::read(document, &mut conversation),
        Format::OpenAiResponses => openai_responses::read(document, &mut conversation),
        Format::Anthropic => anthropic::read(document, &mut conversation),
        Format::Gemini => gemini::read(document, &mut conversation),
        Format::OpenTelemetry => open_telemetry::read(document, &mut conversation),
        Format::JsonLines => json_lines::read(text, &mut conversation),
    }?;
    conversation.finish(format, ids)
}
