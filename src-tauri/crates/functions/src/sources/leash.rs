//! A program on a leash: it has a clean environment and a process group of its own, and nothing it starts outlives the
//! call, the server or the application.
//!
//! On Linux the keeper of a program is this application once more, as its parent: whatever the program starts stays
//! below the keeper, wherever it goes (`keeper.rs`). Elsewhere, and in a program that is no keeper, shells stand in for
//! it (`unix.rs`). No code runs between fork and exec, because that can't be done without unsafe code.

#[cfg(target_os = "linux")]
mod escaped;
#[cfg(target_os = "linux")]
mod keeper;
#[cfg(unix)]
mod unix;
#[cfg(not(unix))]
mod without;

#[cfg(target_os = "linux")]
pub use keeper::as_keeper;
#[cfg(unix)]
pub(super) use unix::Leashed;
#[cfg(not(unix))]
pub(super) use without::Leashed;

use notices::Describe;
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};

/// What is started.
#[derive(Serialize, Deserialize)]
pub(super) struct Start {
    pub(super) program: OsString,
    pub(super) arguments: Vec<OsString>,
    /// Where it runs, if not where the application does.
    #[serde(skip)]
    pub(super) folder: Option<PathBuf>,
    /// All it sees.
    pub(super) environment: Vec<(OsString, OsString)>,
}

/// The three ways in and out of a program.
pub(super) struct Pipes {
    pub(super) stdin: ChildStdin,
    pub(super) stdout: ChildStdout,
    pub(super) stderr: ChildStderr,
}

/// Keeps a program, where this process was started for that, until all of it is over. The first thing a `main` does; one
/// that never asks is no keeper.
#[cfg(not(target_os = "linux"))]
pub fn as_keeper() -> Option<std::process::ExitCode> {
    None
}

/// A program that can't be found or run.
#[derive(Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "program")]
#[advice("Install it, correct its name, or make the file a program: chmod +x FILE.")]
pub(crate) enum ProgramError {
    #[error("{word} is no program: it may not be run")]
    Unrunnable { word: String },
    #[error("there is no {word} in the folder {folder}")]
    Missing { word: String, folder: PathBuf },
    #[error("there is no program {word} on this computer")]
    Unknown { word: String },
}

/// Where a program is: a path counts from a folder, a plain name is looked for where programs are.
pub(crate) fn find_program(
    word: &str,
    folder: &Path,
    places: Option<&OsStr>,
) -> Result<PathBuf, ProgramError> {
    if word.contains(std::path::is_separator) {
        let path = folder.join(word);
        return match is_runnable(&path) {
            true => Ok(path),
            false if path.exists() => Err(ProgramError::Unrunnable { word: word.to_owned() }),
            false => Err(ProgramError::Missing { word: word.to_owned(), folder: folder.to_owned() }),
        };
    }
    let ours = std::env::var_os("PATH").unwrap_or_default();
    let mut places =
        std::env::split_paths(places.unwrap_or(&ours)).map(|place| folder.join(place).join(word));
    places.find(|path| is_runnable(path)).ok_or_else(|| ProgramError::Unknown { word: word.to_owned() })
}

#[cfg(unix)]
fn is_runnable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_runnable(path: &Path) -> bool {
    path.is_file()
}
