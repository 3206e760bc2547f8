//! Keys on their way between a keychain and the file, with every place at which the application may die.

use super::{Keys, KeysError, ServiceSecrets};
use crate::contract::{KeyPlace, KeychainState};
use crate::services::destination::{Destination, web_address};
use crate::services::keychain::{Keychain, KeychainFault};
use connectors::Secret;
use connectors::transport::Network;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use tempfile::TempDir;
use zeroize::Zeroizing;

/// A keychain in memory. Before and after each change it copies the folder of the application, as it would be found
/// by one that is started after a death at that moment.
#[derive(Clone)]
struct InMemory(Arc<Mutex<Inside>>);

struct Inside {
    kept: BTreeMap<String, String>,
    state: KeychainState,
    folder: PathBuf,
    deaths: Vec<(TempDir, BTreeMap<String, String>)>,
}

impl InMemory {
    fn beside(folder: &Path) -> Self {
        Self(Arc::new(Mutex::new(Inside {
            kept: BTreeMap::new(),
            state: KeychainState::Open,
            folder: folder.to_owned(),
            deaths: Vec::new(),
        })))
    }

    fn turn(&self, state: KeychainState) {
        self.0.lock().expect("the keychain").state = state;
    }

    fn kept(&self) -> usize {
        self.0.lock().expect("the keychain").kept.len()
    }

    fn change(&self, change: impl FnOnce(&mut BTreeMap<String, String>)) -> Result<(), KeychainFault> {
        let mut inside = self.0.lock().expect("the keychain");
        match inside.state {
            KeychainState::Open => {}
            KeychainState::Locked => return Err(KeychainFault::Locked),
            KeychainState::Missing => return Err(KeychainFault::NoCollection),
        }
        inside.remember();
        change(&mut inside.kept);
        inside.remember();
        Ok(())
    }
}

impl Inside {
    fn remember(&mut self) {
        let copy = tempfile::tempdir().expect("a folder");
        for entry in std::fs::read_dir(&self.folder).expect("the folder").flatten() {
            std::fs::copy(entry.path(), copy.path().join(entry.file_name())).expect("it is copied");
        }
        self.deaths.push((copy, self.kept.clone()));
    }
}

impl Keychain for InMemory {
    fn state(&self) -> KeychainState {
        self.0.lock().expect("the keychain").state
    }

    fn read(&self, names: &[String]) -> Result<BTreeMap<String, Zeroizing<String>>, KeychainFault> {
        let mut found = BTreeMap::new();
        self.change(|kept| {
            let texts = names.iter().filter_map(|name| Some((name.clone(), kept.get(name)?.clone().into())));
            found.extend(texts);
        })?;
        Ok(found)
    }

    fn write(&self, name: &str, text: &str) -> Result<(), KeychainFault> {
        self.change(|kept| drop(kept.insert(name.to_owned(), text.to_owned())))
    }

    fn remove(&self, name: &str) -> Result<(), KeychainFault> {
        self.change(|kept| drop(kept.remove(name)))
    }

    fn unlock(&self) -> Result<(), KeychainFault> {
        self.turn(KeychainState::Open);
        Ok(())
    }
}

fn secrets(key: &str) -> ServiceSecrets {
    let headers = [("x-more".to_owned(), Secret::new("more-of-it").expect("a secret"))];
    ServiceSecrets { key: Secret::new(key), headers: headers.into(), ..ServiceSecrets::default() }
}

fn opened(folder: &Path, keychain: &InMemory) -> Keys {
    Keys::in_folder(folder, Some(Box::new(keychain.clone())))
}

fn set_up() -> (TempDir, InMemory, Keys) {
    let folder = tempfile::tempdir().expect("a folder");
    let keychain = InMemory::beside(folder.path());
    let keys = opened(folder.path(), &keychain);
    (folder, keychain, keys)
}

#[test]
fn a_keychain_that_is_open_has_the_key_and_the_file_has_not() {
    let (folder, keychain, keys) = set_up();
    keys.write("acme", &secrets("sk-1")).expect("it is kept");
    assert_eq!((keys.place("acme"), keychain.kept()), (Some(KeyPlace::Keychain), 1));
    assert!(!folder.path().join("keys.sealed").exists());
    assert_eq!(opened(folder.path(), &keychain).read("acme"), Ok(secrets("sk-1")));
    let told = std::fs::read_to_string(folder.path().join("keychain.json")).expect("the register");
    assert!(told.contains("acme") && !told.contains("sk-1"), "{told}");
}

