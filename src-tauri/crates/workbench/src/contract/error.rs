//! What a page is told when something could not be done.

use notices::{Describe, Notice};
use serde::{Deserialize, Serialize};
use sessions::StoreError;
use ts_rs::TS;

/// Why a command failed, in words for a person and a code for the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, thiserror::Error)]
#[error("{message}")]
pub struct CommandError {
    pub code: ErrorCode,
    pub message: Notice,
    /// What to do about it.
    pub advice: Option<Notice>,
}

/// A code exists only where the page does something different for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ErrorCode {
    /// The sessions can't be opened: nothing else can be done until that is mended.
    StoreUnavailable,
    /// The log can't be written. What was shown is safe, and the turn can be taken up again.
    StoreFull,
    /// The stop that was answered is over.
    NotWaiting,
    /// Anything else: shown with its message.
    Failed,
}

impl CommandError {
    /// The error of a command, from one that describes itself.
    pub fn of(error: &impl Describe) -> Self {
        Self { code: ErrorCode::Failed, message: error.notice(), advice: error.advice() }
    }

    /// The sessions could not be opened, so nothing else can be done.
    pub(crate) fn from_opening(error: StoreError) -> Self {
        Self { code: ErrorCode::StoreUnavailable, ..Self::from(error) }
    }
}

impl From<StoreError> for CommandError {
    fn from(error: StoreError) -> Self {
        let code = match &error {
            StoreError::Full { .. } => ErrorCode::StoreFull,
            StoreError::InUse { .. }
            | StoreError::Damaged { .. }
            | StoreError::Newer { .. }
            | StoreError::NoRoomForBackup { .. }
            | StoreError::NoBackup { .. }
            | StoreError::NotMigrated { .. }
            | StoreError::NotErased { .. }
            | StoreError::NotAccessible { .. }
            | StoreError::Unreadable { .. }
            | StoreError::NoSession { .. }
            | StoreError::NoExchange { .. }
            | StoreError::NoBody { .. }
            | StoreError::Failed { .. } => ErrorCode::Failed,
        };
        Self { code, ..Self::of(&error) }
    }
}
