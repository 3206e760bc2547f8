//! One value in the type a schema asks for, where there is only one thing it can mean.

use serde_json::{Number, Value};

/// Whether a value has the type a schema asks for and is one of its choices. What is inside is not looked at.
pub(super) fn accepts(schema: &Value, value: &Value) -> bool {
    let types = types_of(schema);
    let has_type = types.is_empty() || types.iter().any(|kind| is_of(kind, value));
    has_type
        && choices_of(schema).is_none_or(|choices| choices.contains(value))
        && !is_loose_uuid(schema, value)
}

pub(super) fn convert(schema: &Value, value: &Value) -> Option<Value> {
    if let Some(choices) = choices_of(schema) {
        return choice(&choices, value);
    }
    if is_loose_uuid(schema, value) {
        return value.as_str().and_then(uuid).map(Value::String);
    }
    types_of(schema).into_iter().find_map(|kind| into(kind, value))
}

fn types_of(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) | None => Vec::new(),
    }
}

fn choices_of(schema: &Value) -> Option<Vec<Value>> {
    let listed = schema.get("enum").and_then(Value::as_array).cloned();
    listed.or_else(|| schema.get("const").map(|only| vec![only.clone()]))
}

/// 36.0 is an integer by the letter of JSON Schema and not one for most programs, so it is made one.
fn is_of(kind: &str, value: &Value) -> bool {
    match value {
        Value::Null => kind == "null",
        Value::Bool(_) => kind == "boolean",
        Value::Number(number) => kind == "number" || kind == "integer" && !number.is_f64(),
        Value::String(_) => kind == "string",
        Value::Array(_) => kind == "array",
        Value::Object(_) => kind == "object",
    }
}

fn into(kind: &str, value: &Value) -> Option<Value> {
    match (kind, value) {
        ("integer", Value::String(text)) => number(text).as_ref().and_then(integer),
        ("integer", Value::Number(number)) => integer(number),
        ("number", Value::String(text)) => number(text).map(Value::Number),
        ("boolean", Value::String(text)) => match text.trim().to_ascii_lowercase().as_str() {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            _ => None,
        },
        ("string", Value::Number(number)) => Some(Value::String(number.to_string())),
        ("string", Value::Bool(is_true)) => Some(Value::String(is_true.to_string())),
        // JSON written as a text inside JSON.
        ("array" | "object", Value::String(text)) => {
            serde_json::from_str(text).ok().filter(|inner| is_of(kind, inner))
        }
        _ => None,
    }
}

fn number(text: &str) -> Option<Number> {
    let text = text.trim();
    serde_json::from_str(text.strip_prefix('+').unwrap_or(text)).ok()
}

/// A whole number, if it is one and can be written without loss.
fn integer(number: &Number) -> Option<Value> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if !number.is_f64() {
        return Some(Value::Number(number.clone()));
    }
    let value = number.as_f64().filter(|value| value.fract() == 0.0 && value.abs() <= EXACT)?;
    format!("{value:.0}").parse::<i64>().ok().map(Value::from)
}

/// The one choice that is the same but for case, spaces, hyphens and underscores, or but for its type.
fn choice(choices: &[Value], value: &Value) -> Option<Value> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(is_true) => is_true.to_string(),
        Value::Null | Value::Array(_) | Value::Object(_) => return None,
    };
    let wanted = letters(&text);
    let mut alike = choices.iter().filter(|choice| match choice {
        Value::String(choice) => letters(choice) == wanted,
        Value::Number(choice) => choice.to_string() == text.trim(),
        Value::Bool(choice) => choice.to_string() == wanted,
        Value::Null | Value::Array(_) | Value::Object(_) => false,
    });
    let found = alike.next()?;
    alike.next().is_none().then(|| found.clone())
}

fn letters(text: &str) -> String {
    text.chars().filter(|letter| !matches!(letter, ' ' | '-' | '_')).flat_map(char::to_lowercase).collect()
}

fn is_loose_uuid(schema: &Value, value: &Value) -> bool {
    let wants_uuid = schema.get("format").and_then(Value::as_str) == Some("uuid");
    wants_uuid && value.as_str().is_some_and(|text| uuid(text).is_some_and(|strict| strict != text))
}

/// A GUID in any of the ways it is written, in the one way that is standard.
fn uuid(text: &str) -> Option<String> {
    let text = text.trim();
    let text = text.strip_prefix("urn:uuid:").unwrap_or(text);
    let braced = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let round = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let digits: String = braced.or(round).unwrap_or(text).chars().filter(|sign| *sign != '-').collect();
    if digits.len() != 32 || !digits.chars().all(|sign| sign.is_ascii_hexdigit()) {
        return None;
    }
    let lower = digits.to_ascii_lowercase();
    let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|range| lower.get(range).unwrap_or_default());
    Some(parts.join("-"))
}
