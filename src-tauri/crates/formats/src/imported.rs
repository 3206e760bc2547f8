//! What an import returns.

use crate::{Beside, Format, Loss};
use content::{FunctionName, Message};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// A conversation that was read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Imported {
    pub format: Format,
    /// A path: each message is the child of the one before.
    pub messages: Vec<Message>,
    /// The functions that were offered, where the text is a request.
    pub functions: Vec<ImportedFunction>,
    pub beside: Beside,
    pub losses: Vec<Loss>,
}

/// A function that was offered to the model in an imported request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ImportedFunction {
    pub name: FunctionName,
    pub description: String,
    /// A JSON Schema, as it was written.
    #[ts(type = "JsonValue")]
    pub parameters: Value,
    /// Arguments as they might be.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, type = "JsonValue[]")]
    pub examples: Vec<Value>,
    /// The form of the free text the function takes in the place of arguments, as it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "JsonValue")]
    pub text: Option<Value>,
}
