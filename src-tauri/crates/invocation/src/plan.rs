//! What is settled before a turn begins.

use crate::Breakpoint;
use content::{FunctionName, ModelId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Everything a turn is run by. It is kept with the turn, so that a log explains itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct TurnPlan {
    pub model: ModelId,
    pub limits: TurnLimits,
    pub selection: SelectionPlan,
    pub breakpoints: Vec<Breakpoint>,
}

/// Where a turn ends at the latest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TurnLimits {
    /// Requests to the model. The last one offers no functions, so that the turn ends in words.
    pub rounds: u32,
}

/// How the functions to offer are chosen before each request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SelectionPlan {
    /// Functions offered at most, the pinned ones not counted.
    pub limit: usize,
    /// How many of the last messages that say something are looked at.
    pub context_messages: usize,
    pub pinned: Vec<FunctionName>,
}
