//! The tables, and the migration of older files.

mod format_2;
mod format_3;

use crate::{StoreError, backup, space};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::io::Read;
use std::path::Path;

/// The format this version writes. Raised together with a new step in [`STEPS`].
const FORMAT: i64 = 4;

/// Statements kept prepared: all that are run again and again.
const STATEMENTS: usize = 64;

type Step = fn(&Connection) -> rusqlite::Result<()>;

/// Step n migrates format n - 1 to format n. A released step never changes its result.
const STEPS: [Step; FORMAT as usize] = [
    |change| change.execute_batch(include_str!("schema/format_1.sql")),
    format_2::make,
    format_3::make,
    |change| change.execute_batch(include_str!("schema/format_4.sql")),
];

/// The space available. Only tests limit it.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(not(feature = "faults"), allow(unreachable_pub, reason = "tests alone name it"))]
pub struct Room {
    /// The most pages of the file.
    pub file: Option<u32>,
    /// The most pages of a backup.
    pub backup: Option<u32>,
}

/// The beginning of every file of SQLite, and where its header has the version that a program has written.
const MAGIC: &[u8] = b"SQLite ";
const VERSION_AT: usize = 60;

/// Refuses a file of a newer version before it is opened, which alone changes it. A version that stands in the write-ahead
/// log only is found by [`prepare`].
pub(crate) fn refuse_newer(path: &Path) -> Result<(), StoreError> {
    let mut header = [0; VERSION_AT + 4];
    // A file that is too short or can't be read is told of by those that open it.
    let is_read = disk::open(path).and_then(|mut file| file.read_exact(&mut header)).is_ok();
    if !is_read || !header.starts_with(MAGIC) {
        return Ok(());
    }
    let [.., one, two, three, four] = header;
    match i64::from(i32::from_be_bytes([one, two, three, four])) {
        found if found > FORMAT => Err(StoreError::Newer { path: path.to_owned(), found, known: FORMAT }),
        _ => Ok(()),
    }
}

/// Locks the file for this process and migrates it to the current format, or leaves it unchanged.
pub(crate) fn prepare(connection: &mut Connection, path: &Path, room: Room) -> Result<(), StoreError> {
    let sqlite = |error: rusqlite::Error| StoreError::from_sqlite(&error, path);
    connection.busy_timeout(std::time::Duration::from_millis(200)).map_err(sqlite)?;
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE").map_err(sqlite)?;
    space::prepare(connection).map_err(sqlite)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(sqlite)?;
    connection.pragma_update(None, "synchronous", "NORMAL").map_err(sqlite)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(sqlite)?;
    connection.pragma_update(None, "secure_delete", true).map_err(sqlite)?;
    // Otherwise a statement whose plan could depend on its values is planned anew each time it runs.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map_err(sqlite)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    if let Some(pages) = room.file {
        connection.pragma_update(None, "max_page_count", pages).map_err(sqlite)?;
    }

    // The first write takes the lock, which is held to the end.
    let look = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sqlite)?;
    let found = format_of(&look).map_err(sqlite)?;
    look.commit().map_err(sqlite)?;
    let done = usize::try_from(found).ok().filter(|done| *done <= STEPS.len());
    let Some(done) = done else {
        return Err(StoreError::Newer { path: path.to_owned(), found, known: FORMAT });
    };
    if done == STEPS.len() {
        return Ok(());
    }
    if done > 0 {
        backup::make(connection, path, found, room.backup)?;
    }
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(sqlite)?;
    migrate(&change, done).map_err(|error| not_migrated(&error, path, found))?;
    change.commit().map_err(|error| not_migrated(&error, path, found))
}

fn migrate(change: &Transaction<'_>, done: usize) -> rusqlite::Result<()> {
    for step in STEPS.iter().skip(done) {
        step(change)?;
    }
    change.pragma_update(None, "user_version", FORMAT)
}

/// The file stays as it was: a failed step is rolled back.
fn not_migrated(error: &rusqlite::Error, path: &Path, found: i64) -> StoreError {
    let error = StoreError::from_sqlite(error, path);
    if let (StoreError::Failed { reason }, true) = (&error, found > 0) {
        return StoreError::NotMigrated { path: path.to_owned(), found, reason: reason.clone() };
    }
    error
}

pub(crate) fn format_of(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

#[cfg(test)]
mod tests;
