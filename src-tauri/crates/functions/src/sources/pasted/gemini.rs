//! Schemas as Gemini writes them, as JSON Schema.

use serde_json::{Map, Value, json};

/// Whether a schema says in which order its properties are written, which JSON Schema can't.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Kept,
    LeftOut,
}

/// Types lose their capitals, what may be null says so by its type, and what only Gemini knows is left out.
pub(super) fn json_schema(schema: &Value, order: &mut Order) -> Value {
    let Value::Object(members) = schema else { return schema.clone() };
    let mut written = Map::new();
    for (key, value) in members {
        match key.as_str() {
            "type" => {
                let kind = value.as_str().map(str::to_lowercase);
                written.insert(key.clone(), kind.map_or_else(|| value.clone(), Value::from));
            }
            "nullable" => {}
            "propertyOrdering" | "property_ordering" => *order = Order::LeftOut,
            "properties" => {
                let inner = value.as_object().into_iter().flatten();
                let inner = inner.map(|(name, schema)| (name.clone(), json_schema(schema, order)));
                written.insert(key.clone(), Value::Object(inner.collect()));
            }
            "items" | "additionalProperties" => {
                written.insert(key.clone(), json_schema(value, order));
            }
            "anyOf" | "any_of" => {
                let each = value.as_array().into_iter().flatten();
                written.insert("anyOf".to_owned(), each.map(|schema| json_schema(schema, order)).collect());
            }
            // Numbers of an int64 in JSON of Google are texts.
            "minItems" | "maxItems" | "minLength" | "maxLength" | "minProperties" | "maxProperties" => {
                let number = value.as_str().and_then(|text| text.parse::<u64>().ok());
                written.insert(key.clone(), number.map_or_else(|| value.clone(), Value::from));
            }
            "format" if value == "enum" => {}
            _ => {
                written.insert(key.clone(), value.clone());
            }
        }
    }
    if is_nullable(members) {
        allow_null(&mut written);
    }
    Value::Object(written)
}

/// Lets null be where a JSON schema says so in the words of OpenAPI and Gemini, which JSON Schema does not have.
pub(super) fn with_null(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            let inner = members.iter_mut().filter(|(key, _)| !VALUES.contains(&key.as_str()));
            inner.for_each(|(_, inner)| with_null(inner));
            if is_nullable(members) {
                allow_null(members);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(with_null),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// What stands for values and not for schemas.
const VALUES: [&str; 5] = ["enum", "const", "default", "example", "examples"];

fn is_nullable(schema: &Map<String, Value>) -> bool {
    schema.get("nullable") == Some(&Value::Bool(true))
}

/// Null has to be among the types, the values and the choices there are.
fn allow_null(schema: &mut Map<String, Value>) {
    if let Some(kind @ Value::String(_)) = schema.get_mut("type") {
        *kind = json!([kind.take(), "null"]);
    }
    for (key, null) in
        [("enum", Value::Null), ("anyOf", json!({ "type": "null" })), ("oneOf", json!({ "type": "null" }))]
    {
        if let Some(Value::Array(values)) = schema.get_mut(key)
            && !values.contains(&null)
        {
            values.push(null);
        }
    }
}

/// Whether types are written in capitals, as only Gemini writes them.
pub(super) fn is_gemini(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => {
            let is_loud =
                |kind: &str| !kind.is_empty() && kind.chars().all(|letter| letter.is_ascii_uppercase());
            members.get("type").and_then(Value::as_str).is_some_and(is_loud)
                || members.values().any(is_gemini)
        }
        Value::Array(items) => items.iter().any(is_gemini),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}
