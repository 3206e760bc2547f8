//! Makes one schema of two.

use super::positions::{Position, position};
use super::{Changes, SchemaDifference};
use serde_json::{Map, Value, json};

/// Whether what a part asks for holds of the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Required {
    Stay,
    /// The part is one of several that may be chosen.
    Go,
}

pub(super) fn merge(
    members: &mut Map<String, Value>,
    part: Value,
    required: Required,
    path: &str,
    changes: &mut Changes,
) {
    let Value::Object(part) = part else { return };
    for (key, value) in part {
        match (members.get_mut(&key), value) {
            (Some(Value::Object(ours)), Value::Object(theirs))
                if position(&key, &Value::Null) == Position::Named =>
            {
                for (name, schema) in theirs {
                    join(ours, name, schema, required);
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
            (None, value) => {
                members.insert(key, value);
            }
            (Some(ours), value) if *ours == value => {}
            (Some(_), value) => {
                let what = SchemaDifference::PartLost { key: key.clone(), value: value.to_string() };
                changes.lost(&format!("{path}/{key}"), what);
            }
        }
    }
}

/// Two schemas under one name hold both, or either where either part may be chosen.
fn join(ours: &mut Map<String, Value>, name: String, schema: Value, required: Required) {
    let Some(known) = ours.get_mut(&name) else {
        ours.insert(name, schema);
        return;
    };
    if *known == schema {
        return;
    }
    let keyword = match required {
        Required::Stay => "allOf",
        Required::Go => "anyOf",
    };
    match known.as_object_mut() {
        Some(alone) if alone.len() == 1 && alone.get(keyword).is_some_and(Value::is_array) => {
            if let Some(Value::Array(branches)) = alone.get_mut(keyword)
                && !branches.contains(&schema)
            {
                branches.push(schema);
            }
        }
        Some(_) | None => *known = json!({ keyword: [known.take(), schema] }),
    }
}
