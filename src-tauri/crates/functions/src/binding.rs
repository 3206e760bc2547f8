//! From the arguments a model wrote to those a function gets: the same values in the types the schema asks for,
//! defaults for what was left out, and nothing the function does not know. Every difference is told.

mod convert;
mod walk;

pub(crate) use walk::bind;

use ports::{Bound, SchemaFinding};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How far arguments may be from their schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct BindingPolicy {
    pub conversions: Conversions,
    pub extra: ExtraArguments,
}

/// Whether a value in the wrong type is put right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Conversions {
    /// Where there is only one thing it can mean: `"36"` is 36, `"True"` is true, `"Celsius"` is `celsius`.
    Clear,
    /// Never. A model is told of every slip.
    None,
}

/// What becomes of arguments a function has no parameter for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ExtraArguments {
    Ignore,
    Refuse,
}

impl BindingPolicy {
    /// What a session begins with.
    pub const LENIENT: Self = Self { conversions: Conversions::Clear, extra: ExtraArguments::Ignore };
}

/// What became of the arguments of one call.
#[derive(Debug, PartialEq)]
pub(crate) struct Binding {
    pub(crate) bound: Bound,
    /// Arguments nobody wants, where that is an error.
    pub(crate) refused: Vec<SchemaFinding>,
}

#[cfg(test)]
mod tests;
