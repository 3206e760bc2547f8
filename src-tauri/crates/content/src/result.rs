//! What came of a call: something returned, a failure the model should hear, or a person's refusal.

use crate::{CallId, CalledFunction, Media, Origin};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// The answer to one call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FunctionResult {
    pub call_id: CallId,
    pub function: CalledFunction,
    pub outcome: Outcome,
    pub origin: Origin,
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Outcome {
    Returned {
        output: Output,
    },
    Failed {
        failure: Failure,
    },
    /// The call did not run, because somebody did not let it.
    Declined {
        reason: String,
        /// Whoever it was. Records of before this was kept say that it was a person.
        #[serde(default, skip_serializing_if = "DeclinedBy::is_usual")]
        #[ts(optional, as = "Option<DeclinedBy>")]
        by: DeclinedBy,
    },
}

/// Who did not let a call run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum DeclinedBy {
    Person {
        /// What the model is told, where the session has words of its own for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        words: Option<String>,
    },
    /// A rule about approvals.
    Rule,
    Filter {
        name: String,
    },
}

impl Default for DeclinedBy {
    fn default() -> Self {
        Self::Person { words: None }
    }
}

impl DeclinedBy {
    /// What a model is told.
    pub fn words(&self, reason: &str) -> String {
        let who = match self {
            Self::Person { words: Some(words) } => return words.clone(),
            Self::Person { words: None } => "The person declined this call".to_owned(),
            Self::Rule => "A rule of this session does not allow this call".to_owned(),
            Self::Filter { name } => format!("The filter {name:?} blocked this call"),
        };
        match reason.trim() {
            "" => format!("{who}."),
            _ => format!("{who}: {reason}"),
        }
    }

    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

impl Outcome {
    /// A call that a person did not let run.
    pub fn declined(reason: impl Into<String>) -> Self {
        Self::Declined { reason: reason.into(), by: DeclinedBy::default() }
    }
}

/// What a function gave back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Output {
    /// The function completed and had nothing to say. Not the same as an empty text.
    Nothing,
    Text {
        text: String,
    },
    Json {
        #[ts(type = "JsonValue")]
        value: Value,
    },
    Media {
        media: Media,
    },
    /// Several things in an order. None of them is several itself.
    Several {
        // Written out, because a list of itself is looked into without end.
        #[ts(type = "Array<Output>")]
        parts: Vec<Output>,
    },
}

impl Output {
    /// What so many parts come down to.
    pub fn of(mut parts: Vec<Self>) -> Self {
        match parts.len() {
            0 => Self::Nothing,
            1 => parts.remove(0),
            _ => Self::Several { parts },
        }
    }

    /// The parts it has: itself, where it is one thing.
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::Several { parts } => parts,
            Self::Nothing | Self::Text { .. } | Self::Json { .. } | Self::Media { .. } => {
                std::slice::from_ref(self)
            }
        }
    }
}

/// Why a call could not be answered, in words meant for the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Failure {
    pub kind: FailureKind,
    pub message: String,
}

/// The kinds of failure that are shown, counted and filtered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum FailureKind {
    /// The model called a function that was not offered to it.
    UnknownFunction,
    /// The arguments are not JSON or do not fit the function's schema.
    InvalidArguments,
    /// The function ran and reported a problem.
    Reported,
    /// The turn ended before the call could run.
    NotRun,
}
