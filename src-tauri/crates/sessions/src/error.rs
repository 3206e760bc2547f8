//! Why something could not be kept or read, and what to do about it.

use content::{ExchangeId, SessionId};
use notices::{Describe, Notice, said};
use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};

/// Each says what happened; [`Describe::advice`] says what to do. None of them changes what was kept before.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "store")]
pub enum StoreError {
    #[error("the sessions in {path} are in use by another Callwright")]
    #[advice("Close the other window, or set CALLWRIGHT_HOME to another folder to work on other sessions.")]
    InUse { path: PathBuf },
    #[error("the file {path} is damaged or is not a session database")]
    #[advice("It was left as it is. Put a backup in its place, or move it away to begin with an empty one.")]
    Damaged { path: PathBuf },
    #[error(
        "the sessions in {path} were written by a newer Callwright (format {found}, this one knows {known})"
    )]
    #[advice("It was left as it is. Open it with that newer version.")]
    Newer { path: PathBuf, found: i64, known: i64 },
    #[error("there is no room for a copy of {path}, which is made before a newer Callwright changes it")]
    #[advice("It was left as it is. Free as much space as it takes, and try again.")]
    NoRoomForBackup { path: PathBuf },
    #[error("a copy of {path} could not be made before a newer Callwright changes it: {reason}")]
    #[advice("It was left as it is. Check that you may write in its folder, and try again.")]
    NoBackup {
        path: PathBuf,
        #[notice(cause)]
        reason: Notice,
    },
    #[error(
        "the sessions in {path} could not be brought from format {found} to the one of this Callwright: {reason}"
    )]
    #[advice(
        "It was left as it is, and a copy stands beside it. Open it with the version that wrote it, and report this."
    )]
    NotMigrated {
        path: PathBuf,
        found: i64,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("session {session} could not be deleted from the backup {backup}: {reason}")]
    #[advice("The session is still in the bin. Delete that backup, or make it writable.")]
    NotErased {
        backup: PathBuf,
        session: SessionId,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("the disk with {path} is full")]
    #[advice("Free some space and try again. Nothing that was shown is lost.")]
    Full { path: PathBuf },
    #[error("{path} can't be read or written: {reason}")]
    #[advice("Check that the folder exists and that you may write there, or set CALLWRIGHT_HOME to another.")]
    NotAccessible {
        path: PathBuf,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("entry {seq} of session {session} can't be read: {reason}")]
    #[advice(
        "The rest of the session is whole. Go on from another message, or put a copy of your data back."
    )]
    Unreadable {
        session: SessionId,
        seq: u64,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("there is no session {session}")]
    #[advice("It may have been deleted. Choose another.")]
    NoSession { session: SessionId },
    #[error("there is no exchange {exchange}")]
    #[advice("It may have been deleted. Choose another.")]
    NoExchange { exchange: ExchangeId },
    #[error("there is no large value {body} in this session")]
    #[advice("It may have been deleted. Choose another.")]
    NoBody { body: i64 },
    #[error("the session database failed: {reason}")]
    #[advice("Start Callwright again. If it stays, report it with this message.")]
    Failed {
        #[notice(cause)]
        reason: Notice,
    },
}

/// What is wrong with what the database gave.
#[derive(Debug, Describe)]
#[notice(prefix = "store-fault")]
pub(crate) enum StoreFault {
    #[notice("the copy can't be read: {state}")]
    Copy { state: String },
    #[notice("a body is no text")]
    Body,
    #[notice("frames of {exchange}: {cause}")]
    Frames { exchange: ExchangeId, cause: serde_json::Error },
    #[notice("more than {most} bytes of requests and responses wait to be written")]
    Unwritten { most: usize },
}

impl StoreError {
    pub(crate) fn no_session(session: &SessionId) -> Self {
        Self::NoSession { session: session.clone() }
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
            ) => Self::NotAccessible { path, reason: said(&error.to_string()) },
            _ => Self::Failed { reason: said(&error.to_string()) },
        }
    }
}
