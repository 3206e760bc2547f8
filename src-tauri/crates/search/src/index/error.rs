//! Reasons why an index can't be used.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use tantivy::TantivyError;
use tantivy::directory::error::{OpenDirectoryError, OpenReadError, OpenWriteError};

/// In every case nothing is lost: an index can be rebuilt.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// Repaired by rebuilding it.
    #[error("the search index in {} is missing, damaged or of another version: {reason}", path.display())]
    Damaged { path: PathBuf, reason: String },
    #[error("the disk with {} is full", path.display())]
    Full { path: PathBuf },
    #[error("the search index in {} can't be read or written: {reason}", path.display())]
    NotAccessible { path: PathBuf, reason: String },
}

impl IndexError {
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Damaged { .. } => "It is made anew by itself.",
            Self::Full { .. } => "Free some space. The sessions themselves are safe.",
            Self::NotAccessible { .. } => {
                "Check that you may write there and that no other program holds its files."
            }
        }
    }

    pub(crate) fn damaged(path: &Path, reason: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), reason: reason.into() }
    }

    pub(crate) fn from_io(path: &Path, error: &std::io::Error) -> Self {
        let path = path.to_owned();
        let kind = error.kind();
        if matches!(kind, ErrorKind::StorageFull | ErrorKind::QuotaExceeded) {
            Self::Full { path }
        } else if matches!(kind, ErrorKind::NotFound | ErrorKind::UnexpectedEof | ErrorKind::InvalidData) {
            Self::Damaged { path, reason: error.to_string() }
        } else {
            Self::NotAccessible { path, reason: error.to_string() }
        }
    }

    pub(crate) fn from_tantivy(path: &Path, error: &TantivyError) -> Self {
        if let TantivyError::IoError(error)
        | TantivyError::OpenDirectoryError(OpenDirectoryError::IoError { io_error: error, .. })
        | TantivyError::OpenReadError(OpenReadError::IoError { io_error: error, .. })
        | TantivyError::OpenWriteError(OpenWriteError::IoError { io_error: error, .. }) = error
        {
            return Self::from_io(path, error);
        }
        if matches!(error, TantivyError::LockFailure(..)) {
            return Self::NotAccessible { path: path.to_owned(), reason: error.to_string() };
        }
        // Every other error of an index concerns its own files, which can be rebuilt.
        Self::damaged(path, error.to_string())
    }
}