#[test]
fn a_keychain_that_is_locked_or_gone_sends_keys_to_the_file_and_gets_them_later() {
    for state in [KeychainState::Locked, KeychainState::Missing] {
        let (folder, keychain, keys) = set_up();
        keys.write("old", &secrets("sk-old")).expect("it is kept");
        keychain.turn(state);
        keys.write("acme", &secrets("sk-1")).expect("it is kept");
        keys.write("old", &secrets("sk-new")).expect("it is kept");
        assert_eq!(keys.place("acme"), Some(KeyPlace::File));
        assert!(keys.keeping(keys.keychain_state()).to_string().contains("keys.sealed"));
        let again = opened(folder.path(), &keychain);
        assert_eq!((again.read("acme"), again.read("old")), (Ok(secrets("sk-1")), Ok(secrets("sk-new"))));
        again.unlock().expect("it opens");
        assert_eq!(
            (again.place("acme"), again.place("old")),
            (Some(KeyPlace::Keychain), Some(KeyPlace::Keychain))
        );
        let last = opened(folder.path(), &keychain);
        assert_eq!((last.read("acme"), last.read("old")), (Ok(secrets("sk-1")), Ok(secrets("sk-new"))));
        assert_eq!(keychain.kept(), 2);
    }
}

#[test]
fn a_key_that_is_in_a_locked_keychain_is_said_to_be_there() {
    let (folder, keychain, keys) = set_up();
    keys.write("acme", &secrets("sk-1")).expect("it is kept");
    keychain.turn(KeychainState::Locked);
    let again = opened(folder.path(), &keychain);
    let told = again.read("acme").expect_err("it is locked");
    assert_eq!(told.to_string(), "its key is not available: the keychain of this system is locked");
    assert_eq!(again.read("other"), Ok(ServiceSecrets::default()));
    again.unlock().expect("it opens");
    assert_eq!(again.read("acme"), Ok(secrets("sk-1")));
}

#[test]
fn keys_of_before_there_was_a_keychain_move_into_it() {
    let folder = tempfile::tempdir().expect("a folder");
    Keys::in_folder(folder.path(), None).write("acme", &secrets("sk-1")).expect("it is kept");
    let keychain = InMemory::beside(folder.path());
    let keys = opened(folder.path(), &keychain);
    assert_eq!((keys.place("acme"), keys.read("acme")), (Some(KeyPlace::Keychain), Ok(secrets("sk-1"))));
    let sealed = std::fs::read_to_string(folder.path().join("keys.sealed")).expect("the file");
    assert!(!sealed.contains("acme"), "{sealed}");
}

#[test]
fn a_removed_key_is_gone_from_both_places_also_from_one_that_was_locked() {
    let (folder, keychain, keys) = set_up();
    keys.write("acme", &secrets("sk-1")).expect("it is kept");
    keychain.turn(KeychainState::Locked);
    keys.write("acme", &secrets("sk-2")).expect("it is kept");
    keys.remove("acme").expect("it is removed");
    assert_eq!((keys.place("acme"), keys.read("acme")), (None, Ok(ServiceSecrets::default())));
    keychain.turn(KeychainState::Open);
    let again = opened(folder.path(), &keychain);
    assert_eq!((keychain.kept(), again.read("acme")), (0, Ok(ServiceSecrets::default())));
}

#[test]
fn a_service_without_a_secret_leaves_nothing_behind() {
    let (_folder, keychain, keys) = set_up();
    keys.write("acme", &secrets("sk-1")).expect("it is kept");
    keys.write("acme", &ServiceSecrets::default()).expect("it is taken out");
    assert_eq!((keys.place("acme"), keychain.kept()), (None, 0));
}

#[test]
fn two_folders_of_one_person_don_t_share_their_keys() {
    let (one, two) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let keychain = InMemory::beside(one.path());
    let keys = [opened(one.path(), &keychain), opened(two.path(), &keychain)];
    keys[0].write("acme", &secrets("sk-1")).expect("it is kept");
    keys[1].write("acme", &secrets("sk-2")).expect("it is kept");
    keys[1].remove("acme").expect("it is removed");
    assert_eq!((keys[0].read("acme"), keychain.kept()), (Ok(secrets("sk-1")), 1));
}

