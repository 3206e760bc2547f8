//! Values and names of foreign documents, as a person reads of them.

use content::JsonObject;
use serde_json::Value;

/// Letters of a foreign name that a person sees.
const MAX_SHOWN_LETTERS: usize = 60;

/// The beginning of a foreign name.
pub(crate) fn shown(name: &str) -> String {
    match name.char_indices().nth(MAX_SHOWN_LETTERS) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

pub(crate) fn says_nothing(value: &Value) -> bool {
    value.is_null()
        || value.as_str().is_some_and(str::is_empty)
        || value.as_array().is_some_and(Vec::is_empty)
        || value.as_object().is_some_and(JsonObject::is_empty)
}
