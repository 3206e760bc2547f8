//! Large texts, in pieces that are stored once each.
//!
//! A body is cut at places its content determines (see [`cut`]), so that two bodies with a common part have common
//! pieces. The list of pieces is itself cut into lists, and those into lists of lists, so that a body that repeats
//! another one costs almost nothing, however long both are. Pieces belong to a session and are deleted with it.

mod cut;
mod list;

use content::SessionId;
use cut::{MOST, next_cut};
use list::{Entry, MOST_BYTES};
use rusqlite::{Connection, OptionalExtension, ffi, params};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::cell::RefCell;
use std::io::Read;
use std::ops::Range;
use ts_rs::TS;
use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::CParameter;

/// Names one body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(transparent)]
pub struct BodyId(#[ts(type = "number")] pub(crate) i64);

/// The zstd level: fast, and good enough for JSON that repeats itself.
const LEVEL: i32 = 3;

/// The bytes of a body read at once.
const AT_ONCE: u64 = 1 << 20;

/// The root of a body: one piece of text, or a list this many levels above the text.
struct Root {
    piece: i64,
    levels: u8,
    size: u64,
}

/// Stores pieces, each once.
pub(crate) struct Keeper<'a> {
    change: &'a Connection,
    session: &'a SessionId,
}

thread_local! {
    /// Making one takes longer than compressing a short text.
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
}

impl<'a> Keeper<'a> {
    pub(crate) fn new(change: &'a Connection, session: &'a SessionId) -> Self {
        Self { change, session }
    }

    /// Reads a body and stores it. Only the part being read is in memory.
    pub(crate) fn keep(&self, mut body: impl Read) -> rusqlite::Result<BodyId> {
        let (mut entries, mut held, mut is_end) = (Vec::new(), Vec::new(), false);
        let mut rest = held.as_slice();
        loop {
            // The next cut depends on no more than the longest piece.
            if rest.len() < MOST && !is_end {
                let mut next = rest.to_vec();
                let read = body.by_ref().take(AT_ONCE).read_to_end(&mut next).map_err(unread)?;
                is_end = (read as u64) < AT_ONCE;
                held = next;
                rest = held.as_slice();
            }
            if rest.is_empty() && !entries.is_empty() {
                break;
            }
            let (piece, after) = rest.split_at(next_cut(rest));
            entries.push(self.piece(0, piece, piece.len() as u64)?);
            rest = after;
        }
        let mut levels = 0;
        while entries.len() > 1 {
            levels += 1;
            let lists = list::cut(&entries).map(|list| {
                let size = list.iter().map(|entry| entry.size).sum();
                self.piece(levels, &list::encode(list), size)
            });
            entries = lists.collect::<Result<_, _>>()?;
        }
        let Some(root) = entries.first() else { return Err(damaged("a body without a piece")) };
        let mut insert = self
            .change
            .prepare_cached("INSERT INTO body (session, piece, levels, size) VALUES (?1, ?2, ?3, ?4)")?;
        insert.insert(params![self.session.as_str(), root.id, levels, root.size]).map(BodyId)
    }

    /// Text and lists of a level never share a piece, and neither do sessions, so erased data belongs to no one else.
    fn piece(&self, level: u8, bytes: &[u8], size: u64) -> rusqlite::Result<Entry> {
        let mut hash = Sha256::new();
        hash.update(self.session.as_str());
        hash.update([0, level]);
        hash.update(bytes);
        let hash: [u8; 32] = hash.finalize().into();
        let mut find = self.change.prepare_cached("SELECT id FROM piece WHERE hash = ?1")?;
        let id = match find.query_row([&hash], |row| row.get(0)).optional()? {
            Some(id) => id,
            None => {
                let data = compress(bytes)?;
                let mut insert = self
                    .change
                    .prepare_cached("INSERT INTO piece (session, hash, data) VALUES (?1, ?2, ?3)")?;
                insert.insert(params![self.session.as_str(), hash, data])?
            }
        };
        Ok(Entry { id, size, ends_list: list::ends_at(hash) })
    }
}

