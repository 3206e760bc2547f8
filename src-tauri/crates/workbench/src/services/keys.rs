//! Where keys are kept: in the keychain of the system where there is one, and otherwise in an encrypted file.
//!
//! A key is in two places only while it is on its way from one to the other. Where both have one, that in the file counts:
//! it is taken out as soon as the keychain has it, so it can't be the older one.

use super::destination::{Destination, DestinationError};
use super::keychain::{self, Keychain, KeychainFault};
use super::register::{self, Register};
use super::sealed::Sealed;
use crate::config::KeychainChoice;
use crate::contract::{KeyPlace, KeychainState};
use crate::locking::lock;
use connectors::Secret;
use disk::{SettingsFile, SettingsFileError};
use notices::{Describe, Notice};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use zeroize::Zeroizing;

/// Reasons why secrets can't be kept or read. None of them repeats a secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "keys")]
#[advice("Open the keychain, or type the key and the headers again.")]
pub(crate) enum KeysError {
    #[error(transparent)]
    File(#[from] SettingsFileError),
    #[error(transparent)]
    Keychain(#[from] KeychainFault),
    #[error("this system has no keychain")]
    NoKeychain,
    #[error("its key is not available: {reason}")]
    NotHad {
        #[notice(cause)]
        reason: Notice,
    },
    #[error("the stored secrets can't be read")]
    Unreadable,
    #[error("{path} is damaged, so the keys sealed with it can't be opened")]
    Seal { path: PathBuf },
    #[error("the key of {service} in {path} can't be opened")]
    NotOpened { path: PathBuf, service: String },
    #[error("the key can't be sealed")]
    NotSealed,
    #[error("this system gives no random numbers")]
    NoRandom,
}

notices::declare! {
    /// How well a key is kept that is typed now.
    pub(crate) enum Keeping: "keys-kept" {
        InKeychain = "Keys are kept in the keychain of this system.",
        WhileLocked { file: PathBuf } = "While the keychain of this system is locked, keys that are typed are kept encrypted in {file}. Whoever can read all your files on this machine can open it.",
        InFile { file: PathBuf } = "No keychain answers on this system. Keys are kept encrypted in {file}. Whoever can read all your files on this machine can open it.",
    }
}

/// The secrets of one service, with what they were typed for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct ServiceSecrets {
    #[serde(default)]
    pub(crate) key: Option<Secret>,
    #[serde(default)]
    pub(crate) headers: BTreeMap<String, Secret>,
    /// Versions before this one wrote nothing down.
    #[serde(default)]
    pub(crate) destination: Option<Destination>,
    /// Those that counted before, until the settings are written that these were typed with.
    #[serde(default)]
    pub(crate) before: Option<Box<ServiceSecrets>>,
}

impl ServiceSecrets {
    pub(crate) fn typed_for(destination: Destination) -> Self {
        Self { destination: Some(destination), ..Self::default() }
    }

    /// Those of them that may be sent there, or why none may.
    pub(crate) fn admitted(self, now: &Destination) -> Result<Self, DestinationError> {
        let is_empty = self.key.is_none() && self.headers.is_empty();
        let objection = match (&self.destination, &self.before) {
            (Some(destination), _) => destination.objection_to(now),
            (None, Some(before)) if is_empty => return before.as_ref().clone().admitted(now),
            (None, _) if is_empty => now.unconfirmed(),
            // Whatever is not written down was typed for what stands beside it.
            (None, _) => None,
        };
        match (objection, &self.before) {
            (None, _) => Ok(self.latest()),
            (Some(objection), None) => Err(objection),
            (Some(objection), Some(before)) => before.as_ref().clone().admitted(now).map_err(|_| objection),
        }
    }

    /// Whether it is not yet written down what they were typed for, or more is kept than counts.
    pub(crate) fn is_unsettled(&self) -> bool {
        self.before.is_some() || self.destination.is_none() && *self != Self::default()
    }

    fn latest(self) -> Self {
        Self { before: None, ..self }
    }
}

/// Keeps secrets, each under the name of its service.
pub(crate) struct Keys {
    keychain: Option<Box<dyn Keychain>>,
    sealed: Sealed,
    register: SettingsFile<Register>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// What the keychain gave us, so that it is asked once.
    found: BTreeMap<String, ServiceSecrets>,
    /// Why it gave us nothing.
    fault: Option<KeysError>,
}

impl Keys {
    pub(crate) fn open(home: &Path, choice: KeychainChoice) -> Self {
        Self::in_folder(home, keychain::of_this_system(choice))
    }

