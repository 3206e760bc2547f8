//! The functions there are, and what a call means among them.

use crate::{Function, FunctionSpec};
use content::{Failure, FunctionCall, FunctionName};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use ts_rs::TS;

/// Knows every function that could be called.
pub trait Catalogue: Send + Sync {
    /// What there is, in a stable order.
    fn specs(&self) -> Vec<Arc<FunctionSpec>>;

    fn function(&self, name: &FunctionName) -> Option<Arc<dyn Function>>;

    /// Says whether a call can run, given what was offered with the request that it answers.
    fn resolve(&self, call: &FunctionCall, offered: &[FunctionName], naming: Naming) -> Resolution;
}

/// How closely a name has to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Naming {
    /// As it was advertised.
    Exact,
    /// Another separator or another case does, where only one function that was offered can be meant.
    Lenient,
}

/// What a call means before it runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Resolution {
    /// It can run. The findings are worth showing, and do not stop it.
    Runnable { name: FunctionName, findings: Vec<SchemaFinding> },
    /// It can't run, and this is what the model will be told. The names are the nearest ones that were offered, where
    /// the name is what is wrong.
    Refused {
        failure: Failure,
        findings: Vec<SchemaFinding>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<String>>")]
        nearest: Vec<String>,
    },
}

/// A place where arguments do not fit their schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SchemaFinding {
    /// Where in the arguments, as a JSON pointer.
    pub path: String,
    pub message: String,
}
