//! The reader of the log: entries in the wrong order, with the wrong values, and a file that was damaged on disk.

use super::chance::Chance;
use super::hunt::Answer;
use crate::app::TestApp;
use content::{SessionId, Timestamp};
use formats::Format;
use serde_json::Value;
use sessions::{SessionEvent, Store};
use std::path::Path;
use std::sync::Arc;
use workbench::contract::{CommandError, ExportSession, FeedItem, Follow, NamedSession, Note, Nothing};

/// Keeps the entries that are entries, opens the application over them and uses it as a page would.
pub async fn try_on(input: &[u8], chance: &mut Chance) -> Answer {
    let home = tempfile::tempdir().expect("a folder for the application");
    let file = home.path().join("sessions.db");
    let session = SessionId::new("hostile");
    let store = Store::open(&file).expect("a new file");
    store.create(&session, Timestamp(0), "Hostile", events(input)).expect("entries are kept");
    drop(store);
    if chance.one_in(4) {
        damage(&file, chance);
    }
    let mut answer = Answer::default();
    let app = TestApp::in_home(Arc::new(home));
    let named = || NamedSession { session: session.clone() };
    answer.take(app.workbench.overview(Nothing {}).await);
    answer.take(app.workbench.history_check(named()).await);
    let export = ExportSession { session: session.clone(), format: Format::Own.into() };
    answer.take(app.workbench.session_export(export).await);
    let follow = Follow { session: session.clone(), after: 0, tail: None };
    match app.workbench.follow(None, follow).await {
        Ok(feed) => {
            // All that is in the log comes first.
            let is_log = |item: &FeedItem| matches!(item, FeedItem::Entries { .. });
            let ended = feed.run(|item| std::future::ready(is_log(&item))).await;
            answer.add(&format!("followed {:?}", ended.err()));
        }
        Err(error) => answer.add(&error.message.to_string()),
    }
    app.workbench.close().await;
    answer
}

impl Answer {
    fn take<T>(&mut self, result: Result<T, CommandError>) {
        match result {
            Ok(_) => self.add("done"),
            Err(error) => self.add(&error.message.to_string()),
        }
    }
}

/// The events in a list of entries, as far as they are any.
fn events(input: &[u8]) -> Vec<SessionEvent<Note>> {
    let list: Vec<Value> = serde_json::from_slice(input).unwrap_or_default();
    let event = |entry: Value| serde_json::from_value(entry.get("event")?.clone()).ok();
    list.into_iter().filter_map(event).take(2_000).collect()
}

/// Changes a few bytes on disk, or cuts the file.
fn damage(file: &Path, chance: &mut Chance) {
    let mut bytes = std::fs::read(file).expect("the file is there");
    for _ in 0..=chance.below(8) {
        let at = chance.below(bytes.len());
        if let Some(byte) = bytes.get_mut(at) {
            *byte = chance.number() as u8;
        }
    }
    if chance.one_in(8) {
        bytes.truncate(chance.below(bytes.len()));
    }
    std::fs::write(file, bytes).expect("the file is written");
}
