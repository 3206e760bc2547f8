//! Values as schemas describe them.

use super::fields;
use super::text::{JSON, literal};
use crate::difference::Loosened;
use crate::prompt::python_json::spaced;
use content::JsonObject;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// How deep schemas are followed into each other.
const DEPTH: usize = 24;
/// As many schemas as are looked at, each value that is listed counted. References can make a small schema endless.
const LOOKED_AT: usize = 20_000;
/// What can't be said with a grammar of this kind, or is not.
const NOT_SAID: [&str; 14] = [
    "pattern",
    "multipleOf",
    "uniqueItems",
    "contains",
    "not",
    "if",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "dependentSchemas",
    "exclusiveMinimum",
    "exclusiveMaximum",
];

/// What stands beside a schema and asks for nothing. `nullable` is looked at by itself.
const SAYS_NOTHING: [&str; 11] = [
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "nullable",
    "$schema",
    "$id",
    "$comment",
    "$defs",
    "definitions",
];

/// What says more of an object than that it is one.
const OBJECTS: [&str; 6] = ["properties", "required", "$ref", "allOf", "anyOf", "oneOf"];

/// The rules of one grammar while it is made.
#[derive(Debug, Default)]
pub(super) struct Rules {
    rules: Vec<String>,
    /// The schema that references point into.
    document: Value,
    /// References that have a rule already.
    references: BTreeMap<String, String>,
    loosened: BTreeSet<Loosened>,
    depth: usize,
    looked_at: usize,
}

impl Rules {
    /// Names a rule.
    pub(super) fn add(&mut self, rule: String) -> String {
        self.rules.push(rule);
        format!("r{}", self.rules.len())
    }

    /// The whole grammar, and what it does not say.
    pub(super) fn finish(self, root: &str) -> (String, Vec<Loosened>) {
        let mut text = format!("root ::= {root}\n");
        for (index, rule) in self.rules.iter().enumerate() {
            // Writing into a string can't fail.
            let _ = writeln!(text, "r{} ::= {rule}", index + 1);
        }
        text.push_str(JSON);
        (text, self.loosened.into_iter().collect())
    }

    /// Arguments are an object, whatever a schema says of them.
    pub(super) fn arguments(&mut self, schema: &Value) -> String {
        self.begin(schema);
        match fields(schema) {
            Some(_) if self.looked_at >= LOOKED_AT => {
                self.loosen(Loosened::Endless);
                "object".to_owned()
            }
            Some(fields) if OBJECTS.iter().any(|name| fields.contains_key(*name)) => self.value(schema),
            Some(fields) if fields.get("additionalProperties").is_some_and(Value::is_object) => {
                self.object(fields)
            }
            Some(fields) if is_closed(fields) => literal("{}"),
            Some(_) | None => "object".to_owned(),
        }
    }

    /// A schema that stands by itself.
    pub(super) fn document(&mut self, schema: &Value) -> String {
        self.begin(schema);
        self.value(schema)
    }

    fn begin(&mut self, schema: &Value) {
        self.document = schema.clone();
        self.references.clear();
    }

    pub(super) fn value(&mut self, schema: &Value) -> String {
        if self.depth >= DEPTH || self.looked_at >= LOOKED_AT {
            self.loosen(Loosened::Endless);
            return "value".to_owned();
        }
        self.depth += 1;
        self.looked_at += 1;
        let rule = match fields(schema) {
            Some(fields) => self.described(fields),
            None => "value".to_owned(),
        };
        self.depth -= 1;
        rule
    }

    pub(super) fn loosen(&mut self, what: Loosened) {
        self.loosened.insert(what);
    }

    fn described(&mut self, schema: &JsonObject) -> String {
        for name in NOT_SAID {
            if schema.contains_key(name) {
                self.loosen(Loosened::Keyword { name });
            }
        }
        let rule = self.plain(schema);
        match schema.get("nullable") {
            Some(Value::Bool(true)) => format!("({rule} | null)"),
            Some(_) | None => rule,
        }
    }

