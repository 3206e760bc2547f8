//! The schema of a function as a provider takes it, and a list of everything that is different from the one there is.
//!
//! Functions have one schema, JSON Schema 2020-12. Each provider takes a part of that. What a provider does not take
//! is said in the description instead, so that the model still hears of it; what can't be said is told as lost.
//!
//! Whatever comes in, a valid schema goes out whose references all lead somewhere: `link` settles the references,
//! `modern` and `mend` make it one of 2020-12, `root` and `fit` make it one a provider takes, `strict` closes it. Start
//! reading at `rules`.

mod difference;
mod fit;
mod index;
mod keys;
mod limits;
mod link;
mod mend;
mod merge;
mod modern;
mod positions;
mod root;
mod rules;
mod strict;
mod words;

pub use difference::SchemaDifference;
pub(crate) use keys::KeyNames;
pub use limits::SizeLimit;
pub(crate) use limits::StrictBudget;
pub use rules::{Keywords, Provider, References, SchemaRules, Shape, Strictness, Unsuited};

use notices::{Describe, Notice};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

/// A schema for one provider.
#[derive(Clone, Debug, PartialEq)]
pub struct Projected {
    pub schema: Value,
    pub changes: Vec<SchemaChange>,
    /// An object that takes names of any kind and could hold nothing in this form, as a JSON pointer.
    pub(crate) emptied: Option<String>,
}

/// One place where a provider gets another schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SchemaChange {
    /// Where in the schema, as a JSON pointer.
    pub path: String,
    pub what: Notice,
    /// Whether the model hears nothing of it any more.
    pub is_lost: bool,
}

/// A function this provider can't be told of.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "schema-unfit")]
pub enum SchemaUnfit {
    #[error(
        "the parameter {parameter:?} is {kind}, and {provider} takes texts, numbers, booleans and lists of them only"
    )]
    Parameter { parameter: String, kind: Unsuited, provider: Provider },
    #[error("its schema is larger than {provider} takes: more than {limit}")]
    TooLarge { provider: Provider, limit: SizeLimit },
    #[error("it takes names of any kind, and a strict schema would let it hold nothing")]
    Emptied,
    #[error("{path} takes names of any kind, and a strict schema would let it hold nothing")]
    EmptiedWithin { path: String },
}

impl Projected {
    /// Refuses a schema that leaves a map empty.
    pub(crate) fn unless_emptied(self) -> Result<Self, SchemaUnfit> {
        match self.emptied.as_deref() {
            None => Ok(self),
            Some("") => Err(SchemaUnfit::Emptied),
            Some(path) => Err(SchemaUnfit::EmptiedWithin { path: path.to_owned() }),
        }
    }
}

/// The changes so far.
#[derive(Debug, Default)]
pub(crate) struct Changes(Vec<SchemaChange>);

impl Changes {
    fn noted(&mut self, path: &str, what: SchemaDifference) {
        self.0.push(SchemaChange { path: path.to_owned(), what: what.notice(), is_lost: false });
    }

    fn lost(&mut self, path: &str, what: SchemaDifference) {
        self.0.push(SchemaChange { path: path.to_owned(), what: what.notice(), is_lost: true });
    }
}

/// Makes a function's schema one that a provider takes.
pub fn project(schema: &Value, rules: &SchemaRules) -> Result<Projected, SchemaUnfit> {
    let mut changes = Changes::default();
    let valid = valid(schema, rules, &mut changes);
    let members = root::object_at_the_root(valid, &mut changes);
    let mut projected = in_shape(members, rules, &mut changes);
    rules.shape.check(&projected, rules.provider)?;
    let emptied = fitted(&mut projected, rules, &mut changes);
    if rules.strictness == Strictness::Complete {
        limits::check_size(&projected, rules.provider)?;
    }
    if let Some(keys) = KeyNames::of(schema).filter(|_| rules.plain_keys) {
        keys.rename(&mut projected, "", &mut changes);
    }
    Ok(Projected { schema: projected, changes: changes.0, emptied })
}

/// Makes the schema of an answer one that a provider takes. Names stay: nobody looks for others in an answer.
pub fn project_answer(schema: &Value, rules: &SchemaRules) -> Projected {
    let mut changes = Changes::default();
    let mut projected = valid(schema, rules, &mut changes);
    if !projected.is_object() {
        projected = Value::Object(Map::new());
    }
    if rules.shape.is_flat() {
        let inside = root::answer_in_an_object(projected, &mut changes);
        let members = root::object_at_the_root(inside, &mut changes);
        projected = in_shape(members, rules, &mut changes);
    }
    let emptied = fitted(&mut projected, rules, &mut changes);
    Projected { schema: projected, changes: changes.0, emptied }
}

/// Makes the schema of an answer one that the provider holds the answer to.
pub(crate) fn project_held_answer(schema: &Value, rules: &SchemaRules) -> Result<Projected, SchemaUnfit> {
    let projected = project_answer(schema, rules).unless_emptied()?;
    if rules.strictness == Strictness::Complete {
        limits::check_size(&projected.schema, rules.provider)?;
    }
    Ok(projected)
}

/// A valid schema of 2020-12 that says the same.
fn valid(schema: &Value, rules: &SchemaRules, changes: &mut Changes) -> Value {
    let mut valid = link::link(schema, rules, changes);
    modern::modernise(&mut valid, "", changes);
    mend::mend(&mut valid, "", changes);
    valid
}

fn in_shape(mut members: Map<String, Value>, rules: &SchemaRules, changes: &mut Changes) -> Value {
    if rules.shape.is_flat() {
        root::flatten(&mut members, changes);
    }
    Value::Object(members)
}

/// Gives the place of an object that closing it has left empty.
fn fitted(schema: &mut Value, rules: &SchemaRules, changes: &mut Changes) -> Option<String> {
    fit::fit(schema, "", rules, changes);
    let mut emptied = None;
    if rules.strictness != Strictness::Loose {
        emptied = strict::emptied_in(schema, "");
        strict::make_strict(schema, rules.strictness, "", changes);
    }
    link::prune(schema);
    if rules.references == References::AloneAndOpen {
        limits::open_circles(schema, changes);
    }
    emptied
}

#[cfg(test)]
mod tests;
