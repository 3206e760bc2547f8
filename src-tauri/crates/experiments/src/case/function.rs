//! A function that a case offers, and what answers its calls: results, or a stand-in.

use super::{SaidResult, failed};
use content::{JsonObject, Outcome};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// A function that is offered: defined here, or one of the application's where nothing but its name is given.
#[serde_with_macros::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct CaseFunction {
    pub name: String,
    pub description: Option<String>,
    /// The arguments as an object schema.
    #[ts(optional, type = "JsonValue")]
    pub parameters: Option<Value>,
    /// Whether it runs, where a person allows it. Otherwise a stand-in or the results of the case answer its calls.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub live: bool,
    /// Answers its calls in each run.
    pub stand_in: Option<CaseStandIn>,
}

/// A stand-in that answers as the function would, the same in each run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum CaseStandIn {
    /// A Jinja template over the arguments.
    Template(String),
    /// One answer after the other. Each run begins with the first.
    Sequence {
        answers: Vec<Answer>,
        /// Whether the first follows the last. Otherwise the last is repeated.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        starts_again: bool,
    },
    /// What was recorded for the same arguments. The results of the case answer where nothing was.
    Recorded,
}

impl CaseFunction {
    /// One whose calls are answered by the results of its case.
    pub fn new(name: impl Into<String>, description: Option<String>, parameters: Option<Value>) -> Self {
        Self { name: name.into(), description, parameters, live: false, stand_in: None }
    }

    /// Whether the results of its case have no say.
    pub fn answers_alone(&self) -> bool {
        let stands_in = match self.stand_in {
            Some(CaseStandIn::Template(_) | CaseStandIn::Sequence { .. }) => true,
            Some(CaseStandIn::Recorded) | None => false,
        };
        self.live || stands_in
    }
}

/// The answer of a function to all calls, or to those with the same arguments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct CaseResult {
    pub function: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "{ [key: string]: JsonValue }")]
    pub arguments: Option<JsonObject>,
    pub answer: Answer,
}

/// An answer in place of a function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "CaseAnswer")]
pub enum Answer {
    Returned(#[ts(type = "JsonValue")] Value),
    Failed(String),
}

impl Answer {
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Returned(value) => Outcome::Returned { output: value.clone().into() },
            Self::Failed(message) => failed(message),
        }
    }
}

impl From<SaidResult> for Answer {
    fn from(result: SaidResult) -> Self {
        match result {
            SaidResult::Returned(value) => Self::Returned(value),
            SaidResult::Failed(message) | SaidResult::Declined(message) => Self::Failed(message),
        }
    }
}
