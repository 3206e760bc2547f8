//! Writes with the keywords of 2020-12 what older drafts wrote with others.

use super::positions::{each_below, step};
use super::{Changes, SchemaDifference};
use serde_json::{Map, Value};

pub(super) fn modernise(schema: &mut Value, path: &str, changes: &mut Changes) {
    let Value::Object(members) = schema else { return };
    tuple(members, path, changes);
    for (exclusive, limit) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
        exclusive_limit(members, exclusive, limit, path, changes);
    }
    dependencies(members, path, changes);
    each_below(members, path, &mut |below, path| modernise(below, path, changes));
}

fn note_modernised(keyword: &str, path: &str, changes: &mut Changes) {
    changes.noted(&step(path, keyword), SchemaDifference::Modernised { keyword: keyword.to_owned() });
}

fn tuple(members: &mut Map<String, Value>, path: &str, changes: &mut Changes) {
    let others = members.shift_remove("additionalItems");
    if !members.get("items").is_some_and(Value::is_array) {
        return;
    }
    note_modernised("items", path, changes);
    let items = members.shift_remove("items").unwrap_or_default();
    members.entry("prefixItems").or_insert(items);
    if let Some(others @ (Value::Object(_) | Value::Bool(_))) = others {
        members.insert("items".to_owned(), others);
    }
}

/// Draft 4 has a limit, and beside it whether the limit itself is meant.
fn exclusive_limit(
    members: &mut Map<String, Value>,
    exclusive: &str,
    limit: &str,
    path: &str,
    changes: &mut Changes,
) {
    let Some(Value::Bool(is_exclusive)) = members.get(exclusive).cloned() else { return };
    note_modernised(exclusive, path, changes);
    members.shift_remove(exclusive);
    if is_exclusive && let Some(value) = members.shift_remove(limit) {
        members.insert(exclusive.to_owned(), value);
    }
}

fn dependencies(members: &mut Map<String, Value>, path: &str, changes: &mut Changes) {
    let Some(Value::Object(dependencies)) = members.shift_remove("dependencies") else { return };
    note_modernised("dependencies", path, changes);
    for (name, needed) in dependencies {
        let keyword = if needed.is_array() { "dependentRequired" } else { "dependentSchemas" };
        let all = members.entry(keyword).or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(all) = all {
            all.entry(name).or_insert(needed);
        }
    }
}
