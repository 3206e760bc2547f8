//! Reasons why a source of functions can't be saved or used.

use crate::services::destination::DestinationError;
use crate::services::keys::KeysError;
use content::FunctionName;
use disk::SettingsFileError;
use functions::sources::prompt::PromptError;
use notices::Describe;
use ports::Wordless;
use redaction::without_passwords;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "own-source")]
pub(crate) enum OwnSourceError {
    #[error(transparent)]
    File(#[from] SettingsFileError),
    #[error(transparent)]
    Keys(#[from] KeysError),
    #[error(transparent)]
    Destination(#[from] DestinationError),
    #[error("a server needs a name")]
    #[advice("Write at least one letter.")]
    NoTitle,
    #[error("a server needs a program")]
    #[advice("Write the command that starts it.")]
    NoProgram,
    #[error("{address} is no address of a server")]
    #[advice("Write it with https:// at its beginning.")]
    NoAddress { address: String },
    #[error("the variable {name} has no value")]
    #[advice("Type it. A change of the program or the address requires typing it again.")]
    NoVariable { name: String },
    #[error("the header {name} has no value")]
    #[advice("Type it. A change of the program or the address requires typing it again.")]
    NoHeader { name: String },
    #[error("this server no longer exists")]
    #[advice("Look at the list of sources.")]
    Gone,
    #[error("there is nothing to save")]
    #[advice("Give it a title and at least one definition.")]
    Nothing,
    #[error("there is a prompt {name} already")]
    #[advice("Give this one another name.")]
    PromptExists { name: String },
    #[error("the server no longer waits for this")]
    #[advice("Close the request.")]
    NotWaiting,
    #[error("this run is under way already")]
    #[advice("Wait for it or stop it.")]
    RunUnderWay,
    #[error("there is no function {function} any more")]
    #[advice("Look at where it came from.")]
    NoFunction { function: FunctionName },
    #[error("{reason}")]
    #[advice("Ask another model, or answer yourself.")]
    Wordless { reason: Wordless },
    #[error("this request is for a person, not for a model")]
    #[advice("Answer it yourself.")]
    ForPerson,
}

/// A server whose values can't be read.
#[derive(Debug, Describe)]
#[notice(prefix = "server-values")]
#[notice("{reason}")]
#[advice("Type the values of this server again.")]
pub(crate) struct SecretsFault {
    pub(super) reason: OwnSourceError,
}

/// A stored prompt that can't be used.
#[derive(Debug, Describe)]
#[notice(prefix = "unusable-prompt")]
#[notice("{name}: {reason}")]
#[advice("Change the prompt.")]
pub(crate) struct UnusablePrompt {
    pub(super) name: String,
    #[notice(cause)]
    pub(super) reason: PromptError,
}

impl OwnSourceError {
    /// A password in the address is not repeated.
    pub(super) fn no_address(address: &str) -> Self {
        Self::NoAddress { address: without_passwords(address).into_owned() }
    }
}
