//! What it costs to export what is large to a file: time, and the most memory a process of its own takes.

use super::long::{Alone, MESSAGES, VALUE_BYTES, figure, peak, started, words};
use super::{fill, imported};
use crate::figure::{Figure, Unit};
use anyhow::Result;
use content::{
    Author, CallId, CalledFunction, FunctionName, FunctionResult, Item, Message, MessageId, Origin, Outcome,
    Output, Role, SessionId, Timestamp,
};
use formats::Format;
use search::Order;
use sessions::{Durability, SessionEvent, Store};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use workbench::contract::{ExportSession, IndexState, Search};
use workbench::{Config, System, Workbench};

/// The argument with which this program measures itself.
pub(crate) const ALONE: &str = "--alone-exporting";

pub(crate) async fn measure(home: &Path) -> Result<Vec<Figure>> {
    let (long, large, short) =
        (home.join("long-export"), home.join("large-export"), home.join("short-export"));
    fill(&sessions(&long), &SessionId::new("bench"), MESSAGES)?;
    with_result(&sessions(&large), VALUE_BYTES)?;
    with_result(&sessions(&short), 1_000)?;
    for home in [&long, &large, &short] {
        indexed(home).await?;
    }
    let nothing = started(ALONE, &short)?;
    let mut figures = Vec::new();
    let exported = [("a session of 100000 messages (200 MB)", &long), ("a result of 100 MB", &large)];
    for (what, path) in exported {
        let Alone { milliseconds, peak } = started(ALONE, path)?;
        figures.push(figure(format!("export {what} to a file of lines"), milliseconds, Unit::Milliseconds));
        figures.push(Figure {
            reference: Some("the same with a result of 1 kB"),
            reference_value: Some(nothing.peak),
            ..figure(format!("most memory for exporting {what}"), peak, Unit::Megabytes)
        });
    }
    let files = exported.map(|(what, path)| (what, lines(path)));
    let files: Vec<_> = files.iter().map(|(what, path)| (*what, path.as_path())).collect();
    figures.extend(imported::measure(&files, &lines(&short))?);
    Ok(figures)
}

/// The file in which the application keeps what is in this home.
fn sessions(home: &Path) -> PathBuf {
    home.join("sessions.db")
}

/// The file a session is exported to.
fn lines(path: &Path) -> PathBuf {
    path.with_extension("jsonl")
}

/// A session in which a function returned a text of so many bytes.
fn with_result(path: &Path, bytes: usize) -> Result<()> {
    let store = Store::open(path)?;
    let session = SessionId::new("bench");
    store.create::<String>(&session, Timestamp(0), "Bench", Vec::new())?;
    let result = FunctionResult {
        call_id: CallId::new("call"),
        function: CalledFunction::Known { name: FunctionName::without_plugin("read") },
        outcome: Outcome::Returned { output: Output::Text { text: words(bytes)? } },
        origin: Origin::Function,
    };
    let message = Message {
        id: MessageId::new("result"),
        parent: None,
        role: Role::Function,
        items: vec![Item::FunctionResult { result }],
        author: Author::Application,
        origin: Origin::Function,
    };
    let added = SessionEvent::MessageAdded { message, turn: None };
    store.append::<String>(&session, Timestamp(1), vec![added], Durability::Process)?;
    Ok(())
}

/// Waits until everything in a home can be found, which is no part of an export.
async fn indexed(home: &Path) -> Result<()> {
    let app = opened(home);
    let text = "nowhere".to_owned();
    let query = Search { text, session: None, order: Order::Best, offset: 0, limit: 1, zone: None };
    let mut tick = tokio::time::interval(Duration::from_millis(50));
    while app.search(query.clone()).await?.index != IndexState::Current {
        tick.tick().await;
    }
    app.close().await;
    Ok(())
}

fn opened(home: &Path) -> Workbench {
    Workbench::new(Config::in_folder(home), System::real())
}

/// What the process of its own does: the whole application saves the session as a person would.
pub(crate) async fn run_alone(home: &Path) -> Result<String> {
    let begun = Instant::now();
    let app = opened(home);
    let args = ExportSession { session: SessionId::new("bench"), format: Format::JsonLines.into() };
    let saved = app.session_save(args).await?;
    let milliseconds = begun.elapsed().as_secs_f64() * 1e3;
    std::fs::rename(saved.file.path, lines(home))?;
    Ok(format!("{milliseconds} {}", peak()?))
}
