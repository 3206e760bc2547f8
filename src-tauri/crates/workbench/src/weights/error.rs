//! Reasons why nothing can be done with a model of this computer.

use disk::SettingsFileError;
use notices::{Describe, Notice};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "weights")]
pub(crate) enum WeightsError {
    #[error(transparent)]
    File(#[from] SettingsFileError),
    #[error("no such model is offered")]
    #[advice("Choose one of the list.")]
    NotOffered,
    #[error("no such model is listed")]
    #[advice("Choose one of the list.")]
    NotListed,
    #[error("{path} is not an absolute path")]
    #[advice("Choose a model in the GGUF form, by its absolute path.")]
    NotAbsolute { path: String },
    #[error("{path} can't be used: {reason}")]
    #[advice("Choose a model in the GGUF form, by its absolute path.")]
    NotUsable {
        path: String,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("{path} can't be deleted: {reason}")]
    #[advice("Close what uses it, then try again.")]
    NotDeleted {
        path: String,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("{name} is being fetched already")]
    #[advice("Wait until it is there.")]
    UnderWay { name: String },
}

impl WeightsError {
    pub(super) fn not_deleted(path: &str, error: &std::io::Error) -> Self {
        Self::NotDeleted { path: path.to_owned(), reason: error.notice() }
    }
}
