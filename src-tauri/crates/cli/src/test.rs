//! `callwright test`: runs the cases of a set against models, and judges them.

mod case_run;
mod execution;
mod junit;
mod set;
mod table;

use crate::Ended;
use crate::core::Core;
use crate::failure::Failure;
use crate::output::{complain, say};
use clap::Args;
use execution::Execution;
use experiments::Report;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use workbench::{Config, Extent};

/// Runs at once that one process is asked for at most.
const MOST_JOBS: usize = 64;

/// The status where the input can't be used, as for a command line that is not understood.
const BAD_INPUT: u8 = 2;

#[derive(Debug, Args)]
pub(crate) struct Test {
    /// A folder of cases in JSON, or one case
    set: PathBuf,
    /// The id or the title of a model, a lane for each; the first of the list without this option
    #[arg(long, value_name = "NAME")]
    model: Vec<String>,
    /// How often each case runs with each model
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeats: u32,
    /// How many runs are made at the same time
    #[arg(long, value_name = "N", default_value = "4", value_parser = jobs)]
    jobs: NonZeroUsize,
    /// The share of runs, from 0 to 1, that must pass with each model
    #[arg(long, value_name = "P", default_value_t = 1.0, value_parser = share)]
    threshold: f64,
    /// Writes the result as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Writes the whole report as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

fn share(written: &str) -> Result<f64, &'static str> {
    let number = written.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or("it is no number from 0 to 1")
}

fn jobs(written: &str) -> Result<NonZeroUsize, &'static str> {
    let number = written.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MOST_JOBS);
    number.ok_or("it is no number from 1 to 64")
}

pub(crate) async fn run(args: Test) -> Result<Ended, Failure> {
    let cases = match set::read(&args.set) {
        Ok(cases) => cases,
        Err(failure) => return Ok(unusable(&failure)),
    };
    let folder = DataFolder::new()?;
    let core = Core::own_of(&folder.config).await?;
    let prepared = Execution::prepare(&core, &cases, &args.model).await;
    let ran = match prepared {
        Ok(execution) => {
            let runs = execution.run(execution.due(args.repeats), args.jobs).await;
            Ok(runs.map(|runs| Report::of(&cases, execution.lanes(), &runs)))
        }
        Err(failure) => Err(failure),
    };
    core.close().await;
    let report = match ran {
        Ok(report) => report?,
        Err(failure) => return Ok(unusable(&failure)),
    };
    say(table::of(&report))?;
    if let Some(file) = &args.junit {
        write(file, junit::of(&report).as_bytes())?;
    }
    if let Some(file) = &args.json {
        let text = serde_json::to_vec_pretty(&report)
            .map_err(|error| Failure::new(format!("the report can't be written as JSON: {error}"), ""))?;
        write(file, &text)?;
    }
    Ok(if is_passed(&report, args.threshold) { Ended::Well } else { Ended::WithFindings })
}

fn unusable(failure: &Failure) -> Ended {
    complain(failure);
    Ended::As(BAD_INPUT)
}

fn is_passed(report: &Report, threshold: f64) -> bool {
    report.lanes.iter().all(|lane| lane.pass_rate.is_some_and(|rate| rate.rate >= threshold))
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    disk::replace(file, bytes).map_err(|error| Failure::unwritten(file, &error))
}

/// What names the models of a person. No file with keys is among them: those of the system's keychain are found there.
const COPIED: [&str; 4] = ["services.json", "local-models.json", "models.toml", "keychain.json"];
const SCRIPTS: &str = "scripts";

/// A data folder with the models of a person and without their sessions, plugins and servers. It is removed with this value.
struct DataFolder {
    config: Config,
    _folder: tempfile::TempDir,
}

impl DataFolder {
    fn new() -> Result<Self, Failure> {
        let usual = Config::from_environment()?;
        let at = std::env::temp_dir();
        let folder = tempfile::Builder::new()
            .prefix("callwright-test-")
            .tempdir()
            .map_err(|error| Failure::unwritten(&at, &error))?;
        for name in COPIED {
            copy(&usual.home.join(name), &folder.path().join(name))?;
        }
        copy_folder(&usual.home.join(SCRIPTS), &folder.path().join(SCRIPTS))?;
        let config = Config { home: folder.path().to_owned(), extent: Extent::Sessions, ..usual };
        Ok(Self { config, _folder: folder })
    }
}

fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    match disk::copy(from, to) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Failure::unread(from, &error)),
        Ok(()) | Err(_) => Ok(()),
    }
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), Failure> {
    let entries = match std::fs::read_dir(from) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Failure::unread(from, &error)),
    };
    disk::make_folder(to).map_err(|error| Failure::unwritten(to, &error))?;
    for entry in entries {
        let entry = entry.map_err(|error| Failure::unread(from, &error))?;
        if entry.path().is_file() {
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
    }
    Ok(())
}
