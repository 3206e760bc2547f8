//! Puts what is referred to in the place of the reference.

use super::Changes;
use serde_json::{Map, Value};

/// More than any schema a person wrote. A few small definitions that name each other can grow without end.
const NODES: usize = 20_000;
const DEEPEST: usize = 64;

struct Inliner<'a> {
    root: &'a Value,
    changes: &'a mut Changes,
    left: usize,
}

pub(super) fn inline(schema: &Value, changes: &mut Changes) -> Value {
    let mut inliner = Inliner { root: schema, changes, left: NODES };
    let mut inlined = inliner.value(schema, "", &mut Vec::new());
    if let Value::Object(members) = &mut inlined {
        members.shift_remove("$defs");
        members.shift_remove("definitions");
    }
    inlined
}

impl Inliner<'_> {
    fn value(&mut self, schema: &Value, path: &str, open: &mut Vec<String>) -> Value {
        self.left = self.left.saturating_sub(1);
        match schema {
            Value::Object(members) => match members.get("$ref").and_then(Value::as_str) {
                Some(reference) => self.referred(reference, members, path, open),
                None => Value::Object(self.members(members, path, open)),
            },
            Value::Array(items) => {
                let each = items.iter().enumerate();
                each.map(|(number, item)| self.value(item, &format!("{path}/{number}"), open)).collect()
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => schema.clone(),
        }
    }

    fn members(
        &mut self,
        members: &Map<String, Value>,
        path: &str,
        open: &mut Vec<String>,
    ) -> Map<String, Value> {
        let each = members
            .iter()
            .filter(|(key, _)| path.is_empty() || !matches!(key.as_str(), "$defs" | "definitions"));
        each.map(|(key, value)| {
            let value = match key.as_str() {
                // What stands here is a value and no schema.
                "enum" | "const" | "default" | "examples" | "$defs" | "definitions" => value.clone(),
                _ => {
                    self.value(value, &format!("{path}/{}", key.replace('~', "~0").replace('/', "~1")), open)
                }
            };
            (key.clone(), value)
        })
        .collect()
    }

    fn referred(
        &mut self,
        reference: &str,
        beside: &Map<String, Value>,
        path: &str,
        open: &mut Vec<String>,
    ) -> Value {
        let found = reference.strip_prefix('#').and_then(|pointer| self.root.pointer(pointer));
        let is_circle = open.iter().any(|earlier| earlier == reference);
        let Some(found) = found.filter(|_| !is_circle && open.len() < DEEPEST && self.left > 0) else {
            let why = if is_circle { "refers to itself" } else { "can't be followed" };
            self.changes.lost(path, format!("the reference {reference} {why}; anything is let through here"));
            return Value::Object(Map::new());
        };
        self.changes.told(path, format!("what {reference} refers to stands in its place"));
        open.push(reference.to_owned());
        let mut inlined = self.value(&found.clone(), path, open);
        open.pop();
        if let Value::Object(members) = &mut inlined {
            let others = beside.iter().filter(|(key, _)| *key != "$ref");
            members.extend(others.map(|(key, value)| (key.clone(), value.clone())));
        }
        inlined
    }
}