    fn plain(&mut self, schema: &JsonObject) -> String {
        if let Some(Value::String(reference)) = schema.get("$ref") {
            return self.reference(reference);
        }
        if let Some(value) = schema.get("const") {
            return written(value);
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array).filter(|values| !values.is_empty())
        {
            self.looked_at += values.len();
            return either(values.iter().map(written).collect());
        }
        if !schema.contains_key("properties") {
            for name in ["anyOf", "oneOf"] {
                if let Some(Value::Array(schemas)) = schema.get(name).filter(|all| is_filled(all)) {
                    return either(schemas.iter().map(|schema| self.value(schema)).collect());
                }
            }
        }
        if let Some(Value::Array(schemas)) = schema.get("allOf").filter(|all| is_filled(all)) {
            return self.all_of(schema, schemas);
        }
        match schema.get("type") {
            Some(Value::String(name)) => self.typed(name, schema),
            Some(Value::Array(names)) if !names.is_empty() => {
                let name = |name: &Value| self.typed(name.as_str().unwrap_or_default(), schema);
                either(names.iter().map(name).collect())
            }
            Some(_) | None if schema.contains_key("properties") || schema.contains_key("required") => {
                self.object(schema)
            }
            Some(_) | None if schema.contains_key("items") => self.array(schema),
            Some(_) | None => "value".to_owned(),
        }
    }

    fn typed(&mut self, name: &str, schema: &JsonObject) -> String {
        match name {
            "object" | "dict" => self.object(schema),
            "array" | "list" | "tuple" => self.array(schema),
            "string" => self.string(schema),
            "integer" | "int" => self.integer(schema),
            "number" | "float" => {
                self.bounds(schema);
                "number".to_owned()
            }
            "boolean" | "bool" => "boolean".to_owned(),
            "null" => "null".to_owned(),
            _ => {
                self.loosen(Loosened::UnknownTypes);
                "value".to_owned()
            }
        }
    }

    /// What all of them have together. Where they are no objects, the first counts.
    fn all_of(&mut self, schema: &JsonObject, schemas: &[Value]) -> String {
        if let [only] = schemas
            && schema.keys().all(|name| name == "allOf" || SAYS_NOTHING.contains(&name.as_str()))
        {
            return self.value(only);
        }
        let mut together = schema.clone();
        together.remove("allOf");
        for part in schemas {
            let part = self.followed(part);
            for (name, value) in part.as_object().into_iter().flatten() {
                match (together.get_mut(name), value) {
                    (Some(Value::Object(there)), Value::Object(more)) => {
                        there.extend(more.iter().map(|(name, value)| (name.clone(), value.clone())));
                    }
                    (Some(Value::Array(there)), Value::Array(more)) if name == "required" => {
                        there.extend(more.iter().cloned());
                    }
                    (Some(_), _) => self.loosen(Loosened::Keyword { name: "allOf" }),
                    (None, value) => drop(together.insert(name.clone(), value.clone())),
                }
            }
        }
        self.value(&Value::Object(together))
    }

    /// The schema a reference means, or the schema itself.
    pub(super) fn followed(&self, schema: &Value) -> Value {
        let reference = schema.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix('#'));
        let meant = reference.and_then(|pointer| self.document.pointer(pointer));
        meant.unwrap_or(schema).clone()
    }

    fn reference(&mut self, reference: &str) -> String {
        if let Some(rule) = self.references.get(reference) {
            return rule.clone();
        }
        let pointer = reference.strip_prefix('#');
        let Some(meant) = pointer.and_then(|pointer| self.document.pointer(pointer)).cloned() else {
            self.loosen(Loosened::LostReferences);
            return "value".to_owned();
        };
        let rule = self.add("value".to_owned());
        let place = self.rules.len() - 1;
        self.references.insert(reference.to_owned(), rule.clone());
        let body = self.value(&meant);
        // A reference to itself says nothing.
        if body != rule
            && let Some(there) = self.rules.get_mut(place)
        {
            *there = body;
        }
        rule
    }
}

/// Whether an object has no fields but those it names.
pub(super) fn is_closed(schema: &JsonObject) -> bool {
    schema.get("additionalProperties") == Some(&Value::Bool(false))
}

pub(super) fn is_filled(value: &Value) -> bool {
    value.as_array().is_some_and(|values| !values.is_empty())
}

pub(super) fn either(alternatives: Vec<String>) -> String {
    match <[String; 1]>::try_from(alternatives) {
        Ok([only]) => only,
        Err(several) => format!("({})", several.join(" | ")),
    }
}

/// A value as it stands.
fn written(value: &Value) -> String {
    literal(&spaced(value).unwrap_or_else(|_| value.to_string()))
}
