//! The bin: a discarded session can be restored, an erased one is gone from the disk.

use crate::{SessionSummary, Store, StoreError};
use content::{SessionId, Timestamp};
use rusqlite::{Connection, params};

impl Store {
    pub fn discard(&self, session: &SessionId, at: Timestamp) -> Result<(), StoreError> {
        self.mark(session, Some(at))
    }

    pub fn restore(&self, session: &SessionId) -> Result<(), StoreError> {
        self.mark(session, None)
    }

    /// What is in the bin, the last one discarded first.
    pub fn list_discarded(&self) -> Result<Vec<SessionSummary>, StoreError> {
        self.select_summaries("WHERE discarded IS NOT NULL ORDER BY discarded DESC, id DESC")
    }

    /// Deletes a session that is in the bin, and what it said from the file: freed pages are overwritten and given back.
    pub fn erase(&self, session: &SessionId) -> Result<(), StoreError> {
        let erased = self.with(|sqlite| {
            let change = sqlite.transaction()?;
            let id = params![session.as_str()];
            let found = change
                .execute("UPDATE session SET entries = 0 WHERE id = ?1 AND discarded IS NOT NULL", id)?;
            if found > 0 {
                let frames =
                    "DELETE FROM frame WHERE exchange IN (SELECT id FROM exchange WHERE session = ?1)";
                change.execute(frames, id)?;
                change.execute("DELETE FROM exchange WHERE session = ?1", id)?;
                change.execute("DELETE FROM entry WHERE session = ?1", id)?;
                change.execute("DELETE FROM session WHERE id = ?1", id)?;
            }
            change.commit()?;
            if found > 0 {
                shrink(sqlite)?;
            }
            Ok(found > 0)
        })?;
        if erased { Ok(()) } else { Err(StoreError::NoSession { session: session.clone() }) }
    }

    fn mark(&self, session: &SessionId, at: Option<Timestamp>) -> Result<(), StoreError> {
        let update = "UPDATE session SET discarded = ?2 WHERE id = ?1";
        let marked =
            self.with(|sqlite| sqlite.execute(update, params![session.as_str(), at.map(|at| at.0)]))?;
        if marked > 0 { Ok(()) } else { Err(StoreError::NoSession { session: session.clone() }) }
    }
}

/// The log of changes holds old pages until it is cut off.
fn shrink(sqlite: &Connection) -> rusqlite::Result<()> {
    sqlite.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);")
}
