//! The keychain of this system: a store of its own for secrets, opened by the person who is logged in.

#[cfg(any(target_os = "macos", windows))]
mod native;
#[cfg(all(unix, not(target_os = "macos")))]
mod secret_service;

use crate::config::KeychainChoice;
use crate::contract::KeychainState;
use notices::{Describe, Notice, said};
use std::collections::BTreeMap;
use std::fmt::Display;
use zeroize::Zeroizing;

/// Keeps texts under names. None of its methods but [`Keychain::unlock`] waits for a person.
pub(super) trait Keychain: Send + Sync {
    fn state(&self) -> KeychainState;
    /// Those of the names that have a text.
    fn read(&self, names: &[String]) -> Result<BTreeMap<String, Zeroizing<String>>, KeychainFault>;
    fn write(&self, name: &str, text: &str) -> Result<(), KeychainFault>;
    /// A name without a text is as good as removed.
    fn remove(&self, name: &str) -> Result<(), KeychainFault>;
    /// Asks the person to open it.
    fn unlock(&self) -> Result<(), KeychainFault>;
}

/// Reasons why a keychain did not do its work.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[cfg_attr(
    any(target_os = "macos", windows),
    allow(dead_code, reason = "some faults are those of a secret service alone")
)]
#[notice(prefix = "keychain")]
#[advice("Open it in your system's password manager, then try again.")]
pub(crate) enum KeychainFault {
    #[error("no keychain answers on this system: {reason}")]
    Missing {
        #[notice(cause)]
        reason: Notice,
    },
    #[error("the keychain of this system has no place for passwords yet")]
    NoCollection,
    #[error("the keychain of this system is locked")]
    Locked,
    #[error("the keychain of this system did not answer within {seconds} s")]
    Silent { seconds: u64 },
    #[error("the entry in the keychain of this system can't be read")]
    Unreadable,
    #[error("the library that speaks to the keychain of this system broke")]
    Broke,
    #[error("the keychain of this system failed: {reason}")]
    Failed {
        #[notice(cause)]
        reason: Notice,
    },
}

impl KeychainFault {
    fn missing(error: &dyn Display) -> Self {
        Self::Missing { reason: said(&error.to_string()) }
    }

    fn failed(error: &dyn Display) -> Self {
        Self::Failed { reason: said(&error.to_string()) }
    }
}

/// The keychain that was chosen, where this system has such a thing at all.
#[cfg(all(unix, not(target_os = "macos")))]
pub(super) fn of_this_system(choice: KeychainChoice) -> Option<Box<dyn Keychain>> {
    match choice {
        KeychainChoice::None => None,
        KeychainChoice::System => Some(Box::new(secret_service::SecretServiceKeychain::on_the_usual_bus())),
        KeychainChoice::Bus(address) => {
            Some(Box::new(secret_service::SecretServiceKeychain::on_bus(address)))
        }
    }
}

#[cfg(any(target_os = "macos", windows))]
pub(super) fn of_this_system(choice: KeychainChoice) -> Option<Box<dyn Keychain>> {
    match choice {
        KeychainChoice::None | KeychainChoice::Bus(_) => None,
        KeychainChoice::System => Some(Box::new(native::NativeKeychain)),
    }
}
