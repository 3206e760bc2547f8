//! The root of a schema: an object, and a plain one where a provider takes no other.

use super::merge::{Required, merge};
use super::{Changes, SchemaDifference};
use serde_json::{Map, Value, json};

/// More levels of choices than any schema a person wrote has.
const MAX_CHOICE_LEVELS: usize = 64;

/// The one property of an object around an answer that is none.
const ANSWER: &str = "answer";

/// Every provider wants an object, and properties even where there are none.
pub(super) fn object_at_the_root(schema: Value, changes: &mut Changes) -> Map<String, Value> {
    let mut members = match schema {
        Value::Object(members) => members,
        Value::Null | Value::Bool(true) => Map::new(),
        other @ (Value::Bool(false) | Value::Number(_) | Value::String(_) | Value::Array(_)) => {
            changes.lost("", SchemaDifference::NotAnObject { schema: other.to_string() });
            Map::new()
        }
    };
    match members.get("type").cloned() {
        Some(Value::String(kind)) if kind == "object" => {}
        None => {
            members.insert("type".to_owned(), "object".into());
        }
        Some(other) => {
            changes.noted("/type", SchemaDifference::MadeObject { kind: other.to_string() });
            members.insert("type".to_owned(), "object".into());
        }
    }
    members.entry("properties").or_insert_with(|| json!({}));
    members
}

/// Where an answer has to be an object, one that is none stands in an object.
pub(super) fn answer_in_an_object(schema: Value, changes: &mut Changes) -> Value {
    let kinds = schema.get("type").map(|kind| kind.as_array().cloned().unwrap_or_else(|| vec![kind.clone()]));
    let branches = ["anyOf", "oneOf"].iter().find_map(|choice| schema.get(*choice)?.as_array());
    let is_object = match (&kinds, branches) {
        (Some(kinds), _) => kinds.iter().any(|kind| kind == "object"),
        (None, Some(branches)) => {
            branches.iter().any(|branch| branch.get("type").is_none_or(|kind| kind == "object"))
        }
        (None, None) => schema.get("items").is_none() && schema.get("enum").is_none(),
    };
    if is_object || !schema.is_object() {
        return schema;
    }
    changes.noted("", SchemaDifference::AnswerInObject { answer: ANSWER.to_owned() });
    let mut inner = schema;
    let definitions = inner.as_object_mut().and_then(|inner| inner.shift_remove("$defs"));
    let mut outer = json!({ "type": "object", "properties": { ANSWER: inner }, "required": [ANSWER] });
    if let (Some(definitions), Value::Object(outer)) = (definitions, &mut outer) {
        outer.insert("$defs".to_owned(), definitions);
    }
    outer
}

/// A choice at the root becomes one object with the properties of all branches.
pub(super) fn flatten(members: &mut Map<String, Value>, changes: &mut Changes) {
    // A branch can bring a choice of its own.
    let mut levels = 0..MAX_CHOICE_LEVELS;
    while ["allOf", "anyOf", "oneOf"].iter().any(|choice| members.contains_key(*choice)) {
        if levels.next().is_none() {
            members.retain(|key, _| !matches!(key.as_str(), "allOf" | "anyOf" | "oneOf"));
            changes.lost("", SchemaDifference::ChoicesTooDeep);
        }
        flatten_one_level(members, changes);
    }
}

fn flatten_one_level(members: &mut Map<String, Value>, changes: &mut Changes) {
    if let Some(Value::Array(parts)) = members.shift_remove("allOf") {
        changes.noted("/allOf", SchemaDifference::PartsJoined);
        for part in parts {
            merge(members, part, Required::Stay, "", changes);
        }
    }
    for choice in ["anyOf", "oneOf"] {
        if let Some(Value::Array(branches)) = members.shift_remove(choice) {
            changes.lost(&format!("/{choice}"), SchemaDifference::BranchesJoined);
            for branch in branches {
                merge(members, branch, Required::Go, "", changes);
            }
        }
    }
}
