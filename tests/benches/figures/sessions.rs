//! How long it takes to keep one entry, and to open a long session.

pub(crate) mod exported;
pub(crate) mod imported;
pub(crate) mod long;
mod started;
mod wire;

use crate::figure::{Figure, Runs, Unit};
use anyhow::Result;
use content::{Author, Item, Message, MessageId, Origin, Role, SessionId, Timestamp};
use sessions::{Durability, LogWindow, SessionEvent, Store};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

type Event = SessionEvent<String>;

const APPENDS: usize = 5_000;
const MESSAGES: u32 = 10_000;
const MESSAGE_BYTES: usize = 2_000;
const OPENINGS: usize = 9;

/// What a page asks for at first.
const FIRST_ENTRIES: u32 = 2_000;

/// What is asked, in microseconds and in milliseconds.
const APPEND_TARGET: f64 = 200.0;
const OPEN_TARGET: f64 = 300.0;

pub(crate) async fn measure() -> Result<Vec<Figure>> {
    let home = tempfile::tempdir()?;
    let mut figures = append(home.path())?;
    figures.extend(open(home.path())?);
    figures.extend(wire::measure(home.path())?);
    figures.extend(started::measure().await?);
    Ok(figures)
}

/// What very long sessions and very large values cost, in processes of their own.
pub(crate) async fn measure_large() -> Result<Vec<Figure>> {
    let home = tempfile::tempdir()?;
    let mut figures = long::measure(home.path())?;
    figures.extend(exported::measure(home.path()).await?);
    Ok(figures)
}

/// One small entry at a time, as a model streams.
fn append(home: &Path) -> Result<Vec<Figure>> {
    let store = Store::open(&home.join("append.db"))?;
    let session = SessionId::new("bench");
    store.create::<String>(&session, Timestamp(0), "Bench", Vec::new())?;
    let mut plain = File::create(home.join("append.txt"))?;
    let text = "x".repeat(200);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for run in 0..APPENDS + APPENDS / 10 {
        let event: Event = SessionEvent::Noted { note: text.clone() };
        let our = timed(|| store.append(&session, Timestamp(1), vec![event], Durability::Process))?;
        let their = timed(|| plain.write_all(text.as_bytes()))?;
        if run >= APPENDS / 10 {
            ours.push(our);
            theirs.push(their);
        }
    }
    let what = "keep one entry of 200 bytes".to_owned();
    let (unit, target) = (Unit::Microseconds, APPEND_TARGET);
    let reference = "the same bytes written to a plain file";
    Ok(Runs { area: "sessions", what, unit, target, reference, ours, theirs }.figures())
}

/// From the closed file to what a page is sent for its first screen.
fn open(home: &Path) -> Result<Vec<Figure>> {
    let path = home.join("open.db");
    let session = SessionId::new("bench");
    fill(&path, &session, MESSAGES)?;
    let plain = home.join("open.txt");
    std::fs::write(&plain, "x".repeat(MESSAGE_BYTES * MESSAGES as usize))?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for run in 0..=OPENINGS {
        let our = timed(|| {
            let store = Store::open(&path)?;
            let window: LogWindow<String> = store.window(&session, None, FIRST_ENTRIES)?;
            anyhow::ensure!(window.head.is_some() && serde_json::to_vec(&window)?.len() > MESSAGE_BYTES);
            Ok(())
        })?;
        let their = timed(|| std::fs::read(&plain).map(drop))?;
        // The first one warms up.
        if run > 0 {
            ours.push(our);
            theirs.push(their);
        }
    }
    let what = format!("open a session of {MESSAGES} messages (20 MB) to its first screen");
    let (unit, target) = (Unit::Milliseconds, OPEN_TARGET);
    let reference = "the same bytes read from a plain file";
    Ok(Runs { area: "sessions", what, unit, target, reference, ours, theirs }.figures())
}

fn fill(path: &Path, session: &SessionId, messages: u32) -> Result<()> {
    let store = Store::open(path)?;
    store.create::<String>(session, Timestamp(0), "Bench", Vec::new())?;
    let message = |number: u32| Message {
        id: MessageId::new(format!("message-{number}")),
        parent: number.checked_sub(1).map(|parent| MessageId::new(format!("message-{parent}"))),
        role: if number.is_multiple_of(2) { Role::User } else { Role::Assistant },
        items: vec![Item::Text { text: "word ".repeat(MESSAGE_BYTES / 5) }],
        author: Author::Person,
        origin: Origin::Person,
    };
    for batch in 0..messages / 100 {
        let added = (batch * 100..(batch + 1) * 100)
            .map(|number| SessionEvent::MessageAdded { message: message(number), turn: None });
        store.append::<String>(session, Timestamp(1), added.collect(), Durability::Process)?;
    }
    Ok(())
}

fn timed<T, E>(work: impl FnOnce() -> Result<T, E>) -> Result<Duration, E> {
    let begun = Instant::now();
    work()?;
    Ok(begun.elapsed())
}
