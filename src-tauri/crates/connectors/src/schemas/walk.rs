//! Goes through a schema and keeps what a provider takes. The rest goes into descriptions.

use super::words::in_words;
use super::{Changes, Keywords, SchemaRules, Shape};
use serde_json::{Map, Value, json};

/// Deeper than any schema a person wrote.
const DEEPEST: usize = 64;

/// What stands below each of these is a schema, or several.
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
const LIST: [&str; 4] = ["anyOf", "oneOf", "allOf", "prefixItems"];
const NAMED: [&str; 5] = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

pub(super) fn walk(mut schema: Value, rules: &SchemaRules, changes: &mut Changes) -> Value {
    if let (Shape::PlainRoot, Value::Object(members)) = (rules.shape, &mut schema) {
        flatten(members, changes);
    }
    fit(&mut schema, "", rules.keywords, changes);
    schema
}

/// Does something to each schema right below this one.
pub(super) fn each_below(
    members: &mut Map<String, Value>,
    path: &str,
    work: &mut impl FnMut(&mut Value, &str),
) {
    if path.matches('/').count() > DEEPEST * 2 {
        return;
    }
    for (key, value) in members.iter_mut() {
        let path = format!("{path}/{key}");
        match value {
            Value::Object(named) if NAMED.contains(&key.as_str()) => {
                for (name, below) in named.iter_mut() {
                    work(below, &format!("{path}/{}", name.replace('~', "~0").replace('/', "~1")));
                }
            }
            Value::Array(list) if LIST.contains(&key.as_str()) => {
                for (number, below) in list.iter_mut().enumerate() {
                    work(below, &format!("{path}/{number}"));
                }
            }
            Value::Object(_) if ONE.contains(&key.as_str()) => work(value, &path),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_)
            | Value::Object(_) => {}
        }
    }
}

fn fit(schema: &mut Value, path: &str, keywords: Keywords, changes: &mut Changes) {
    let Value::Object(members) = schema else { return };
    rewrite(members, path, keywords, changes);
    let refused: Vec<String> = members.keys().filter(|keyword| !keywords.has(keyword)).cloned().collect();
    let mut words = Vec::new();
    for keyword in refused {
        let Some(value) = members.shift_remove(&keyword) else { continue };
        let at = format!("{path}/{keyword}");
        match in_words(&keyword, &value) {
            Ok(Some(said)) => {
                changes.told(&at, format!("{keyword} is said in the description"));
                words.push(said);
            }
            Ok(None) => changes.told(&at, format!("{keyword} is left away, it says nothing to a model")),
            Err(()) => changes.lost(&at, format!("{keyword} is lost: it is too long for the description")),
        }
    }
    if !words.is_empty() {
        let before = members.get("description").and_then(Value::as_str).unwrap_or_default();
        let sentence = if before.is_empty() || before.ends_with(['.', '!', '?']) { "" } else { "." };
        let text = format!("{before}{sentence} {}", words.join(" "));
        members.insert("description".to_owned(), text.trim().into());
    }
    each_below(members, path, &mut |below, path| fit(below, path, keywords, changes));
}

/// Says with other keywords what a provider has no keyword for.
fn rewrite(members: &mut Map<String, Value>, path: &str, keywords: Keywords, changes: &mut Changes) {
    if !keywords.has("const")
        && keywords.has("enum")
        && let Some(only) = members.shift_remove("const")
    {
        changes.told(&format!("{path}/const"), "const became an enum of one");
        members.insert("enum".to_owned(), json!([only]));
    }
    if !keywords.has("oneOf")
        && keywords.has("anyOf")
        && !members.contains_key("anyOf")
        && let Some(branches) = members.shift_remove("oneOf")
    {
        changes.told(&format!("{path}/oneOf"), "oneOf became anyOf: that only one may fit is not said");
        members.insert("anyOf".to_owned(), branches);
    }
    if !keywords.has("allOf")
        && let Some(Value::Array(parts)) = members.shift_remove("allOf")
    {
        changes.told(&format!("{path}/allOf"), "the parts of allOf became one");
        for part in parts {
            merge(members, part, Required::Stay, path, changes);
        }
    }
}

/// Whether what a part requires is required of the whole.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Required {
    Stay,
    Go,
}

/// A choice at the root becomes one object with the properties of all branches.
fn flatten(members: &mut Map<String, Value>, changes: &mut Changes) {
    // A branch can bring a choice of its own.
    let mut levels = 0..DEEPEST;
    while ["allOf", "anyOf", "oneOf"].iter().any(|choice| members.contains_key(*choice)) {
        if levels.next().is_none() {
            members.retain(|key, _| !matches!(key.as_str(), "allOf" | "anyOf" | "oneOf"));
            changes.lost("", "choices that are nested too deeply are lost");
        }
        flatten_one_level(members, changes);
    }
}

fn flatten_one_level(members: &mut Map<String, Value>, changes: &mut Changes) {
    if let Some(Value::Array(parts)) = members.shift_remove("allOf") {
        changes.told("/allOf", "the parts of allOf became one");
        for part in parts {
            merge(members, part, Required::Stay, "", changes);
        }
    }
    for choice in ["anyOf", "oneOf"] {
        if let Some(Value::Array(branches)) = members.shift_remove(choice) {
            changes.lost(
                &format!("/{choice}"),
                "the branches became one object: which belong together is not said",
            );
            for branch in branches {
                merge(members, branch, Required::Go, "", changes);
            }
        }
    }
}

fn merge(
    members: &mut Map<String, Value>,
    part: Value,
    required: Required,
    path: &str,
    changes: &mut Changes,
) {
    let Value::Object(part) = part else { return };
    for (key, value) in part {
        match (members.get_mut(&key), value) {
            (Some(Value::Object(ours)), Value::Object(theirs)) if NAMED.contains(&key.as_str()) => {
                for (name, schema) in theirs {
                    ours.entry(name).or_insert(schema);
                }
            }
            (ours, Value::Array(theirs)) if key == "required" => match (required, ours) {
                (Required::Go, _) => {}
                (Required::Stay, Some(Value::Array(ours))) => {
                    let fresh: Vec<_> = theirs.into_iter().filter(|name| !ours.contains(name)).collect();
                    ours.extend(fresh);
                }
                (Required::Stay, _) => {
                    members.insert(key, Value::Array(theirs));
                }
            },
            (None, value) if key != "$ref" => {
                members.insert(key, value);
            }
            (Some(ours), value) if *ours == value => {}
            (_, value) => {
                changes.lost(&format!("{path}/{key}"), format!("{key} {value} of a part is lost"));
            }
        }
    }
}
