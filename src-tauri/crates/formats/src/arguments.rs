//! The arguments of calls: as text where a format writes text, as an object where it writes an object.

use crate::loss::Losses;
use crate::shape::{ARGUMENT_VALUES, Shape};
use crate::text::DEPTH;
use content::{CallArguments, JsonObject};
use serde_json::Value;

/// Arguments a format writes as text. The text is kept as it is.
pub(crate) fn from_text(raw: &str) -> CallArguments {
    let shape = Shape::of(raw);
    let malformed = |reason| CallArguments::Malformed { raw: raw.to_owned(), reason };
    if shape.depth > DEPTH {
        return malformed(format!("nested more than {DEPTH} levels deep"));
    }
    if shape.values > ARGUMENT_VALUES {
        return malformed(format!("more than {ARGUMENT_VALUES} values"));
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
                losses.add(place, "the exact text of arguments is not kept, only what it says");
            }
            Some(value.clone())
        }
        CallArguments::Malformed { .. } => {
            losses.add(place, "arguments that are not a JSON object are left out");
            None
        }
    }
}
