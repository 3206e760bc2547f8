//! Why a case can't be used.

use super::FORMAT;
use crate::expectation::MOST_SECONDS;
use notices::{Describe, Notice};
use thiserror::Error;

/// Why a text is no case.
#[derive(Debug, Error, Describe)]
#[notice(prefix = "case")]
pub enum CaseError {
    #[error("it is not JSON")]
    NotJson {
        #[source]
        source: serde_json::Error,
    },
    #[error("it has no `\"format\": {FORMAT}`")]
    NoFormat,
    #[error("it has format {found}, and this version reads up to {FORMAT}: a newer Callwright wrote it")]
    Newer { found: u64 },
    #[error("a field does not fit")]
    Unfit {
        #[source]
        source: serde_json::Error,
    },
    #[error("the id \"{id}\" has other letters than a-z, A-Z, 0-9, `-`, `_` and `.`")]
    Id { id: String },
    #[error("the history has nothing to answer")]
    NothingToAnswer,
    #[error("it expects nothing")]
    ExpectsNothing,
    #[error("it expects or answers \"{function}\", which is not among its functions")]
    UnknownFunction { function: String },
    #[error("\"{function}\" has answers with arguments and one without")]
    MixedAnswers { function: String },
    #[error("\"{function}\" is answered in two ways: it is live, has a stand-in, or has results")]
    AnsweredTwice { function: String },
    #[error("\"{function}\" has no schema, but a description")]
    NoSchema { function: String },
    #[error(
        "a script needs a command and 1 to {MOST_SECONDS} seconds, and a model that judges needs a question"
    )]
    Judge,
    #[error("the pattern {pattern} can't be read: {reason}")]
    Pattern { pattern: String, reason: Notice },
}
