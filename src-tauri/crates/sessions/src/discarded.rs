//! The bin: a discarded session can be restored, an erased one is removed from disk.

use crate::space::shrink;
use crate::{SessionSummary, Store, StoreError, backup};
use content::{SessionId, Timestamp};
use notices::{Describe, Notice, said};
use rusqlite::{Connection, params};
use std::path::Path;

impl Store {
    pub fn discard(&self, session: &SessionId, at: Timestamp) -> Result<(), StoreError> {
        self.mark(session, Some(at))
    }

    pub fn restore(&self, session: &SessionId) -> Result<(), StoreError> {
        self.mark(session, None)
    }

    /// The sessions in the bin, the last one discarded first.
    pub fn list_discarded(&self) -> Result<Vec<SessionSummary>, StoreError> {
        self.select_summaries("WHERE discarded IS NOT NULL ORDER BY discarded DESC, id DESC")
    }

    /// Deletes a session from the bin and its contents from the file: freed pages are overwritten and released. Backups
    /// of earlier formats lose it too.
    pub fn erase(&self, session: &SessionId) -> Result<(), StoreError> {
        let is_discarded = "SELECT count(*) FROM session WHERE id = ?1 AND discarded IS NOT NULL";
        let found: u32 =
            self.with(|sqlite| sqlite.query_row(is_discarded, [session.as_str()], |row| row.get(0)))?;
        if found == 0 {
            return Err(StoreError::no_session(session));
        }
        self.erase_from_backups(session)?;
        drop(self.aside().take(session));
        self.with(|sqlite| {
            let change = sqlite.transaction()?;
            erase_rows(&change, session)?;
            change.commit()?;
            shrink(sqlite)
        })
    }

    fn erase_from_backups(&self, session: &SessionId) -> Result<(), StoreError> {
        let not_erased = |backup: &Path, reason: Notice| StoreError::NotErased {
            backup: backup.to_owned(),
            session: session.clone(),
            reason,
        };
        let backups = backup::all(self.path()).map_err(|error| not_erased(self.path(), error.notice()))?;
        for backup in backups {
            let erased = Connection::open(&backup).and_then(|mut copy| {
                copy.pragma_update(None, "secure_delete", true)?;
                let change = copy.transaction()?;
                erase_rows(&change, session)?;
                change.commit()?;
                copy.execute_batch("VACUUM")
            });
            erased.map_err(|error| not_erased(&backup, said(&error.to_string())))?;
        }
        Ok(())
    }

    fn mark(&self, session: &SessionId, at: Option<Timestamp>) -> Result<(), StoreError> {
        let update = "UPDATE session SET discarded = ?2 WHERE id = ?1";
        let marked =
            self.with(|sqlite| sqlite.execute(update, params![session.as_str(), at.map(|at| at.0)]))?;
        if marked > 0 { Ok(()) } else { Err(StoreError::no_session(session)) }
    }
}

/// Deletes the rows of a session from every table of every format.
pub(crate) fn erase_rows(change: &Connection, session: &SessionId) -> rusqlite::Result<()> {
    let mut select = change.prepare(
        "SELECT tables.name, columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
         WHERE tables.type = 'table' AND columns.name IN ('session', 'exchange') ORDER BY columns.name",
    )?;
    let rows = select.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
    // Rows of an exchange are deleted before the exchange.
    for row in rows.collect::<Result<Vec<_>, _>>()? {
        let (table, column) = row;
        let delete = match column.as_str() {
            "exchange" => {
                format!("DELETE FROM {table} WHERE exchange IN (SELECT id FROM exchange WHERE session = ?1)")
            }
            _ => format!("DELETE FROM {table} WHERE session = ?1"),
        };
        change.execute(&delete, [session.as_str()])?;
    }
    change.execute("DELETE FROM session WHERE id = ?1", [session.as_str()]).map(drop)
}
