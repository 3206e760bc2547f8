//! A stop: where, and why.

use crate::BreakpointId;
use content::CallId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One stop of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Pause {
    /// Counts the stops of a turn, so that an answer can't hit a later stop than the one it was meant for.
    pub number: u32,
    pub place: PausePlace,
    pub reason: PauseReason,
    /// The breakpoints that stop it here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<BreakpointId>>")]
    pub breakpoints: Vec<BreakpointId>,
    /// Before a call: the other calls of the answer that wait for the person as well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<CallId>>")]
    pub waiting: Vec<CallId>,
    /// Before a call: those that run without being asked about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<CallId>>")]
    pub unasked: Vec<CallId>,
}

/// Where a turn stands still.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum PausePlace {
    BeforeRequest,
    /// The answer is coming in. Nothing more of it is read until the turn goes on.
    DuringAnswer,
    /// The model has spoken. Its calls, if it made any, have not run.
    AfterResponse,
    BeforeCall {
        call: CallId,
    },
    AfterCall {
        call: CallId,
    },
}

impl PausePlace {
    pub fn call(&self) -> Option<&CallId> {
        match self {
            Self::BeforeCall { call } | Self::AfterCall { call } => Some(call),
            Self::BeforeRequest | Self::DuringAnswer | Self::AfterResponse => None,
        }
    }
}

/// Why a turn stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum PauseReason {
    Breakpoint,
    Step,
    /// The application ended while this was under way. Whether it took effect is not known, so a person decides.
    Interrupted,
    /// What a person wrote can't be run either.
    EditRefused,
    /// The name was not offered and taken for one that was. A person says whether that was meant.
    NameRepaired,
    /// The function does something a person has to allow first.
    ConsentNeeded,
    /// A person stands in for the function.
    ResultWanted,
    /// A rule wants a person to allow this very call.
    Approval,
    /// Calls of this turn do not run by themselves here: the policies leave them to the person.
    HandedBack,
    /// The request gave no answer. Going on sends it again.
    RequestFailed,
}