    pub(super) fn in_folder(home: &Path, keychain: Option<Box<dyn Keychain>>) -> Self {
        let (sealed, register) = (Sealed::in_folder(home), register::in_folder(home));
        let keys = Self { keychain, sealed, register, state: Mutex::default() };
        keys.settle(&mut lock(&keys.state));
        keys
    }

    pub(crate) fn read(&self, service: &str) -> Result<ServiceSecrets, KeysError> {
        if let Some(secrets) = self.sealed.read(service)? {
            return Ok(secrets);
        }
        let state = lock(&self.state);
        if let Some(secrets) = state.found.get(service) {
            return Ok(secrets.clone());
        }
        match &state.fault {
            Some(fault) if Register::read(&self.register)?.kept.contains(service) => {
                Err(KeysError::NotHad { reason: fault.notice() })
            }
            _ => Ok(ServiceSecrets::default()),
        }
    }

    pub(crate) fn write(&self, service: &str, secrets: &ServiceSecrets) -> Result<(), KeysError> {
        if *secrets == ServiceSecrets::default() {
            return self.remove(service);
        }
        let mut state = lock(&self.state);
        if self.sealed.read(service)?.is_some() {
            // What the file has counts, so it must not have an older one when the keychain has this one.
            self.sealed.write(service, secrets)?;
        }
        match self.keychain.as_deref() {
            Some(keychain) if keychain.state() == KeychainState::Open => {
                if self.give_to_keychain(keychain, service, secrets)?.is_ok() {
                    state.found.insert(service.to_owned(), secrets.clone());
                    return self.sealed.remove(service);
                }
            }
            Some(_) | None => {}
        }
        self.sealed.write(service, secrets)
    }

    /// Writes secrets together with the settings they belong to, or neither. Where one is bound to another destination than
    /// those before, both are kept until the settings are there, so that either settings find their own after a death.
    pub(crate) fn write_with<T, E: From<KeysError>>(
        &self,
        service: &str,
        secrets: &ServiceSecrets,
        settings: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let before = self.read(service).map(ServiceSecrets::latest);
        if before.as_ref() == Ok(secrets) {
            return settings();
        }
        let moves = before
            .as_ref()
            .ok()
            .filter(|before| before.destination.is_some() && before.destination != secrets.destination);
        let both = ServiceSecrets { before: moves.cloned().map(Box::new), ..secrets.clone() };
        self.write(service, &both)?;
        let written = settings();
        let settled = match (&written, &before) {
            (Ok(_), _) if moves.is_some() => self.write(service, secrets),
            (Ok(_), _) => Ok(()),
            (Err(_), Ok(before)) => self.write(service, before),
            // What can't be read is in a keychain that is locked, and counts again without what is in the file.
            (Err(_), Err(_)) => self.sealed.remove(service),
        };
        if let Err(reason) = settled {
            tracing::warn!("keys of before are still kept: {reason}");
        }
        written
    }

    /// Takes a service's secrets out of both places. A keychain that can't be asked now gives them up later.
    pub(crate) fn remove(&self, service: &str) -> Result<(), KeysError> {
        let mut state = lock(&self.state);
        let mut register = Register::read(&self.register)?;
        if register.kept.remove(service) {
            register.leaving.insert(service.to_owned());
            self.register.write(&register)?;
        }
        self.sealed.remove(service)?;
        state.found.remove(service);
        self.give_up(&mut register).map(drop)
    }

    /// Opens the keychain, with the person's help, and brings everything to where it belongs.
    pub(crate) fn unlock(&self) -> Result<(), KeysError> {
        let Some(keychain) = &self.keychain else { return Err(KeysError::NoKeychain) };
        keychain.unlock()?;
        let mut state = lock(&self.state);
        self.settle(&mut state);
        state.fault.clone().map_or(Ok(()), Err)
    }

    /// Where a service's secrets lie.
    pub(crate) fn place(&self, service: &str) -> Option<KeyPlace> {
        let in_file = || self.sealed.read(service).ok().flatten().map(|_| KeyPlace::File);
        let in_keychain = || {
            let register = Register::read(&self.register).ok()?;
            register.kept.contains(service).then_some(KeyPlace::Keychain)
        };
        in_file().or_else(in_keychain)
    }

