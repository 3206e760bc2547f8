//! Why a command failed, and what to do.

use notices::Notice;
use server::running::NotReached;
use server::{CallError, ServerError};
use std::fmt;
use std::path::Path;
use workbench::cases::CasesError;
use workbench::contract::CommandError;

/// What a person is told on standard error.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    message: String,
    /// Empty where the message says it.
    advice: String,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { message: message.into(), advice: advice.into() }
    }

    /// A file that can't be written.
    pub(crate) fn unwritten(path: &Path, error: &std::io::Error) -> Self {
        let advice = "Check that there is space and that you may write there.";
        Self::new(format!("{} can't be written: {error}", path.display()), advice)
    }

    /// A file that can't be read.
    pub(crate) fn unread(path: &Path, error: &std::io::Error) -> Self {
        let advice = "Check the path, and that you may read it.";
        Self::new(format!("{} can't be read: {error}", path.display()), advice)
    }

    /// The same failure of one of several files.
    pub(crate) fn of_file(self, path: &Path) -> Self {
        if self.message.contains(&path.display().to_string()) {
            return self;
        }
        Self { message: format!("{}: {}", path.display(), self.message), ..self }
    }
}

/// Two sentences, of which the second says what to do.
impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { message, advice } = self;
        formatter.write_str(message.trim_end_matches('.'))?;
        if advice.is_empty() { formatter.write_str(".") } else { write!(formatter, ". {advice}") }
    }
}

impl From<CommandError> for Failure {
    fn from(error: CommandError) -> Self {
        let words = |notice: &Notice| workbench::english(notice);
        Self { message: words(&error.message), advice: error.advice.as_ref().map(words).unwrap_or_default() }
    }
}

impl From<CasesError> for Failure {
    fn from(error: CasesError) -> Self {
        CommandError::of(&error).into()
    }
}

impl From<CallError> for Failure {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Failed(error) => (*error).into(),
            CallError::Unreachable { .. } | CallError::Refused { .. } => Self::new(error.to_string(), ""),
        }
    }
}

impl From<NotReached> for Failure {
    fn from(error: NotReached) -> Self {
        Self::new(error.to_string(), "")
    }
}

impl From<ServerError> for Failure {
    fn from(error: ServerError) -> Self {
        Self::new(error.to_string(), "")
    }
}

#[cfg(test)]
mod tests {
    use super::Failure;

    #[test]
    fn a_failure_is_told_with_what_to_do() {
        assert_eq!(Failure::new("it is gone", "Try again.").to_string(), "it is gone. Try again.");
        assert_eq!(Failure::new("it is gone: end it.", "").to_string(), "it is gone: end it.");
    }
}
