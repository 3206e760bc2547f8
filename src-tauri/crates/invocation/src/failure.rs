//! Why a turn fails, where no model is at fault.

use notices::{Describe, Notice};
use ports::SelectorError;

#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "turn-failure")]
pub(crate) enum TurnFailure {
    #[error("no functions can be selected: {source}")]
    #[advice("Send the message again. If it stays, offer fewer functions.")]
    NotSelected { source: SelectorError },
    #[error("{reason}")]
    #[advice("The function itself is at fault. Fix it, then continue from the last message.")]
    Function { reason: Notice },
    #[error("calls failed too often in a row: {said}")]
    #[advice("Look at what the functions say, or allow more failures.")]
    Calls { said: String },
}