    pub(crate) fn keychain_state(&self) -> KeychainState {
        self.keychain.as_ref().map_or(KeychainState::Missing, |keychain| keychain.state())
    }

    /// How well a key is kept that is typed now.
    pub(crate) fn keeping(&self, state: KeychainState) -> Keeping {
        let file = self.sealed.path().to_owned();
        match state {
            KeychainState::Open => Keeping::InKeychain,
            KeychainState::Locked => Keeping::WhileLocked { file },
            KeychainState::Missing => Keeping::InFile { file },
        }
    }

    /// Takes out what the keychain has for us, and brings into it what it should have.
    fn settle(&self, state: &mut State) {
        state.fault = self.settled(state).err();
        if let Some(fault) = &state.fault {
            tracing::warn!("keys are not where they should be: {fault}");
        }
    }

    fn settled(&self, state: &mut State) -> Result<(), KeysError> {
        let Some(keychain) = self.keychain.as_deref() else { return Ok(()) };
        let in_file = self.sealed.services()?;
        let mut register = Register::read(&self.register)?;
        // Where nothing of ours can be in it, it is left alone.
        if in_file.is_empty() && register.kept.is_empty() && register.leaving.is_empty() {
            return Ok(());
        }
        self.give_up(&mut register)?;
        let kept: Vec<_> = register.kept.iter().filter(|service| !in_file.contains(service)).collect();
        let names: Vec<_> = kept.iter().map(|service| register.name(service)).collect();
        if !names.is_empty() {
            let mut found = keychain.read(&names)?;
            for (service, name) in kept.into_iter().zip(&names) {
                if let Some(text) = found.remove(name) {
                    state.found.insert(service.clone(), from_text(&text)?);
                }
            }
        }
        if keychain.state() != KeychainState::Open {
            return Ok(());
        }
        for service in in_file {
            let Some(secrets) = self.sealed.read(&service)? else { continue };
            self.give_to_keychain(keychain, &service, &secrets)??;
            state.found.insert(service.clone(), secrets);
            self.sealed.remove(&service)?;
        }
        Ok(())
    }

    /// The outer error is one of our own files, the inner one the keychain's.
    fn give_to_keychain(
        &self,
        keychain: &dyn Keychain,
        service: &str,
        secrets: &ServiceSecrets,
    ) -> Result<Result<(), KeychainFault>, KeysError> {
        let mut register = Register::read(&self.register)?;
        register.kept.insert(service.to_owned());
        register.leaving.remove(service);
        self.register.write(&register)?;
        let written = keychain.write(&register.name(service), &to_text(secrets));
        if let Err(fault) = &written {
            tracing::warn!("a key goes into the encrypted file: {fault}");
        }
        Ok(written)
    }

    /// Takes out of the keychain what is ours and not wanted any more. One that can't be asked keeps it for now.
    fn give_up(&self, register: &mut Register) -> Result<(), KeysError> {
        let Some(keychain) = self.keychain.as_deref() else { return Ok(()) };
        for service in register.leaving.clone() {
            match keychain.remove(&register.name(&service)) {
                Ok(()) => {
                    register.leaving.remove(&service);
                    self.register.write(register)?;
                }
                Err(KeychainFault::Locked | KeychainFault::Missing { .. } | KeychainFault::NoCollection) => {
                    return Ok(());
                }
                Err(
                    fault @ (KeychainFault::Silent { .. }
                    | KeychainFault::Unreadable
                    | KeychainFault::Broke
                    | KeychainFault::Failed { .. }),
                ) => return Err(fault.into()),
            }
        }
        Ok(())
    }
}

/// Secrets as text, for a place that keeps text.
pub(super) fn to_text(secrets: &ServiceSecrets) -> Zeroizing<String> {
    Zeroizing::new(to_json(secrets).to_string())
}

fn to_json(ServiceSecrets { key, headers, destination, before }: &ServiceSecrets) -> Value {
    let headers: BTreeMap<_, _> = headers.iter().map(|(name, value)| (name, value.expose())).collect();
    json!({
        "key": key.as_ref().map(Secret::expose),
        "headers": headers,
        "destination": destination,
        "before": before.as_deref().map(to_json),
    })
}

pub(super) fn from_text(text: &str) -> Result<ServiceSecrets, KeysError> {
    // What was found is not repeated: it may be half a key.
    serde_json::from_str(text).map_err(|_| KeysError::Unreadable)
}

#[cfg(test)]
mod tests;
