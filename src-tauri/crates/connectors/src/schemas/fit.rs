//! Keeps the keywords a provider takes. What the others say is said with those, or in descriptions.

use super::merge::{Required, merge};
use super::positions::{each_below, step};
use super::words::in_words;
use super::{Changes, SchemaDifference, SchemaRules};
use serde_json::{Map, Value, json};

pub(super) fn fit(schema: &mut Value, path: &str, rules: &SchemaRules, changes: &mut Changes) {
    let Value::Object(members) = schema else { return };
    rewrite(members, path, rules, changes);
    let is_refused = |keyword: &str| {
        !rules.keywords.has(keyword) || (path.is_empty() && rules.shape.refuses_at_the_root(keyword))
    };
    let mut refused: Vec<String> = members.keys().filter(|keyword| is_refused(keyword)).cloned().collect();
    if rules.plain_enums && !members.get("enum").is_none_or(is_plain_enum) {
        refused.push("enum".to_owned());
    }
    let has_words = !(path.is_empty() && rules.shape.refuses_at_the_root("description"));
    let mut words = Vec::new();
    for keyword in refused {
        let Some(value) = members.shift_remove(&keyword) else { continue };
        let at = step(path, &keyword);
        match in_words(&keyword, &value) {
            Ok(Some(_)) if !has_words => {
                changes.lost(&at, SchemaDifference::LostWithoutWords { keyword });
            }
            Ok(Some(said)) => {
                changes.noted(&at, SchemaDifference::SaidInDescription { keyword });
                words.push(said);
            }
            Ok(None) => changes.noted(&at, SchemaDifference::LeftAway { keyword }),
            Err(()) => changes.lost(&at, SchemaDifference::LostTooLong { keyword }),
        }
    }
    describe(members, &words);
    each_below(members, path, &mut |below, path| fit(below, path, rules, changes));
}

fn describe(members: &mut Map<String, Value>, words: &[String]) {
    if words.is_empty() {
        return;
    }
    let before = members.get("description").and_then(Value::as_str).unwrap_or_default();
    let sentence = if before.is_empty() || before.ends_with(['.', '!', '?']) { "" } else { "." };
    let text = format!("{before}{sentence} {}", words.join(" "));
    members.insert("description".to_owned(), text.trim().into());
}

/// Says with other keywords what a provider has no keyword for.
fn rewrite(members: &mut Map<String, Value>, path: &str, rules: &SchemaRules, changes: &mut Changes) {
    let keywords = rules.keywords;
    while !keywords.has("allOf")
        && let Some(Value::Array(parts)) = members.shift_remove("allOf")
    {
        changes.noted(&step(path, "allOf"), SchemaDifference::PartsJoined);
        for part in parts {
            merge(members, part, Required::Stay, path, changes);
        }
    }
    if !keywords.has("const")
        && keywords.has("enum")
        && let Some(only) = members.shift_remove("const")
    {
        changes.noted(&step(path, "const"), SchemaDifference::ConstAsEnum);
        members.insert("enum".to_owned(), json!([only]));
    }
    if !keywords.has("oneOf")
        && keywords.has("anyOf")
        && !members.contains_key("anyOf")
        && let Some(branches) = members.shift_remove("oneOf")
    {
        changes.noted(&step(path, "oneOf"), SchemaDifference::OneOfAsAnyOf);
        members.insert("anyOf".to_owned(), branches);
    }
    if !keywords.has("prefixItems") {
        tuple(members, path, changes);
    }
    if rules.needs_items && has_type(members, "array") && !members.contains_key("items") {
        changes.noted(path, SchemaDifference::ItemsAnything);
        members.insert("items".to_owned(), json!({}));
    }
    if rules.plain_enums {
        enum_without_null(members, path, changes);
    }
    if rules.knows_required {
        keep_known(members, path, changes);
    }
}

/// A list of anything the tuple may have. What stands where is left to the words.
fn tuple(members: &mut Map<String, Value>, path: &str, changes: &mut Changes) {
    let Some(Value::Array(first)) = members.get("prefixItems").cloned() else { return };
    let mut each: Vec<Value> = Vec::new();
    for schema in first.into_iter().chain(members.shift_remove("items")) {
        if !each.contains(&schema) {
            each.push(schema);
        }
    }
    let items = if each.len() == 1 { each.swap_remove(0) } else { json!({ "anyOf": each }) };
    changes.noted(&step(path, "prefixItems"), SchemaDifference::TupleAsList);
    members.insert("items".to_owned(), items);
}

/// Null is a type there and no value.
fn enum_without_null(members: &mut Map<String, Value>, path: &str, changes: &mut Changes) {
    let Some(Value::Array(values)) = members.get_mut("enum") else { return };
    let mut kinds = kinds_of(values);
    let is_other = values.iter().any(|value| !value.is_string() && !value.is_number());
    if values.contains(&Value::Null) {
        values.retain(|value| !value.is_null());
        changes.noted(&step(path, "enum"), SchemaDifference::NullAsType);
    }
    let is_empty = values.is_empty();
    let is_plain = members.get("enum").is_some_and(is_plain_enum);
    if is_empty {
        members.shift_remove("enum");
    }
    if (is_other || !is_plain) && !members.contains_key("type") {
        let kind = if kinds.len() == 1 { kinds.swap_remove(0).into() } else { json!(kinds) };
        members.insert("type".to_owned(), kind);
    }
}

fn is_plain_enum(values: &Value) -> bool {
    let is_plain = |value: &Value| value.is_number() || value.as_str().is_some_and(|text| !text.is_empty());
    values.as_array().is_some_and(|values| values.iter().all(is_plain))
}

/// What is required has to be a property that is known.
fn keep_known(members: &mut Map<String, Value>, path: &str, changes: &mut Changes) {
    let known = members.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
    let Some(Value::Array(names)) = members.get_mut("required") else { return };
    names.retain(|name| {
        let is_known = name.as_str().is_some_and(|name| known.contains_key(name));
        if !is_known {
            changes
                .lost(&step(path, "required"), SchemaDifference::RequiredUnknown { name: name.to_string() });
        }
        is_known
    });
    if names.is_empty() {
        members.shift_remove("required");
    }
}

/// The types of some values, each once.
pub(super) fn kinds_of(values: &[Value]) -> Vec<&'static str> {
    let mut kinds: Vec<&str> = Vec::new();
    for value in values {
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_f64() => "number",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    if kinds.contains(&"number") {
        kinds.retain(|kind| *kind != "integer");
    }
    kinds
}

pub(super) fn has_type(members: &Map<String, Value>, wanted: &str) -> bool {
    match members.get("type") {
        Some(Value::String(kind)) => kind == wanted,
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == wanted),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) | None => false,
    }
}
