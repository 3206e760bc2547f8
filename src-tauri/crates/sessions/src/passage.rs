//! Reads parts of a large value.

use crate::bodies::{BodyId, Reader};
use crate::error::StoreFault;
use crate::{Store, StoreError};
use content::SessionId;
use notices::Describe;
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use ts_rs::TS;

/// The most that is read at once, in bytes.
const AT_ONCE: u64 = 1 << 20;

/// The longest character of UTF-8, in bytes.
const LONGEST_CHARACTER: u64 = 4;

/// A part of a body, in whole characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Passage {
    pub text: String,
    /// Its beginning in the body, in bytes.
    #[ts(type = "number")]
    pub from: u64,
    /// The beginning of the next one.
    #[ts(type = "number")]
    pub to: u64,
    /// The size of the body.
    #[ts(type = "number")]
    pub size: u64,
}

impl Store {
    /// Reads this many bytes of a body, or slightly fewer, so that no character is cut.
    pub fn passage(
        &self,
        session: &SessionId,
        body: BodyId,
        from: u64,
        length: u64,
    ) -> Result<Passage, StoreError> {
        let found = self.with(|sqlite| {
            let Some(size) = size_of(sqlite, session, body)? else { return Ok(None) };
            let length = length.clamp(LONGEST_CHARACTER, AT_ONCE);
            read(sqlite, body, from.min(size)..from.saturating_add(length).min(size), size).map(Some)
        })?;
        found.ok_or(StoreError::NoBody { body: body.0 })
    }

    /// Passes on a body passage by passage. Others can use the file in between.
    pub fn each_passage<E: From<StoreError>>(
        &self,
        session: &SessionId,
        body: BodyId,
        mut take: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut from = 0;
        loop {
            let passage = self.passage(session, body, from, AT_ONCE)?;
            take(&passage.text)?;
            if passage.to >= passage.size {
                return Ok(());
            }
            if passage.to == from {
                return Err(StoreError::Failed { reason: StoreFault::Body.notice() }.into());
            }
            from = passage.to;
        }
    }

    /// The next occurrence of a text in a body, at or behind a place. ASCII case is ignored.
    pub fn find_in_body(
        &self,
        session: &SessionId,
        body: BodyId,
        wanted: &str,
        from: u64,
    ) -> Result<Option<u64>, StoreError> {
        let wanted = wanted.to_ascii_lowercase();
        let overlap = wanted.len() as u64 + LONGEST_CHARACTER;
        let mut place = from;
        loop {
            // One passage at a time, so that nothing else waits for the whole search.
            let passage = self.passage(session, body, place, AT_ONCE)?;
            if let Some(at) = passage.text.to_ascii_lowercase().find(&wanted) {
                return Ok(Some(passage.from + at as u64));
            }
            if passage.to >= passage.size {
                return Ok(None);
            }
            place = passage.to.saturating_sub(overlap).max(place + 1);
        }
    }
}

pub(crate) fn size_of(
    sqlite: &Connection,
    session: &SessionId,
    body: BodyId,
) -> rusqlite::Result<Option<u64>> {
    let mut select = sqlite.prepare_cached("SELECT size FROM body WHERE id = ?1 AND session = ?2")?;
    select.query_row(params![body.0, session.as_str()], |row| row.get(0)).optional()
}

fn read(sqlite: &Connection, body: BodyId, range: Range<u64>, size: u64) -> rusqlite::Result<Passage> {
    let mut bytes = Vec::new();
    Reader::new(sqlite)?.read(body, range.clone(), &mut |piece| {
        bytes.extend_from_slice(piece);
        Ok(())
    })?;
    let begins = bytes.iter().position(|byte| !is_inside(*byte)).unwrap_or(bytes.len());
    let text = match std::str::from_utf8(bytes.get(begins..).unwrap_or_default()) {
        Ok(text) => text,
        Err(cut) => {
            let whole = begins..begins + cut.valid_up_to();
            bytes.get(whole).and_then(|whole| std::str::from_utf8(whole).ok()).unwrap_or_default()
        }
    };
    let from = range.start + begins as u64;
    Ok(Passage { text: text.to_owned(), from, to: from + text.len() as u64, size })
}

/// Whether a byte continues an earlier character.
fn is_inside(byte: u8) -> bool {
    byte & 0b1100_0000 == 0b1000_0000
}
