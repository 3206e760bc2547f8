//! The functions available, and the resolution of a call among them.

use crate::{Ask, Bound, Function, FunctionSpec, NameRepair, NameStyle, Offered};
use content::{Failure, FunctionCall, FunctionName};
use futures::future::BoxFuture;
use notices::Notice;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use ts_rs::TS;

/// Knows every function that can be called.
pub trait Catalogue: Send + Sync {
    /// The functions available, in a stable order.
    fn specs(&self) -> Vec<Arc<FunctionSpec>>;

    /// The same in the order of their definition, which breaks ties.
    fn defined(&self) -> Vec<Arc<FunctionSpec>> {
        self.specs()
    }

    fn function(&self, name: &FunctionName) -> Option<Arc<dyn Function>>;

    /// Decides whether a call can run, given the functions offered with its request.
    fn resolve(&self, call: &FunctionCall, offered: Offered<'_>) -> Resolution;

    /// Waits for everything needed to resolve these calls, usually nothing. Without calls it waits for no one and makes
    /// available what is already known.
    fn prepare<'a>(&'a self, _calls: &'a [FunctionCall]) -> BoxFuture<'a, ()> {
        Box::pin(std::future::ready(()))
    }

    /// The function with the name most similar to an unknown one, if any is similar at all.
    fn nearest(&self, _name: &FunctionName) -> Option<FunctionName> {
        None
    }

    /// The style of names advertised to a model.
    fn name_style(&self) -> NameStyle {
        NameStyle::default()
    }
}

/// The resolution of a call before it runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Resolution {
    /// The call can run. Its findings are shown and do not stop it.
    Runnable {
        name: FunctionName,
        findings: Vec<SchemaFinding>,
        /// The function's arguments, where they differ from the written ones.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        bound: Option<Box<Bound>>,
        /// The repair of the written name, if it was taken for this one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        repair: Option<Box<NameRepair>>,
        /// The questions a person must settle first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<Ask>>")]
        asks: Vec<Ask>,
    },
    /// The call can't run; the model receives this failure.
    Refused { failure: Failure, findings: Vec<SchemaFinding> },
}

/// A place where arguments violate their schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SchemaFinding {
    /// The place in the arguments, as a JSON pointer.
    pub path: String,
    pub message: Notice,
}
