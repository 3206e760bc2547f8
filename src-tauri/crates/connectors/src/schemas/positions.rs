//! Where in a schema other schemas stand, in every draft.

use serde_json::{Map, Value};

/// What stands under a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    One,
    List,
    /// Several, each under a name that is no keyword.
    Named,
    /// No schema.
    Value,
}

const ONE: [&str; 11] = [
    "items",
    "additionalItems",
    "additionalProperties",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
];
const LIST: [&str; 4] = ["anyOf", "oneOf", "allOf", "prefixItems"];
const NAMED: [&str; 6] =
    ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"];

pub(super) fn position(keyword: &str, value: &Value) -> Position {
    match keyword {
        "items" if value.is_array() => Position::List,
        _ if ONE.contains(&keyword) => Position::One,
        _ if LIST.contains(&keyword) => Position::List,
        _ if NAMED.contains(&keyword) => Position::Named,
        _ => Position::Value,
    }
}

/// Does something to each schema right below this one.
pub(super) fn each_below(
    members: &mut Map<String, Value>,
    path: &str,
    work: &mut impl FnMut(&mut Value, &str),
) {
    for (key, value) in members.iter_mut() {
        let path = step(path, key);
        match (position(key, value), value) {
            (Position::One, value) => work(value, &path),
            (Position::List, Value::Array(list)) => {
                for (number, below) in list.iter_mut().enumerate() {
                    work(below, &format!("{path}/{number}"));
                }
            }
            (Position::Named, Value::Object(named)) => {
                for (name, below) in named.iter_mut() {
                    work(below, &step(&path, name));
                }
            }
            (Position::List | Position::Named | Position::Value, _) => {}
        }
    }
}

/// Each schema right below this one.
pub(super) fn below(members: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    members.iter().flat_map(|(key, value)| match (position(key, value), value) {
        (Position::One, value) => vec![value],
        (Position::List, Value::Array(list)) => list.iter().collect(),
        (Position::Named, Value::Object(named)) => named.values().collect(),
        (Position::List | Position::Named | Position::Value, _) => Vec::new(),
    })
}

/// A JSON pointer one step further.
pub(super) fn step(path: &str, key: &str) -> String {
    format!("{path}/{}", key.replace('~', "~0").replace('/', "~1"))
}
