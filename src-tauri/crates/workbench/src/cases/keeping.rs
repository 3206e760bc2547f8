//! Keeps finished runs in a file, each on disk before another begins in its place.

use super::CasesError;
use super::error::reason;
use disk::LineFile;
use experiments::{Kept, KeptError, Plan, Run, RunKey};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The runs of a plan that need not be made again, and where further ones are kept.
pub struct Keeping {
    file: Option<(PathBuf, Arc<Mutex<LineFile>>)>,
    kept: Kept,
}

/// What becomes of runs that a file has already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Earlier {
    /// A file with runs is refused, so that a command that is given twice makes nothing twice.
    Refused,
    Resumed,
}

impl Keeping {
    /// Runs that are forgotten with the process.
    pub fn nowhere() -> Self {
        Self { file: None, kept: Kept::default() }
    }

    pub fn open(path: &Path, earlier: Earlier, plan: &Plan) -> Result<Self, CasesError> {
        let mut kept = Kept::default();
        let mut file = LineFile::open(path, reading(&mut kept)).map_err(|error| error.of_file(path))?;
        if kept.plan().is_some() && earlier == Earlier::Refused {
            return Err(CasesError::HasRuns { path: path.to_owned() });
        }
        if kept.plan() != Some(plan) {
            kept.begin(plan.clone());
            let line = plan.to_line().map_err(|error| unwritable(path, error))?;
            file.append(&line).map_err(|error| CasesError::unwritten(path, &error))?;
        }
        Ok(Self { file: Some((path.to_owned(), Arc::new(Mutex::new(file)))), kept })
    }

    pub(super) fn run(&self, key: &RunKey) -> Option<&Run> {
        self.kept.run(key)
    }

    pub(super) fn runs(&self) -> impl Iterator<Item = &Run> {
        self.kept.runs()
    }

    /// Returns once the run is on disk.
    pub(super) async fn keep(&self, run: &Run) -> Result<(), CasesError> {
        let Some((path, file)) = &self.file else { return Ok(()) };
        let line = run.to_line().map_err(|error| unwritable(path, error))?;
        let file = Arc::clone(file);
        let written = tokio::task::spawn_blocking(move || {
            file.lock().unwrap_or_else(PoisonError::into_inner).append(&line)
        });
        let written = written.await.map_err(io::Error::other).and_then(|written| written);
        written.map_err(|error| CasesError::unwritten(path, &error))
    }
}

/// Reads the runs of a file that another process may be writing.
pub fn kept_runs(path: &Path) -> Result<Kept, CasesError> {
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
    fn of_file(self, path: &Path) -> CasesError {
        match self {
            Self::File(error) => CasesError::unread(path, &error),
            Self::Line { number, error } => {
                CasesError::NoRuns { path: path.to_owned(), line: number, reason: reason(&error) }
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

fn unwritable(path: &Path, error: serde_json::Error) -> CasesError {
    CasesError::unwritten(path, &io::Error::from(error))
}
