//! Names of properties as they are written on a wire, and back.

use super::positions::{each_below, step};
use super::{Changes, SchemaDifference};
use crate::fingerprint;
use crate::names::NameRule;
use content::JsonObject;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

const RULE: NameRule = NameRule { others: "_.-", ..NameRule::COMMON };

/// The properties of one function that go by other names on a wire. A name is replaced wherever it stands, so no two
/// names of a function are written alike.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyNames {
    written: BTreeMap<String, String>,
    known: BTreeMap<String, String>,
}

impl KeyNames {
    /// Nothing where every name is one that is taken.
    pub(crate) fn of(schema: &Value) -> Option<Self> {
        let mut all = BTreeSet::new();
        collect(schema, &mut all);
        let mut keys = Self::default();
        for name in all.iter().filter(|name| !RULE.accepts(name)) {
            let mut mark = fingerprint::of(name.bytes());
            let mut written = RULE.fitted(name, mark);
            while all.contains(written.as_str()) || keys.known.contains_key(&written) {
                mark = mark.wrapping_add(1);
                written = RULE.fitted(name, mark);
            }
            keys.known.insert(written.clone(), (*name).to_owned());
            keys.written.insert((*name).to_owned(), written);
        }
        (!keys.written.is_empty()).then_some(keys)
    }

    /// Arguments as they go out.
    pub(crate) fn encode(&self, arguments: JsonObject) -> JsonObject {
        let written = arguments.into_iter().map(|(key, value)| (self.encoded(key), self.encode_value(value)));
        written.collect()
    }

    /// Arguments as a model wrote them, with the names there are. Everything else stays as it was written, also where
    /// it is no JSON.
    pub(crate) fn decode(&self, raw: &str) -> String {
        let mut decoded = String::with_capacity(raw.len());
        let mut rest = raw;
        while let Some((before, behind)) = rest.split_once('"') {
            let end = end_of_text(behind);
            let (Some(inner), Some(after)) = (behind.get(..end), behind.get(end + 1..)) else { break };
            decoded.push_str(before);
            let is_key = after.trim_start().starts_with(':');
            let known = serde_json::from_str::<String>(&format!("\"{inner}\"")).ok();
            let known = known.filter(|_| is_key).and_then(|name| self.known.get(&name));
            match known {
                Some(known) => decoded.push_str(&Value::from(known.as_str()).to_string()),
                None => decoded.extend(["\"", inner, "\""]),
            }
            rest = after;
        }
        decoded + rest
    }

    /// Renames the properties of a schema.
    pub(super) fn rename(&self, schema: &mut Value, path: &str, changes: &mut Changes) {
        let Value::Object(members) = schema else { return };
        each_below(members, path, &mut |below, path| self.rename(below, path, changes));
        for (keyword, value) in members.iter_mut() {
            match (keyword.as_str(), value) {
                ("properties", Value::Object(properties)) => {
                    for name in properties.keys().filter(|name| self.written.contains_key(*name)) {
                        let written = self.encoded(name.clone());
                        let at = step(&step(path, keyword), name);
                        changes.noted(&at, SchemaDifference::Renamed { name: name.clone(), written });
                    }
                    self.rename_keys(properties);
                }
                ("dependentSchemas", Value::Object(named)) => self.rename_keys(named),
                ("dependentRequired", Value::Object(named)) => {
                    self.rename_keys(named);
                    named.values_mut().for_each(|names| self.rename_names(names));
                }
                ("required" | "propertyOrdering", names) => self.rename_names(names),
                ("const" | "default" | "enum" | "examples", value) => {
                    *value = self.encode_value(value.take());
                }
                (_, _) => {}
            }
        }
    }

    fn rename_keys(&self, named: &mut Map<String, Value>) {
        *named = std::mem::take(named).into_iter().map(|(key, value)| (self.encoded(key), value)).collect();
    }

    fn rename_names(&self, names: &mut Value) {
        for name in names.as_array_mut().into_iter().flatten() {
            if let Some(written) = name.as_str().and_then(|name| self.written.get(name)) {
                *name = written.as_str().into();
            }
        }
    }

    fn encoded(&self, key: String) -> String {
        self.written.get(&key).cloned().unwrap_or(key)
    }

    fn encode_value(&self, value: Value) -> Value {
        match value {
            Value::Object(members) => Value::Object(self.encode(members)),
            Value::Array(items) => items.into_iter().map(|item| self.encode_value(item)).collect(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
        }
    }
}

/// Where the text ends that begins here, before the closing mark.
fn end_of_text(text: &str) -> usize {
    let mut is_escaped = false;
    let is_end = |byte: u8| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    };
    text.bytes().position(is_end).unwrap_or(text.len())
}

/// Every name below `properties`, wherever that stands.
fn collect<'a>(schema: &'a Value, all: &mut BTreeSet<&'a str>) {
    match schema {
        Value::Object(members) => {
            if let Some(Value::Object(properties)) = members.get("properties") {
                all.extend(properties.keys().map(String::as_str));
            }
            members.values().for_each(|value| collect(value, all));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, all)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
