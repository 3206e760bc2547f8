//! Keeps finished runs in a file, each on disk before another begins in its place.

use crate::failure::Failure;
use disk::LineFile;
use experiments::{Kept, KeptError, Plan, Run, RunKey};
use std::error::Error;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The runs of a plan that need not be made again, and where further ones are kept.
pub(super) struct Keeping {
    file: Option<(PathBuf, Arc<Mutex<LineFile>>)>,
    kept: Kept,
}

/// What becomes of runs that a file has already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Earlier {
    /// A file with runs is refused, so that a command that is given twice makes nothing twice.
    Refused,
    Resumed,
}

impl Keeping {
    /// Runs that are forgotten with the process.
    pub(super) fn nowhere() -> Self {
        Self { file: None, kept: Kept::default() }
    }

    pub(super) fn open(path: &Path, earlier: Earlier, plan: &Plan) -> Result<Self, Failure> {
        let mut kept = Kept::default();
        let mut file = LineFile::open(path, reading(&mut kept)).map_err(|error| error.of_file(path))?;
        if kept.plan().is_some() && earlier == Earlier::Refused {
            let message = format!("{} has runs already", path.display());
            return Err(Failure::new(message, "Go on with them by --resume, or give another file."));
        }
        if kept.plan() != Some(plan) {
            kept.begin(plan.clone());
            let line = plan.to_line().map_err(|error| unwritable(path, &error))?;
            file.append(&line).map_err(|error| Failure::unwritten(path, &error))?;
        }
        Ok(Self { file: Some((path.to_owned(), Arc::new(Mutex::new(file)))), kept })
    }

    pub(super) fn has(&self, key: &RunKey) -> bool {
        self.kept.has(key)
    }

    pub(super) fn runs(&self) -> impl Iterator<Item = &Run> {
        self.kept.runs()
    }

    /// Returns once the run is on disk.
    pub(super) async fn keep(&self, run: &Run) -> Result<(), Failure> {
        let Some((path, file)) = &self.file else { return Ok(()) };
        let line = run.to_line().map_err(|error| unwritable(path, &error))?;
        let file = Arc::clone(file);
        let written = tokio::task::spawn_blocking(move || {
            file.lock().unwrap_or_else(PoisonError::into_inner).append(&line)
        });
        let written = written.await.map_err(io::Error::other).and_then(|written| written);
        written.map_err(|error| Failure::unwritten(path, &error))
    }

    /// The runs that were there, as long as they belong to the plan.
    pub(super) fn into_runs(self) -> Vec<Run> {
        self.kept.into_runs()
    }
}

/// Reads the runs of a file that another process may be writing.
pub(super) fn read(path: &Path) -> Result<Kept, Failure> {
    let mut kept = Kept::default();
    disk::whole_lines(path, reading(&mut kept)).map_err(|error| error.of_file(path))?;
    Ok(kept)
}

/// Why a file of runs can't be used.
enum Unusable {
    File(io::Error),
    Line { number: usize, error: KeptError },
}

impl From<io::Error> for Unusable {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}

impl Unusable {
    fn of_file(self, path: &Path) -> Failure {
        let place = path.display();
        match self {
            Self::File(error) if error.kind() == ErrorKind::WouldBlock => Failure::new(
                format!("another process keeps its runs in {place}"),
                "Wait for it, or give another file.",
            ),
            Self::File(error) => Failure::unread(path, &error),
            Self::Line { number, error } => {
                let cause = error.source().map(|cause| format!(": {cause}")).unwrap_or_default();
                let message = format!("{place}, line {number}: {error}{cause}");
                Failure::new(message, "Give a file that `callwright test --out` wrote.")
            }
        }
    }
}

fn reading(kept: &mut Kept) -> impl FnMut(&str) -> Result<(), Unusable> {
    let mut number = 0;
    move |line| {
        number += 1;
        kept.take(line).map_err(|error| Unusable::Line { number, error })
    }
}

fn unwritable(path: &Path, error: &serde_json::Error) -> Failure {
    Failure::new(format!("a run can't be written to {}: {error}", path.display()), "")
}
