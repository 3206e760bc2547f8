//! How long it takes to start a turn where much was said on other branches.

use crate::figure::{Figure, Runs, Unit};
use anyhow::{Context, Result};
use content::{Author, Item, Message, MessageId, Origin, Role, SessionId, Timestamp};
use invocation::StopPlace;
use sessions::{Durability, SessionEvent, Store};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use support::app::TestApp;
use workbench::contract::{Note, StartTurn};

const MESSAGES: usize = 100_000;
const FEW: usize = 10;
const STARTS: usize = 5;

/// In milliseconds.
const TARGET: f64 = 50.0;

pub(crate) async fn measure() -> Result<Vec<Figure>> {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        ours.push(start(MESSAGES).await?);
        theirs.push(start(FEW).await?);
    }
    let what = format!("start a turn in a session with {MESSAGES} messages on other branches");
    let (unit, target, reference) = (Unit::Milliseconds, TARGET, "the same with 10 messages");
    Ok(Runs { area: "sessions", what, unit, target, reference, ours, theirs }.figures())
}

/// Until the first entry of the turn is on the disk.
async fn start(messages: usize) -> Result<Duration> {
    let app = TestApp::new();
    let session = app.session("example:weather", &[StopPlace::BeforeRequest]).await.session;
    let home = Arc::clone(&app.home);
    app.workbench.close().await;
    drop(app);
    fill(&home.path().join("sessions.db"), &session, messages)?;
    let app = TestApp::opened_again(home);
    app.workbench.overview(workbench::contract::Nothing {}).await?;
    let args = StartTurn { session, text: Some("What is the weather in Oslo?".to_owned()), speaker: None };
    let begun = Instant::now();
    app.workbench.turn_start(args).await?;
    let took = begun.elapsed();
    app.workbench.close().await;
    Ok(took)
}

/// Each message begins a branch of its own, and in the end none of them is shown.
fn fill(path: &Path, session: &SessionId, messages: usize) -> Result<()> {
    let store = Store::open(path)?;
    let mut said = (0..messages).map(|number| {
        let text = format!("saying {number}: {}", "word ".repeat(30));
        let message = Message {
            id: MessageId::new(format!("message-{number}")),
            parent: None,
            role: Role::User,
            items: vec![Item::Text { text }],
            author: Author::Person,
            origin: Origin::Person,
        };
        SessionEvent::<Note>::MessageAdded { message, turn: None }
    });
    loop {
        let batch: Vec<_> = said.by_ref().take(1_000).collect();
        if batch.is_empty() {
            break;
        }
        store.append(session, Timestamp(1), batch, Durability::Process)?;
    }
    let moved = SessionEvent::<Note>::HeadMoved { head: None };
    store.append(session, Timestamp(1), vec![moved], Durability::Process).context("the head moves")?;
    Ok(())
}
