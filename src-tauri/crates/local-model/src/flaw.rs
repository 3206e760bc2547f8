//! Why a model in a file does not answer.

use crate::gguf::GgufError;
use notices::{Describe, Notice};
use ports::ConnectorError;

/// Who serves these models, for people.
pub const SERVICE: &str = "This computer";

/// What is wrong with a file, found before a model is asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "model-file")]
#[advice("Choose another file, or fetch this one again.")]
pub enum FileFlaw {
    #[error(transparent)]
    File(#[from] GgufError),
    #[error("its template can't be rendered: {reason}")]
    Template {
        #[notice(cause)]
        reason: Notice,
    },
}

/// Which model does not answer, beside the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "local-model")]
#[error("{title}: {reason}")]
pub(crate) struct ModelFault {
    pub(crate) title: String,
    #[notice(cause)]
    pub(crate) reason: Notice,
}

pub(crate) fn misconfigured(title: &str, reason: &impl Describe) -> ConnectorError {
    let fault = ModelFault { title: title.to_owned(), reason: reason.notice() };
    ConnectorError::Misconfigured { service: SERVICE.to_owned(), reason: fault.notice() }
}
