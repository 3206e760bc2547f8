//! Several models in one session, each with instructions and functions of its own.

use content::{FunctionName, ModelId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One of those who take part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Participant {
    /// What the others and the person call it.
    pub name: String,
    pub model: ModelId,
    /// What it is told behind the instructions of the session. It is not part of the history.
    pub instructions: String,
    /// The functions it may be offered. Without a list, all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub functions: Option<Vec<FunctionName>>,
}
