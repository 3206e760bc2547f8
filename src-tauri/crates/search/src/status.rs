//! The status of a call, by which a person filters.

use content::{CallArguments, CalledFunction, FailureKind, FunctionCall, Origin, Outcome};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The status of a call. A call can have several: one with unreadable arguments has failed too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum CallStatus {
    /// The function returned an output.
    Returned,
    /// A call or the whole turn failed.
    Failed,
    /// A person declined it.
    Declined,
    /// It has no result.
    Unanswered,
    /// Its arguments are not a JSON object.
    Malformed,
    /// Its arguments violate the schema of the function.
    Invalid,
    /// The function does not exist.
    Unknown,
    /// The turn ended before it could run.
    NotRun,
    /// A person wrote or changed the call or its result.
    Edited,
}

impl CallStatus {
    pub const ALL: [Self; 9] = [
        Self::Returned,
        Self::Failed,
        Self::Declined,
        Self::Unanswered,
        Self::Malformed,
        Self::Invalid,
        Self::Unknown,
        Self::NotRun,
        Self::Edited,
    ];

    /// The word for it in a query.
    pub fn word(self) -> &'static str {
        match self {
            Self::Returned => "returned",
            Self::Failed => "failed",
            Self::Declined => "declined",
            Self::Unanswered => "unanswered",
            Self::Malformed => "malformed",
            Self::Invalid => "invalid",
            Self::Unknown => "unknown",
            Self::NotRun => "notrun",
            Self::Edited => "edited",
        }
    }

    pub(crate) fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.word() == word)
    }
}

/// The statuses known from the call itself.
pub(crate) fn of_call(call: &FunctionCall) -> Vec<CallStatus> {
    let mut found = of_function(&call.function);
    match call.arguments {
        CallArguments::Malformed { .. } => found.push(CallStatus::Malformed),
        CallArguments::Parsed { .. } => {}
    }
    found.extend(of_origin(call.origin));
    found
}

/// The statuses known from its result.
pub(crate) fn of_outcome(outcome: &Outcome, origin: Origin) -> Vec<CallStatus> {
    let mut found = match outcome {
        Outcome::Returned { .. } => vec![CallStatus::Returned],
        Outcome::Declined { .. } => vec![CallStatus::Declined],
        Outcome::Failed { failure } => match failure.kind {
            FailureKind::Reported => vec![CallStatus::Failed],
            FailureKind::UnknownFunction => vec![CallStatus::Failed, CallStatus::Unknown],
            FailureKind::InvalidArguments => vec![CallStatus::Failed, CallStatus::Invalid],
            FailureKind::NotRun => vec![CallStatus::NotRun],
        },
    };
    found.extend(of_origin(origin));
    found
}

pub(crate) fn of_function(function: &CalledFunction) -> Vec<CallStatus> {
    match function {
        CalledFunction::Known { .. } => Vec::new(),
        CalledFunction::Unknown { .. } => vec![CallStatus::Unknown],
    }
}

fn of_origin(origin: Origin) -> Option<CallStatus> {
    match origin {
        Origin::Simulated | Origin::Edited => Some(CallStatus::Edited),
        Origin::Model
        | Origin::Person
        | Origin::StandIn
        | Origin::Fault
        | Origin::Function
        | Origin::Application
        | Origin::Recorded
        | Origin::Informational => None,
    }
}
