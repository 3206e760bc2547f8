//! Keys in an encrypted file, for systems without a keychain.

use super::keys::{ServiceSecrets, from_text, to_text};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom, SystemRandom};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use zeroize::{Zeroize, Zeroizing};

const FORMAT: u32 = 1;
const KEY_LEN: usize = 32;

/// Each service's secrets, sealed under its name, and the key to all of them in a file of its own.
///
/// It keeps keys out of backups, searches and screenshots of the one file. Whoever can read the whole folder can open it,
/// and that is what a person is told.
pub(super) struct Sealed {
    sealed: PathBuf,
    seal: PathBuf,
    /// One change at a time.
    lock: Mutex<()>,
}

#[derive(Serialize, Deserialize)]
struct File {
    format: u32,
    services: BTreeMap<String, String>,
}

impl Sealed {
    pub(super) fn in_folder(folder: &Path) -> Self {
        Self { sealed: folder.join("keys.sealed"), seal: folder.join("keys.seal"), lock: Mutex::new(()) }
    }

    pub(super) fn path(&self) -> &Path {
        &self.sealed
    }

    /// The services that have secrets in here.
    pub(super) fn services(&self) -> Result<Vec<String>, String> {
        Ok(self.read_file()?.into_keys().collect())
    }

    fn read_file(&self) -> Result<BTreeMap<String, String>, String> {
        let text = match disk::read_text(&self.sealed, limits::SETTINGS_FILE) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
            Err(error) => return Err(self.at_fault(&error)),
        };
        let file: File = serde_json::from_str(&text).map_err(|error| self.at_fault(&error))?;
        match file.format {
            FORMAT => Ok(file.services),
            newer => Err(self.at_fault(&format!("format {newer} is not known"))),
        }
    }

    fn write_file(&self, services: BTreeMap<String, String>) -> Result<(), String> {
        let text = serde_json::to_vec_pretty(&File { format: FORMAT, services })
            .map_err(|error| self.at_fault(&error))?;
        disk::replace(&self.sealed, &text).map_err(|error| self.at_fault(&error))
    }

    /// The key that opens the file, made when it is first needed.
    fn key(&self) -> Result<LessSafeKey, String> {
        let mut bytes = Zeroizing::new(match disk::read(&self.seal, limits::SETTINGS_FILE) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let mut fresh = vec![0; KEY_LEN];
                SystemRandom::new()
                    .fill(&mut fresh)
                    .map_err(|_| "this system gives no random numbers".to_owned())?;
                disk::replace(&self.seal, &fresh).map_err(|error| self.at_fault(&error))?;
                fresh
            }
            Err(error) => return Err(self.at_fault(&error)),
        });
        let key =
            UnboundKey::new(&CHACHA20_POLY1305, &bytes).map_err(|_| self.at_fault(&"its seal is damaged"));
        bytes.zeroize();
        key.map(LessSafeKey::new)
    }

    fn at_fault(&self, reason: &dyn std::fmt::Display) -> String {
        format!("{}: {reason}", self.sealed.display())
    }

    pub(super) fn read(&self, service: &str) -> Result<Option<ServiceSecrets>, String> {
        let Some(sealed) = self.read_file()?.remove(service) else { return Ok(None) };
        let damaged = || self.at_fault(&format!("the key of {service} can't be opened"));
        let mut bytes = BASE64_STANDARD.decode(sealed).map_err(|_| damaged())?;
        if bytes.len() < NONCE_LEN {
            return Err(damaged());
        }
        let mut text = Zeroizing::new(bytes.split_off(NONCE_LEN));
        let nonce = Nonce::try_assume_unique_for_key(&bytes).map_err(|_| damaged())?;
        let opened =
            self.key()?.open_in_place(nonce, Aad::from(service), &mut text).map_err(|_| damaged())?;
        from_text(std::str::from_utf8(opened).map_err(|_| damaged())?).map(Some)
    }

    pub(super) fn write(&self, service: &str, secrets: &ServiceSecrets) -> Result<(), String> {
        let _one_at_a_time = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        let mut services = self.read_file()?;
        let mut nonce = [0; NONCE_LEN];
        SystemRandom::new().fill(&mut nonce).map_err(|_| "this system gives no random numbers".to_owned())?;
        let mut text = Zeroizing::new(to_text(secrets).as_bytes().to_vec());
        let sealing = Nonce::assume_unique_for_key(nonce);
        let tag = self.key()?.seal_in_place_separate_tag(sealing, Aad::from(service), &mut text);
        let tag = tag.map_err(|_| self.at_fault(&"the key can't be sealed"))?;
        let sealed = [nonce.as_slice(), &text, tag.as_ref()].concat();
        services.insert(service.to_owned(), BASE64_STANDARD.encode(sealed));
        self.write_file(services)
    }

    pub(super) fn remove(&self, service: &str) -> Result<(), String> {
        let _one_at_a_time = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        let mut services = self.read_file()?;
        if services.remove(service).is_none() {
            return Ok(());
        }
        self.write_file(services)
    }
}

#[cfg(test)]
mod tests {
    use super::Sealed;
    use crate::services::keys::ServiceSecrets;
    use connectors::Secret;
    use std::fs;

    fn secrets(key: &str) -> ServiceSecrets {
        let headers = [("x-more".to_owned(), Secret::new("more-of-it").expect("a secret"))];
        ServiceSecrets { key: Secret::new(key), headers: headers.into(), ..ServiceSecrets::default() }
    }

    #[test]
    fn secrets_are_kept_and_stand_nowhere_in_the_folder() {
        let home = tempfile::tempdir().expect("a folder");
        Sealed::in_folder(home.path()).write("acme", &secrets("sk-12345678")).expect("it is kept");
        let opened =
            Sealed::in_folder(home.path()).read("acme").expect("it can be opened").expect("it is there");
        assert_eq!(opened.key, Secret::new("sk-12345678"));
        assert_eq!(opened.headers.get("x-more"), Secret::new("more-of-it").as_ref());
        for entry in fs::read_dir(home.path()).expect("the folder").flatten() {
            let bytes = fs::read(entry.path()).expect("a file");
            let text = String::from_utf8_lossy(&bytes);
            assert!(!text.contains("12345678") && !text.contains("more-of-it"), "{:?}", entry.path());
            #[cfg(unix)]
            assert_eq!(
                std::os::unix::fs::MetadataExt::mode(&entry.metadata().expect("its rights")) & 0o077,
                0
            );
        }
    }

    #[test]
    fn what_was_changed_or_moved_to_another_name_is_not_opened() {
        let home = tempfile::tempdir().expect("a folder");
        let keys = Sealed::in_folder(home.path());
        keys.write("acme", &secrets("sk-12345678")).expect("it is kept");
        let file = home.path().join("keys.sealed");
        let text = fs::read_to_string(&file).expect("the file");
        fs::write(&file, text.replace("\"acme\"", "\"evil\"")).expect("it is changed");
        assert!(keys.read("evil").is_err());
        assert_eq!(keys.read("acme"), Ok(None));
    }

    #[test]
    fn a_secret_that_is_removed_is_gone() {
        let home = tempfile::tempdir().expect("a folder");
        let keys = Sealed::in_folder(home.path());
        keys.write("acme", &secrets("sk-12345678")).expect("it is kept");
        keys.remove("acme").expect("it is removed");
        assert_eq!(keys.read("acme"), Ok(None));
        keys.remove("acme").expect("twice is as good");
    }
}
