//! Unused space in the file. It is released a little at a time, so that nothing waits for it.

use crate::{Store, StoreError};
use rusqlite::Connection;

/// Pages released at once: two megabytes.
const AT_ONCE: u32 = 512;

/// Free pages kept for the next writes.
const KEPT: u32 = 256;

/// The size of the write-ahead log, in bytes, after a checkpoint.
const LOG: u32 = 16 << 20;

/// SQLite's value of `auto_vacuum` for incremental release.
const INCREMENTAL: u32 = 2;

/// Call it before anything is written to a new file. An older file gains incremental release the next time it is
/// rewritten.
pub(crate) fn prepare(sqlite: &Connection) -> rusqlite::Result<()> {
    sqlite.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    sqlite.pragma_update(None, "journal_size_limit", LOG)
}

impl Store {
    /// Releases a part of the unused space, and returns whether there is more.
    pub fn give_back_some(&self) -> Result<bool, StoreError> {
        self.with(|sqlite| {
            if free(sqlite)? <= KEPT {
                return Ok(false);
            }
            let kind: u32 = sqlite.pragma_query_value(None, "auto_vacuum", |row| row.get(0))?;
            if kind != INCREMENTAL {
                return shrink(sqlite).map(|()| false);
            }
            // Each step releases one page.
            let mut give_back = sqlite.prepare(&format!("PRAGMA incremental_vacuum({AT_ONCE})"))?;
            let mut steps = give_back.query([])?;
            while steps.next()?.is_some() {}
            drop(steps);
            drop(give_back);
            let is_more = free(sqlite)? > KEPT;
            if !is_more {
                cut_off_log(sqlite)?;
            }
            Ok(is_more)
        })
    }
}

/// Rewrites the file without unused space.
pub(crate) fn shrink(sqlite: &Connection) -> rusqlite::Result<()> {
    sqlite.execute_batch("VACUUM")?;
    cut_off_log(sqlite)
}

/// The write-ahead log holds old pages until it is truncated.
fn cut_off_log(sqlite: &Connection) -> rusqlite::Result<()> {
    sqlite.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")
}

fn free(sqlite: &Connection) -> rusqlite::Result<u32> {
    sqlite.pragma_query_value(None, "freelist_count", |row| row.get(0))
}
