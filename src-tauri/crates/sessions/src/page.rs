//! Reads logs page by page, for callers that go through all of them.

use crate::row::Row;
use crate::{LogEntry, Store, StoreError};
use content::SessionId;
use rusqlite::params;
use serde::Deserialize;

/// The size in bytes beyond which a page ends behind the current entry.
const PAGE_BYTES: usize = 2 << 20;

impl Store {
    /// Every session, including those in the bin, with the number of its last entry.
    pub fn lengths(&self) -> Result<Vec<(SessionId, u64)>, StoreError> {
        self.with(|sqlite| {
            let mut select = sqlite.prepare_cached(
                "SELECT id, entries FROM session WHERE NOT arriving ORDER BY changed DESC, id",
            )?;
            let rows =
                select.query_map([], |row| Ok((SessionId::new(row.get::<_, String>(0)?), row.get(1)?)))?;
            rows.collect()
        })
    }

    /// The sessions with a note of this kind, including those in the bin.
    pub fn filed(&self, kind: &str) -> Result<Vec<SessionId>, StoreError> {
        self.with(|sqlite| {
            let mut select =
                sqlite.prepare_cached("SELECT session FROM latest WHERE kind = ?1 ORDER BY session")?;
            let rows = select.query_map([kind], |row| row.get::<_, String>(0).map(SessionId::new))?;
            rows.collect()
        })
    }

    /// A page of the entries after this number, in order and as they are shown. Empty if the session does not exist.
    pub fn read_page<N: for<'a> Deserialize<'a>>(
        &self,
        session: &SessionId,
        after: u64,
        most: u32,
    ) -> Result<Vec<LogEntry<N>>, StoreError> {
        let page = self.with(|sqlite| {
            let mut select = sqlite.prepare_cached(
                "SELECT seq, at, event, large FROM entry WHERE session = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3",
            )?;
            let mut rows = select.query(params![session.as_str(), after, most])?;
            let (mut page, mut bytes) = (Vec::new(), 0);
            while let Some(row) = rows.next()?.filter(|_| bytes < PAGE_BYTES) {
                let row = Row::of(row)?;
                bytes += row.length();
                page.push(row);
            }
            Ok(page)
        })?;
        page.into_iter().map(|row| self.entry(session, row)).collect()
    }
}
