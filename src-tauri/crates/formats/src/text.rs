//! Parses text, within bounds on its size and depth.

use crate::ImportError;
use crate::shape::{Shape, VALUES};
use serde_json::Value;

/// How many bytes are read at once.
pub(crate) const BYTES: usize = limits::IMPORT_WHOLE.size();

/// How deep a text of another program may be nested.
pub(crate) const DEPTH: usize = 64;

/// How deep our own may be: it holds whatever was read from another, and a few levels around it.
pub(crate) const OWN_DEPTH: usize = 120;

/// The most bytes one message may have in the forms that are read a message at a time.
pub const LONGEST_MESSAGE: usize = limits::IMPORT_MESSAGE.size();

pub(crate) fn parse(text: &str) -> Result<Value, ImportError> {
    parse_behind(0, text)
}

/// Parses a text that stands behind so many lines.
pub(crate) fn parse_behind(lines: usize, text: &str) -> Result<Value, ImportError> {
    // A byte order mark is what some editors leave at the beginning.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    serde_json::from_str(text).map_err(|error| ImportError::NotJson {
        line: lines + error.line(),
        column: error.column(),
        reason: notices::said(&reason(&error)),
    })
}

/// The shape of a text that is neither empty nor too large nor too deep for any format.
pub(crate) fn check(text: &str) -> Result<Shape, ImportError> {
    if text.trim().is_empty() {
        return Err(ImportError::Empty);
    }
    if text.len() > BYTES {
        return Err(ImportError::TooLarge);
    }
    let shape = Shape::of(text);
    check_outlined(shape, OWN_DEPTH)?;
    Ok(shape)
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

/// What a JSON reader complains of, without the place, which is said beside it.
pub(crate) fn reason(error: &serde_json::Error) -> String {
    let whole = error.to_string();
    match whole.rfind(" at line ") {
        Some(end) => whole[..end].to_owned(),
        None => whole,
    }
}
