//! Reads a text: what it is, how deep it is, and what its format's reader makes of it.

use crate::conversation::Conversation;
use crate::detect::kind_of;
use crate::shape::{Shape, VALUES};
use crate::{
    Beside, Format, ImportError, ImportedFunction, Loss, MessageIds, anthropic, extensions_ai, gemini,
    json_lines, open_telemetry, openai_chat, openai_responses, own, semantic_kernel,
};
use content::Message;
use serde::Serialize;
use serde_json::Value;

/// How many bytes are read at once.
pub(crate) const BYTES: usize = limits::IMPORT_WHOLE.size();

/// How deep a text of another program may be nested.
pub(crate) const DEPTH: usize = 64;

/// How deep our own may be: it holds whatever was read from another, and a few levels around it.
pub(crate) const OWN_DEPTH: usize = 120;

/// A conversation that was read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Imported {
    pub format: Format,
    /// A path: each message is the child of the one before.
    pub messages: Vec<Message>,
    /// The functions that were offered, where the text is a request.
    pub functions: Vec<ImportedFunction>,
    pub beside: Beside,
    pub losses: Vec<Loss>,
}

/// Reads a text whose format is found out.
pub fn import(text: &str, ids: &dyn MessageIds) -> Result<Imported, ImportError> {
    check(text)?;
    match parse(text) {
        Ok(document) => {
            let format = kind_of(&document).ok_or(ImportError::UnknownFormat)?;
            read(format, text, &document, ids)
        }
        Err(error) => match json_lines::looks_like(text) {
            true => read(Format::JsonLines, text, &Value::Null, ids),
            false => Err(error),
        },
    }
}

/// Reads a text whose format is known.
pub fn import_as(format: Format, text: &str, ids: &dyn MessageIds) -> Result<Imported, ImportError> {
    check(text)?;
    let document = match format {
        Format::JsonLines => Value::Null,
        Format::Own
        | Format::SemanticKernel
        | Format::ExtensionsAi
        | Format::OpenAiChat
        | Format::OpenAiResponses
        | Format::Anthropic
        | Format::Gemini
        | Format::OpenTelemetry => parse(text)?,
    };
    read(format, text, &document, ids)
}

pub(crate) fn parse(text: &str) -> Result<Value, ImportError> {
    // A byte order mark is what some editors leave at the beginning.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    serde_json::from_str(text).map_err(|error| ImportError::NotJson {
        line: error.line(),
        column: error.column(),
        reason: reason(&error),
    })
}

pub(crate) fn check(text: &str) -> Result<(), ImportError> {
    if text.trim().is_empty() {
        return Err(ImportError::Empty);
    }
    if text.len() > BYTES {
        return Err(ImportError::TooLarge);
    }
    check_shape(text, OWN_DEPTH)
}

/// Whether what a text would become is of a size and depth that is read.
pub(crate) fn check_shape(text: &str, depth: usize) -> Result<(), ImportError> {
    check_outlined(Shape::of(text), depth)
}

pub(crate) fn check_outlined(shape: Shape, depth: usize) -> Result<(), ImportError> {
    if shape.depth > depth {
        return Err(ImportError::TooDeep { limit: depth });
    }
    if shape.values > VALUES {
        return Err(ImportError::TooMany { limit: VALUES });
    }
    Ok(())
}

fn read(format: Format, text: &str, document: &Value, ids: &dyn MessageIds) -> Result<Imported, ImportError> {
    if format != Format::Own {
        check_shape(text, DEPTH)?;
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

/// What a JSON reader complains of, without the place, which is said beside it.
pub(crate) fn reason(error: &serde_json::Error) -> String {
    let whole = error.to_string();
    match whole.rfind(" at line ") {
        Some(end) => whole[..end].to_owned(),
        None => whole,
    }
}
