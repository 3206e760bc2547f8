//! `callwright test merge`: one report of the runs that several machines kept.

use super::conclusion::{Concluded, Conclusion, no_runs};
use crate::failure::Failure;
use crate::output::remark;
use clap::Args;
use experiments::Kept;
use std::path::PathBuf;
use workbench::cases::{Ran, kept_runs};

#[derive(Debug, Args)]
pub(super) struct Merge {
    /// The files that --out named, of one set
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    conclusion: Conclusion,
}

/// An input that can't be used is told by the inner result.
pub(super) fn run(args: &Merge) -> Result<Result<Concluded, Failure>, Failure> {
    let (kept, before) = match (joined(&args.files), args.conclusion.before()) {
        (Ok(kept), Ok(before)) => (kept, before),
        (Err(failure), _) | (_, Err(failure)) => return Ok(Err(failure)),
    };
    let Some(plan) = kept.plan().cloned() else { return Ok(Err(no_runs(&args.files[0]))) };
    let runs = kept.into_runs();
    let missing = plan.keys().len() - runs.len();
    if missing > 0 {
        remark(format_args!("{missing} of {} runs are missing.", plan.keys().len()));
    }
    args.conclusion.of(&plan, &Ran::kept(runs, missing), &before)
}

fn joined(files: &[PathBuf]) -> Result<Kept, Failure> {
    let mut joined: Option<Kept> = None;
    for file in files {
        let kept = kept_runs(file)?;
        match &mut joined {
            None => joined = Some(kept),
            Some(joined) => joined.merge(kept).map_err(|error| {
                let message = format!("{} does not go with {}: {error}", file.display(), files[0].display());
                Failure::new(message, "Give the parts of one set, each once.")
            })?,
        }
    }
    joined.ok_or_else(|| Failure::new("no file is given", "Name the files that --out named."))
}
