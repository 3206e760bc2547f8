//! Sets up, builds, runs, checks and measures the project: `cargo xtask help` lists the commands.
//!
//! It starts other programs and reads their output. It must not know the application beyond the names of its packages and
//! binaries, and it must build in seconds, so it has almost no dependencies. Start reading at [`arguments::Request`], then at
//! `checks::steps` for the steps of `cargo xtask test`.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line tool talks through its terminal"
)]

mod arguments;
mod bench;
mod checks;
mod dev;
mod evaluation;
mod files;
mod judgement;
mod local;
mod output;
mod package;
mod process;
mod project;
mod run;
mod screenshots;
mod setup;
mod systems;
mod types;

use std::env;
use std::process::ExitCode;

use anyhow::Result;

use arguments::Request;
use project::Project;

fn main() -> ExitCode {
    let request = match arguments::parse(env::args().skip(1)) {
        Ok(request) => request,
        Err(mistake) => {
            eprintln!("xtask: {mistake}\nSee `cargo xtask help`.");
            return ExitCode::from(2);
        }
    };
    match carry_out(request) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn carry_out(request: Request) -> Result<ExitCode> {
    match request {
        Request::Help => print!("{}", arguments::usage()),
        Request::Run(choices) => return run::run(&Project::find()?, &choices),
        Request::Dev(choices) => dev::develop(&Project::find()?, choices)?,
        Request::Test(choices) => return checks::check(Project::find()?, &choices),
        Request::Bench(choices) => bench::measure(&Project::find()?, &choices)?,
        Request::EvaluateSelection(choices) => evaluation::evaluate(&Project::find()?, &choices)?,
        Request::EvaluateLocal(choices) => local::evaluate(&Project::find()?, &choices)?,
        Request::Judge(table) => judgement::judge(&Project::find()?, table)?,
        Request::Package(choices) => package::package(&Project::find()?, &choices)?,
        Request::CheckSystems(targets) => {
            systems::check(&Project::find()?, &targets, &output::Output::Terminal)?;
        }
        Request::Screenshots => screenshots::take(&Project::find()?)?,
        Request::Types => types::export(&Project::find()?)?,
    }
    Ok(ExitCode::SUCCESS)
}
