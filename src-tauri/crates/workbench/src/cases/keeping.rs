//! Keeps finished runs in a file, each on disk before another begins in its place.

use super::CasesError;
use super::error::reason;
use super::record_file::{RecordFile, records_of};
use super::records::RunRecord;
use crate::locking::lock;
use disk::LineFile;
use experiments::{Kept, KeptError, KeptRun, Plan, Run, RunKey};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The bytes of lines that are read together.
const BATCH_BYTES: usize = 16 << 20;

/// The runs of a plan that need not be made again, and where further ones are kept.
pub struct Keeping {
    file: Option<(PathBuf, Arc<Mutex<Files>>)>,
    kept: Kept,
}

struct Files {
    runs: LineFile,
    /// What happened in each run.
    records: Option<RecordFile>,
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

    /// Keeps what happened in each run too, so that it can be opened as a session.
    pub(super) fn with_records(self) -> Result<Self, CasesError> {
        if let Some((path, files)) = &self.file {
            let path = records_of(path);
            let records = RecordFile::open(&path).map_err(|error| CasesError::no_record(&path, &error))?;
            lock(files).records = Some(records);
        }
        Ok(self)
    }

    pub(super) fn keeps_records(&self) -> bool {
        let has_records = |files: &Mutex<Files>| lock(files).records.is_some();
        self.file.as_ref().is_some_and(|(_, files)| has_records(files))
    }

    pub fn open(path: &Path, earlier: Earlier, plan: &Plan) -> Result<Self, CasesError> {
        let mut reading = Reading::default();
        let mut file =
            LineFile::open(path, |line| reading.take(line)).map_err(|error| error.of_file(path))?;
        let mut kept = reading.end().map_err(|error| error.of_file(path))?;
        if kept.plan().is_some() && earlier == Earlier::Refused {
            return Err(CasesError::HasRuns { path: path.to_owned() });
        }
        if kept.plan() != Some(plan) {
            kept.begin(plan.clone());
            let line = plan.to_line().map_err(|error| unwritable(path, error))?;
            file.append(&line).map_err(|error| CasesError::unwritten(path, &error))?;
        }
        let files = Files { runs: file, records: None };
        Ok(Self { file: Some((path.to_owned(), Arc::new(Mutex::new(files)))), kept })
    }

    pub(super) fn run(&self, key: &RunKey) -> Option<&Run> {
        self.kept.run(key)
    }

    pub(super) fn runs(&self) -> impl Iterator<Item = &Run> {
        self.kept.runs()
    }

    /// Returns once the run is on disk. What happened in it is written before, so that the end of the process loses neither, and only a
    /// power cut may lose that alone.
    pub(super) async fn keep(&self, run: &Run, record: Option<RunRecord>) -> Result<(), CasesError> {
        let Some((path, files)) = &self.file else { return Ok(()) };
        let line = run.to_line().map_err(|error| unwritable(path, error))?;
        let (files, key) = (Arc::clone(files), run.key.clone());
        let written = tokio::task::spawn_blocking(move || {
            let mut files = lock(&files);
            let recorded = files.record(&key, record);
            // The run was paid for, so it is kept in any case.
            files.runs.append(&line).and(recorded)
        });
        let written = written.await.map_err(io::Error::other).and_then(|written| written);
        written.map_err(|error| CasesError::unwritten(path, &error))
    }
}

impl Files {
    fn record(&mut self, run: &RunKey, record: Option<RunRecord>) -> io::Result<()> {
        let (Some(records), Some(record)) = (&mut self.records, record) else { return Ok(()) };
        record.to_text()?.map_or(Ok(()), |text| records.append(run, &text))
    }
}

/// Reads the runs of a file that another process may be writing, or their keys alone.
pub fn kept_runs<R: KeptRun>(path: &Path) -> Result<Kept<R>, CasesError> {
    let mut reading = Reading::default();
    let read = disk::whole_lines(path, |line| reading.take(line));
    read.and_then(|()| reading.end()).map_err(|error| error.of_file(path))
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

/// Lines while they come in. Many are read together, because that is done on all processors.
struct Reading<R> {
    kept: Kept<R>,
    lines: Vec<String>,
    bytes: usize,
    /// Lines that were read before.
    before: usize,
}

impl<R> Default for Reading<R> {
    fn default() -> Self {
        Self { kept: Kept::default(), lines: Vec::new(), bytes: 0, before: 0 }
    }
}

impl<R: KeptRun> Reading<R> {
    fn take(&mut self, line: &str) -> Result<(), Unusable> {
        self.bytes += line.len();
        self.lines.push(line.to_owned());
        if self.bytes < BATCH_BYTES { Ok(()) } else { self.read() }
    }

    fn read(&mut self) -> Result<(), Unusable> {
        let taken = self.kept.take(&self.lines);
        taken.map_err(|(place, error)| Unusable::Line { number: self.before + place + 1, error })?;
        self.before += self.lines.len();
        self.lines.clear();
        self.bytes = 0;
        Ok(())
    }

    fn end(mut self) -> Result<Kept<R>, Unusable> {
        self.read()?;
        Ok(self.kept)
    }
}

fn unwritable(path: &Path, error: serde_json::Error) -> CasesError {
    CasesError::unwritten(path, &io::Error::from(error))
}
