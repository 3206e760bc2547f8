//! What a case has no place for.

use crate::CaseId;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// Something of a source that is not in its cases.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ImportLoss {
    /// Lines of a category that is not about one turn, or whose answers are not JSON.
    Category { name: String },
    /// A field, by its name.
    Field { name: String },
    /// A part of a message that is not text.
    Content { kind: String },
    /// A tool that is no function.
    Tool { kind: String },
    /// A check of a run that no expectation stands for.
    Assertion { kind: String },
    /// The words of the last answer are compared there.
    Answer,
    /// Arguments that are written otherwise are judged by a model there.
    Judge,
    /// The order of calls: those of one response have none there, and here calls of several responses are one list.
    Order,
    /// Whether a function is called once or more makes no difference there.
    Frequency,
    /// More possible answers of an argument than are written out.
    Alternatives,
    /// A function without a schema. One is made from the arguments that were seen.
    Schema,
    /// Another result of the same call.
    Result,
    /// The same case once more.
    Repeated,
    /// An id with letters that no file name has everywhere. It got others.
    Id,
}

/// How often something was lost, and the first case it was lost of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LossCount {
    #[serde(flatten)]
    pub loss: ImportLoss,
    pub count: usize,
    /// None where no case came of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<CaseId>,
}

impl Display for ImportLoss {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Category { name } => write!(formatter, "lines of the category {name} are left out"),
            Self::Field { name } => write!(formatter, "the field {name} is left out"),
            Self::Content { kind } => write!(formatter, "content of the type {kind} is left out"),
            Self::Tool { kind } => write!(formatter, "a tool of the type {kind} is left out"),
            Self::Assertion { kind } => write!(formatter, "the assertion {kind} is left out"),
            Self::Answer => formatter.write_str("the words of the answer are not compared"),
            Self::Judge => formatter.write_str("arguments are compared and not judged by a model"),
            Self::Order => formatter.write_str("calls may be made in any order"),
            Self::Frequency => formatter.write_str("a function has to be called as often as it is listed"),
            Self::Alternatives => {
                formatter.write_str("more possible answers than are written out, so any is accepted")
            }
            Self::Schema => formatter.write_str("a schema is made from the arguments that were seen"),
            Self::Result => formatter.write_str("another result of the same call is left out"),
            Self::Repeated => formatter.write_str("the same case is there once more"),
            Self::Id => formatter.write_str("the id is written otherwise"),
        }
    }
}

impl Display for LossCount {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Self { loss, count, first } = self;
        write!(formatter, "{count} × {loss}")?;
        match first {
            Some(first) => write!(formatter, " ({} first)", first.as_str()),
            None => Ok(()),
        }
    }
}
