//! The file with all sessions.

use crate::exchange::Aside;
use crate::schema::{self, Room};
use crate::{LostChanges, StoreError, arriving, backup, changes, filing};
use content::{MessageId, SessionId};
use limits::WIRE_UNWRITTEN;
use notices::Describe;
use rusqlite::{Connection, OptionalExtension};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// All sessions, in one file that this process has for itself.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    sqlite: Mutex<Connection>,
    /// Pieces of exchanges not yet written. Locked only for a moment, and after the file.
    aside: Mutex<Aside>,
    lost: Option<LostChanges>,
}

/// What a write must survive. Every write survives the end of this process; a write with `Power` is on disk before it
/// is shown, together with everything written before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// The end of this process.
    Process,
    /// A power cut.
    Power,
}

impl Store {
    /// Opens the file, or creates it. A file that can't be opened is left unchanged.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_in(path, Room::default())
    }

    /// Opens the file with limited space.
    #[cfg(feature = "faults")]
    pub fn open_with_room(path: &Path, room: Room) -> Result<Self, StoreError> {
        Self::open_in(path, room)
    }

    fn open_in(path: &Path, room: Room) -> Result<Self, StoreError> {
        if let Some(folder) = path.parent() {
            disk::make_folder(folder).map_err(not_accessible(folder))?;
        }
        // SQLite gives the files it creates beside this one the same mode.
        disk::append(path).map_err(not_accessible(path))?;
        schema::refuse_newer(path)?;
        // SQLite drops frames it can't read, so this must come first.
        let lost = changes::keep_damaged(path).map_err(not_accessible(path))?;
        let mut sqlite = Connection::open(path).map_err(|error| StoreError::from_sqlite(&error, path))?;
        schema::prepare(&mut sqlite, path, room)?;
        arriving::forget_all(&mut sqlite).map_err(|error| StoreError::from_sqlite(&error, path))?;
        let aside = Mutex::new(Aside::within(WIRE_UNWRITTEN.size()));
        Ok(Self { path: path.to_owned(), sqlite: Mutex::new(sqlite), aside, lost })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The changes that were lost when the file was opened.
    pub fn lost_changes(&self) -> Option<&LostChanges> {
        self.lost.as_ref()
    }

    /// Copies everything, as of one moment, to a new file. The copy is on disk when this returns.
    pub fn copy_to(&self, to: &Path) -> Result<(), StoreError> {
        self.keep_wire()?;
        self.with(|sqlite| Ok(backup::copy_whole(sqlite, to)))?
    }

    /// Whether a session contains a message, on any branch.
    pub fn has_message(&self, session: &SessionId, message: &MessageId) -> Result<bool, StoreError> {
        self.with(|sqlite| Ok(filing::find(sqlite, session, message)?.is_some()))
    }

    /// Limits the file to this many pages, as a full disk would.
    #[cfg(feature = "faults")]
    pub fn limit_pages(&self, pages: u32) -> Result<(), StoreError> {
        self.with(|sqlite| sqlite.pragma_update(None, "max_page_count", pages))
    }

    /// Overwrites an entry's text, as a broken disk might.
    #[cfg(feature = "faults")]
    pub fn overwrite_entry(&self, session: &SessionId, seq: u64, bytes: &[u8]) -> Result<(), StoreError> {
        let update = "UPDATE entry SET event = CAST(?3 AS TEXT) WHERE session = ?1 AND seq = ?2";
        self.with(|sqlite| sqlite.execute(update, rusqlite::params![session.as_str(), seq, bytes]).map(drop))
    }

    /// Truncates an entry, as a broken disk might.
    #[cfg(feature = "faults")]
    pub fn damage_entry(&self, session: &SessionId, seq: u64) -> Result<(), StoreError> {
        let update =
            "UPDATE entry SET event = substr(event, 1, length(event) / 2) WHERE session = ?1 AND seq = ?2";
        self.with(|sqlite| sqlite.execute(update, rusqlite::params![session.as_str(), seq]).map(drop))
    }

    pub(crate) fn aside(&self) -> MutexGuard<'_, Aside> {
        self.aside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn with<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        // A panic while the lock was held rolled its transaction back, so the connection is consistent.
        let mut sqlite = self.sqlite.lock().unwrap_or_else(PoisonError::into_inner);
        let done = work(&mut sqlite).map_err(|error| StoreError::from_sqlite(&error, &self.path));
        drop(sqlite);
        give_way();
        done
    }

    /// The same for a session that must exist. Its number of entries is passed on.
    pub(crate) fn with_session<T>(
        &self,
        session: &SessionId,
        work: impl FnOnce(&mut Connection, u64) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let found = self.with(|sqlite| {
            let kept = entries(sqlite, session)?;
            kept.map(|kept| work(sqlite, kept)).transpose()
        })?;
        found.ok_or_else(|| StoreError::no_session(session))
    }
}

/// Gives the processor to threads that wait for it. A write that keeps it makes the pieces of streams late that pass through the
/// application meanwhile. Called between the steps of a write.
pub(crate) fn give_way() {
    std::thread::yield_now();
}

fn not_accessible(path: &Path) -> impl Fn(std::io::Error) -> StoreError {
    |error| StoreError::NotAccessible { path: path.to_owned(), reason: error.notice() }
}

pub(crate) fn entries(sqlite: &Connection, session: &SessionId) -> rusqlite::Result<Option<u64>> {
    let mut select = sqlite.prepare_cached("SELECT entries FROM session WHERE id = ?1")?;
    select.query_row([session.as_str()], |row| row.get(0)).optional()
}
