//! In what a run falls short.

use super::{ArgumentProblem, ExpectedText};
use notices::Notice;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use ts_rs::TS;

/// One part of an expectation that does not hold. Calls are counted from 0, in both lists.
///
/// The same faults of different runs have the same words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, Error)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(rename = "CaseFault")]
pub enum Fault {
    #[error("call {} is missing: {function}", .expected + 1)]
    MissingCall {
        expected: usize,
        function: String,
        /// The call of the run that stands where it should, or their number. Nothing, where any order will do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        before: Option<usize>,
    },
    #[error("{function} was called, which was not expected")]
    UnexpectedCall { call: usize, function: String },
    #[error("call {}: {called} was called in place of {wanted}", .expected + 1)]
    OtherFunction { expected: usize, call: usize, wanted: String, called: String },
    #[error("call {}, {function} {path}: {problem}", .expected + 1)]
    Argument { expected: usize, call: usize, function: String, path: String, problem: ArgumentProblem },
    /// The arguments are not JSON.
    #[error("{function}: the arguments can't be read ({reason})")]
    Malformed { call: usize, function: String, reason: String },
    #[error("{function} must not be called")]
    ForbiddenCall { call: usize, function: String },
    #[error("{}", unsaid(.expected))]
    Words { expected: ExpectedText },
    #[error("{taken} rounds, where {allowed} are allowed")]
    Rounds { allowed: u32, taken: u32 },
    #[error("the turn did not end by itself: {reason}")]
    Unfinished {
        reason: String,
        /// The reason in every language, where it was kept.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        notice: Option<Notice>,
    },
    /// A script or a model says that it is not as expected.
    #[error("judged by {judge}: {reason}")]
    Judged { judge: String, by_model: bool, reason: String },
}

impl Fault {
    /// Whether the model chose the wrong function, or a wrong number of calls.
    pub fn is_of_choice(&self) -> bool {
        matches!(
            self,
            Self::MissingCall { .. }
                | Self::UnexpectedCall { .. }
                | Self::OtherFunction { .. }
                | Self::ForbiddenCall { .. }
        )
    }

    /// The call of the run that it is about, or that stands in the place of one that is missing.
    pub fn call(&self) -> Option<usize> {
        match self {
            Self::MissingCall { before, .. } => *before,
            Self::UnexpectedCall { call, .. }
            | Self::OtherFunction { call, .. }
            | Self::Argument { call, .. }
            | Self::Malformed { call, .. }
            | Self::ForbiddenCall { call, .. } => Some(*call),
            Self::Words { .. } | Self::Rounds { .. } | Self::Unfinished { .. } | Self::Judged { .. } => None,
        }
    }

    /// The part of the expectation that does not hold, by the names of its fields. Calls are counted from 0.
    pub fn part(&self) -> String {
        match self {
            Self::MissingCall { expected, .. } => format!("calls.list[{expected}]"),
            Self::UnexpectedCall { .. } => "calls.match".to_owned(),
            Self::OtherFunction { expected, .. } => format!("calls.list[{expected}].function"),
            Self::Argument { expected, path, .. } => format!("calls.list[{expected}].arguments {path}"),
            Self::Malformed { .. } => "calls.list".to_owned(),
            Self::ForbiddenCall { .. } => "never".to_owned(),
            Self::Words { .. } => "says".to_owned(),
            Self::Rounds { .. } => "rounds".to_owned(),
            Self::Unfinished { .. } => "an end".to_owned(),
            Self::Judged { .. } => "judges".to_owned(),
        }
    }
}

fn unsaid(expected: &ExpectedText) -> String {
    match expected {
        ExpectedText::Something => "the model says nothing".to_owned(),
        ExpectedText::Nothing => "the model says something".to_owned(),
        ExpectedText::Contains(part) => format!("the answer does not contain {part:?}"),
        ExpectedText::Pattern(pattern) => format!("the answer does not match {pattern:?}"),
    }
}
