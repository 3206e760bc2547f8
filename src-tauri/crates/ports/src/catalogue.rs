//! The functions there are, and what a call means among them.

use crate::{Ask, Bound, Function, FunctionSpec, NameRepair, NameStyle, Offered};
use content::{Failure, FunctionCall, FunctionName};
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use ts_rs::TS;

/// Knows every function that could be called.
pub trait Catalogue: Send + Sync {
    /// What there is, in a stable order.
    fn specs(&self) -> Vec<Arc<FunctionSpec>>;

    /// The same in the order in which they were defined, which settles what nothing else does.
    fn defined(&self) -> Vec<Arc<FunctionSpec>> {
        self.specs()
    }

    fn function(&self, name: &FunctionName) -> Option<Arc<dyn Function>>;

    /// Says whether a call can run, given what was offered with the request that it answers.
    fn resolve(&self, call: &FunctionCall, offered: Offered<'_>) -> Resolution;

    /// Waits for what has to be known before these calls can be resolved, which is nothing as a rule. Without calls it
    /// waits for nobody, and what is known already is at hand afterwards.
    fn prepare<'a>(&'a self, _calls: &'a [FunctionCall]) -> BoxFuture<'a, ()> {
        Box::pin(std::future::ready(()))
    }

    /// The function whose name is most like one that is not there, if any is like it at all.
    fn nearest(&self, _name: &FunctionName) -> Option<FunctionName> {
        None
    }

    /// How names are advertised to a model.
    fn name_style(&self) -> NameStyle {
        NameStyle::default()
    }
}

/// What a call means before it runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Resolution {
    /// It can run. The findings are worth showing, and do not stop it.
    Runnable {
        name: FunctionName,
        findings: Vec<SchemaFinding>,
        /// What the function gets, where that is not what was written.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        bound: Option<Box<Bound>>,
        /// The name that was written, where it was taken for this one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        repair: Option<Box<NameRepair>>,
        /// What a person has to settle first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<Ask>>")]
        asks: Vec<Ask>,
    },
    /// It can't run, and this is what the model will be told.
    Refused { failure: Failure, findings: Vec<SchemaFinding> },
}

/// A place where arguments do not fit their schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SchemaFinding {
    /// Where in the arguments, as a JSON pointer.
    pub path: String,
    pub message: String,
}
