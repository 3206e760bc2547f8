//! The result of a call: an output, a failure reported to the model, or a refusal.

use crate::{CallId, CalledFunction, Media, Origin};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// The result of one call.
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
    /// The call was refused and did not run.
    Declined {
        reason: String,
        /// Who refused it. Records from before this field existed say that it was a person.
        #[serde(default, skip_serializing_if = "DeclinedBy::is_usual")]
        #[ts(optional, as = "Option<DeclinedBy>")]
        by: DeclinedBy,
    },
}

/// Who refused to run a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum DeclinedBy {
    Person {
        /// The reply to the model, if the session has its own wording.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        words: Option<String>,
    },
    /// An approval rule.
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
    /// The reply that the model receives.
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
    /// A call that a person refused.
    pub fn declined(reason: impl Into<String>) -> Self {
        Self::Declined { reason: reason.into(), by: DeclinedBy::default() }
    }
}

/// The output of a function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Output {
    /// The function completed without output. Not the same as an empty text.
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
    /// An ordered list of outputs, which never nests.
    Several {
        // Written out, because ts-rs would recurse into a list of itself forever.
        #[ts(type = "Array<Output>")]
        parts: Vec<Output>,
    },
}

impl Output {
    /// Combines parts into the simplest equivalent output.
    pub fn of(mut parts: Vec<Self>) -> Self {
        match parts.len() {
            0 => Self::Nothing,
            1 => parts.remove(0),
            _ => Self::Several { parts },
        }
    }

    /// The parts of an output: a single output is its own only part.
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::Several { parts } => parts,
            Self::Nothing | Self::Text { .. } | Self::Json { .. } | Self::Media { .. } => {
                std::slice::from_ref(self)
            }
        }
    }
}

/// A JSON value as an output: null is nothing, and a string is the text that it holds.
impl From<Value> for Output {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::Nothing,
            Value::String(text) => Self::Text { text },
            value @ (Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
                Self::Json { value }
            }
        }
    }
}

/// The reason why a call has no output, in words for the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Failure {
    pub kind: FailureKind,
    pub message: String,
}

/// The kinds of failure, by which failures are shown, counted and filtered.
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
