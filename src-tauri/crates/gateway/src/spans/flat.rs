//! Attributes whose names are paths: `llm.input_messages.0.message.role`.

use content::JsonObject;
use serde_json::{Map, Value};

/// How deep a path leads. The conventions need eight steps; what is left of a longer one is one name.
const MAX_DEPTH: usize = 12;

/// What stands behind a prefix as a list, in the order of its numbers.
pub(super) fn list(attributes: &JsonObject, prefix: &str) -> Vec<Value> {
    let mut root = Map::new();
    for (name, value) in attributes {
        if let Some(path) = name.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('.')) {
            place(&mut root, path.splitn(MAX_DEPTH, '.'), value);
        }
    }
    in_order(&root)
}

fn place<'a>(node: &mut JsonObject, mut path: impl Iterator<Item = &'a str>, value: &Value) {
    let Some(first) = path.next() else { return };
    let mut place = node.entry(first).or_insert(Value::Null);
    for step in path {
        // A value that has others below it gives way.
        if !place.is_object() {
            *place = Value::Object(Map::new());
        }
        let Some(map) = place.as_object_mut() else { return };
        place = map.entry(step).or_insert(Value::Null);
    }
    *place = value.clone();
}

/// The entries of a map whose names are numbers.
pub(super) fn in_order(map: &JsonObject) -> Vec<Value> {
    let mut entries: Vec<_> =
        map.iter().filter_map(|(name, value)| Some((name.parse::<u32>().ok()?, value))).collect();
    entries.sort_by_key(|(number, _)| *number);
    entries.into_iter().map(|(_, value)| value.clone()).collect()
}
