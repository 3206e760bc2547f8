//! Why something could not be kept or read, and what to do about it.

use content::{ExchangeId, SessionId};
use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};

/// Each says what happened; [`StoreError::advice`] says what to do. None of them changes what was kept before.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the sessions in {} are in use by another Callwright", path.display())]
    InUse { path: PathBuf },
    #[error("the file {} is damaged or is not a session database", path.display())]
    Damaged { path: PathBuf },
    #[error("the sessions in {} were written by a newer Callwright (format {found}, this one knows {known})", path.display())]
    Newer { path: PathBuf, found: i64, known: i64 },
    #[error("there is no room for a copy of {}, which is made before a newer Callwright changes it", path.display())]
    NoRoomForBackup { path: PathBuf },
    #[error("a copy of {} could not be made before a newer Callwright changes it: {reason}", path.display())]
    NoBackup { path: PathBuf, reason: String },
    #[error("the sessions in {} could not be brought from format {found} to the one of this Callwright: {reason}", path.display())]
    NotMigrated { path: PathBuf, found: i64, reason: String },
    #[error("session {session} could not be deleted from the backup {}: {reason}", backup.display())]
    NotErased { backup: PathBuf, session: SessionId, reason: String },
    #[error("the disk with {} is full", path.display())]
    Full { path: PathBuf },
    #[error("{} can't be read or written: {reason}", path.display())]
    NotAccessible { path: PathBuf, reason: String },
    #[error("entry {seq} of session {session} can't be read: {reason}")]
    Unreadable { session: SessionId, seq: u64, reason: String },
    #[error("there is no session {session}")]
    NoSession { session: SessionId },
    #[error("there is no exchange {exchange}")]
    NoExchange { exchange: ExchangeId },
    #[error("there is no large value {body} in this session")]
    NoBody { body: i64 },
    #[error("the session database failed: {reason}")]
    Failed { reason: String },
}

impl StoreError {
    pub fn advice(&self) -> &'static str {
        match self {
            Self::InUse { .. } => {
                "Close the other window, or set CALLWRIGHT_HOME to another folder to work on other sessions."
            }
            Self::Damaged { .. } => {
                "It was left as it is. Put a backup in its place, or move it away to begin with an empty one."
            }
            Self::Newer { .. } => "It was left as it is. Open it with that newer version.",
            Self::NoRoomForBackup { .. } => {
                "It was left as it is. Free as much space as it takes, and try again."
            }
            Self::NoBackup { .. } => {
                "It was left as it is. Check that you may write in its folder, and try again."
            }
            Self::NotMigrated { .. } => {
                "It was left as it is, and a copy stands beside it. Open it with the version that wrote it, and report this."
            }
            Self::NotErased { .. } => {
                "The session is still in the bin. Delete that backup, or make it writable."
            }
            Self::Full { .. } => "Free some space and try again. Nothing that was shown is lost.",
            Self::NotAccessible { .. } => {
                "Check that the folder exists and that you may write there, or set CALLWRIGHT_HOME to another."
            }
            Self::Unreadable { .. } => {
                "The rest of the session is whole. Go on from another message, or put a copy of your data back."
            }
            Self::NoSession { .. } | Self::NoExchange { .. } | Self::NoBody { .. } => {
                "It may have been deleted. Choose another."
            }
            Self::Failed { .. } => "Start Callwright again. If it stays, report it with this message.",
        }
    }

    pub(crate) fn from_sqlite(error: &rusqlite::Error, path: &Path) -> Self {
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::InUse { path },
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged { path },
            Some(ErrorCode::DiskFull) => Self::Full { path },
            Some(
                ErrorCode::CannotOpen
                | ErrorCode::ReadOnly
                | ErrorCode::PermissionDenied
                | ErrorCode::SystemIoFailure,
            ) => Self::NotAccessible { path, reason: error.to_string() },
            _ => Self::Failed { reason: error.to_string() },
        }
    }
}
