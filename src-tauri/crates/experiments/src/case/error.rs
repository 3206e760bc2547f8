//! Why a case can't be used.

use super::{CaseId, FORMAT};
use crate::expectation::MOST_SECONDS;
use crate::pattern::PatternError;
use thiserror::Error;

/// Why a text is no case.
#[derive(Debug, Error)]
pub enum CaseError {
    #[error("it is not JSON")]
    NotJson(#[source] serde_json::Error),
    #[error("it has no `\"format\": {FORMAT}`")]
    NoFormat,
    #[error("it has format {found}, and this version reads up to {FORMAT}: a newer Callwright wrote it")]
    Newer { found: u64 },
    #[error("a field does not fit")]
    Unfit(#[source] serde_json::Error),
    #[error("the id {:?} has other letters than a-z, A-Z, 0-9, `-`, `_` and `.`", .0.as_str())]
    Id(CaseId),
    #[error("the history has nothing to answer")]
    NothingToAnswer,
    #[error("it expects nothing")]
    ExpectsNothing,
    #[error("it expects or answers {0:?}, which is not among its functions")]
    UnknownFunction(String),
    #[error("{0:?} has answers with arguments and one without")]
    MixedAnswers(String),
    #[error("{0:?} has no schema, but a description")]
    NoSchema(String),
    #[error(
        "a script needs a command and 1 to {MOST_SECONDS} seconds, and a model that judges needs a question"
    )]
    Judge,
    #[error("a pattern can't be read")]
    Pattern(#[source] PatternError),
}
