//! Reasons why a folder or a file in it can't be used. A model reads them.

use notices::Describe;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

/// The longest file that is read or written.
pub(super) const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// A folder that can't be opened, or a request about it that fails.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "plugin-folder")]
pub(crate) enum FolderError {
    #[error("{path} can't be opened: {source}")]
    Unopened { path: PathBuf, source: FileError },
    #[error("{path}: {source}")]
    File { path: String, source: FileError },
    #[error("the text is longer than {MAX_FILE_BYTES} bytes; write it in parts")]
    TextTooLong,
    #[error("a path has no zero byte in it")]
    ZeroByte,
    #[error("{path} is not in the folder; write paths from its root, without a / before them")]
    Outside { path: String },
    #[error("there is no text to find")]
    NothingToFind,
}

impl FolderError {
    pub(super) fn at(path: &str, error: impl Into<FileError>) -> Self {
        Self::File { path: path.to_owned(), source: error.into() }
    }
}

/// A file or a folder that can't be used, whatever its path.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "plugin-file")]
pub(crate) enum FileError {
    #[error("it is not there")]
    Missing,
    #[error("it is there already; say what to do with it by `existing`")]
    Exists,
    #[error("it may not be used, or it leads out of the folder")]
    Refused,
    #[error("it is longer than {MAX_FILE_BYTES} bytes")]
    TooLong,
    #[error("it is no text")]
    NoText,
    #[error("it is not a regular file")]
    Irregular,
    #[error(transparent)]
    Disk(io::Error),
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        let kind = error.kind();
        if kind == ErrorKind::NotFound {
            Self::Missing
        } else if kind == ErrorKind::AlreadyExists {
            Self::Exists
        } else if kind == ErrorKind::PermissionDenied {
            Self::Refused
        } else {
            Self::Disk(error)
        }
    }
}
