//! A program on a leash: it has a clean environment and a process group of its own, and nothing it starts outlives the
//! call, the server or the application.
//!
//! On Linux the keeper of a program is this application once more, as its parent: whatever the program starts stays
//! below the keeper, wherever it goes (`keeper.rs`). On other Unix systems, and in a program that is no keeper, shells
//! stand in for it (`unix.rs`). On Windows a program is started into a job (`windows.rs`). No code runs between fork and
//! exec, because that can't be done without unsafe code.

#[cfg(target_os = "linux")]
mod escaped;
#[cfg(target_os = "linux")]
mod keeper;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(target_os = "linux")]
pub use keeper::as_keeper;
#[cfg(unix)]
pub(super) use unix::Leashed;
#[cfg(windows)]
pub(super) use windows::Leashed;

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

notices::declare! {
    /// What came of a program that was started.
    #[derive(Copy)]
    pub(crate) enum Unstarted: "unstarted" {
        EndedAtOnce = "it ended at once",
        NoId = "it has no process id",
        NoPipes = "it has no pipes",
    }
}

impl From<Unstarted> for std::io::Error {
    fn from(unstarted: Unstarted) -> Self {
        Self::other(notices::Carrier::of(&unstarted))
    }
}

/// How the files of programs end that Windows can start, in the order they are looked for. A name that has no such ending
/// names no program there: beside `npx.cmd` lies a script `npx` for other systems.
const ENDINGS: &[&str] = if cfg!(windows) { &["com", "exe", "bat", "cmd"] } else { &[] };

/// Where a program is: a path counts from a folder, a plain name is looked for where programs are.
pub(crate) fn find_program(
    word: &str,
    folder: &Path,
    places: Option<&OsStr>,
) -> Result<PathBuf, ProgramError> {
    let find = |path: &Path| files_of(path, ENDINGS).into_iter().find(|path| is_runnable(path));
    if word.contains(std::path::is_separator) {
        let path = folder.join(word);
        return find(&path).ok_or_else(|| match path.exists() {
            true => ProgramError::Unrunnable { word: word.to_owned() },
            false => ProgramError::Missing { word: word.to_owned(), folder: folder.to_owned() },
        });
    }
    let ours = std::env::var_os("PATH").unwrap_or_default();
    let mut places =
        std::env::split_paths(places.unwrap_or(&ours)).map(|place| folder.join(place).join(word));
    places.find_map(|path| find(&path)).ok_or_else(|| ProgramError::Unknown { word: word.to_owned() })
}

/// What starts a program that a person has named. Windows by itself finds no scripts, `npx` among them.
pub fn named_program(word: &OsStr) -> OsString {
    let text = word.to_str().filter(|_| cfg!(windows));
    let found = text.and_then(|text| find_program(text, Path::new("."), None).ok());
    found.map_or_else(|| word.to_owned(), PathBuf::into_os_string)
}

/// The files that a path to a program may mean.
fn files_of(path: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let is_ending = |ending: &OsStr| endings.iter().any(|one| ending.eq_ignore_ascii_case(one));
    if endings.is_empty() || path.extension().is_some_and(is_ending) {
        return vec![path.to_owned()];
    }
    let with_ending = |ending: &&str| {
        let mut file = path.as_os_str().to_owned();
        file.push(".");
        file.push(ending);
        file.into()
    };
    endings.iter().map(with_ending).collect()
}

#[cfg(unix)]
fn is_runnable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

/// The links by which an app from the store is started can't be followed.
#[cfg(not(unix))]
fn is_runnable(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| !found.is_dir())
}

#[cfg(test)]
mod tests {
    use super::files_of;
    use std::path::Path;

    #[track_caller]
    fn check(path: &str, endings: &[&str], expected: &[&str]) {
        assert_eq!(files_of(Path::new(path), endings), expected.iter().map(Path::new).collect::<Vec<_>>());
    }

    #[test]
    fn a_program_is_the_file_of_its_name_unless_the_system_starts_certain_endings_alone() {
        check("bin/npx", &[], &["bin/npx"]);
        check("bin/npx", &["exe", "cmd"], &["bin/npx.exe", "bin/npx.cmd"]);
        check("bin/python3.12", &["exe", "cmd"], &["bin/python3.12.exe", "bin/python3.12.cmd"]);
        check("bin/Server.EXE", &["exe", "cmd"], &["bin/Server.EXE"]);
        check("bin/server.py", &["exe"], &["bin/server.py.exe"]);
    }
}
