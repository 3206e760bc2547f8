//! Which secrets are in the keychain, by the names of their services. It holds no secret itself.
//!
//! It is written before the keychain is, so that nothing in there is ever forgotten: what a keychain keeps for us but
//! could not be asked to give up, because it was locked or gone, is given up later.

use super::keys::KeysError;
use disk::SettingsFile;
use ring::rand::{SecureRandom, SystemRandom};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;

const FORMAT: u32 = 1;

/// `keychain.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Register {
    /// Tells our entries from those of another folder of the same person.
    home: String,
    /// The services that may have an entry.
    pub(super) kept: BTreeSet<String>,
    /// The services that are gone and may still have an entry.
    pub(super) leaving: BTreeSet<String>,
}

impl Register {
    /// The file that is there, or a new one that is not written yet.
    pub(super) fn read(file: &SettingsFile<Self>) -> Result<Self, KeysError> {
        match file.read()? {
            Some(register) => Ok(register),
            None => Self::new(),
        }
    }

    fn new() -> Result<Self, KeysError> {
        let mut bytes = [0; 12];
        SystemRandom::new().fill(&mut bytes).map_err(|_| KeysError::NoRandom)?;
        let home = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { home, kept: BTreeSet::new(), leaving: BTreeSet::new() })
    }

    /// What an entry is called in the keychain.
    pub(super) fn name(&self, service: &str) -> String {
        format!("{}/{service}", self.home)
    }
}

pub(super) fn in_folder(folder: &Path) -> SettingsFile<Register> {
    SettingsFile::new(folder.join("keychain.json"), FORMAT)
}
