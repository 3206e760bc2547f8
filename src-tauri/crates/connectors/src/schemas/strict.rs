//! Strict mode: every schema has a type, and an object has no properties but those that are described.

use super::fit::{has_type, kinds_of};
use super::merge::{Required, merge};
use super::positions::{each_below, step};
use super::{Changes, SchemaDifference, Strictness};
use serde_json::{Map, Value, json};

/// What takes the place of anything: strict services want lists and objects described.
const ANYTHING: [&str; 4] = ["string", "number", "boolean", "null"];

/// What is said of objects alone.
const OF_OBJECTS: [&str; 3] = ["properties", "required", "additionalProperties"];

pub(super) fn make_strict(schema: &mut Value, strictness: Strictness, path: &str, changes: &mut Changes) {
    let Value::Object(members) = schema else { return };
    if members.contains_key("$ref") {
        return;
    }
    join_branches(members, path, changes);
    keep_simple(members, path, changes);
    give_type(members, path, changes);
    keep_fitting(members, path, changes);
    if strictness == Strictness::Closed {
        one_type_an_enum(members);
    }
    drop_idle(members, path, changes);
    if has_type(members, "array") && !members.contains_key("items") {
        members.insert("items".to_owned(), json!({}));
    }
    if has_type(members, "object") {
        close(members, path, changes);
    }
    each_below(members, path, &mut |below, path| make_strict(below, strictness, path, changes));
    if has_type(members, "object") && strictness == Strictness::Complete {
        require_all(members, path, changes);
    }
}

/// The place of a map: an object of values under names of any kind. Closed, it could hold nothing. An object without
/// anything said of it is one as well, but for the root, which is a function without parameters.
pub(super) fn emptied_in(schema: &mut Value, path: &str) -> Option<String> {
    let Value::Object(members) = schema else { return None };
    let is_map = match members.get("additionalProperties") {
        Some(Value::Object(of)) => !of.is_empty() || !members.contains_key("properties"),
        Some(Value::Bool(true)) => !members.contains_key("properties"),
        Some(_) => false,
        None => has_type(members, "object") && !members.contains_key("properties") && !path.is_empty(),
    };
    if is_map && !members.contains_key("$ref") {
        return Some(path.to_owned());
    }
    let mut found = None;
    each_below(members, path, &mut |below, path| {
        found = found.take().or_else(|| emptied_in(below, path));
    });
    found
}

/// Branches beside properties would each close the object for the properties of the others.
fn join_branches(members: &mut Map<String, Value>, path: &str, changes: &mut Changes) {
    while members.contains_key("properties")
        && let Some(Value::Array(branches)) = members.shift_remove("anyOf")
    {
        changes.lost(&step(path, "anyOf"), SchemaDifference::BranchesJoined);
        for branch in branches.into_iter().filter(|branch| branch.get("$ref").is_none()) {
            merge(members, branch, Required::Go, path, changes);
        }
    }
}

/// What is said of objects says nothing of a text.
fn drop_idle(members: &mut Map<String, Value>, path: &str, changes: &mut Changes) {
    if !members.contains_key("type") {
        return;
    }
    let (is_object, is_list) = (has_type(members, "object"), has_type(members, "array"));
    members.retain(|keyword, _| {
        let is_idle =
            (!is_object && OF_OBJECTS.contains(&keyword.as_str())) || (!is_list && keyword == "items");
        if is_idle {
            changes.noted(&step(path, keyword), SchemaDifference::LeftAway { keyword: keyword.clone() });
        }
        !is_idle
    });
}

/// Values are texts, numbers, booleans and null.
fn keep_simple(members: &mut Map<String, Value>, path: &str, changes: &mut Changes) {
    let is_simple = |value: &Value| !value.is_object() && !value.is_array();
    keep(members, path, &is_simple, changes);
}

/// Values are of the type that is said beside them.
fn keep_fitting(members: &mut Map<String, Value>, path: &str, changes: &mut Changes) {
    let kinds = members.get("type").cloned().unwrap_or_default();
    let kinds: Vec<&str> = match &kinds {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => return,
    };
    let fits = |value: &Value| {
        let own = kinds_of(std::slice::from_ref(value));
        let is_whole = value.as_f64().is_some_and(|number| number.fract() == 0.0);
        kinds.iter().any(|kind| {
            own.contains(kind) || (*kind == "number" && value.is_number()) || (*kind == "integer" && is_whole)
        })
    };
    keep(members, path, &fits, changes);
}

