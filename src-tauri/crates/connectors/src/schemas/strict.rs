//! Strict mode: every property is there, null where it may be left out, and nothing else may be.

use super::Changes;
use super::walk::each_below;
use serde_json::{Map, Value, json};

pub(super) fn make_strict(schema: &mut Value, path: &str, changes: &mut Changes) {
    let Value::Object(members) = schema else { return };
    alone_if_reference(members, path, changes);
    if members.get("properties").is_some_and(Value::is_object) || has_type(members, "object") {
        close(members, path, changes);
    }
    each_below(members, path, &mut |below, path| make_strict(below, path, changes));
}

/// A reference stands alone in strict mode.
fn alone_if_reference(members: &mut Map<String, Value>, path: &str, changes: &mut Changes) {
    if members.contains_key("$ref") && members.len() > 1 {
        for key in members.keys().filter(|key| *key != "$ref") {
            changes.lost(&format!("{path}/{key}"), format!("{key} can't stand beside a reference"));
        }
        members.retain(|key, _| key == "$ref");
    }
}

fn close(members: &mut Map<String, Value>, path: &str, changes: &mut Changes) {
    let is_free = !members.contains_key("properties");
    match members.insert("additionalProperties".to_owned(), Value::Bool(false)) {
        Some(Value::Bool(false)) => {}
        None if is_free => changes.lost(path, "an object of any form became an empty one"),
        None => changes.told(path, "no other properties are allowed"),
        Some(before) => {
            changes.lost(&format!("{path}/additionalProperties"), format!("{before} became false"));
        }
    }
    let required: Vec<String> = members
        .get("required")
        .and_then(|names| serde_json::from_value(names.clone()).ok())
        .unwrap_or_default();
    let properties = members.entry("properties").or_insert_with(|| json!({}));
    let Some(properties) = properties.as_object_mut() else { return };
    for (name, property) in properties.iter_mut().filter(|(name, _)| !required.contains(name)) {
        let path = format!("{path}/properties/{}", name.replace('~', "~0").replace('/', "~1"));
        changes.told(&path, "it has to be there, and is null where it would be left out");
        accept_null(property);
    }
    let all = properties.keys().cloned().map(Value::String).collect();
    members.insert("required".to_owned(), all);
}

fn accept_null(schema: &mut Value) {
    let Value::Object(members) = schema else { return };
    if let Some(Value::Array(choices)) = members.get_mut("enum")
        && !choices.contains(&Value::Null)
    {
        choices.push(Value::Null);
    }
    if let Some(only) = members.shift_remove("const") {
        members.insert("enum".to_owned(), json!([only, null]));
    }
    match members.get_mut("type") {
        Some(Value::Array(kinds)) => {
            if !kinds.contains(&json!("null")) {
                kinds.push("null".into());
            }
        }
        Some(kind) if *kind != "null" => *kind = json!([kind.clone(), "null"]),
        Some(_) => {}
        None => accept_null_without_type(members),
    }
}

fn accept_null_without_type(members: &mut Map<String, Value>) {
    let null = json!({ "type": "null" });
    let is_reference = members.contains_key("$ref");
    match members.get_mut("anyOf") {
        Some(Value::Array(branches)) => {
            if !branches.contains(&null) {
                branches.push(null);
            }
        }
        Some(_) => {}
        // An enum without a type has null among its choices already, and an empty schema takes everything.
        None if is_reference => {
            let reference = Value::Object(std::mem::take(members));
            members.insert("anyOf".to_owned(), json!([reference, null]));
        }
        None => {}
    }
}

fn has_type(members: &Map<String, Value>, wanted: &str) -> bool {
    match members.get("type") {
        Some(Value::String(kind)) => kind == wanted,
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == wanted),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) | None => false,
    }
}
