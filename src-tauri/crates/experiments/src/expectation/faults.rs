//! In what a run falls short.

use super::{ArgumentProblem, ExpectedText};
use notices::Notice;
use serde::{Deserialize, Serialize};
use std::fmt;
use ts_rs::TS;

/// One part of an expectation that does not hold. Calls are counted from 0, in both lists.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(rename = "CaseFault")]
pub enum Fault {
    MissingCall {
        expected: usize,
        function: String,
        /// The call of the run that stands where it should, or their number. Nothing, where any order will do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        before: Option<usize>,
    },
    UnexpectedCall {
        call: usize,
        function: String,
    },
    OtherFunction {
        expected: usize,
        call: usize,
        wanted: String,
        called: String,
    },
    Argument {
        expected: usize,
        call: usize,
        function: String,
        path: String,
        problem: ArgumentProblem,
    },
    /// The arguments are not JSON.
    Malformed {
        call: usize,
        function: String,
        reason: String,
    },
    ForbiddenCall {
        call: usize,
        function: String,
    },
    Words {
        expected: ExpectedText,
    },
    Rounds {
        allowed: u32,
        taken: u32,
    },
    /// The turn did not end by itself.
    Unfinished {
        reason: String,
        /// The reason in every language, where it was kept.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        notice: Option<Notice>,
    },
    /// A script or a model says that it is not as expected.
    Judged {
        judge: String,
        by_model: bool,
        reason: String,
    },
}

impl Fault {
    /// Whether the model chose the wrong function, or a wrong number of calls.
    pub fn is_of_choice(&self) -> bool {
        match self {
            Self::MissingCall { .. }
            | Self::UnexpectedCall { .. }
            | Self::OtherFunction { .. }
            | Self::ForbiddenCall { .. } => true,
            Self::Argument { .. }
            | Self::Malformed { .. }
            | Self::Words { .. }
            | Self::Rounds { .. }
            | Self::Unfinished { .. }
            | Self::Judged { .. } => false,
        }
    }
}

impl Fault {
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

/// The same faults of different runs have the same words.
impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingCall { expected, function, .. } => {
                write!(formatter, "call {} is missing: {function}", expected + 1)
            }
            Self::UnexpectedCall { function, .. } => {
                write!(formatter, "{function} was called, which was not expected")
            }
            Self::OtherFunction { expected, wanted, called, .. } => {
                write!(formatter, "call {}: {called} was called in place of {wanted}", expected + 1)
            }
            Self::Argument { expected, function, path, problem, .. } => {
                write!(formatter, "call {}, {function} {path}: ", expected + 1)?;
                match problem {
                    ArgumentProblem::Missing => formatter.write_str("missing"),
                    ArgumentProblem::Unexpected { value } => write!(formatter, "{value} was not expected"),
                    ArgumentProblem::Differs { value } => write!(formatter, "{value} is not as expected"),
                }
            }
            Self::Malformed { function, reason, .. } => {
                write!(formatter, "{function}: the arguments can't be read ({reason})")
            }
            Self::ForbiddenCall { function, .. } => write!(formatter, "{function} must not be called"),
            Self::Words { expected } => match expected {
                ExpectedText::Something => formatter.write_str("the model says nothing"),
                ExpectedText::Nothing => formatter.write_str("the model says something"),
                ExpectedText::Contains(part) => write!(formatter, "the answer does not contain {part:?}"),
                ExpectedText::Pattern(pattern) => write!(formatter, "the answer does not match {pattern:?}"),
            },
            Self::Rounds { allowed, taken } => {
                write!(formatter, "{taken} rounds, where {allowed} are allowed")
            }
            Self::Unfinished { reason, .. } => write!(formatter, "the turn did not end by itself: {reason}"),
            Self::Judged { judge, reason, .. } => write!(formatter, "judged by {judge}: {reason}"),
        }
    }
}
