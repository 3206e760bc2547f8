//! Space in the file that nothing uses any more. It is given back a little at a time, so that nobody waits for it.

use crate::{Store, StoreError};
use rusqlite::Connection;

/// The pages that are given back at once: two megabytes.
const AT_ONCE: u32 = 512;

/// The free pages that are kept for what is written next.
const KEPT: u32 = 256;

/// How large the log of changes stays, in bytes, once everything in it is in the file.
const LOG: u32 = 16 << 20;

/// What a file says that can give space back by itself.
const INCREMENTAL: u32 = 2;

/// To be called before anything is written to a new file. An older file becomes one that can give space back when it is
/// next written anew.
pub(crate) fn prepare(sqlite: &Connection) -> rusqlite::Result<()> {
    sqlite.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    sqlite.pragma_update(None, "journal_size_limit", LOG)
}

impl Store {
    /// Gives back a part of the space that nothing uses, and tells whether there is more.
    pub fn give_back_some(&self) -> Result<bool, StoreError> {
        self.with(|sqlite| {
            if free(sqlite)? <= KEPT {
                return Ok(false);
            }
            let kind: u32 = sqlite.pragma_query_value(None, "auto_vacuum", |row| row.get(0))?;
            if kind != INCREMENTAL {
                return shrink(sqlite).map(|()| false);
            }
            // One page is given back with every step.
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

/// Writes the file anew, without what nothing uses.
pub(crate) fn shrink(sqlite: &Connection) -> rusqlite::Result<()> {
    sqlite.execute_batch("VACUUM")?;
    cut_off_log(sqlite)
}

/// The log of changes holds old pages until it is cut off.
fn cut_off_log(sqlite: &Connection) -> rusqlite::Result<()> {
    sqlite.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")
}

fn free(sqlite: &Connection) -> rusqlite::Result<u32> {
    sqlite.pragma_query_value(None, "freelist_count", |row| row.get(0))
}
