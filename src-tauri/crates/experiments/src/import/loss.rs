//! What a case has no place for.

use crate::CaseId;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};
use thiserror::Error;

/// Something of a source that is not in its cases.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Error)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ImportLoss {
    /// Lines of a category that is not about one turn, or whose answers are not JSON.
    #[error("lines of the category {name} are left out")]
    Category { name: String },
    #[error("the field {name} is left out")]
    Field { name: String },
    /// A part of a message that is not text.
    #[error("content of the type {kind} is left out")]
    Content { kind: String },
    /// A tool that is no function.
    #[error("a tool of the type {kind} is left out")]
    Tool { kind: String },
    /// A check of a run that no expectation stands for.
    #[error("the assertion {kind} is left out")]
    Assertion { kind: String },
    /// The words of the last answer are compared there.
    #[error("the words of the answer are not compared")]
    Answer,
    /// Arguments that are written otherwise are judged by a model there.
    #[error("arguments are compared and not judged by a model")]
    Judge,
    /// The order of calls: those of one response have none there, and here calls of several responses are one list.
    #[error("calls may be made in any order")]
    Order,
    /// Whether a function is called once or more makes no difference there.
    #[error("a function has to be called as often as it is listed")]
    Frequency,
    #[error("more possible answers than are written out, so any is accepted")]
    Alternatives,
    /// A function has none.
    #[error("a schema is made from the arguments that were seen")]
    Schema,
    #[error("another result of the same call is left out")]
    Result,
    #[error("the same case is there once more")]
    Repeated,
    /// It has letters that no file name has everywhere.
    #[error("the id is written otherwise")]
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
