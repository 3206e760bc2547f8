//! `callwright-server`: prints the address to open and serves until it is interrupted.

use anyhow::{Context, bail};
use server::{Options, Server};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use workbench::contract::{ImportedSession, Loss};
use workbench::{Config, System, Workbench};

const USAGE: &str = "usage: callwright-server --ui FOLDER [--port N] [FILE TO IMPORT]…";

fn main() -> ExitCode {
    workbench::as_keeper().unwrap_or_else(serve)
}

#[tokio::main]
async fn serve() -> ExitCode {
    disk::close_umask();
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}

async fn run() -> anyhow::Result<()> {
    let telemetry = telemetry::begin();
    let (options, files) = options(std::env::args().skip(1))?;
    let app = Arc::new(Workbench::new(Config::from_environment()?, System::real()));
    for file in files {
        let imported =
            app.import_file(&file).await.with_context(|| format!("{} was not imported", file.display()))?;
        tell(&imported);
    }
    let server = Server::bind(Arc::clone(&app), options).await?;
    announce(&server.address());
    tokio::select! {
        () = server.run(std::future::pending()) => {}
        asked = workbench::asked_to_end() => asked.context("can't wait for an interrupt")?,
    }
    tokio::select! {
        () = app.close() => {}
        // A second interrupt ends the wait.
        _ = workbench::asked_to_end() => {}
    }
    // It waits for a collector, which no other task should do.
    let _ = tokio::task::spawn_blocking(move || telemetry.close()).await;
    Ok(())
}

/// The options, and the files to import first.
fn options(mut arguments: impl Iterator<Item = String>) -> anyhow::Result<(Options, Vec<PathBuf>)> {
    let (mut page, mut port, mut files) = (None, 0, Vec::new());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--ui" => page = arguments.next().map(PathBuf::from),
            "--port" => {
                let text = arguments.next().with_context(|| format!("--port needs a number\n{USAGE}"))?;
                port = text.parse().with_context(|| format!("{text:?} is not a port\n{USAGE}"))?;
            }
            file if !file.starts_with('-') => files.push(PathBuf::from(file)),
            other => bail!("{other} is not understood\n{USAGE}"),
        }
    }
    let page = page.with_context(|| format!("--ui is missing\n{USAGE}"))?;
    Ok((Options { page, port }, files))
}

#[allow(clippy::print_stdout, reason = "whoever named a file wants to know what came of it")]
fn tell(imported: &ImportedSession) {
    let ImportedSession { session, format, messages, losses, functions } = imported;
    println!("{messages} messages from {format}: {}", session.title);
    for Loss { place, what } in losses {
        println!("  {place}: {what}");
    }
    for function in functions {
        println!("  {} is defined there and not here", function.name);
    }
}

#[allow(clippy::print_stdout, reason = "the address is what this program is asked for")]
fn announce(address: &str) {
    println!("Callwright is at {address}");
    println!("Only this computer can open it, and only with this address. Press Ctrl+C to end.");
}

#[allow(clippy::print_stderr, reason = "whoever started this program is told why it ended")]
fn complain(error: &anyhow::Error) {
    eprintln!("{error:#}");
}
