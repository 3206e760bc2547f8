//! A data folder for runs, with the models of a person.

use crate::failure::Failure;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use workbench::{Config, Extent};

/// What names the models of a person and their prices. No file with keys is among them: those of the system's keychain are found there.
const COPIED: [&str; 5] =
    ["services.json", "local-models.json", "models.toml", "prices.json", "keychain.json"];
const SCRIPTS: &str = "scripts";

/// The beginning of the names of all such folders.
const PREFIX: &str = "callwright-test-";
/// A file in each, locked as long as the folder is in use.
const IN_USE: &str = "in-use";

/// A data folder with the models of a person and without their sessions and servers. It is removed with this value.
pub(super) struct DataFolder {
    pub(super) config: Config,
    // Closed first: some systems don't remove a folder with an open file.
    _in_use: File,
    _folder: TempDir,
}

impl DataFolder {
    pub(super) fn new() -> Result<Self, Failure> {
        Self::of(Config::from_environment()?, None)
    }

    /// The same with the plugins of the person and what was agreed to, where they are.
    pub(super) fn with_functions() -> Result<Self, Failure> {
        let usual = Config::from_environment()?;
        let functions = usual.functions.clone();
        Self::of(usual, Some(functions))
    }

    /// Copies the recordings of a folder, or those of the person.
    pub(super) fn take_recordings(&self, from: Option<&Path>) -> Result<(), Failure> {
        match from {
            None => copy_folder(&Config::from_environment()?.recordings(), &self.config.recordings()),
            Some(from) if !from.is_dir() => {
                let message = format!("{} is no folder", from.display());
                Err(Failure::new(message, "Give a folder with recordings, such as that of the data folder."))
            }
            Some(from) => copy_folder(from, &self.config.recordings()),
        }
    }

    fn of(usual: Config, functions: Option<PathBuf>) -> Result<Self, Failure> {
        let at = std::env::temp_dir();
        remove_abandoned(&at);
        let folder = tempfile::Builder::new()
            .prefix(PREFIX)
            .tempdir_in(&at)
            .map_err(|error| Failure::unwritten(&at, &error))?;
        let in_use = lock(folder.path()).map_err(|error| Failure::unwritten(folder.path(), &error))?;
        for name in COPIED {
            copy(&usual.home.join(name), &folder.path().join(name))?;
        }
        copy_folder(&usual.home.join(SCRIPTS), &folder.path().join(SCRIPTS))?;
        let home = folder.path().to_owned();
        let functions = functions.unwrap_or_else(|| home.clone());
        let config = Config { home, functions, extent: Extent::Sessions, ..usual };
        Ok(Self { config, _folder: folder, _in_use: in_use })
    }
}

fn lock(folder: &Path) -> io::Result<File> {
    let file = disk::append(&folder.join(IN_USE))?;
    file.try_lock()?;
    Ok(file)
}

/// Removes the folders of processes that were killed. One that can't be removed is left to its owner.
fn remove_abandoned(at: &Path) {
    let entries = std::fs::read_dir(at).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX)) {
        let folder = entry.path();
        // A folder that is being made has no such file yet.
        let is_abandoned = disk::open(&folder.join(IN_USE)).is_ok_and(|file| file.try_lock().is_ok());
        if is_abandoned {
            let _ = std::fs::remove_dir_all(&folder);
        }
    }
}

fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    match disk::copy(from, to) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Failure::unread(from, &error)),
        Ok(()) | Err(_) => Ok(()),
    }
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), Failure> {
    let entries = match std::fs::read_dir(from) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Failure::unread(from, &error)),
    };
    disk::make_folder(to).map_err(|error| Failure::unwritten(to, &error))?;
    for entry in entries {
        let entry = entry.map_err(|error| Failure::unread(from, &error))?;
        if entry.path().is_file() {
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
    }
    Ok(())
}
