//! Programs that tests and people start, in one binary: `programs NAME ARGUMENT…`. Separate binaries would each link the
//! whole application.

mod attachable;
mod caller;
mod canary;
mod experimenter;
mod fuzz;
mod questions;
mod screenshots;
mod scribe;
mod soaked;
mod told;

use anyhow::{Result, bail};
use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> Result<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    let name = words.next().unwrap_or_default();
    let arguments: Vec<OsString> = words.collect();
    // As the real programs do, but for the one that shows what happens otherwise.
    if name != "caller-without-keeper"
        && let Some(kept) = workbench::as_keeper()
    {
        return Ok(kept);
    }
    match name.to_str() {
        Some("attachable") => attachable::run(&arguments),
        Some("caller" | "caller-without-keeper") => caller::run(&arguments),
        Some("canary") => canary::run(),
        Some("experimenter") => experimenter::run(&arguments),
        Some("fuzz") => fuzz::run(&arguments),
        Some("questions") => questions::run(&arguments),
        Some("screenshots") => screenshots::run(),
        Some("scribe") => scribe::run(&arguments),
        Some("soaked") => soaked::run(),
        Some("told") => told::run(),
        _ => bail!("usage: programs NAME ARGUMENT…, where NAME is a module of tests/programs"),
    }?;
    Ok(ExitCode::SUCCESS)
}
