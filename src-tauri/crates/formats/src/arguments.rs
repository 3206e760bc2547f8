//! The arguments of calls: as text where a format writes text, as an object where it writes an object.

use crate::loss::Losses;
use crate::lost::Lost;
use crate::shape::{ARGUMENT_VALUES, Shape};
use crate::text::DEPTH;
use content::{ArgumentsFault, CallArguments, JsonObject};
use notices::Describe;
use serde_json::Value;

/// Arguments a format writes as text. The text is kept as it is.
pub(crate) fn from_text(raw: &str) -> CallArguments {
    let shape = Shape::of(raw);
    let malformed =
        |fault: &ArgumentsFault| CallArguments::Malformed { raw: raw.to_owned(), reason: fault.notice() };
    if shape.depth > DEPTH {
        return malformed(&ArgumentsFault::TooDeep { limit: DEPTH });
    }
    if shape.values > ARGUMENT_VALUES {
        return malformed(&ArgumentsFault::TooMany { limit: ARGUMENT_VALUES });
    }
    CallArguments::read(raw)
}

/// Arguments a format writes as a value. Absent is not the same as an empty object: it has no text.
pub(crate) fn from_value(value: Option<&Value>) -> CallArguments {
    match value {
        None => CallArguments::read(""),
        Some(value) => match value.as_str() {
            Some(raw) => from_text(raw),
            None => CallArguments::read(value.to_string()),
        },
    }
}

/// The arguments for a format that writes objects. Absent ones stay absent.
pub(crate) fn as_object(arguments: &CallArguments, place: &str, losses: &mut Losses) -> Option<JsonObject> {
    match arguments {
        CallArguments::Parsed { raw, .. } if raw.is_empty() => None,
        CallArguments::Parsed { raw, value } => {
            let plain = Value::Object(value.clone()).to_string();
            if *raw != plain {
                losses.add(place, Lost::ArgumentText);
            }
            Some(value.clone())
        }
        CallArguments::Malformed { .. } => {
            losses.add(place, Lost::MalformedArguments);
            None
        }
    }
}
