//! What follows from a record, kept in the record itself. A reader of a log assigns it and never decides it again.

use crate::{BreakpointId, Completer, Limit, TurnPlan};
use content::{CallId, FunctionName, Message, MessageId, ModelId, Origin, Outcome};
use ports::{CallOptions, FunctionChoice, RequestSettings};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How far a call is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum CallPhase {
    /// It has no result and does not run.
    Waiting,
    /// Another model is asked for its result next.
    HandedOver { to: Completer },
    /// It runs. Its result has this origin.
    Running { origin: Origin },
    /// It has its result.
    Answered { outcome: Outcome, origin: Origin },
}

/// The new phase of one call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct CallChange {
    pub call: CallId,
    pub phase: CallPhase,
}

/// How a round begins.
#[serde_with_macros::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct RoundOpening {
    /// The message whose open calls it deals with, instead of asking the model.
    pub takes_up: Option<MessageId>,
    /// The limit that makes it the last round, which ends in words.
    pub for_words: Option<Limit>,
}

/// What a turn finds where it stops.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct StopState {
    /// Calls that were under way when the application ended, and wait again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<CallChange>>")]
    pub calls: Vec<CallChange>,
    /// Before a request: what is asked, unless a person changes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub request: Option<Box<RequestAhead>>,
    /// Breakpoints for one stop, which this stop switches off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<BreakpointId>>")]
    pub spent: Vec<BreakpointId>,
}

/// The parts of a request that a person can change before it is sent.
#[serde_with_macros::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
pub struct RequestAhead {
    pub model: ModelId,
    /// What is sent before the messages.
    pub instructions: Option<String>,
    pub functions: Vec<FunctionName>,
    pub choice: FunctionChoice,
    pub calls: CallOptions,
    pub settings: RequestSettings,
    /// The messages, where they are not the history.
    pub messages: Option<Vec<Message>>,
}

/// What an answer to a stop leads to at once.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct AnswerEffect {
    /// The turn still stands at the same stop.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub stays: bool,
    /// The calls whose phase it changes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<CallChange>>")]
    pub calls: Vec<CallChange>,
    /// The plan of the turn from now on, where the answer changes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub plan: Option<Box<TurnPlan>>,
}
