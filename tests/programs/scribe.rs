//! Runs turn after turn in a folder and prints the number of every entry as soon as a page would be shown it. It is made
//! to be killed.

use anyhow::{Context, Result};
use content::{ModelId, SessionId};
use std::ffi::OsString;
use std::io::Write;
use std::sync::Arc;
use tokio::sync::mpsc;
use workbench::contract::{ConfigureSession, CreateSession, FeedItem, Follow, Note, StartTurn};
use workbench::{Config, System, Workbench};

#[tokio::main]
pub(crate) async fn run(arguments: &[OsString]) -> Result<()> {
    let home = arguments.first().context("usage: programs scribe FOLDER")?;
    let app = Arc::new(Workbench::new(Config::in_folder(home), System::real()));
    let model = ModelId::new("script:busy");
    let session = app.session_create(CreateSession { model: Some(model) }).await?.id;
    let (items, mut heard) = mpsc::unbounded_channel();
    let feed = app.follow(None, Follow { session: session.clone(), after: 0, tail: None }).await?;
    tokio::spawn(feed.run(move |item| std::future::ready(items.send(item).is_ok())));
    let mut out = std::io::stdout().lock();
    writeln!(out, "{session}")?;
    while let Some(item) = heard.recv().await {
        let entries = match item {
            FeedItem::Entries { entries } => entries,
            FeedItem::FunctionsChanged { .. }
            | FeedItem::SourcesChanged { .. }
            | FeedItem::Progressed { .. } => continue,
            FeedItem::Opened { .. } | FeedItem::Halted { .. } | FeedItem::Summarising { .. } => {
                anyhow::bail!("a turn halted")
            }
        };
        for entry in entries {
            writeln!(out, "{}", entry.seq)?;
            out.flush()?;
            go_on(&app, &session, &entry.event).await?;
        }
    }
    Ok(())
}

/// Without breakpoints, and with a new turn as soon as one has ended.
async fn go_on(
    app: &Arc<Workbench>,
    session: &SessionId,
    event: &sessions::SessionEvent<Note>,
) -> Result<()> {
    let sessions::SessionEvent::Noted { note } = event else { return Ok(()) };
    match note {
        Note::Configured { plan } if plan.breakpoints.iter().any(|point| point.is_enabled) => {
            let mut plan = plan.clone();
            plan.breakpoints.clear();
            app.session_configure(ConfigureSession { session: session.clone(), plan }).await?;
        }
        Note::Configured { .. } => begin(app, session).await?,
        Note::Turn { event: invocation::TurnEvent::Ended { .. }, .. } => {
            begin(app, session).await?;
        }
        Note::Turn { .. }
        | Note::Functions { .. }
        | Note::Forked { .. }
        | Note::Lanes { .. }
        | Note::Tried { .. } => {}
    }
    Ok(())
}

/// What is said is long, so that it is kept apart from its entry.
async fn begin(app: &Workbench, session: &SessionId) -> Result<()> {
    let text = format!("{}please.", "Again, ".repeat(16_000));
    app.turn_start(StartTurn { session: session.clone(), text: Some(text), speaker: None }).await?;
    Ok(())
}
