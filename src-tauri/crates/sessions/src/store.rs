//! The file with all sessions.

use crate::exchange::Aside;
use crate::schema::{self, Room};
use crate::{FiledNote, LogEntry, SessionEvent, SessionSummary, StoreError, filing};
use content::{MessageId, SessionId, Timestamp};
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// All sessions, in one file that this process has for itself.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    sqlite: Mutex<Connection>,
    /// What went over a wire and is not written yet. Locked for a moment only, and after the file.
    aside: Mutex<Aside>,
}

/// What has to be outlived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// The end of this process.
    Process,
    /// A power cut.
    Power,
}

impl Store {
    /// Opens the file, or makes it where there is none. A file that can't be opened is left as it is.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_in(path, Room::default())
    }

    /// Opens the file as if there were no more room than this.
    #[cfg(feature = "faults")]
    pub fn open_with_room(path: &Path, room: Room) -> Result<Self, StoreError> {
        Self::open_in(path, room)
    }

    fn open_in(path: &Path, room: Room) -> Result<Self, StoreError> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| StoreError::NotAccessible {
                path: folder.to_owned(),
                reason: error.to_string(),
            })?;
        }
        let mut sqlite = Connection::open(path).map_err(|error| StoreError::from_sqlite(&error, path))?;
        schema::prepare(&mut sqlite, path, room)?;
        let aside = Mutex::new(HashMap::new());
        Ok(Self { path: path.to_owned(), sqlite: Mutex::new(sqlite), aside })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Begins a session, with events that belong to it from the start: all of them or none.
    pub fn create<N: FiledNote>(
        &self,
        session: &SessionId,
        at: Timestamp,
        title: &str,
        events: Vec<SessionEvent<N>>,
    ) -> Result<Vec<LogEntry<N>>, StoreError> {
        let created = SessionEvent::Created { title: title.to_owned() };
        let events: Vec<_> = std::iter::once(created).chain(events).collect();
        let texts = events.iter().map(to_text).collect::<Result<Vec<_>, _>>()?;
        self.with(|sqlite| {
            let change = sqlite.transaction()?;
            change.execute(
                "INSERT INTO session (id, title, created, changed, entries) VALUES (?1, ?2, ?3, ?3, ?4)",
                params![session.as_str(), title, at.0, texts.len() as u64],
            )?;
            for ((seq, event), text) in (1..).zip(&events).zip(&texts) {
                insert(&change, session, seq, at, event, text)?;
            }
            change.commit()
        })?;
        Ok((1..).zip(events).map(|(seq, event)| LogEntry { seq, at, event }).collect())
    }

    /// Adds events to the end of a session's log: all of them or none.
    pub fn append<N: FiledNote>(
        &self,
        session: &SessionId,
        at: Timestamp,
        events: Vec<SessionEvent<N>>,
        durability: Durability,
    ) -> Result<Vec<LogEntry<N>>, StoreError> {
        let texts = events.iter().map(to_text).collect::<Result<Vec<_>, _>>()?;
        let title = events.iter().rev().find_map(|event| match event {
            SessionEvent::Created { title } | SessionEvent::Renamed { title } => Some(title.as_str()),
            SessionEvent::MessageAdded { .. }
            | SessionEvent::HeadMoved { .. }
            | SessionEvent::BranchNamed { .. }
            | SessionEvent::MessageRemarked { .. }
            | SessionEvent::MessagePinned { .. }
            | SessionEvent::MessageUnpinned { .. }
            | SessionEvent::Noted { .. } => None,
        });
        let first = self.with(|sqlite| {
            with_durability(sqlite, durability, |sqlite| {
                let change = sqlite.transaction()?;
                let Some(kept) = entries(&change, session)? else { return Ok(None) };
                let overheard = self.keep_overheard(&change, session)?;
                for ((seq, event), text) in (kept + 1..).zip(&events).zip(&texts) {
                    insert(&change, session, seq, at, event, text)?;
                }
                update(&change, session, kept + texts.len() as u64, at, title)?;
                overheard.commit(change.commit())?;
                Ok(Some(kept + 1))
            })
        })?;
        let first = first.ok_or_else(|| StoreError::NoSession { session: session.clone() })?;
        Ok((first..).zip(events).map(|(seq, event)| LogEntry { seq, at, event }).collect())
    }

    /// The entries after this number, in order.
    pub fn read<N: for<'a> Deserialize<'a>>(
        &self,
        session: &SessionId,
        after: u64,
    ) -> Result<Vec<LogEntry<N>>, StoreError> {
        let rows = self.with(|sqlite| {
            if entries(sqlite, session)?.is_none() {
                return Ok(None);
            }
            let mut select = sqlite.prepare_cached(
                "SELECT seq, at, event FROM entry WHERE session = ?1 AND seq > ?2 ORDER BY seq",
            )?;
            let rows = select.query_map(params![session.as_str(), after], |row| {
                Ok((row.get::<_, u64>(0)?, row.get::<_, i64>(1)?, row.get::<_, String>(2)?))
            })?;
            rows.collect::<Result<Vec<_>, _>>().map(Some)
        })?;
        let rows = rows.ok_or_else(|| StoreError::NoSession { session: session.clone() })?;
        let read = |(seq, at, text): (u64, i64, String)| match serde_json::from_str(&text) {
            Ok(event) => Ok(LogEntry { seq, at: Timestamp(at), event }),
            Err(error) => {
                Err(StoreError::Unreadable { session: session.clone(), seq, reason: error.to_string() })
            }
        };
        rows.into_iter().map(read).collect()
    }

    /// Whether a message was ever said in a session, on whatever branch.
    pub fn has_message(&self, session: &SessionId, message: &MessageId) -> Result<bool, StoreError> {
        self.with(|sqlite| Ok(filing::find(sqlite, session, message)?.is_some()))
    }

    /// Every session that is not in the bin, the one that changed last first.
    pub fn list(&self) -> Result<Vec<SessionSummary>, StoreError> {
        self.select_summaries("WHERE discarded IS NULL ORDER BY changed DESC, id DESC")
    }

    pub(crate) fn select_summaries(&self, which: &str) -> Result<Vec<SessionSummary>, StoreError> {
        self.with(|sqlite| {
            let mut select =
                sqlite.prepare_cached(&format!("SELECT id, title, created, changed FROM session {which}"))?;
            let rows = select.query_map([], |row| {
                Ok(SessionSummary {
                    id: SessionId::new(row.get::<_, String>(0)?),
                    title: row.get(1)?,
                    created: Timestamp(row.get(2)?),
                    changed: Timestamp(row.get(3)?),
                })
            })?;
            rows.collect()
        })
    }

    /// Lets the file grow to this many pages and no further, as a full disk would.
    #[cfg(feature = "faults")]
    pub fn limit_pages(&self, pages: u32) -> Result<(), StoreError> {
        self.with(|sqlite| sqlite.pragma_update(None, "max_page_count", pages))
    }

    pub(crate) fn aside(&self) -> MutexGuard<'_, Aside> {
        self.aside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn with<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        // A panic while the lock was held rolled its transaction back, so the connection is whole.
        let mut sqlite = self.sqlite.lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut sqlite).map_err(|error| StoreError::from_sqlite(&error, &self.path))
    }
}

