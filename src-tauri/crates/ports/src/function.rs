//! Something that can be called.

use crate::{Ask, CallScope};
use content::{Failure, FunctionName, JsonObject, Origin, Output};
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// A function: what a model is told about it, and what happens when it is called.
pub trait Function: Send + Sync {
    fn spec(&self) -> &FunctionSpec;

    fn invoke<'a>(
        &'a self,
        arguments: &'a JsonObject,
        scope: &'a CallScope,
    ) -> BoxFuture<'a, Result<Output, FunctionError>>;

    /// What a person has to say before it can be called, whatever the arguments.
    fn asks(&self) -> Option<Ask> {
        None
    }

    /// What to tell a person of where the result for these arguments will come from.
    fn origin(&self, _arguments: &JsonObject) -> Origin {
        Origin::Function
    }

    /// What a person has to agree to before it runs. Nothing, where it does nothing that matters outside.
    fn consent(&self) -> Option<&Consent> {
        None
    }

    /// What its last run wrote besides its result, for a person.
    fn said(&self) -> Option<String> {
        None
    }
}

/// What somebody agrees to who lets a function run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consent {
    /// What it does, each thing in words for a person.
    pub to: Vec<String>,
    /// Stands for what would run. An agreement counts for this alone: a command that was changed is asked about anew.
    pub fingerprint: String,
}

/// What is known of a function before it is called.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct FunctionSpec {
    pub name: FunctionName,
    pub description: String,
    /// The arguments as an object schema, JSON Schema 2020-12.
    #[ts(type = "JsonValue")]
    pub parameters: Value,
    pub effect: Effect,
}

/// What a call leaves behind. Shown to the person, who decides whether a call that was cut off may run again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Effect {
    ReadsOnly,
    Changes,
}

/// Why a call gave no output.
#[derive(Debug, thiserror::Error)]
pub enum FunctionError {
    /// The model should hear of it and may do better.
    #[error("{}", .0.message)]
    Report(Failure),
    /// The function itself is at fault, which no model can mend.
    #[error("the function broke: {reason}")]
    Broken { reason: String },
    /// The call was called off.
    #[error("the call was cancelled")]
    Cancelled,
}
