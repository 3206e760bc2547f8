//! Reads logs a page at a time, for whoever goes through all of them.

use crate::{LogEntry, Store, StoreError};
use content::{SessionId, Timestamp};
use rusqlite::params;
use serde::Deserialize;

/// A page ends behind the entry with which it gets longer than this, in bytes.
const PAGE: usize = 2 << 20;

impl Store {
    /// Every session, also those in the bin, with the number of its last entry.
    pub fn lengths(&self) -> Result<Vec<(SessionId, u64)>, StoreError> {
        self.with(|sqlite| {
            let mut select =
                sqlite.prepare_cached("SELECT id, entries FROM session ORDER BY changed DESC, id")?;
            let rows =
                select.query_map([], |row| Ok((SessionId::new(row.get::<_, String>(0)?), row.get(1)?)))?;
            rows.collect()
        })
    }

    /// Some of the entries after this number, in order: at most so many, and none of a session that is not there.
    pub fn read_page<N: for<'a> Deserialize<'a>>(
        &self,
        session: &SessionId,
        after: u64,
        most: u32,
    ) -> Result<Vec<LogEntry<N>>, StoreError> {
        let page = self.with(|sqlite| {
            let mut select = sqlite.prepare_cached(
                "SELECT seq, at, event FROM entry WHERE session = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3",
            )?;
            let mut rows = select.query(params![session.as_str(), after, most])?;
            let (mut page, mut bytes) = (Vec::new(), 0);
            while let Some(row) = rows.next()?.filter(|_| bytes < PAGE) {
                let text: String = row.get(2)?;
                bytes += text.len();
                page.push((row.get::<_, u64>(0)?, row.get::<_, i64>(1)?, text));
            }
            Ok(page)
        })?;
        let read = |(seq, at, text): (u64, i64, String)| match serde_json::from_str(&text) {
            Ok(event) => Ok(LogEntry { seq, at: Timestamp(at), event }),
            Err(error) => {
                Err(StoreError::Unreadable { session: session.clone(), seq, reason: error.to_string() })
            }
        };
        page.into_iter().map(read).collect()
    }
}
