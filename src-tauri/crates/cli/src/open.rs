//! `callwright open`: the window where it is installed, else the page in a browser.

use crate::core::home;
use crate::failure::Failure;
use crate::output::say;
use crate::serve::{Opener, Serve, serve};
use crate::{Ended, browser};
use clap::Args;
use server::running::{self, Front};
use std::env::consts::EXE_SUFFIX;
use std::path::PathBuf;
use std::process::Command;

#[derive(Debug, Args)]
pub(crate) struct Open {
    /// Uses a browser even where the window is installed
    #[arg(long)]
    pub(crate) browser: bool,
    /// Prints the address and opens nothing
    #[arg(long)]
    pub(crate) no_open: bool,
}

/// The program of the window, where it is installed.
pub(crate) fn window() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?.with_file_name(format!("callwright-window{EXE_SUFFIX}"));
    program.is_file().then_some(program)
}

/// Lets the window take the place of this process. Returns nothing where it is not wanted or can't open.
pub(crate) fn start_window(args: &Open) -> Option<Result<Ended, Failure>> {
    if args.browser || args.no_open || !browser::has_display() {
        return None;
    }
    let window = window()?;
    // One that runs is shown, or told of.
    let is_open = home().is_ok_and(|home| running::find(&home).is_ok_and(|found| found.is_some()));
    if is_open { None } else { Some(become_program(Command::new(window))) }
}

#[cfg(unix)]
fn become_program(mut command: Command) -> Result<Ended, Failure> {
    use std::os::unix::process::CommandExt;
    let error = command.exec();
    Err(Failure::new(format!("the window can't be started: {error}"), "Use `callwright open --browser`."))
}

#[cfg(not(unix))]
fn become_program(mut command: Command) -> Result<Ended, Failure> {
    let failed = |error| {
        Failure::new(format!("the window can't be started: {error}"), "Use `callwright open --browser`.")
    };
    let status = command.status().map_err(failed)?;
    Ok(if status.success() { Ended::Well } else { Ended::WithFindings })
}

pub(crate) async fn run(args: Open) -> Result<Ended, Failure> {
    let opener = if args.no_open { Opener::Person } else { Opener::Program };
    let Some(client) = running::find(&home()?)? else {
        return serve(Serve { port: 0, ui: None, files: Vec::new() }, opener).await;
    };
    match client.running().front {
        Front::Window => {
            say(format_args!("The window is open already (process {}).", client.running().process))?;
        }
        Front::Browser => {
            let address = client.page().await?;
            say(format_args!("Callwright runs already. For one browser, within a minute: {address}"))?;
            if opener == Opener::Program {
                browser::open(&address);
            }
        }
    }
    Ok(Ended::Well)
}
