use crate::{Durability, FiledNote, Filing, LogEntry, Store, StoreError};
use content::{SessionId, TurnId};
use notices::Describe;
use rusqlite::StatementStatus;
use rusqlite::types::Value;
use serde::{Deserialize, Serialize};
use std::path::Path;

const FORMAT_1: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/fixtures/databases/format-1.db");
const FORMAT_2: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/fixtures/databases/format-2.db");
const FORMAT_3: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/fixtures/databases/format-3.db");

/// The notes of the application at that time, as far as they are filed.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Note {
    Configured(serde_json::Value),
    Turn { turn: TurnId, event: serde_json::Value },
}

impl FiledNote for Note {
    fn filing(&self) -> Filing<'_> {
        match self {
            Self::Configured(_) => Filing::Latest("configured"),
            Self::Turn { turn, event } => match event["type"].as_str() {
                Some("began") => Filing::Begins(turn),
                Some("ended") => Filing::Ends(turn),
                Some("itemStarted" | "textDelta" | "reasoningDelta" | "argumentsDelta") => Filing::Passing,
                _ => Filing::InOrder,
            },
        }
    }
}

/// The filed rows.
fn filed(store: &Store) -> Vec<(&'static str, Vec<Vec<Value>>)> {
    let rows = |columns: &'static str| {
        let rows = store.with(|sqlite| {
            let mut select = sqlite.prepare(&format!("SELECT {columns} ORDER BY 1, 2"))?;
            let count = select.column_count();
            let rows = select.query_map([], |row| (0..count).map(|column| row.get(column)).collect())?;
            rows.collect::<Result<Vec<Vec<Value>>, _>>()
        });
        (columns, rows.expect("the rows are read"))
    };
    vec![
        rows("id, title, entries, head FROM session"),
        rows("session, seq, passing FROM entry"),
        rows("session, seq, id, parent, role FROM message"),
        rows("session, id, began, ended FROM turn"),
        rows("session, kind, seq FROM latest"),
        rows("session, hex(call), seq, item FROM answer"),
        rows("session, model, seq FROM writer"),
    ]
}

#[test]
fn what_a_migration_files_is_what_the_log_says() {
    check_filed(FORMAT_1);
    check_filed(FORMAT_2);
    check_filed(FORMAT_3);
}

#[track_caller]
fn check_filed(fixture: &str) {
    let home = tempfile::tempdir().expect("a folder");
    let old = home.path().join("old.db");
    std::fs::copy(fixture, &old).expect("the fixture");
    let migrated = Store::open(&old).expect("it is migrated");

    let again = Store::open(&home.path().join("again.db")).expect("a new file");
    let mut sessions = migrated.list().expect("a list");
    sessions.extend(migrated.list_discarded().expect("a list"));
    assert_eq!(sessions.len(), 4);
    for session in sessions {
        write_again(&migrated, &again, &session.id);
    }
    let (migrated, again) = (filed(&migrated), filed(&again));
    assert!(migrated.iter().all(|(_, rows)| !rows.is_empty()), "there is something of everything");
    assert_eq!(migrated, again);
}

/// Copies a session entry by entry.
fn write_again(from: &Store, to: &Store, session: &SessionId) {
    let log: Vec<LogEntry<Note>> = from.read(session, 0).expect("the log");
    for entry in log {
        if let crate::SessionEvent::Created { title } = &entry.event {
            to.create::<Note>(session, entry.at, title, Vec::new()).expect("it is created");
        } else {
            to.append(session, entry.at, vec![entry.event], Durability::Process).expect("it is written");
        }
    }
}

#[test]
fn an_entry_that_can_not_be_read_does_not_keep_the_others_from_being_migrated() {
    let home = tempfile::tempdir().expect("a folder");
    let old = home.path().join("old.db");
    std::fs::copy(FORMAT_1, &old).expect("the fixture");
    damage(&old);
    let migrated = Store::open(&old).expect("it is migrated");
    let log = migrated.read::<Note>(&SessionId::new("session-3"), 0).expect("the log");
    let lost: Vec<_> =
        log.iter().filter(|entry| entry.event.is_unreadable()).map(|entry| entry.seq).collect();
    assert_eq!(lost, [3]);
    migrated.read::<Note>(&SessionId::new("session-1"), 0).expect("the others are whole");
}

fn damage(path: &Path) {
    let sqlite = rusqlite::Connection::open(path).expect("it is a database");
    let cut = "UPDATE entry SET event = substr(event, 1, 40) WHERE session = 'session-3' AND seq = 3";
    assert_eq!(sqlite.execute(cut, []).expect("it is cut"), 1);
}

#[test]
fn a_statement_is_planned_once_for_all_its_values() {
    let home = tempfile::tempdir().expect("a folder");
    let store = Store::open(&home.path().join("sessions.db")).expect("a new file");
    let planned_again = store.with(|sqlite| {
        let mut select =
            sqlite.prepare_cached("SELECT max(seq) FROM message WHERE session = ?1 AND id = ?2")?;
        for id in 0..3 {
            select.query_row(rusqlite::params!["session", id], |row| row.get::<_, Option<u64>>(0))?;
        }
        Ok(select.get_status(StatementStatus::RePrepare))
    });
    assert_eq!(planned_again.expect("the statement runs"), 0);
}

#[test]
fn sessions_of_a_newer_version_are_refused_and_stay_as_they_are() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("sessions.db");
    drop(Store::open(&path).expect("a new file"));
    let newer = rusqlite::Connection::open(&path).expect("the file");
    newer.pragma_update(None, "user_version", 99).expect("a newer format");
    newer.execute_batch("CREATE TABLE of_a_newer_version (value)").expect("a table that nobody here knows");
    newer.close().expect("it is closed");
    let before = std::fs::read(&path).expect("the file");
    let refused = Store::open(&path).map(drop).expect_err("it is of a newer version");
    let known = super::FORMAT;
    assert!(
        matches!(&refused, StoreError::Newer { path: told, found: 99, known: least } if *told == path && *least == known),
        "{refused}"
    );
    let advice = refused.advice().expect("what to do").to_string();
    assert_eq!(advice, "It was left as it is. Open it with that newer version.");
    assert!(std::fs::read(&path).expect("the file") == before, "the file is another one");
    let names = std::fs::read_dir(home.path()).expect("the folder").flatten().map(|entry| entry.file_name());
    assert!(names.into_iter().all(|name| !name.to_string_lossy().contains(".format-")), "nothing is copied");
}
