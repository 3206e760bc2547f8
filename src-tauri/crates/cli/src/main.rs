//! `callwright`: the application without a window.
//!
//! Each command is a module. A command that works on sessions talks to the Callwright that has the data folder open, or opens
//! it itself ([`core`]); nothing here draws a window or links a library of a display. Start reading at [`arguments`].

mod arguments;
mod ask;
mod attach;
mod attached;
mod backup;
mod browser;
mod check;
mod core;
mod doctor;
mod export;
mod failure;
mod form;
mod import;
mod open;
mod output;
mod page;
mod paperwork;
mod printed_loss;
mod restore;
mod run;
mod search;
mod serve;
mod sessions;
mod test;
mod time;

use arguments::{Arguments, Command};
use clap::Parser;
use failure::Failure;
use output::complain;
use std::process::ExitCode;

/// How a command that did what it was asked to do ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    Well,
    /// It found something that a person or a script should know.
    WithFindings,
    /// As the program that it started.
    As(u8),
}

fn main() -> ExitCode {
    workbench::as_keeper().unwrap_or_else(begin)
}

fn begin() -> ExitCode {
    disk::close_umask();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help goes to standard output, mistakes to standard error. A closed pipe is nothing to fail for.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let command = arguments.command.unwrap_or(Command::Open(arguments.open));
    // The window may take the place of this process, and closes its umask itself.
    if let Command::Open(open) = &command
        && let Some(ended) = disk::with_umask_of_person(|| open::start_window(open))
    {
        return code(ended);
    }
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => {
            return code(Err(Failure::new(
                format!("no threads can be started: {error}"),
                "Close some programs.",
            )));
        }
    };
    runtime.block_on(async {
        let telemetry = telemetry::begin();
        let ended = carry_out(command).await;
        // It waits for a collector, which no other task should do.
        let _ = tokio::task::spawn_blocking(move || telemetry.close()).await;
        code(ended)
    })
}

async fn carry_out(command: Command) -> Result<Ended, Failure> {
    match command {
        Command::Open(args) => open::run(args).await,
        Command::Serve(args) => serve::run(args).await,
        Command::Import(args) => import::run(args).await,
        Command::Export(args) => export::run(args).await,
        Command::Sessions(args) => sessions::run(args).await,
        Command::Search(args) => search::run(args).await,
        Command::Check(args) => check::run(args),
        Command::Ask(args) => ask::run(args).await,
        Command::Test(args) => test::run(*args).await,
        Command::Run(args) => run::run(args).await,
        Command::Attach(args) => attach::run(args).await,
        Command::Doctor(args) => doctor::run(args).await,
        Command::Backup(args) => backup::run(args).await,
        Command::Restore(args) => restore::run(args).await,
        Command::Completions(args) => paperwork::completions(&args),
        Command::Man(args) => paperwork::man(&args),
    }
}

fn code(ended: Result<Ended, Failure>) -> ExitCode {
    match ended {
        Ok(Ended::Well) => ExitCode::SUCCESS,
        Ok(Ended::WithFindings) => ExitCode::FAILURE,
        Ok(Ended::As(code)) => ExitCode::from(code),
        Err(failure) => {
            complain(&failure);
            ExitCode::FAILURE
        }
    }
}
