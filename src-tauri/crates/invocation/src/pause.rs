//! A stop, and what a person may do at it.

use content::{CallId, Outcome};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One stop of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Pause {
    /// Counts the stops of a turn, so that an answer can't hit a later stop than the one it was meant for.
    pub number: u32,
    pub place: PausePlace,
    pub reason: PauseReason,
}

/// Where a turn stands still.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum PausePlace {
    BeforeRequest,
    BeforeCall { call: CallId },
    AfterCall { call: CallId },
}

/// Why a turn stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum PauseReason {
    Breakpoint,
    Step,
    /// The application ended while this was under way. Whether it took effect is not known, so a person decides.
    Interrupted,
    /// The arguments a person wrote can't be run either.
    EditRefused,
    /// The name was not offered and taken for one that was. A person says whether that was meant.
    NameRepaired,
    /// The function does something a person has to allow first.
    ConsentNeeded,
    /// A person stands in for the function.
    ResultWanted,
}

/// What a person answers to a stop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Answer {
    /// The number of the stop that is answered.
    pub pause: u32,
    pub decision: Decision,
    pub pace: Pace,
}

/// What is to happen at a stop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Decision {
    Continue,
    /// Before a call: call it with these arguments instead.
    EditArguments {
        raw: String,
    },
    /// Before a call: this is the result, don't run it. After a call: this is the result instead.
    WriteResult {
        outcome: Outcome,
    },
    /// Before a call: don't run it, and tell the model why.
    Decline {
        reason: String,
    },
    Stop,
}

/// How far a turn goes after an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Pace {
    /// To the next breakpoint.
    Run,
    /// To the next place where it can stop.
    Step,
}
