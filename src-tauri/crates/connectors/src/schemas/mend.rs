//! Makes a schema a valid one, in which every schema is an object: several providers read nothing else.

use super::positions::{Position, each_below, position, step};
use super::{Changes, SchemaDifference};
use serde_json::{Map, Value, json};

const KINDS: [&str; 7] = ["null", "boolean", "object", "array", "number", "integer", "string"];

pub(super) fn mend(schema: &mut Value, path: &str, changes: &mut Changes) {
    let Value::Object(members) = schema else { return };
    let keywords: Vec<String> = members.keys().cloned().collect();
    for keyword in keywords {
        let Some(value) = members.get_mut(&keyword) else { continue };
        if is_possible(&keyword, value) {
            continue;
        }
        let what = SchemaDifference::Misplaced { value: value.to_string(), keyword: keyword.clone() };
        members.shift_remove(&keyword);
        changes.lost(&step(path, &keyword), what);
    }
    closed_list(members, path, changes);
    objects(members, path, changes);
    each_below(members, path, &mut |below, path| mend(below, path, changes));
}

/// Whether a keyword can have this value, or one that is made of it.
fn is_possible(keyword: &str, value: &mut Value) -> bool {
    match keyword {
        "type" => {
            value.as_str().is_some_and(|kind| KINDS.contains(&kind))
                || (is_list_of_names(value) && is_list_of_kinds(value))
        }
        "required" => is_list_of_names(value),
        "enum" => without_repeats(value) && value.as_array().is_some_and(|values| !values.is_empty()),
        "examples" => value.is_array(),
        "dependentRequired" => {
            value.as_object_mut().is_some_and(|each| each.values_mut().all(is_list_of_names))
        }
        "title" | "description" | "$comment" | "format" | "pattern" | "contentMediaType"
        | "contentEncoding" => value.is_string(),
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"
        | "minContains" | "maxContains" => {
            value.as_f64().is_some_and(|number| number >= 0.0 && number.fract() == 0.0)
        }
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => value.is_number(),
        "multipleOf" => value.as_f64().is_some_and(|step| step > 0.0),
        "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" => value.is_boolean(),
        "$ref" => value.is_string(),
        _ => match position(keyword, value) {
            Position::One => value.is_object() || value.is_boolean(),
            Position::List => value.as_array().is_some_and(|list| !list.is_empty()),
            Position::Named => value.is_object(),
            Position::Value => true,
        },
    }
}

/// Names, each once. What is no name goes.
fn is_list_of_names(value: &mut Value) -> bool {
    if let Value::Array(list) = value {
        list.retain(Value::is_string);
    }
    without_repeats(value)
}

fn is_list_of_kinds(value: &Value) -> bool {
    let kinds = value.as_array().map(Vec::as_slice).unwrap_or_default();
    !kinds.is_empty() && kinds.iter().all(|kind| kind.as_str().is_some_and(|kind| KINDS.contains(&kind)))
}

/// Whether it is a list, of which each value is there once in the end.
fn without_repeats(value: &mut Value) -> bool {
    let Value::Array(list) = value else { return false };
    let mut kept: Vec<Value> = Vec::with_capacity(list.len());
    for value in list.drain(..) {
        if !kept.contains(&value) {
            kept.push(value);
        }
    }
    *list = kept;
    true
}

/// A list that ends behind its first items says so with a number.
fn closed_list(members: &mut Map<String, Value>, path: &str, changes: &mut Changes) {
    if members.get("items") != Some(&Value::Bool(false)) {
        return;
    }
    members.shift_remove("items");
    let first = members.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
    let most =
        members.get("maxItems").and_then(Value::as_u64).map_or(first as u64, |most| most.min(first as u64));
    members.insert("maxItems".to_owned(), most.into());
    changes.noted(&step(path, "items"), SchemaDifference::ItemsCounted);
}

/// `true` and `false` as objects, or not at all.
fn objects(members: &mut Map<String, Value>, path: &str, changes: &mut Changes) {
    let keywords: Vec<String> = members.keys().cloned().collect();
    for keyword in keywords {
        let at = step(path, &keyword);
        let Some(value) = members.get_mut(&keyword) else { continue };
        let is_left = match (position(&keyword, value), value) {
            // Whether others may be there is said with `true` or `false` everywhere.
            (Position::One, Value::Bool(_)) if says_whether(&keyword) => true,
            (Position::One, value) => object(value, &at, changes),
            (Position::List, Value::Array(list)) => {
                let is_choice = matches!(keyword.as_str(), "anyOf" | "oneOf");
                list.retain_mut(|value| object(value, &at, changes) || !is_choice);
                list.iter_mut().filter(|value| !value.is_object()).for_each(|value| *value = json!({}));
                !list.is_empty()
            }
            (Position::Named, Value::Object(named)) => {
                named.retain(|name, value| {
                    let is_object = object(value, &step(&at, name), changes);
                    if !is_object && keyword != "properties" {
                        *value = json!({ "not": {} });
                    }
                    is_object || keyword != "properties"
                });
                true
            }
            (Position::List | Position::Named | Position::Value, _) => true,
        };
        if !is_left {
            members.shift_remove(&keyword);
        }
    }
}

fn says_whether(keyword: &str) -> bool {
    matches!(keyword, "additionalProperties" | "unevaluatedProperties" | "unevaluatedItems")
}

/// Whether there is an object in the end.
fn object(value: &mut Value, path: &str, changes: &mut Changes) -> bool {
    match value {
        Value::Object(_) => true,
        Value::Bool(true) => {
            *value = json!({});
            true
        }
        Value::Bool(false) => {
            changes.lost(path, SchemaDifference::NothingUnsaid);
            false
        }
        Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            changes.lost(path, SchemaDifference::NoSchema { value: value.to_string() });
            *value = json!({});
            true
        }
    }
}
