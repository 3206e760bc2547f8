//! Cases without keys, before they leave the application.

use super::CasesError;
use super::error::reason;
use experiments::Case;
use redaction::{Redactor, is_secret_value};
use serde_json::Value;
use std::collections::BTreeSet;

/// The letters of a key at least. A moment has two.
const FEWEST_LETTERS: usize = 8;

/// Takes out whatever looks like a key, wherever it stands, and says whether there was one. The id and the names of functions
/// and of their parameters stay.
pub fn without_secrets(case: Case) -> Result<(Case, bool), CasesError> {
    let failed = |error: serde_json::Error| CasesError::Secrets {
        case: case.id.as_str().to_owned(),
        reason: reason(&error),
    };
    let mut value = serde_json::to_value(&case).map_err(failed)?;
    let mut keys = BTreeSet::new();
    collect_keys(&value, &mut keys);
    keys.remove(case.id.as_str());
    for function in &case.functions {
        keys.remove(&function.name);
        function.parameters.iter().for_each(|schema| leave_names(schema, &mut keys));
    }
    if keys.is_empty() {
        return Ok((case, false));
    }
    Redactor::new(keys.iter().map(String::as_str)).clean_value(&mut value);
    Ok((serde_json::from_value(value).map_err(failed)?, true))
}

/// The words of all texts that look like keys.
fn collect_keys(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            let is_between = |letter: char| !letter.is_ascii_alphanumeric() && !"-_.+=:~".contains(letter);
            let words = text.split(is_between).map(|word| word.trim_matches(['.', ':']));
            keys.extend(words.filter(|word| is_key(word)).map(str::to_owned));
        }
        Value::Array(values) => values.iter().for_each(|value| collect_keys(value, keys)),
        Value::Object(fields) => fields.values().for_each(|value| collect_keys(value, keys)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The fields of a schema are names that texts, and its own list of what is required, repeat.
fn leave_names(schema: &Value, keys: &mut BTreeSet<String>) {
    match schema {
        Value::Array(values) => values.iter().for_each(|value| leave_names(value, keys)),
        Value::Object(fields) => {
            for (name, value) in fields {
                keys.remove(name);
                leave_names(value, keys);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Moments and UUIDs look like keys too, and are arguments more often.
fn is_key(word: &str) -> bool {
    let letters = word.bytes().filter(u8::is_ascii_alphabetic).count();
    let is_uuid = word.len() == 36 && word.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    is_secret_value(word) && letters >= FEWEST_LETTERS && !is_uuid
}
