//! Keys in an encrypted file, for systems without a keychain.

use super::keys::{KeysError, ServiceSecrets, from_text, to_text};
use crate::locking::lock;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use disk::{SettingsFile, SettingsFileError};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::rand::{SecureRandom, SystemRandom};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use zeroize::{Zeroize, Zeroizing};

const FORMAT: u32 = 1;
const KEY_LEN: usize = 32;

/// Each service's secrets, sealed under its name, and the key to all of them in a file of its own.
///
/// It keeps keys out of backups, searches and screenshots of the one file. Whoever can read the whole folder can open it,
/// and that is what a person is told.
pub(super) struct Sealed {
    sealed: SettingsFile<Contents>,
    seal: PathBuf,
    /// One change at a time.
    lock: Mutex<()>,
}

/// `keys.sealed`.
#[derive(Serialize, Deserialize)]
struct Contents {
    services: BTreeMap<String, String>,
}

impl Sealed {
    pub(super) fn in_folder(folder: &Path) -> Self {
        let sealed = SettingsFile::new(folder.join("keys.sealed"), FORMAT);
        Self { sealed, seal: folder.join("keys.seal"), lock: Mutex::new(()) }
    }

    pub(super) fn path(&self) -> &Path {
        self.sealed.path()
    }

    /// The services that have secrets in here.
    pub(super) fn services(&self) -> Result<Vec<String>, KeysError> {
        Ok(self.entries()?.into_keys().collect())
    }

    fn entries(&self) -> Result<BTreeMap<String, String>, KeysError> {
        Ok(self.sealed.read()?.map(|contents| contents.services).unwrap_or_default())
    }

    /// The key that opens the file, made when it is first needed.
    fn key(&self) -> Result<LessSafeKey, KeysError> {
        let mut bytes = Zeroizing::new(match disk::read(&self.seal, limits::SETTINGS_FILE) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let mut fresh = vec![0; KEY_LEN];
                SystemRandom::new().fill(&mut fresh).map_err(|_| KeysError::NoRandom)?;
                disk::replace(&self.seal, &fresh)
                    .map_err(|error| SettingsFileError::not_written(&self.seal, &error))?;
                fresh
            }
            Err(error) => return Err(SettingsFileError::not_read(&self.seal, &error).into()),
        });
        let key = UnboundKey::new(&CHACHA20_POLY1305, &bytes)
            .map_err(|_| KeysError::Seal { path: self.seal.clone() });
        bytes.zeroize();
        key.map(LessSafeKey::new)
    }

    pub(super) fn read(&self, service: &str) -> Result<Option<ServiceSecrets>, KeysError> {
        let Some(sealed) = self.entries()?.remove(service) else { return Ok(None) };
        let damaged = || KeysError::NotOpened { path: self.path().to_owned(), service: service.to_owned() };
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

    pub(super) fn write(&self, service: &str, secrets: &ServiceSecrets) -> Result<(), KeysError> {
        let _one_at_a_time = lock(&self.lock);
        let mut services = self.entries()?;
        let mut nonce = [0; NONCE_LEN];
        SystemRandom::new().fill(&mut nonce).map_err(|_| KeysError::NoRandom)?;
        let mut text = Zeroizing::new(to_text(secrets).as_bytes().to_vec());
        let sealing = Nonce::assume_unique_for_key(nonce);
        let tag = self.key()?.seal_in_place_separate_tag(sealing, Aad::from(service), &mut text);
        let tag = tag.map_err(|_| KeysError::NotSealed)?;
        let sealed = [nonce.as_slice(), &text, tag.as_ref()].concat();
        services.insert(service.to_owned(), BASE64_STANDARD.encode(sealed));
        Ok(self.sealed.write(&Contents { services })?)
    }

    pub(super) fn remove(&self, service: &str) -> Result<(), KeysError> {
        let _one_at_a_time = lock(&self.lock);
        let mut services = self.entries()?;
        if services.remove(service).is_none() {
            return Ok(());
        }
        Ok(self.sealed.write(&Contents { services })?)
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
