//! A schema in the shortest form that tells a model the same. Each token of it is read before the first one is written.

use serde_json::{Map, Value};

/// What is for programs.
const FOR_PROGRAMS: [&str; 3] = ["$schema", "$comment", "title"];
/// How a program keeps a number.
const WIDTHS: [&str; 10] =
    ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float", "double"];
/// Keywords with a schema, a list of schemas, or schemas by name.
const ONE: [&str; 8] =
    ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"];
const SEVERAL: [&str; 4] = ["anyOf", "oneOf", "allOf", "prefixItems"];
const NAMED: [&str; 5] = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

pub(super) fn brief(schema: &Value) -> Value {
    let Value::Object(keywords) = schema else { return schema.clone() };
    let told = keywords.iter().filter(|(keyword, value)| says_something(keyword, value));
    Value::Object(told.map(|(keyword, value)| (keyword.clone(), within(keyword, value))).collect())
}

fn within(keyword: &str, value: &Value) -> Value {
    match value {
        Value::Array(schemas) if SEVERAL.contains(&keyword) => schemas.iter().map(brief).collect(),
        Value::Object(schemas) if NAMED.contains(&keyword) => {
            let brief = |(name, schema): (&String, &Value)| (name.clone(), brief(schema));
            Value::Object(schemas.iter().map(brief).collect::<Map<_, _>>())
        }
        Value::Object(_) if ONE.contains(&keyword) => brief(value),
        Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_) => value.clone(),
    }
}

/// Whether a model calls a function otherwise for knowing it. The grammar knows the whole schema all the same.
fn says_something(keyword: &str, value: &Value) -> bool {
    match (keyword, value) {
        ("additionalProperties" | "unevaluatedProperties", Value::Bool(_)) | ("default", Value::Null) => {
            false
        }
        ("required", Value::Array(names)) => !names.is_empty(),
        ("description", Value::String(text)) => !text.is_empty(),
        ("format", Value::String(format)) => !WIDTHS.contains(&format.as_str()),
        _ => !FOR_PROGRAMS.contains(&keyword),
    }
}

#[cfg(test)]
mod tests {
    use super::brief;
    use serde_json::json;

    #[test]
    fn what_is_for_programs_is_left_out_and_parameters_of_such_names_stay() {
        let schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Arguments",
            "type": "object",
            "properties": {
                "title": { "title": "Title", "type": "string", "description": "Of the book", "format": "date" },
                "format": { "type": "integer", "format": "int32", "minimum": 1, "description": "" },
                "tags": { "anyOf": [{ "title": "T", "type": "null" }, { "type": "array", "items": { "title": "I" } }], "default": null },
                "kind": { "enum": [{ "title": "a value" }], "default": { "title": "kept" } }
            },
            "required": [],
            "additionalProperties": false
        });
        let expected = json!({
            "type": "object",
            "properties": {
                "title": { "type": "string", "description": "Of the book", "format": "date" },
                "format": { "type": "integer", "minimum": 1 },
                "tags": { "anyOf": [{ "type": "null" }, { "type": "array", "items": {} }] },
                "kind": { "enum": [{ "title": "a value" }], "default": { "title": "kept" } }
            }
        });
        assert_eq!(brief(&schema), expected);
        let map = json!({ "type": "object", "additionalProperties": { "title": "V", "type": "string" } });
        assert_eq!(brief(&map), json!({ "type": "object", "additionalProperties": { "type": "string" } }));
    }
}
