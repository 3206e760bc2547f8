//! A keyword in words, for a description.

use serde_json::Value;

/// Longer than this, a value is no sentence any more.
const MAX_VALUE_LETTERS: usize = 300;

/// Nothing where it says nothing to a model, and an error where it can't be said.
pub(super) fn in_words(keyword: &str, value: &Value) -> Result<Option<String>, ()> {
    let plain = plain(value);
    let said = match keyword {
        "minimum" => format!("At least {plain}."),
        "maximum" => format!("At most {plain}."),
        "exclusiveMinimum" => format!("More than {plain}."),
        "exclusiveMaximum" => format!("Less than {plain}."),
        "multipleOf" => format!("A multiple of {plain}."),
        "minLength" => format!("At least {plain} characters."),
        "maxLength" => format!("At most {plain} characters."),
        "minItems" => format!("At least {plain} items."),
        "maxItems" => format!("At most {plain} items."),
        "minProperties" => format!("At least {plain} properties."),
        "maxProperties" => format!("At most {plain} properties."),
        "uniqueItems" if *value == Value::Bool(true) => "No item twice.".to_owned(),
        "pattern" => format!("Matches the pattern {plain}."),
        "format" => format!("Format: {plain}."),
        "default" => format!("Default: {value}."),
        "const" => format!("Always {value}."),
        "examples" => format!("Examples: {}.", listed(value)),
        "prefixItems" => format!("The items in order: {}.", listed(value)),
        "title" => format!("Title: {plain}."),
        "additionalProperties" if *value == Value::Bool(false) => "No other properties.".to_owned(),
        "deprecated" if *value == Value::Bool(true) => "Deprecated.".to_owned(),
        "$schema" | "$comment" | "$id" | "$anchor" | "uniqueItems" | "deprecated" | "readOnly"
        | "writeOnly" => {
            return Ok(None);
        }
        "additionalProperties" if *value == Value::Bool(true) => return Ok(None),
        other => format!("{other}: {value}."),
    };
    if said.len() > MAX_VALUE_LETTERS { Err(()) } else { Ok(Some(said)) }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn listed(value: &Value) -> String {
    match value {
        Value::Array(values) => values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
            value.to_string()
        }
    }
}
