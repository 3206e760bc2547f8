//! Definitions of functions that somebody pasted, with nothing behind them: a person, or a stand-in, answers.

mod gemini;
mod read;

pub(crate) use read::{DefinitionError, DefinitionNote};
pub use read::{
    DefinitionForm, DefinitionsError, PastedFunctions, read_definitions, read_input, read_schema,
};

use crate::stand_in::because::Because;
use content::{FunctionName, JsonObject};
use notices::Describe;
use ports::{Ask, CallScope, Effect, Function, FunctionInput, FunctionSpec, Invoked};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use ts_rs::TS;

/// Definitions that were pasted together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct PastedSettings {
    /// Names it in the file. Empty for one that is new.
    pub id: String,
    pub title: String,
    pub definitions: Vec<Definition>,
}

/// What was said of one function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Definition {
    pub name: String,
    pub description: String,
    #[ts(type = "JsonValue")]
    pub parameters: Value,
    pub effect: Effect,
    #[serde(default, skip_serializing_if = "FunctionInput::is_plain")]
    #[ts(optional, as = "Option<FunctionInput>")]
    pub input: FunctionInput,
    /// The result as a schema.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "JsonValue")]
    pub returns: Option<Value>,
}

impl PastedSettings {
    /// The functions, under the very names that were pasted.
    pub fn functions(&self) -> Vec<Arc<dyn Function>> {
        self.definitions
            .iter()
            .map(|definition| Arc::new(Hollow::of(definition)) as Arc<dyn Function>)
            .collect()
    }
}

/// A function with nothing behind it.
pub(crate) struct Hollow(FunctionSpec);

impl Hollow {
    pub(crate) fn of_spec(spec: FunctionSpec) -> Self {
        Self(spec)
    }

    fn of(definition: &Definition) -> Self {
        let Definition { name, description, parameters, effect, input, returns } = definition.clone();
        Self(FunctionSpec {
            name: FunctionName::without_plugin(&name),
            description,
            parameters,
            effect,
            input,
            returns,
        })
    }
}

impl Function for Hollow {
    fn spec(&self) -> &FunctionSpec {
        &self.0
    }

    fn invoke<'a>(&'a self, _: &'a JsonObject, _: &'a CallScope) -> Invoked<'a> {
        let name = &self.0.name;
        let message = format!("{name} is only a definition: nothing is behind it that could answer.");
        Box::pin(async move { Err(crate::report(message)) })
    }

    fn asks(&self) -> Option<Ask> {
        Some(Ask::Result { because: Some(Because::OnlyDefined.notice()) })
    }
}
