//! From the schemas of a document to a JSON schema that stands by itself: references are put in place, what refers to
//! itself is kept once and referred to, and the dialect of 3.0 becomes JSON Schema 2020-12.

use super::document::{Document, Version};
use super::error::OperationError;
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// How deep schemas may stand in one another. What is deeper may be anything.
const MAX_DEPTH: usize = 48;

/// How many schemas one function may have written out. Beyond, each is kept once and referred to.
const MAX_WRITTEN_NODES: usize = 3_000;

/// What stands for one schema.
const ONE: [&str; 9] = [
    "items",
    "additionalProperties",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "unevaluatedProperties",
];
/// What stands for a list of schemas.
const LISTS: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
/// What stands for schemas by name.
const NAMED: [&str; 3] = ["properties", "patternProperties", "dependentSchemas"];
/// What says nothing about a value.
const OTHER: [&str; 10] = [
    "discriminator",
    "xml",
    "externalDocs",
    "example",
    "nullable",
    "readOnly",
    "writeOnly",
    "$ref",
    "$schema",
    "$id",
];

/// The schemas of one function.
pub(super) struct Schemas<'a> {
    document: &'a Document,
    /// References that are being followed.
    open: Vec<&'a str>,
    /// Schemas that are kept once, by what refers to them, and the names they are kept by.
    shared: HashMap<&'a str, String>,
    kept: Map<String, Value>,
    written: usize,
    depth: usize,
}

impl<'a> Schemas<'a> {
    pub(super) fn new(document: &'a Document) -> Self {
        Self { document, open: Vec::new(), shared: HashMap::new(), kept: Map::new(), written: 0, depth: 0 }
    }

    pub(super) fn convert(&mut self, schema: &'a Value) -> Result<Value, OperationError> {
        self.written += 1;
        if self.depth >= MAX_DEPTH {
            return Ok(json!({}));
        }
        self.depth += 1;
        let converted = match schema {
            Value::Object(schema) => self.object(schema),
            Value::Bool(_) => Ok(schema.clone()),
            Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) => Ok(json!({})),
        };
        self.depth -= 1;
        converted
    }

    /// Puts what is referred to beside the schema it is referred to from.
    pub(super) fn put_shared_into(self, schema: &mut Map<String, Value>) {
        if !self.kept.is_empty() {
            schema.insert("$defs".to_owned(), Value::Object(self.kept));
        }
    }

    fn object(&mut self, schema: &'a Map<String, Value>) -> Result<Value, OperationError> {
        let Some(reference) = schema.get("$ref").and_then(Value::as_str) else {
            return self.keywords(schema).map(Value::Object);
        };
        let mut meant = self.referred(reference)?;
        // What stands beside a reference holds as well; in 3.0 that is no more than words.
        if let Value::Object(meant) = &mut meant {
            let beside = self.keywords(schema)?;
            let words = ["description", "title", "default"];
            let is_taken = |key: &str| self.document.version == Version::V31 || words.contains(&key);
            meant.extend(beside.into_iter().filter(|(key, _)| is_taken(key)));
        }
        Ok(meant)
    }

    fn referred(&mut self, reference: &'a str) -> Result<Value, OperationError> {
        if self.open.contains(&reference) || self.shared.contains_key(reference) {
            return Ok(self.share(reference));
        }
        let target = self.document.at(reference)?;
        let is_written_out = self.written < MAX_WRITTEN_NODES;
        if !is_written_out {
            self.share(reference);
        }
        self.open.push(reference);
        let converted = self.convert(target);
        self.open.pop();
        match self.shared.get(reference).cloned() {
            // It refers to itself somewhere inside, or is one of too many.
            Some(name) => {
                self.kept.insert(name, converted?);
                Ok(self.share(reference))
            }
            None => converted,
        }
    }

    /// A reference to a schema that is kept once.
    fn share(&mut self, reference: &'a str) -> Value {
        let count = self.shared.len();
        let name = self.shared.entry(reference).or_insert_with(|| {
            let last = reference.rsplit('/').next().unwrap_or_default();
            let plain: String =
                last.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '_').collect();
            format!("{plain}_{}", count + 1)
        });
        json!({ "$ref": format!("#/$defs/{name}") })
    }

    fn keywords(&mut self, schema: &'a Map<String, Value>) -> Result<Map<String, Value>, OperationError> {
        let mut converted = Map::new();
        for (key, value) in schema {
            let key = key.as_str();
            if OTHER.contains(&key) || key.starts_with("x-") {
                continue;
            }
            let value = match value {
                Value::Array(list) if LISTS.contains(&key) => {
                    Value::Array(list.iter().map(|one| self.convert(one)).collect::<Result<_, _>>()?)
                }
                Value::Object(named) if NAMED.contains(&key) => {
                    let writable = named.iter().filter(|(_, one)| !self.is_read_only(one));
                    let writable: Vec<_> = writable.collect();
                    let each = writable.into_iter().map(|(name, one)| Ok((name.clone(), self.convert(one)?)));
                    Value::Object(each.collect::<Result<_, OperationError>>()?)
                }
                one @ (Value::Object(_) | Value::Bool(_)) if ONE.contains(&key) => self.convert(one)?,
                Value::Null
                | Value::Bool(_)
                | Value::Number(_)
                | Value::String(_)
                | Value::Array(_)
                | Value::Object(_) => value.clone(),
            };
            converted.insert(key.to_owned(), value);
        }
        self.without_unwritable(schema, &mut converted);
        if let Some(example) = schema.get("example") {
            converted.entry("examples").or_insert_with(|| json!([example]));
        }
        if self.document.version == Version::V30 {
            from_v30(schema, &mut converted);
        }
        if converted.get("format").and_then(Value::as_str).is_some_and(is_of_a_machine) {
            converted.remove("format");
        }
        Ok(converted)
    }

    /// What only a server can write is no argument.
    fn is_read_only(&self, schema: &Value) -> bool {
        let meant = self.document.follow(schema).unwrap_or(schema);
        [schema, meant].iter().any(|schema| schema.get("readOnly") == Some(&Value::Bool(true)))
    }

    fn without_unwritable(&self, schema: &Map<String, Value>, converted: &mut Map<String, Value>) {
        let properties = schema.get("properties").and_then(Value::as_object);
        let is_unwritable =
            |name: &str| properties.and_then(|all| all.get(name)).is_some_and(|one| self.is_read_only(one));
        if let Some(required) = converted.get_mut("required").and_then(Value::as_array_mut) {
            required.retain(|name| name.as_str().is_some_and(|name| !is_unwritable(name)));
        }
        // A property of its own by this name is no list of names.
        if converted.get("required").is_some_and(|required| !required.is_array()) {
            converted.remove("required");
        }
    }
}

