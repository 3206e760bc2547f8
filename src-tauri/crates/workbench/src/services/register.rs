//! Which secrets are in the keychain, by the names of their services. It holds no secret itself.
//!
//! It is written before the keychain is, so that nothing in there is ever forgotten: what a keychain keeps for us but
//! could not be asked to give up, because it was locked or gone, is given up later.

use ring::rand::{SecureRandom, SystemRandom};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

const FORMAT: u32 = 1;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Register {
    format: u32,
    /// Tells our entries from those of another folder of the same person.
    home: String,
    /// The services that may have an entry.
    pub(super) kept: BTreeSet<String>,
    /// The services that are gone and may still have an entry.
    pub(super) leaving: BTreeSet<String>,
}

impl Register {
    /// The file that is there, or a new one that is not written yet.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let at_fault = |reason: &dyn std::fmt::Display| format!("{}: {reason}", path.display());
        let text = match disk::read_text(path, limits::SETTINGS_FILE) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Self::new(),
            Err(error) => return Err(at_fault(&error)),
        };
        let register: Self = serde_json::from_str(&text).map_err(|error| at_fault(&error))?;
        match register.format {
            FORMAT => Ok(register),
            newer => Err(at_fault(&format!("format {newer} is not known"))),
        }
    }

    fn new() -> Result<Self, String> {
        let mut bytes = [0; 12];
        SystemRandom::new().fill(&mut bytes).map_err(|_| "this system gives no random numbers".to_owned())?;
        let home = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { format: FORMAT, home, kept: BTreeSet::new(), leaving: BTreeSet::new() })
    }

    pub(super) fn write(&self, path: &Path) -> Result<(), String> {
        let text = serde_json::to_vec_pretty(self).map_err(|error| error.to_string())?;
        disk::replace(path, &text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// What an entry is called in the keychain.
    pub(super) fn name(&self, service: &str) -> String {
        format!("{}/{service}", self.home)
    }
}

pub(super) fn in_folder(folder: &Path) -> PathBuf {
    folder.join("keychain.json")
}
