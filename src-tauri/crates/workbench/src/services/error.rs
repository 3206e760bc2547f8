//! Reasons why a service can't be saved or used.

use super::destination::DestinationError;
use super::keys::KeysError;
use connectors::KeyFault;
use disk::SettingsFileError;
use notices::{Describe, Notice};
use redaction::without_passwords;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "service")]
pub(crate) enum ServiceError {
    #[error(transparent)]
    File(#[from] SettingsFileError),
    #[error(transparent)]
    Keys(#[from] KeysError),
    #[error(transparent)]
    Destination(#[from] DestinationError),
    #[error("{address} is not a web address")]
    #[advice("Write it with https:// at its beginning, or http:// for a server on this machine.")]
    NoAddress { address: String },
    #[error("the certificates in {path} can't be read: {reason}")]
    #[advice("Name a file with certificates in PEM form, or leave the field empty.")]
    NoCertificates {
        path: String,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("the environment variable {variable} is not set")]
    #[advice("Set it and start Callwright again, or type the key.")]
    NoVariable { variable: String },
    #[error("a service needs a name")]
    #[advice("Write at least one letter.")]
    NoTitle,
    #[error("there is no such kind of service")]
    #[advice("Choose one of the list.")]
    NoKind,
    #[error("the idle timeout is out of range")]
    #[advice("Write a number of seconds from 1 to 3600.")]
    IdleTimeout,
    #[error("the number of requests at once is out of range")]
    #[advice("Write a number from 1 to 100, or leave it empty.")]
    AtOnce,
    #[error("the header {name} has no value")]
    #[advice("Type it. A change of the address, the proxy or the certificates requires typing it again.")]
    NoHeader { name: String },
    #[error("the key is missing")]
    #[advice(
        "Type it, or choose None if the service needs no key. A change of the address, the proxy or the certificates requires typing it again."
    )]
    NoKey,
    #[error(transparent)]
    Key(#[from] KeyFault),
    #[error("this model belongs to no service")]
    #[advice("Choose a model of a service.")]
    NoService,
}

notices::declare! {
    /// Advice on a service that did not answer at its first try: the parts of the form to look at.
    pub(crate) enum TrialAdvice: "service-trial" {
        Path { usual: String } = "The host answers, and has nothing at this path: check the end of the address. Such an address looks like {usual}.",
        Network { usual: String } = "Check the address, the proxy and your network. Such an address looks like {usual}.",
        Silence { usual: String } = "Nobody answers there in time. Check the address and the proxy. Such an address looks like {usual}.",
        Kind { kind: &'static str, usual: String } = "Something else than {kind} answers there: check the address and the kind. Such an address looks like {usual}.",
    }
}

impl ServiceError {
    /// A password in the address is not repeated.
    pub(crate) fn no_address(address: &str) -> Self {
        Self::NoAddress { address: without_passwords(address).into_owned() }
    }
}
