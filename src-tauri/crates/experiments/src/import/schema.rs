//! Schemas of sources as JSON Schema.

use content::JsonObject;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A schema in the types of languages, as benchmarks write it: `dict`, `float`, `tuple`, `any`.
pub(super) fn of_language(schema: &Value) -> Value {
    let Value::Object(fields) = schema else { return schema.clone() };
    let mut written = JsonObject::new();
    for (name, value) in fields {
        let value = match (name.as_str(), value) {
            ("type", Value::String(of_language)) => json!(type_of(of_language)),
            ("properties", Value::Object(properties)) => {
                properties.iter().map(|(name, inner)| (name.clone(), self::of_language(inner))).collect()
            }
            ("items", inner) => self::of_language(inner),
            // `required` lists names; beside a parameter, a word says it once more.
            ("required" | "optional", Value::Bool(_)) => continue,
            (_, value) => value.clone(),
        };
        written.insert(name.clone(), value);
    }
    Value::Object(written)
}

/// As the benchmark itself asks models.
fn type_of(of_language: &str) -> &str {
    match of_language {
        "dict" | "HashMap" | "Hashtable" => "object",
        "float" | "double" => "number",
        "tuple" | "list" | "Array" | "ArrayList" => "array",
        "bool" => "boolean",
        "any" | "Any" | "String" | "char" => "string",
        "byte" | "short" | "long" | "Bigint" => "integer",
        other => other,
    }
}

/// Schemas that all arguments seen fit, for sources without any.
#[derive(Default)]
pub(super) struct SeenArguments {
    functions: BTreeMap<String, BTreeMap<String, Vec<&'static str>>>,
}

impl SeenArguments {
    pub(super) fn see(&mut self, function: &str, arguments: &Value) {
        let seen = self.functions.entry(function.to_owned()).or_default();
        for (name, value) in arguments.as_object().into_iter().flatten() {
            let types = seen.entry(name.clone()).or_default();
            let own = json_type(value);
            if !types.contains(&own) {
                types.push(own);
            }
        }
    }

    /// The schema of a function, whose arguments may all be left out.
    pub(super) fn schema(&self, function: &str) -> Value {
        let property = |(name, types): (&String, &Vec<&str>)| {
            let schema = match types.as_slice() {
                [one] => json!({ "type": one }),
                several => json!({ "type": several }),
            };
            (name.clone(), schema)
        };
        let properties: JsonObject =
            self.functions.get(function).into_iter().flatten().map(property).collect();
        json!({ "type": "object", "properties": properties })
    }
}

fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