/// What 3.0 says in words of its own.
fn from_v30(schema: &Map<String, Value>, converted: &mut Map<String, Value>) {
    for (exclusive, limit) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
        match converted.get(exclusive) {
            Some(Value::Bool(true)) => {
                converted.remove(exclusive);
                if let Some(value) = converted.remove(limit) {
                    converted.insert(exclusive.to_owned(), value);
                }
            }
            Some(Value::Bool(false)) => drop(converted.remove(exclusive)),
            Some(_) | None => {}
        }
    }
    if schema.get("nullable") != Some(&Value::Bool(true)) {
        return;
    }
    if let Some(values) = converted.get_mut("enum").and_then(Value::as_array_mut)
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
    match converted.get("type").cloned() {
        Some(Value::String(kind)) => drop(converted.insert("type".to_owned(), json!([kind, "null"]))),
        Some(_) => {}
        None if converted.contains_key("allOf") => {
            let all = converted.remove("allOf").unwrap_or_default();
            converted.insert("anyOf".to_owned(), json!([{ "allOf": all }, { "type": "null" }]));
        }
        None => {}
    }
}

/// Formats of machines tell a model nothing, and some providers refuse them.
fn is_of_a_machine(format: &str) -> bool {
    matches!(format, "int32" | "int64" | "float" | "double" | "byte" | "binary" | "password")
}

/// Takes out every pattern: its dialect may be one that is not read here.
pub(super) fn without_patterns(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if members.get("pattern").is_some_and(Value::is_string) {
                members.remove("pattern");
            }
            members.remove("patternProperties");
            members.values_mut().for_each(without_patterns);
        }
        Value::Array(items) => items.iter_mut().for_each(without_patterns),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
