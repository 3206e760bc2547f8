//! Sessions that come in from elsewhere in many batches. Nobody sees one before it is whole.

use crate::discarded::erase_rows;
use crate::log::with_durability;
use crate::{Durability, FiledNote, SessionEvent, Store, StoreError};
use content::{SessionId, Timestamp};
use rusqlite::{Connection, params};

/// How a session comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    Whole,
    InParts,
}

impl Store {
    /// Begins a session that is listed nowhere until it has arrived. Until then it is added to like any other.
    pub fn begin_arrival<N: FiledNote>(
        &self,
        session: &SessionId,
        at: Timestamp,
        title: &str,
        events: Vec<SessionEvent<N>>,
    ) -> Result<(), StoreError> {
        self.begin(session, at, title, events, Arrival::InParts).map(drop)
    }

    /// Shows a session that has arrived, for good.
    pub fn end_arrival(&self, session: &SessionId) -> Result<(), StoreError> {
        let update = "UPDATE session SET arriving = 0 WHERE id = ?1 AND arriving";
        let ended = self.with(|sqlite| {
            with_durability(sqlite, Durability::Power, |sqlite| sqlite.execute(update, [session.as_str()]))
        })?;
        if ended > 0 { Ok(()) } else { Err(StoreError::NoSession { session: session.clone() }) }
    }

    /// Deletes what has come in of a session. One that has arrived stays.
    pub fn call_off_arrival(&self, session: &SessionId) -> Result<(), StoreError> {
        self.with(|sqlite| {
            forget(sqlite, "SELECT id FROM session WHERE id = ?1 AND arriving", [session.as_str()])
        })
    }
}

/// Deletes what an earlier process did not bring to its end.
pub(crate) fn forget_all(sqlite: &mut Connection) -> rusqlite::Result<()> {
    forget(sqlite, "SELECT id FROM session WHERE arriving", params![])
}

fn forget(sqlite: &mut Connection, which: &str, of: impl rusqlite::Params) -> rusqlite::Result<()> {
    let mut select = sqlite.prepare(which)?;
    let rows = select.query_map(of, |row| row.get::<_, String>(0).map(SessionId::new))?;
    let sessions = rows.collect::<Result<Vec<_>, _>>()?;
    drop(select);
    for session in sessions {
        let change = sqlite.transaction()?;
        erase_rows(&change, &session)?;
        change.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