fn with_durability<T>(
    sqlite: &mut Connection,
    durability: Durability,
    work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    match durability {
        Durability::Process => work(sqlite),
        Durability::Power => {
            sqlite.pragma_update(None, "synchronous", "FULL")?;
            let done = work(sqlite);
            sqlite.pragma_update(None, "synchronous", "NORMAL")?;
            done
        }
    }
}

pub(crate) fn entries(sqlite: &Connection, session: &SessionId) -> rusqlite::Result<Option<u64>> {
    let mut select = sqlite.prepare_cached("SELECT entries FROM session WHERE id = ?1")?;
    select.query_row([session.as_str()], |row| row.get(0)).optional()
}

fn update(
    change: &Transaction<'_>,
    session: &SessionId,
    entries: u64,
    at: Timestamp,
    title: Option<&str>,
) -> rusqlite::Result<()> {
    let update = "UPDATE session SET entries = ?2, changed = ?3, title = coalesce(?4, title) WHERE id = ?1";
    change.prepare_cached(update)?.execute(params![session.as_str(), entries, at.0, title]).map(drop)
}

fn insert<N: FiledNote>(
    change: &Transaction<'_>,
    session: &SessionId,
    seq: u64,
    at: Timestamp,
    event: &SessionEvent<N>,
    text: &str,
) -> rusqlite::Result<()> {
    let insert = "INSERT INTO entry (session, seq, at, event, passing) VALUES (?1, ?2, ?3, ?4, ?5)";
    let passing = filing::is_passing(event);
    change.prepare_cached(insert)?.execute(params![session.as_str(), seq, at.0, text, passing])?;
    filing::file(change, session, seq, event)
}

fn to_text<N: Serialize>(event: &SessionEvent<N>) -> Result<String, StoreError> {
    serde_json::to_string(event).map_err(|error| StoreError::Failed { reason: error.to_string() })
}
