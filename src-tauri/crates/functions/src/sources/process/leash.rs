//! A program on a leash: it has a clean environment and a process group of its own, and nothing it starts outlives the
//! call or the application.
//!
//! No code runs between fork and exec here, because that can't be done without unsafe code. A shell stands in for it:
//! the program's own process waits as a shell until its keeper is there, and becomes the program then. The keeper is
//! another shell that holds the end of a pipe. When the application dies, however it dies, the pipe closes, and the
//! keeper ends the group.

#[cfg(target_os = "linux")]
mod escaped;
#[cfg(unix)]
mod unix;
#[cfg(not(unix))]
mod without;

#[cfg(unix)]
pub(super) use unix::{Leashed, Pipes};
#[cfg(not(unix))]
pub(super) use without::{Leashed, Pipes};

use std::path::{Path, PathBuf};

/// Where a program is: a path counts from the plugin's folder, a plain name is looked for where programs are.
pub(crate) fn find_program(word: &str, folder: &Path) -> Result<PathBuf, String> {
    if word.contains(std::path::is_separator) {
        let path = folder.join(word);
        return match is_runnable(&path) {
            true => Ok(path),
            false if path.exists() => Err(format!("{word} is no program: it may not be run")),
            false => Err(format!("there is no {word} in the plugin's folder")),
        };
    }
    let places = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&places).map(|place| place.join(word)).find(|path| is_runnable(path));
    found.ok_or_else(|| format!("there is no program {word} on this computer"))
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
