//! Something that can be called.

use crate::{Ask, CallScope};
use content::{Failure, FunctionName, JsonObject, Origin, Output};
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
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

    /// Whether a whole number beyond 64 bits arrives where the function acts with all of its digits, which `CallScope` has.
    fn keeps_digits(&self, _number: &str) -> bool {
        false
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
    /// What would run, for a person: a command and its folder, a folder, an address.
    pub runs: String,
    /// Stands for the files that would run. An agreement counts for these alone, and for the function as it was described.
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
    #[serde(default, skip_serializing_if = "FunctionInput::is_plain")]
    #[ts(optional, as = "Option<FunctionInput>")]
    pub input: FunctionInput,
}

/// What is known of a function's arguments beside their schema.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FunctionInput {
    /// Arguments as they might be, for the model to see how they are meant.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, type = "Record<string, JsonValue>[]")]
    pub examples: Vec<JsonObject>,
    /// The function takes free text. Where a service has no such functions, the text is the argument `input`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<TextForm>,
}

/// What a free text has to look like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum TextForm {
    Any,
    /// It is written by a grammar, in the notation named: `lark`, `regex`.
    Grammar {
        syntax: String,
        definition: String,
    },
}

impl FunctionInput {
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// The schema of a function that takes free text.
    pub fn schema_of_text() -> Value {
        json!({ "type": "object", "properties": { "input": { "type": "string" } }, "required": ["input"] })
    }
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
