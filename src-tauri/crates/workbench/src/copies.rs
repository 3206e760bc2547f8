//! A copy of everything a person has here, made while the application runs. The file of the sessions alone would lack what
//! is in the log of changes beside it.

use crate::Workbench;
use crate::attached::copy_without_secrets;
use crate::blocking::blocking;
use crate::contract::{CommandError, CopiedData, Nothing};
use crate::ledger::Ledger;
use notices::Describe;
use sessions::StoreError;
use std::io;
use std::path::{Path, PathBuf};

/// What is copied beside the sessions. Keys are sealed for this computer, and what can be made or fetched anew is left out.
const FILES: [&str; 10] = [
    "consents.json",
    "guide.json",
    "services.json",
    "sources.json",
    "local-models.json",
    "meaning.json",
    "models.toml",
    "prices.json",
    "weights.toml",
    "window.json",
];
const FOLDERS: [&str; 4] = ["experiments", "plugins", "recordings", "scripts"];

/// The file of the sessions, which is copied as it is at one moment.
const SESSIONS: &str = "sessions.db";

/// The attached programs, which are copied without the secrets in their addresses.
const ATTACHED: &str = "attached.json";

/// The names of everything in a copy.
pub fn copied_names() -> impl Iterator<Item = &'static str> {
    [SESSIONS, ATTACHED].into_iter().chain(FILES).chain(FOLDERS)
}

/// Copies that may stand beside each other.
const NAMES: u32 = 10_000;

#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "copy")]
pub(crate) enum NotCopied {
    #[error(transparent)]
    Store(StoreError),
    #[error("{path} can't be copied: {reason}")]
    #[advice("Nothing was changed. Check that there is space and that you may write there, then try again.")]
    Disk {
        path: PathBuf,
        #[notice(cause)]
        reason: io::Error,
    },
}

impl From<NotCopied> for CommandError {
    fn from(error: NotCopied) -> Self {
        match error {
            NotCopied::Store(error) => error.into(),
            disk @ NotCopied::Disk { .. } => Self::of(&disk),
        }
    }
}

impl Workbench {
    pub async fn data_copy(&self, _: Nothing) -> Result<CopiedData, CommandError> {
        let ledger = self.ledger()?;
        let (home, copies) = (self.config().home.clone(), self.config().copies());
        blocking(move || copy(&ledger, &home, &copies)).await
    }
}

/// It gets its name when everything is in it and on the disk.
fn copy(ledger: &Ledger, home: &Path, copies: &Path) -> Result<CopiedData, NotCopied> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |reason| NotCopied::Disk { path, reason }
    };
    let unfinished = copies.join(".unfinished");
    match std::fs::remove_dir_all(&unfinished) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(&unfinished)(error)),
        Ok(()) | Err(_) => {}
    }
    disk::make_folder(&unfinished).map_err(failed(&unfinished))?;
    ledger.store().copy_to(&unfinished.join(SESSIONS)).map_err(NotCopied::Store)?;
    let mut left_out = Vec::new();
    if copy_without_secrets(&home.join(ATTACHED), &unfinished.join(ATTACHED)).is_err() {
        left_out.push(ATTACHED.to_owned());
    }
    let mut open: Vec<PathBuf> = FILES.iter().chain(&FOLDERS).map(PathBuf::from).collect();
    while let Some(name) = open.pop() {
        let (from, to) = (home.join(&name), unfinished.join(&name));
        let Ok(found) = std::fs::symlink_metadata(&from) else { continue };
        if found.is_dir() {
            disk::make_folder(&to).map_err(failed(&to))?;
            let entries = std::fs::read_dir(&from).map_err(failed(&from))?.flatten();
            open.extend(entries.map(|entry| name.join(entry.file_name())));
        } else if found.is_file() {
            disk::copy(&from, &to).map_err(failed(&from))?;
        } else {
            left_out.push(name.display().to_string());
        }
    }
    disk::sync_folder(&unfinished).map_err(failed(&unfinished))?;
    let mut names = (1..NAMES).map(|number| copies.join(format!("copy-{number}")));
    let full = || failed(copies)(io::ErrorKind::AlreadyExists.into());
    let folder = names.find(|folder| !folder.exists()).ok_or_else(full)?;
    disk::rename(&unfinished, &folder).map_err(failed(&folder))?;
    left_out.sort();
    Ok(CopiedData { folder: folder.display().to_string(), left_out })
}
