//! The port of everything that can be called.

use crate::{Ask, CallScope};
use content::{Failure, FunctionName, JsonObject, Origin, Output};
use futures::future::BoxFuture;
use notices::{AsValue, Notice};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use ts_rs::TS;

/// A function: its description for the model, and its execution.
pub trait Function: Send + Sync {
    fn spec(&self) -> &FunctionSpec;

    fn invoke<'a>(&'a self, arguments: &'a JsonObject, scope: &'a CallScope) -> Invoked<'a>;

    /// The question a person must answer before each call, whatever the arguments.
    fn asks(&self) -> Option<Ask> {
        None
    }

    /// The origin to show for the result of these arguments.
    fn origin(&self, _arguments: &JsonObject) -> Origin {
        Origin::Function
    }

    /// Whether an integer beyond 64 bits reaches the function's implementation with all its digits, which `CallScope`
    /// holds.
    fn keeps_digits(&self, _number: &str) -> bool {
        false
    }

    /// The consent a person must give before it runs. `None` if it has no effect outside.
    fn consent(&self) -> Option<&Consent> {
        None
    }

    /// Diagnostic output of the last run, for a person.
    fn last_diagnostics(&self) -> Option<String> {
        None
    }
}

/// The result of a call that is under way.
pub type Invoked<'a> = BoxFuture<'a, Result<Output, FunctionError>>;

/// The terms a person agrees to when a function is allowed to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consent {
    /// Its actions, one phrase for a person each.
    pub to: Vec<Notice>,
    /// The thing that runs, for a person: a command and its folder, a folder, an address.
    pub runs: String,
    /// Identifies the files that would run. An agreement is valid for these files and for the function as described.
    pub fingerprint: String,
}

/// The description of a function.
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
    /// The result as a schema, where the source declares one. Models are not told: a person who writes a result is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "JsonValue")]
    pub returns: Option<Value>,
}

impl FunctionSpec {
    /// A function described by its schema alone.
    pub fn plain(
        name: FunctionName,
        description: impl Into<String>,
        parameters: Value,
        effect: Effect,
    ) -> Self {
        let (description, input) = (description.into(), FunctionInput::default());
        Self { name, description, parameters, effect, input, returns: None }
    }
}

/// Facts about a function's arguments beyond their schema.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FunctionInput {
    /// Example arguments, for the model.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, type = "Record<string, JsonValue>[]")]
    pub examples: Vec<JsonObject>,
    /// The function takes free text. For a service without such functions, the text is the argument `input`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<TextForm>,
}

/// The form a free text must have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum TextForm {
    Any,
    /// The text follows a grammar in the named notation: `lark`, `regex`.
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

/// The effect of a call. It is shown to the person, who decides whether an interrupted call may run again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Effect {
    ReadsOnly,
    Changes,
    /// The source of the function does not say. It counts as a change.
    Unknown,
}

impl Effect {
    /// Whether a call may leave something behind.
    pub fn may_change(self) -> bool {
        match self {
            Self::ReadsOnly => false,
            Self::Changes | Self::Unknown => true,
        }
    }
}

/// Reasons why a call has no output.
#[derive(Debug, thiserror::Error)]
pub enum FunctionError {
    /// A failure for the model, which may do better next time.
    #[error("{}", .0.message)]
    Report(Failure),
    /// The function itself is broken, which no model can repair.
    #[error("the function broke: {reason}")]
    Broken { reason: Notice },
    /// The call was cancelled.
    #[error("the call was cancelled")]
    Cancelled,
}

impl FunctionError {
    pub fn broken(reason: &impl AsValue) -> Self {
        Self::Broken { reason: reason.as_value().into() }
    }
}
