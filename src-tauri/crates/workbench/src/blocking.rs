//! Runs work that blocks on a thread beside the runtime.

use crate::contract::CommandError;
use notices::{Describe, Notice};

/// Work that panicked, or was ended with the runtime.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "blocking")]
pub(crate) enum BlockingError {
    #[error("the work was interrupted: {reason}")]
    #[advice("Try it again, and report it if it happens again.")]
    BrokeOff {
        #[notice(cause)]
        reason: Notice,
    },
}

/// Waits for work on files, a keychain or a database without holding up the runtime.
pub(crate) async fn blocking<T, E>(
    work: impl FnOnce() -> Result<T, E> + Send + 'static,
) -> Result<T, CommandError>
where
    T: Send + 'static,
    E: Into<CommandError> + Send + 'static,
{
    match tokio::task::spawn_blocking(work).await {
        Ok(worked) => worked.map_err(Into::into),
        Err(error) => {
            Err(CommandError::of(&BlockingError::BrokeOff { reason: notices::said(&error.to_string()) }))
        }
    }
}
