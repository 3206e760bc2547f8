//! How a program of this computer finds the Callwright that has a data folder open.
//!
//! `running.json` has its address and token. `running.lock` is locked for as long as its process lives, so a file that a
//! killed process left behind is recognised without trusting the process that listens on that port by now.

use crate::Server;
use crate::client::Client;
use limits::SETTINGS_FILE;
use serde::{Deserialize, Serialize};
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

const FILE: &str = "running.json";
const LOCK: &str = "running.lock";

/// The form of the file.
const FORMAT: u32 = 1;

/// How often the lock is tried, because somebody who looks for a running Callwright holds it for a moment.
const MAX_READ_ATTEMPTS: u32 = 20;
const READ_RETRY_PAUSE: Duration = Duration::from_millis(25);

/// A running Callwright, as it describes itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Running {
    format: u32,
    /// The host and port of its contract.
    pub address: String,
    pub(crate) token: String,
    pub process: u32,
    pub version: String,
    pub front: Front,
}

/// Where its page is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Front {
    Window,
    Browser,
}

/// The claim on a data folder. No other process gets it before this one lets go.
#[derive(Debug)]
pub struct Claim {
    home: PathBuf,
    _lock: File,
}

/// The file about this process. It is removed with this value.
#[derive(Debug)]
pub struct Announced {
    path: PathBuf,
    _claim: Claim,
}

impl Claim {
    /// Claims a data folder for this process. Returns nothing if another process has it.
    pub async fn on(home: &Path) -> io::Result<Option<Self>> {
        disk::make_folder(home)?;
        let lock = disk::private().read(true).write(true).create(true).open(home.join(LOCK))?;
        for _ in 0..MAX_READ_ATTEMPTS {
            match lock.try_lock() {
                Ok(()) => return Ok(Some(Self { home: home.to_owned(), _lock: lock })),
                Err(TryLockError::WouldBlock) => tokio::time::sleep(READ_RETRY_PAUSE).await,
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Tells where this process is reached.
    pub fn announce(self, server: &Server, front: Front) -> io::Result<Announced> {
        let running = Running {
            format: FORMAT,
            address: server.address.to_string(),
            token: server.token.clone(),
            process: std::process::id(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            front,
        };
        let path = self.home.join(FILE);
        disk::replace(&path, &serde_json::to_vec_pretty(&running)?)?;
        Ok(Announced { path, _claim: self })
    }
}

impl Drop for Announced {
    fn drop(&mut self) {
        // The lock alone tells whether the file is valid.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Why a Callwright that runs can't be talked to.
#[derive(Debug, thiserror::Error)]
pub enum NotReached {
    #[error(
        "Callwright {theirs} has this data folder open (process {process}), and this is {ours}: end it, or use that version"
    )]
    OtherVersion { theirs: String, ours: &'static str, process: u32 },
    #[error("another Callwright is starting or ending: try again in a moment")]
    Unannounced,
}

/// The Callwright that has this data folder open, if one does.
pub fn find(home: &Path) -> Result<Option<Client>, NotReached> {
    if !is_claimed(home) {
        return Ok(None);
    }
    let bytes = disk::read(&home.join(FILE), SETTINGS_FILE).map_err(|_| NotReached::Unannounced)?;
    let running: Running = serde_json::from_slice(&bytes).map_err(|_| NotReached::Unannounced)?;
    let ours = env!("CARGO_PKG_VERSION");
    if running.format != FORMAT || running.version != ours {
        let Running { version: theirs, process, .. } = running;
        return Err(NotReached::OtherVersion { theirs, ours, process });
    }
    Ok(Some(Client::of(running)))
}

fn is_claimed(home: &Path) -> bool {
    let Ok(lock) = disk::open(&home.join(LOCK)) else { return false };
    // A lock that was got ends with the file, a line below.
    matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock))
}

#[cfg(test)]
mod tests {
    use super::{Claim, FILE, NotReached, find};

    #[tokio::test]
    async fn one_process_at_a_time_has_a_data_folder() {
        let home = tempfile::tempdir().expect("a folder");
        assert!(matches!(find(home.path()), Ok(None)));
        let claim = Claim::on(home.path()).await.expect("a lock").expect("nobody has it");
        assert!(Claim::on(home.path()).await.expect("a lock").is_none());
        assert!(matches!(find(home.path()), Err(NotReached::Unannounced)));
        drop(claim);
        assert!(Claim::on(home.path()).await.expect("a lock").is_some());
    }

    #[test]
    fn a_file_without_a_lock_is_one_that_a_killed_process_left() {
        let home = tempfile::tempdir().expect("a folder");
        std::fs::write(home.path().join(FILE), "{}").expect("a file");
        std::fs::write(home.path().join("running.lock"), "").expect("a file");
        assert!(matches!(find(home.path()), Ok(None)));
    }
}
