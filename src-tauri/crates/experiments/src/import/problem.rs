//! What could not be read at all.

use crate::CaseError;
use serde::{Serialize, Serializer};
use std::error::Error;
use std::fmt::{self, Display, Formatter};
use thiserror::Error;

/// A line, or a whole file, of which no case came.
#[derive(Debug, Serialize)]
pub struct Unread {
    pub file: String,
    /// Counted from 1. None where it is about the whole file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    #[serde(serialize_with = "in_words")]
    pub problem: ImportProblem,
}

#[derive(Debug, Error)]
pub enum ImportProblem {
    #[error("it is not JSON")]
    NotJson(#[source] serde_json::Error),
    #[error("it is not YAML: {reason}")]
    NotYaml { reason: String },
    #[error("it is no {expected}")]
    Shape { expected: &'static str },
    #[error("{name} is missing")]
    Missing { name: &'static str },
    #[error("{name} is not what it should be")]
    Unfit { name: &'static str },
    #[error("it has no possible answer")]
    NoAnswer,
    #[error("it has {count} turns, and a case has one")]
    Turns { count: usize },
    #[error("nothing says what is expected")]
    NoExpectation,
    #[error("{path} can't be read")]
    Reference { path: String },
    #[error("{name} has several values")]
    Variable { name: String },
    #[error("it makes no case")]
    Case(#[source] CaseError),
}

fn in_words<S: Serializer>(problem: &ImportProblem, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&words(problem))
}

/// A problem with its causes.
fn words(problem: &ImportProblem) -> String {
    let mut words = problem.to_string();
    let mut source = problem.source();
    while let Some(cause) = source {
        words = format!("{words}: {cause}");
        source = cause.source();
    }
    words
}

impl Display for Unread {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Self { file, line, problem } = self;
        match line {
            Some(line) => write!(formatter, "{file}, line {line}: {}", words(problem)),
            None => write!(formatter, "{file}: {}", words(problem)),
        }
    }
}
