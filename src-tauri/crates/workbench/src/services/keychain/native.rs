//! The keychain of macOS and the credential manager of Windows.

use super::{Keychain, KeychainFault};
use crate::contract::KeychainState;
use keyring::{Entry, Error};
use std::collections::BTreeMap;
use zeroize::Zeroizing;

/// The name all our entries are filed under.
const SERVICE: &str = "callwright";

pub(super) struct NativeKeychain;

fn entry(name: &str) -> Result<Entry, KeychainFault> {
    Entry::new(SERVICE, name).map_err(fault)
}

fn fault(error: Error) -> KeychainFault {
    match error {
        Error::NoStorageAccess(_) => KeychainFault::Locked,
        Error::NoDefaultStore => KeychainFault::missing(&error),
        // The error's own words can hold what was found, and that may be half a key.
        Error::BadEncoding(_) | Error::BadDataFormat(..) => KeychainFault::Unreadable,
        other @ (Error::PlatformFailure(_)
        | Error::NoEntry
        | Error::BadStoreFormat(_)
        | Error::TooLong(..)
        | Error::Invalid(..)
        | Error::Ambiguous(_)
        | Error::NotSupportedByStore(_)
        | _) => KeychainFault::failed(&other),
    }
}

impl Keychain for NativeKeychain {
    /// These systems open theirs when a person logs in, and ask by themselves where more is needed.
    fn state(&self) -> KeychainState {
        match Entry::store_status() {
            Ok(()) => KeychainState::Open,
            Err(_) => KeychainState::Missing,
        }
    }

    fn read(&self, names: &[String]) -> Result<BTreeMap<String, Zeroizing<String>>, KeychainFault> {
        let mut found = BTreeMap::new();
        for name in names {
            match entry(name)?.get_password() {
                Ok(text) => drop(found.insert(name.clone(), Zeroizing::new(text))),
                Err(Error::NoEntry) => {}
                Err(error) => return Err(fault(error)),
            }
        }
        Ok(found)
    }

    fn write(&self, name: &str, text: &str) -> Result<(), KeychainFault> {
        entry(name)?.set_password(text).map_err(fault)
    }

    fn remove(&self, name: &str) -> Result<(), KeychainFault> {
        match entry(name)?.delete_credential() {
            Ok(()) | Err(Error::NoEntry) => Ok(()),
            Err(error) => Err(fault(error)),
        }
    }

    fn unlock(&self) -> Result<(), KeychainFault> {
        Ok(())
    }
}