/// Values of several types become a choice between types, each with its own values.
fn one_type_an_enum(members: &mut Map<String, Value>) {
    let (Some(Value::Array(kinds)), Some(Value::Array(values))) = (members.get("type"), members.get("enum"))
    else {
        return;
    };
    let of_kind = |kind: &Value| {
        let is_own = |value: &&Value| {
            kinds_of(std::slice::from_ref(value)).contains(&kind.as_str().unwrap_or_default())
        };
        let own: Vec<&Value> = values.iter().filter(is_own).collect();
        let is_null = kind == "null";
        (!own.is_empty())
            .then(|| if is_null { json!({ "type": kind }) } else { json!({ "type": kind, "enum": own }) })
    };
    let branches: Vec<Value> = kinds.iter().filter_map(of_kind).collect();
    members.retain(|keyword, _| !matches!(keyword.as_str(), "type" | "enum"));
    members.insert("anyOf".to_owned(), branches.into());
}

fn keep(
    members: &mut Map<String, Value>,
    path: &str,
    is_kept: &impl Fn(&Value) -> bool,
    changes: &mut Changes,
) {
    let mut dropped = |keyword: &str, value: &Value| {
        changes.lost(&step(path, keyword), SchemaDifference::ValueLeftOut { value: value.to_string() });
    };
    if let Some(only) = members.get("const").filter(|only| !is_kept(only)) {
        dropped("const", only);
        members.shift_remove("const");
    }
    let Some(Value::Array(values)) = members.get_mut("enum") else { return };
    values.iter().filter(|value| !is_kept(value)).for_each(|value| dropped("enum", value));
    values.retain(is_kept);
    if values.is_empty() {
        members.shift_remove("enum");
    }
}

fn give_type(members: &mut Map<String, Value>, path: &str, changes: &mut Changes) {
    if members.contains_key("type") {
        return;
    }
    let values = match (members.get("enum"), members.get("const")) {
        (Some(Value::Array(values)), _) => values.clone(),
        (_, Some(only)) => vec![only.clone()],
        (_, None) => Vec::new(),
    };
    let kind = if !values.is_empty() {
        let mut kinds = kinds_of(&values);
        if kinds.len() == 1 { kinds.swap_remove(0).into() } else { json!(kinds) }
    } else if OF_OBJECTS.iter().any(|key| members.contains_key(*key)) {
        "object".into()
    } else if members.contains_key("items") {
        "array".into()
    } else if members.contains_key("anyOf") {
        return;
    } else {
        changes.lost(path, SchemaDifference::AnythingTyped);
        json!(ANYTHING)
    };
    members.insert("type".to_owned(), kind);
}

fn close(members: &mut Map<String, Value>, path: &str, changes: &mut Changes) {
    let is_free = !members.contains_key("properties");
    match members.insert("additionalProperties".to_owned(), Value::Bool(false)) {
        Some(Value::Bool(false)) => {}
        None if is_free => changes.lost(path, SchemaDifference::ObjectEmptied),
        None => changes.noted(path, SchemaDifference::Closed),
        Some(before) => {
            let what = SchemaDifference::BecameFalse { before: before.to_string() };
            changes.lost(&step(path, "additionalProperties"), what);
        }
    }
    members.entry("properties").or_insert_with(|| json!({}));
}

fn require_all(members: &mut Map<String, Value>, path: &str, changes: &mut Changes) {
    let required = members.shift_remove("required").unwrap_or_default();
    let is_required =
        |name: &str| required.as_array().is_some_and(|names| names.iter().any(|one| one == name));
    let Some(Value::Object(properties)) = members.get_mut("properties") else { return };
    for (name, property) in properties.iter_mut().filter(|(name, _)| !is_required(name)) {
        let path = step(&step(path, "properties"), name);
        changes.noted(&path, SchemaDifference::RequiredAsNull);
        accept_null(property);
    }
    let all = properties.keys().cloned().map(Value::String).collect();
    members.insert("required".to_owned(), all);
}

fn accept_null(schema: &mut Value) {
    let Value::Object(members) = schema else { return };
    // In the macro, `null` would be the literal.
    let nothing = json!({ "type": "null" });
    if members.contains_key("$ref") {
        let reference = Value::Object(std::mem::take(members));
        members.insert("anyOf".to_owned(), json!([reference, nothing]));
        return;
    }
    if let Some(Value::Array(branches)) = members.get_mut("anyOf")
        && !branches.iter().any(|branch| branch.as_object().is_some_and(|branch| has_type(branch, "null")))
    {
        branches.push(nothing);
    }
    if let Some(only) = members.get("const").filter(|only| !only.is_null()).cloned() {
        members.shift_remove("const");
        members.insert("enum".to_owned(), json!([only]));
    }
    if let Some(Value::Array(choices)) = members.get_mut("enum")
        && !choices.contains(&Value::Null)
    {
        choices.push(Value::Null);
    }
    match members.get_mut("type") {
        Some(Value::Array(kinds)) if kinds.iter().all(|kind| kind != "null") => kinds.push("null".into()),
        Some(Value::String(kind)) if kind != "null" => {
            let kinds = json!([kind, "null"]);
            members.insert("type".to_owned(), kinds);
        }
        Some(_) | None => {}
    }
}
