//! The schema of a function as a provider takes it, and a list of everything that is different from the one there is.
//!
//! Functions have one schema, JSON Schema 2020-12. Each provider takes a part of that. What a provider does not take
//! is said in the description instead, so that the model still hears of it; what can't be said is told as lost.

mod inline;
mod rules;
mod strict;
mod walk;
mod words;

pub use rules::{Keywords, References, SchemaRules, Shape};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use ts_rs::TS;

/// A schema for one provider.
#[derive(Clone, Debug, PartialEq)]
pub struct Projected {
    pub schema: Value,
    pub changes: Vec<SchemaChange>,
}

/// One place where a provider gets another schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SchemaChange {
    /// Where in the schema, as a JSON pointer.
    pub path: String,
    pub what: String,
    /// Whether the model hears nothing of it any more.
    pub is_lost: bool,
}

/// A function this provider can't be told of.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the parameter {parameter:?} is {kind}, and {provider} takes texts, numbers, booleans and lists of them only"
)]
pub struct SchemaUnfit {
    pub parameter: String,
    pub kind: String,
    pub provider: &'static str,
}

/// The changes so far.
#[derive(Debug, Default)]
pub(crate) struct Changes(Vec<SchemaChange>);

impl Changes {
    fn told(&mut self, path: &str, what: impl Into<String>) {
        self.0.push(SchemaChange { path: path.to_owned(), what: what.into(), is_lost: false });
    }

    fn lost(&mut self, path: &str, what: impl Into<String>) {
        self.0.push(SchemaChange { path: path.to_owned(), what: what.into(), is_lost: true });
    }
}

/// Makes a function's schema one that a provider takes.
pub fn project(schema: &Value, rules: &SchemaRules) -> Result<Projected, SchemaUnfit> {
    let mut changes = Changes::default();
    let mut schema = object_at_the_root(schema, &mut changes);
    match rules.references {
        References::Keep => {}
        References::Inline => schema = inline::inline(&schema, &mut changes),
    }
    rules.shape.check(&schema, rules.provider)?;
    let mut schema = walk::walk(schema, rules, &mut changes);
    if rules.is_strict {
        strict::make_strict(&mut schema, "", &mut changes);
    }
    Ok(Projected { schema, changes: changes.0 })
}

/// Every provider wants an object, and properties even where there are none.
fn object_at_the_root(schema: &Value, changes: &mut Changes) -> Value {
    let Value::Object(members) = schema else {
        if *schema != Value::Bool(true) && !schema.is_null() {
            changes.lost("", format!("{schema} is not the schema of an object"));
        }
        return json!({ "type": "object", "properties": {} });
    };
    let mut members = members.clone();
    follow_at_the_root(schema, &mut members, changes);
    match members.get("type").cloned() {
        Some(Value::String(kind)) if kind == "object" => {}
        None => {
            members.insert("type".to_owned(), "object".into());
        }
        Some(other) => {
            changes.told("/type", format!("{other} became \"object\", as arguments are"));
            members.insert("type".to_owned(), "object".into());
        }
    }
    if !members.get("properties").is_some_and(Value::is_object)
        && let Some(before) = members.insert("properties".to_owned(), Value::Object(Map::new()))
    {
        changes.lost("/properties", format!("{before} is no list of properties"));
    }
    Value::Object(members)
}

/// No provider takes a reference in the place of the whole.
fn follow_at_the_root(schema: &Value, members: &mut Map<String, Value>, changes: &mut Changes) {
    const HOPS: usize = 16;
    for _ in 0..HOPS {
        let Some(reference) = members.shift_remove("$ref") else { return };
        let pointer = reference.as_str().and_then(|reference| reference.strip_prefix('#'));
        match pointer.and_then(|pointer| schema.pointer(pointer)).and_then(Value::as_object) {
            Some(found) => {
                changes.told("", format!("what {reference} refers to stands in its place"));
                for (key, value) in found {
                    members.entry(key.clone()).or_insert_with(|| value.clone());
                }
            }
            None => changes.lost("", format!("the reference {reference} can't be followed")),
        }
    }
    if members.shift_remove("$ref").is_some() {
        changes.lost("", "the references at the root lead in a circle");
    }
}

#[cfg(test)]
mod tests;
