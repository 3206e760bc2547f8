//! The contract: commands with the wrong values, in any order. Whatever they were answered, the application opens again over
//! what they left, with every session readable and every settings file whole.

use super::bend::bend;
use super::chance::Chance;
use super::hunt::Answer;
use crate::app::{TestApp, fixtures};
use invocation::StopPlace;
use serde_json::{Value, json};
use sessions::SessionEvent;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use workbench::contract::{
    CommandError, CommandName, CreateComparison, FeedItem, Follow, NamedSession, Nothing, dispatch,
};

/// How many commands stand in one input: few enough that the one that breaks something is soon found.
const COMMANDS: usize = 40;

/// How long a command may wait, by a clock that does not wait. A function that never answers is given up then, as by a page
/// that goes away.
const PATIENCE: Duration = Duration::from_secs(600);

/// A folder with sessions, and the ids in it by the names that stand for them in commands.
pub struct Beginning {
    home: tempfile::TempDir,
    ids: HashMap<&'static str, Value>,
}

#[derive(serde::Deserialize)]
struct Line {
    command: CommandName,
    args: Value,
}

/// A command of each kind with good values, a line each.
pub fn seeds() -> Vec<Vec<u8>> {
    let text = std::fs::read(fixtures().join("commands.jsonl")).expect("there are commands");
    text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).map(<[u8]>::to_vec).collect()
}

/// A list of commands, most of them bent.
pub fn list(pool: &[Vec<u8>], chance: &mut Chance) -> Vec<u8> {
    let mut made = Vec::new();
    for _ in 0..COMMANDS {
        let (line, other) = (chance.pick(pool), chance.pick(pool));
        let bent = match (std::str::from_utf8(&line), std::str::from_utf8(&other)) {
            (Ok(line), Ok(other)) if !chance.one_in(4) => bend(line, other, chance),
            _ => None,
        };
        made.extend(bent.map_or(line, |bent| bent.replace('\n', " ").into_bytes()));
        made.push(b'\n');
    }
    made
}

impl Beginning {
    pub async fn new() -> Self {
        let home = tempfile::tempdir().expect("a folder for the application");
        let app = TestApp::new();
        let mut stopped = app.session("example:weather", &[StopPlace::BeforeCall]).await;
        stopped.says("And the weather?").await;
        let (turn, pause) = stopped.pause(1).await;
        let other = app.session("example:weather", &[]).await.session;
        let compared = CreateComparison { session: other.clone(), model: None, asks: false };
        let comparison = app.workbench.comparison_create(compared).await.expect("a comparison");
        let import = json!({ "name": "chat.json" });
        let import = dispatch(&app.workbench, CommandName::ImportBegin, import).await.expect("it begins");
        let message = stopped.log.iter().find_map(|entry| match &entry.event {
            SessionEvent::MessageAdded { message, .. } => Some(message.id.clone()),
            _ => None,
        });
        let exchange = stopped
            .log
            .iter()
            .find_map(|entry| serde_json::to_value(entry).ok()?.pointer("/event/note/exchange").cloned());
        let lane = comparison.lanes.last().map(|lane| lane.session.clone());
        let ids = [
            ("$session", json!(stopped.session)),
            ("$other", json!(other)),
            ("$turn", json!(turn)),
            ("$message", json!(message)),
            ("$head", json!(message)),
            ("$call", json!(pause.place.call())),
            ("$comparison", json!(comparison.id)),
            ("$lane", json!(lane)),
            ("$import", import["session"].clone()),
            ("$exchange", exchange.unwrap_or_else(|| json!("none"))),
        ];
        app.workbench.close().await;
        copy(app.home.path(), home.path());
        Self { home, ids: HashMap::from(ids) }
    }

    /// Opens a copy, carries the commands out, and opens what they left.
    pub async fn try_on(&self, input: &[u8]) -> Answer {
        let mut answer = Answer::default();
        let home = tempfile::tempdir().expect("a folder for the application");
        copy(self.home.path(), home.path());
        let app = TestApp::opened_again(Arc::new(home));
        for line in input.split(|byte| *byte == b'\n') {
            let Ok(Line { command: name, mut args }) = serde_json::from_slice(line) else { continue };
            self.put_in(&mut args);
            let carried_out = dispatch(&app.workbench, name, args);
            answer.add(&match tokio::time::timeout(PATIENCE, carried_out).await {
                Ok(Ok(_)) => format!("{name:?}: done"),
                Ok(Err(error)) => format!("{name:?}: {}", error.message),
                Err(_) => format!("{name:?}: waits"),
            });
        }
        let home = Arc::clone(&app.home);
        app.workbench.close().await;
        drop(app);
        check(&TestApp::opened_again(home)).await;
        answer
    }

    /// What a good command is answered.
    pub async fn answer(&self, app: &TestApp, line: &[u8]) -> (CommandName, Result<Value, CommandError>) {
        let Line { command, mut args } = serde_json::from_slice(line).expect("a command");
        self.put_in(&mut args);
        (command, dispatch(&app.workbench, command, args).await)
    }

    fn put_in(&self, value: &mut Value) {
        match value {
            Value::String(text) => {
                if let Some(id) = self.ids.get(text.as_str()) {
                    *value = id.clone();
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.put_in(item)),
            Value::Object(fields) => fields.values_mut().for_each(|field| self.put_in(field)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// Everything that was left can be read.
async fn check(app: &TestApp) {
    let overview = app.workbench.overview(Nothing {}).await.expect("the application opens");
    assert!(overview.problems.is_empty(), "{:?}", overview.problems);
    for session in overview.sessions {
        let id = session.id;
        let follow = Follow { session: id.clone(), after: 0, tail: None };
        let feed = app.workbench.follow(None, follow).await.unwrap_or_else(|error| panic!("{id}: {error}"));
        let read = feed.run(|item| {
            let FeedItem::Entries { entries } = item else { return std::future::ready(false) };
            let lost = entries.iter().find(|entry| entry.event.is_unreadable());
            assert!(lost.is_none(), "{id} has an entry that can't be read: {lost:?}");
            std::future::ready(true)
        });
        let read = read.await;
        read.unwrap_or_else(|error| panic!("{id}: {error}"));
        let checked = app.workbench.history_check(NamedSession { session: id.clone() }).await;
        checked.unwrap_or_else(|error| panic!("{id}: {error}"));
    }
    app.workbench.close().await;
}

/// Copies a folder with everything in it.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            std::fs::copy(from, to).expect("the file is copied");
        }
    }
}
