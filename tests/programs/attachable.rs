//! Serves the application in a folder, with the log of the real program, and prints the address. For programs of others that
//! are attached to it.

use anyhow::{Context, Result};
use server::{Options, Page, Server};
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use workbench::{Config, System, Workbench};

#[tokio::main]
pub(crate) async fn run(arguments: &[OsString]) -> Result<()> {
    let telemetry = telemetry::begin();
    let usage = "usage: programs attachable FOLDER, with CALLWRIGHT_HOME";
    let page = arguments.first().map(PathBuf::from).context(usage)?;
    let home = std::env::var_os("CALLWRIGHT_HOME").context(usage)?;
    let app = Arc::new(Workbench::new(Config::in_folder(home), System::real()));
    let server = Server::bind(Arc::clone(&app), Options { page: Page::Folder(page), port: 0 }).await?;
    writeln!(std::io::stdout(), "{}", server.address())?;
    tokio::select! {
        () = server.run(std::future::pending()) => {}
        asked = workbench::asked_to_end() => asked?,
    }
    app.close().await;
    // Spans that were not exported yet are.
    tokio::task::spawn_blocking(move || telemetry.close()).await?;
    Ok(())
}