/// What an application finds that is started after a death at each moment of a change, in both states of the keychain.
fn after_each_death(change: impl FnOnce(&Keys, &InMemory)) -> Vec<ServiceSecrets> {
    let (_folder, keychain, keys) = set_up();
    keys.write("acme", &secrets("sk-before")).expect("it is kept");
    keychain.0.lock().expect("the keychain").deaths.clear();
    change(&keys, &keychain);
    let deaths = std::mem::take(&mut keychain.0.lock().expect("the keychain").deaths);
    assert!(deaths.len() >= 2, "{} moments to die at", deaths.len());
    let found = deaths.into_iter().map(|(folder, kept)| {
        let left = InMemory::beside(folder.path());
        left.0.lock().expect("the keychain").kept = kept;
        let found = opened(folder.path(), &left).read("acme").expect("it can be read");
        let sealed = std::fs::read_to_string(folder.path().join("keys.sealed")).unwrap_or_default();
        assert!(!sealed.contains("acme"), "it lies in two places");
        assert!(left.kept() <= 1);
        found
    });
    found.collect()
}

#[test]
fn a_death_while_a_key_is_changed_leaves_the_old_one_or_the_new_one() {
    let found = after_each_death(|keys, _| keys.write("acme", &secrets("sk-after")).expect("it is kept"));
    assert!(found.iter().all(|found| [secrets("sk-before"), secrets("sk-after")].contains(found)));
    assert_eq!(found.last(), Some(&secrets("sk-after")));
}

#[test]
fn a_death_while_a_key_moves_loses_none() {
    let found = after_each_death(|keys, keychain| {
        keychain.turn(KeychainState::Locked);
        keys.write("acme", &secrets("sk-after")).expect("it is kept in the file");
        keys.unlock().expect("it opens, and the key moves");
    });
    assert!(found.iter().all(|found| *found == secrets("sk-after")), "{}", found.len());
}

#[test]
fn a_death_while_a_key_is_removed_brings_it_not_back() {
    let found = after_each_death(|keys, _| keys.remove("acme").expect("it is removed"));
    assert!(found.iter().all(|found| *found == ServiceSecrets::default()));
}

fn destination(address: &str) -> Destination {
    Destination::of_web(&web_address(address).expect("an address"), &Network::USUAL)
}

fn bound(key: &str, address: &str) -> ServiceSecrets {
    ServiceSecrets { destination: Some(destination(address)), ..secrets(key) }
}

const OLD: &str = "https://old.example/v1";
const NEW: &str = "https://new.example/v1";

#[test]
fn a_death_while_key_and_address_change_leaves_each_address_its_own_key() {
    let (old, new) = (bound("sk-old-host", OLD), bound("sk-new-host", NEW));
    let (_folder, keychain, keys) = set_up();
    keys.write("acme", &old).expect("it is kept");
    let inside = || keychain.0.lock().expect("the keychain");
    inside().deaths.clear();
    let mut written_at = 0;
    let settings = || {
        written_at = inside().deaths.len();
        Ok::<(), KeysError>(())
    };
    keys.write_with("acme", &new, settings).expect("both are written");
    let deaths = std::mem::take(&mut inside().deaths);
    assert!(0 < written_at && written_at < deaths.len(), "{written_at} of {}", deaths.len());
    for (number, (folder, kept)) in deaths.into_iter().enumerate() {
        let left = InMemory::beside(folder.path());
        left.0.lock().expect("the keychain").kept = kept;
        let found = opened(folder.path(), &left).read("acme").expect("it can be read");
        let (own, address) = if number < written_at { (&old, OLD) } else { (&new, NEW) };
        assert_eq!(found.clone().admitted(&destination(address)).as_ref(), Ok(own));
        found.admitted(&destination("https://evil.example")).expect_err("neither was typed for that");
    }
    assert_eq!(keys.read("acme"), Ok(new));
}

#[test]
fn a_key_whose_settings_can_t_be_written_is_taken_back() {
    for state in [KeychainState::Open, KeychainState::Locked, KeychainState::Missing] {
        let (folder, keychain, keys) = set_up();
        keys.write("acme", &bound("sk-old-host", OLD)).expect("it is kept");
        keychain.turn(state);
        // One that could not be read since the application was started.
        let again = opened(folder.path(), &keychain);
        let refused =
            again.write_with("acme", &bound("sk-new-host", NEW), || Err::<(), _>(KeysError::NotSealed));
        assert_eq!(refused, Err(KeysError::NotSealed));
        again.unlock().expect("it opens");
        assert_eq!(again.read("acme"), Ok(bound("sk-old-host", OLD)));
    }
}

#[test]
fn a_key_of_before_bindings_is_bound_to_what_stands_beside_it() {
    let secrets = secrets("sk-1");
    assert!(secrets.is_unsettled() && !bound("sk-1", OLD).is_unsettled());
    assert_eq!(secrets.clone().admitted(&destination(OLD)), Ok(secrets));
    assert!(!ServiceSecrets::default().is_unsettled());
}
