//! `callwright serve`: prints the address to open and serves until it is interrupted.

use crate::browser;
use crate::failure::Failure;
use crate::output::{remark, say};
use crate::printed_loss::printed_losses;
use crate::{Ended, page};
use clap::Args;
use server::running::{self, Announced, Claim, Front};
use server::{Options, Server};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use workbench::contract::{ImportedModel, ImportedSession, TakenSetting};
use workbench::{Config, System, Workbench};

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The port; any that is free without this option
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,
    /// The folder of a built page, instead of the page inside this program
    #[arg(long, value_name = "FOLDER")]
    pub(crate) ui: Option<PathBuf>,
    /// Conversations to import first
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

/// Who opens the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opener {
    /// This program, in the person's browser.
    Program,
    Person,
}

pub(crate) async fn run(args: Serve) -> Result<Ended, Failure> {
    serve(args, Opener::Person).await
}

pub(crate) async fn serve(args: Serve, opener: Opener) -> Result<Ended, Failure> {
    let config = Config::from_environment()?;
    let claim = claim(&config.home).await?;
    let app = Arc::new(Workbench::new(config, System::real()));
    let served = serve_app(&app, args, opener, claim).await;
    tokio::select! {
        () = app.close() => {}
        // A second interrupt ends the wait.
        _ = workbench::asked_to_end() => {}
    }
    // Other commands find it until it has let go of the sessions.
    served.map(drop)?;
    Ok(Ended::Well)
}

/// Until it is asked to end.
async fn serve_app(
    app: &Arc<Workbench>,
    args: Serve,
    opener: Opener,
    claim: Option<Claim>,
) -> Result<Option<Announced>, Failure> {
    let Serve { port, ui, files } = args;
    for file in files {
        let imported = app.import_file(&file).await.map_err(|error| Failure::from(error).of_file(&file))?;
        tell(&imported)?;
    }
    let server = Server::bind(Arc::clone(app), Options { page: page::chosen(ui), port }).await?;
    let announced = claim.and_then(|claim| announce(claim, &server));
    say(format_args!("Callwright is at {}", server.address()))?;
    say("Only this computer can open it, and only with this address. Press Ctrl+C to end.")?;
    if opener == Opener::Program {
        browser::open(&server.address_for_once()?);
    }
    tokio::select! {
        () = server.run(std::future::pending()) => {}
        asked = workbench::asked_to_end() => asked.map_err(|error| {
            Failure::new(format!("can't wait for an interrupt: {error}"), "Start it again.")
        })?,
    }
    Ok(announced)
}

/// Nothing where the folder can't be written, which the page tells.
async fn claim(home: &Path) -> Result<Option<Claim>, Failure> {
    match Claim::on(home).await {
        Ok(Some(claim)) => Ok(Some(claim)),
        Ok(None) => {
            let process = running::find(home)?.map(|client| client.running().process);
            let process = process.map_or_else(String::new, |process| format!(" (process {process})"));
            Err(Failure::new(
                format!("Callwright has {} open already{process}", home.display()),
                "Show it with `callwright open`, or set CALLWRIGHT_HOME to another folder.",
            ))
        }
        Err(error) => {
            remark(format_args!("callwright: other commands won't find this one: {error}"));
            Ok(None)
        }
    }
}

fn announce(claim: Claim, server: &Server) -> Option<Announced> {
    let announced = claim.announce(server, Front::Browser);
    announced
        .inspect_err(|error| remark(format_args!("callwright: other commands won't find this one: {error}")))
        .ok()
}

/// Tells what came of a file.
pub(crate) fn tell(imported: &ImportedSession) -> Result<(), Failure> {
    let ImportedSession { session, format, messages, losses, functions, settings, model } = imported;
    say(format_args!("{messages} messages from {format}: {}", session.title))?;
    for TakenSetting { name, value } in settings {
        say(format_args!("  {name} is {value} for the next turn"))?;
    }
    if let Some(ImportedModel { name, here }) = model {
        match here {
            Some(model) => say(format_args!("  the session goes on with {model}"))?,
            None => say(format_args!("  no service here has the model {name}"))?,
        }
    }
    for loss in printed_losses(losses) {
        say(format_args!("  {loss}"))?;
    }
    for function in functions {
        say(format_args!("  {} is defined there and not here", function.name))?;
    }
    Ok(())
}
