//! What can't be loaded or kept private at the start and does not keep the rest from working.

use crate::contract::ReportedProblem;
use disk::{Depth, Open, SettingsFileError};
use notices::{Describe, Notice};
use ports::ConnectorError;
use sessions::LostChanges;
use std::path::{Path, PathBuf};

/// The most places told that other people can read. More of them are open for the same reason.
const MAX_OPEN_PLACES: usize = 3;

/// The first parts of the names of our own files in the data folder.
const OURS: [&str; 22] = [
    "attached",
    "before",
    "consents",
    "copies",
    "exports",
    "guide",
    "keychain",
    "keys",
    "local",
    "meaning",
    "models",
    "prices",
    "recordings",
    "running",
    "scripts",
    "search",
    "services",
    "sessions",
    "sources",
    "vectors",
    "weights",
    "window",
];

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "start")]
pub(crate) enum StartFault {
    #[error("{path} can be read by other users of this computer: {reason}")]
    #[advice("Close it to them, or set CALLWRIGHT_HOME to a folder of your own.")]
    OpenToOthers {
        path: PathBuf,
        #[notice(cause)]
        reason: Notice,
    },
    #[error(
        "The write-ahead log of {path} is damaged: its last {pages} pages can't be read. It was kept as {kept}."
    )]
    #[advice("Look at your latest sessions; if something is missing, put a copy of your data back.")]
    LostChanges { path: PathBuf, pages: u64, kept: PathBuf },
    #[error("plugins can't be watched: {reason}")]
    #[advice("Close some programs.")]
    NotWatched {
        #[notice(cause)]
        reason: Notice,
    },
    #[error("search can't be started: {reason}")]
    #[advice("Close some programs.")]
    NoSearch {
        #[notice(cause)]
        reason: Notice,
    },
    #[error("there is no home directory to keep sessions in")]
    #[advice("Set CALLWRIGHT_HOME to a folder of your choice.")]
    NoHome,
    #[error("what you agreed to can't be read: {reason}")]
    #[advice("Fix or remove the file; until then you are asked each time.")]
    NoConsents {
        #[notice(cause)]
        reason: Notice,
    },
}

impl From<LostChanges> for StartFault {
    fn from(LostChanges { path, pages, kept }: LostChanges) -> Self {
        Self::LostChanges { path, pages, kept }
    }
}

impl ReportedProblem {
    pub(crate) fn of(error: &impl Describe) -> Self {
        Self { message: error.notice(), advice: error.advice() }
    }

    pub(crate) fn of_consents(error: &SettingsFileError) -> Self {
        Self::of(&StartFault::NoConsents { reason: error.notice() })
    }

    pub(crate) fn of_connector(error: &ConnectorError) -> Self {
        Self { message: error.notice(), advice: error.advice() }
    }
}

/// Closes what is kept to the other people of this computer, and tells what stays open. What is not ours stays as it is:
/// the folder may be one that somebody uses for other things as well.
pub(crate) fn close_to_others(home: &Path) -> Vec<ReportedProblem> {
    let depth = |name: &str| match name.split(['.', '-']).next() {
        // A plugin is a folder of somebody's own, in which programs may be.
        Some("plugins") => Depth::Itself,
        Some(first) if OURS.contains(&first) => Depth::Everything,
        Some(_) | None => Depth::Nothing,
    };
    if !home.exists() {
        return Vec::new();
    }
    let open = disk::tighten(home, depth).into_iter().take(MAX_OPEN_PLACES);
    let fault = |Open { path, reason }| StartFault::OpenToOthers { path, reason };
    open.map(|open| ReportedProblem::of(&fault(open))).collect()
}
