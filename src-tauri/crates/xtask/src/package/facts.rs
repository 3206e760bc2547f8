//! What is known of the program and of its packages.

use super::glibc;

/// The name of the command, of its package everywhere, and of its npm scope.
pub(super) const NAME: &str = "callwright";
pub(super) const SUMMARY: &str = "Workbench for the tool calls of language models";

/// Where packages are fetched from unless somebody says otherwise: a name that leads nowhere.
pub(super) const NOWHERE: &str = "https://callwright.invalid/releases/download";

/// What all packages say of the program.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub(super) version: String,
    /// The lowest version of the GNU C library that has every symbol the command line asks for.
    pub(super) glibc: Option<glibc::Version>,
    /// The address of the folder that packages are fetched from.
    pub(super) from: String,
    /// The day of the release, as the changelog or the last commit has it.
    pub(super) date: String,
}

#[cfg(test)]
impl Facts {
    pub(super) fn sample(version: &str) -> Self {
        let (from, date) = (format!("{NOWHERE}/v{version}"), "2026-11-26".to_owned());
        Self { version: version.to_owned(), glibc: None, from, date }
    }
}
