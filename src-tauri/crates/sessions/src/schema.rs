//! The tables, and how an older file becomes a newer one.

use crate::StoreError;
use rusqlite::Connection;
use std::path::Path;

/// The format this version writes. Raised together with a new step in [`STEPS`].
const FORMAT: i64 = 1;

/// Step n makes format n out of format n - 1.
const STEPS: [&str; FORMAT as usize] = ["
    CREATE TABLE session (
        id      TEXT PRIMARY KEY,
        title   TEXT NOT NULL,
        created INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        entries INTEGER NOT NULL,
        -- When it was put into the bin.
        discarded INTEGER
    ) WITHOUT ROWID;
    CREATE TABLE entry (
        session TEXT NOT NULL REFERENCES session(id),
        seq     INTEGER NOT NULL,
        at      INTEGER NOT NULL,
        event   TEXT NOT NULL,
        PRIMARY KEY (session, seq)
    ) WITHOUT ROWID;
    CREATE TABLE exchange (
        id      TEXT PRIMARY KEY,
        session TEXT NOT NULL REFERENCES session(id),
        sent    TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE frame (
        exchange TEXT NOT NULL REFERENCES exchange(id),
        number   INTEGER NOT NULL,
        at       INTEGER NOT NULL,
        frame    TEXT NOT NULL,
        PRIMARY KEY (exchange, number)
    ) WITHOUT ROWID;
"];

/// Takes the file for this process alone and brings it to the current format.
pub(crate) fn prepare(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let sqlite = |error: rusqlite::Error| StoreError::from_sqlite(&error, path);
    connection.busy_timeout(std::time::Duration::from_millis(200)).map_err(sqlite)?;
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE").map_err(sqlite)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(sqlite)?;
    connection.pragma_update(None, "synchronous", "NORMAL").map_err(sqlite)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(sqlite)?;
    connection.pragma_update(None, "secure_delete", true).map_err(sqlite)?;

    // The first write takes the lock that is then held to the end.
    let change =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).map_err(sqlite)?;
    let found: i64 = change.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(sqlite)?;
    let done = usize::try_from(found).ok().filter(|done| *done <= STEPS.len());
    let Some(done) = done else {
        return Err(StoreError::Newer { path: path.to_owned(), found, known: FORMAT });
    };
    for step in STEPS.iter().skip(done) {
        change.execute_batch(step).map_err(sqlite)?;
    }
    change.pragma_update(None, "user_version", FORMAT).map_err(sqlite)?;
    change.commit().map_err(sqlite)
}