/// Reads bodies piece by piece.
pub(crate) struct Reader<'a> {
    sqlite: &'a Connection,
    decompressor: Decompressor<'static>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(sqlite: &'a Connection) -> rusqlite::Result<Self> {
        Ok(Self { sqlite, decompressor: Decompressor::new().map_err(broken)? })
    }

    /// The whole body as text.
    pub(crate) fn text(&mut self, body: BodyId) -> rusqlite::Result<String> {
        // Reserves all memory at once, because a growing text is in memory twice at times.
        let size = usize::try_from(self.root(body)?.size).map_err(|_| damaged("a body that is too large"))?;
        let mut bytes = Vec::with_capacity(size);
        self.read(body, 0..u64::MAX, &mut |piece| {
            bytes.extend_from_slice(piece);
            Ok(())
        })?;
        String::from_utf8(bytes).map_err(|_| damaged("a body that is not text"))
    }

    /// Passes on this range, in order and in pieces. Reads no more of the file than the range needs.
    pub(crate) fn read(
        &mut self,
        body: BodyId,
        range: Range<u64>,
        take: &mut dyn FnMut(&[u8]) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        let root = self.root(body)?;
        let range = range.start..range.end.min(root.size);
        let root_entry = Entry { id: root.piece, size: root.size, ends_list: false };
        self.descend(&root_entry, root.levels, &range, 0, take)
    }

    fn root(&self, body: BodyId) -> rusqlite::Result<Root> {
        let mut select = self.sqlite.prepare_cached("SELECT piece, levels, size FROM body WHERE id = ?1")?;
        select.query_row([body.0], |row| {
            Ok(Root { piece: row.get(0)?, levels: row.get(1)?, size: row.get(2)? })
        })
    }

    fn descend(
        &mut self,
        entry: &Entry,
        levels: u8,
        range: &Range<u64>,
        mut start: u64,
        take: &mut dyn FnMut(&[u8]) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        if levels == 0 {
            let size = usize::try_from(entry.size).map_err(|_| damaged("a piece that is too large"))?;
            let bytes = self.piece(entry.id, size)?;
            let within = |at: u64| usize::try_from(at.saturating_sub(start)).unwrap_or(size).min(size);
            return take(bytes.get(within(range.start)..within(range.end)).unwrap_or_default());
        }
        let list = self.piece(entry.id, MOST_BYTES)?;
        for child in list::decode(&list).ok_or_else(|| damaged("a list that can't be read"))? {
            let end = start.saturating_add(child.size);
            if start < range.end && end > range.start {
                self.descend(&child, levels - 1, range, start, take)?;
            }
            start = end;
        }
        Ok(())
    }

    fn piece(&mut self, id: i64, capacity: usize) -> rusqlite::Result<Vec<u8>> {
        let mut select = self.sqlite.prepare_cached("SELECT data FROM piece WHERE id = ?1")?;
        let mut rows = select.query([id])?;
        let row = rows.next()?.ok_or_else(|| damaged("a piece is missing"))?;
        let data = row.get_ref(0)?.as_blob().map_err(|_| damaged("a piece is not bytes"))?;
        self.decompressor.decompress(data, capacity).map_err(broken)
    }
}

/// A stored value does not read back as it was written.
pub(crate) fn damaged(what: &str) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_CORRUPT), Some(what.to_owned()))
}

fn broken(error: std::io::Error) -> rusqlite::Error {
    damaged(&error.to_string())
}

/// The value to store could not be read.
pub(crate) fn unread(error: std::io::Error) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_IOERR_READ), Some(error.to_string()))
}

pub(crate) fn compress(text: &[u8]) -> rusqlite::Result<Vec<u8>> {
    COMPRESSOR
        .with_borrow_mut(|kept| {
            let compressor = match kept {
                Some(compressor) => compressor,
                None => {
                    let mut compressor = Compressor::new(LEVEL)?;
                    compressor.set_parameter(CParameter::ChecksumFlag(true))?;
                    kept.insert(compressor)
                }
            };
            compressor.compress(text)
        })
        .map_err(broken)
}

pub(crate) fn decompress(bytes: &[u8]) -> rusqlite::Result<Vec<u8>> {
    zstd::stream::decode_all(bytes).map_err(broken)
}

#[cfg(test)]
mod tests;
