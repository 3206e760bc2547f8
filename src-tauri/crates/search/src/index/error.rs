//! Reasons why an index can't be used.

use notices::{Describe, Notice, chain};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use tantivy::TantivyError;
use tantivy::directory::error::{OpenDirectoryError, OpenReadError, OpenWriteError};

/// In every case nothing is lost: an index can be rebuilt.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "index")]
pub enum IndexError {
    /// Repaired by rebuilding it.
    #[error("the search index in {path} is missing, damaged or of another version: {reason}")]
    #[advice("It is made anew by itself.")]
    Damaged {
        path: PathBuf,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("the disk with {path} is full")]
    #[advice("Free some space. The sessions themselves are safe.")]
    Full { path: PathBuf },
    #[error("the search index in {path} can't be read or written: {reason}")]
    #[advice("Check that you may write there and that no other program holds its files.")]
    NotAccessible {
        path: PathBuf,
        #[notice(cause)]
        reason: Notice,
    },
}

impl IndexError {
    pub(crate) fn damaged(path: &Path, reason: Notice) -> Self {
        Self::Damaged { path: path.to_owned(), reason }
    }

    pub(crate) fn from_io(path: &Path, error: &std::io::Error) -> Self {
        let path = path.to_owned();
        let kind = error.kind();
        if matches!(kind, ErrorKind::StorageFull | ErrorKind::QuotaExceeded) {
            Self::Full { path }
        } else if matches!(kind, ErrorKind::NotFound | ErrorKind::UnexpectedEof | ErrorKind::InvalidData) {
            Self::Damaged { path, reason: error.notice() }
        } else {
            Self::NotAccessible { path, reason: error.notice() }
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
            return Self::NotAccessible { path: path.to_owned(), reason: chain(error) };
        }
        // Every other error of an index concerns its own files, which can be rebuilt.
        Self::damaged(path, chain(error))
    }
}

/// What is wrong with the files of an index, as far as they can be read.
#[derive(Clone, Debug, Describe)]
#[notice(prefix = "index-damage")]
pub(crate) enum Damage {
    #[notice("it has other columns")]
    OtherColumns,
    #[notice("its format is {format}")]
    OtherFormat { format: u32 },
    #[notice("{file} has changed")]
    Changed { file: PathBuf },
    #[notice("files with deleted text are still in use")]
    InUse,
    #[notice("it has no writer")]
    NoWriter,
}
