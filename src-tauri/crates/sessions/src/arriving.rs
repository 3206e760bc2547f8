//! Sessions that arrive in many batches. None is visible before it is complete.

use crate::discarded::erase_rows;
use crate::log::with_durability;
use crate::{Durability, FiledNote, SessionEvent, Store, StoreError};
use content::{SessionId, Timestamp};
use rusqlite::{Connection, params};

/// The arrival of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    Whole,
    InParts,
}

impl Store {
    /// Begins a session that no list shows until it has arrived. Until then entries are appended as usual.
    pub fn begin_arrival<N: FiledNote>(
        &self,
        session: &SessionId,
        at: Timestamp,
        title: &str,
        events: Vec<SessionEvent<N>>,
    ) -> Result<(), StoreError> {
        self.begin(session, at, title, events, Arrival::InParts).map(drop)
    }

    /// Makes an arrived session visible for good.
    pub fn end_arrival(&self, session: &SessionId) -> Result<(), StoreError> {
        let update = "UPDATE session SET arriving = 0 WHERE id = ?1 AND arriving";
        let ended = self.with(|sqlite| {
            with_durability(sqlite, Durability::Power, |sqlite| sqlite.execute(update, [session.as_str()]))
        })?;
        if ended > 0 { Ok(()) } else { Err(StoreError::no_session(session)) }
    }

    /// Deletes a partly arrived session. A complete one stays.
    pub fn call_off_arrival(&self, session: &SessionId) -> Result<(), StoreError> {
        self.with(|sqlite| {
            forget(sqlite, "SELECT id FROM session WHERE id = ?1 AND arriving", [session.as_str()])
        })
    }
}

/// Deletes the arrivals that an earlier process did not complete.
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
