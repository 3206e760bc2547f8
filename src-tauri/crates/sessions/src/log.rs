//! The log of each session: written in batches, read complete or as it is shown.

use crate::arriving::Arrival;
use crate::large::{Supplied, Written};
use crate::row::Row;
use crate::{
    Durability, FiledNote, LargeValue, LogEntry, SessionEvent, Store, StoreError, filing, large, store,
};
use content::{SessionId, Timestamp};
use rusqlite::{Connection, Transaction, params};
use serde::Deserialize;

/// The entries of a range.
const SELECT: &str = "SELECT seq, at, event, large FROM entry
    WHERE session = ?1 AND seq > ?2 AND seq <= ?3 ORDER BY seq";

impl Store {
    /// Begins a session with its first events: all of them or none. Returns them as they are shown.
    pub fn create<N: FiledNote>(
        &self,
        session: &SessionId,
        at: Timestamp,
        title: &str,
        events: Vec<SessionEvent<N>>,
    ) -> Result<Vec<LogEntry<N>>, StoreError> {
        self.begin(session, at, title, events, Arrival::Whole)
    }

    pub(crate) fn begin<N: FiledNote>(
        &self,
        session: &SessionId,
        at: Timestamp,
        title: &str,
        events: Vec<SessionEvent<N>>,
        arrival: Arrival,
    ) -> Result<Vec<LogEntry<N>>, StoreError> {
        let created = SessionEvent::Created { title: title.to_owned() };
        let batch = Batch::of(std::iter::once(created).chain(events).collect())?;
        let large = self.with(|sqlite| {
            let change = sqlite.transaction()?;
            change.execute(
                "INSERT INTO session (id, title, created, changed, entries, arriving)
                 VALUES (?1, ?2, ?3, ?3, ?4, ?5)",
                params![
                    session.as_str(),
                    title,
                    at.0,
                    batch.written.len() as u64,
                    arrival == Arrival::InParts
                ],
            )?;
            let large = batch.insert(&change, session, 1, at)?;
            change.commit()?;
            Ok(large)
        })?;
        Ok(batch.shown(1, at, large))
    }

    /// Appends events to a session's log: all of them or none. Returns them as they are shown.
    pub fn append<N: FiledNote>(
        &self,
        session: &SessionId,
        at: Timestamp,
        events: Vec<SessionEvent<N>>,
        durability: Durability,
    ) -> Result<Vec<LogEntry<N>>, StoreError> {
        self.append_batch(session, at, Batch::of(events)?, durability)
    }

    /// The same for events with texts stored elsewhere, which are streamed while they are written.
    pub fn append_supplied<N: FiledNote>(
        &self,
        session: &SessionId,
        at: Timestamp,
        events: Vec<(SessionEvent<N>, Vec<Supplied>)>,
        durability: Durability,
    ) -> Result<Vec<LogEntry<N>>, StoreError> {
        self.append_batch(session, at, Batch::with(events)?, durability)
    }

    fn append_batch<N: FiledNote>(
        &self,
        session: &SessionId,
        at: Timestamp,
        batch: Batch<N>,
        durability: Durability,
    ) -> Result<Vec<LogEntry<N>>, StoreError> {
        let (first, large) = self.with_session(session, |sqlite, kept| {
            with_durability(sqlite, durability, |sqlite| {
                let change = sqlite.transaction()?;
                let overheard = self.keep_overheard(&change, session)?;
                let large = batch.insert(&change, session, kept + 1, at)?;
                update(&change, session, kept + batch.written.len() as u64, at, batch.title())?;
                store::give_way();
                change.commit()?;
                overheard.drop_written();
                Ok((kept + 1, large))
            })
        })?;
        Ok(batch.shown(first, at, large))
    }

    /// The complete entries after this number, in order, with a placeholder for each that can't be read.
    pub fn read<N: for<'a> Deserialize<'a>>(
        &self,
        session: &SessionId,
        after: u64,
    ) -> Result<Vec<LogEntry<N>>, StoreError> {
        let rows = self.with_session(session, |sqlite, _| {
            Row::select_whole(sqlite, SELECT, params![session.as_str(), after, i64::MAX])
        })?;
        rows.into_iter().map(|row| self.entry(session, row)).collect()
    }

    /// The entries in a range as they are shown, with only the beginning of large values.
    pub fn read_shown<N: for<'a> Deserialize<'a>>(
        &self,
        session: &SessionId,
        after: u64,
        to: u64,
    ) -> Result<Vec<LogEntry<N>>, StoreError> {
        let to = i64::try_from(to).unwrap_or(i64::MAX);
        let rows = self.with_session(session, |sqlite, _| {
            Row::select(sqlite, SELECT, params![session.as_str(), after, to])
        })?;
        rows.into_iter().map(|row| self.entry(session, row)).collect()
    }
}

/// Events that are written together.
struct Batch<N> {
    events: Vec<SessionEvent<N>>,
    written: Vec<Written<N>>,
}

impl<N: FiledNote> Batch<N> {
    fn of(events: Vec<SessionEvent<N>>) -> Result<Self, StoreError> {
        Self::with(events.into_iter().map(|event| (event, Vec::new())).collect())
    }

    fn with(events: Vec<(SessionEvent<N>, Vec<Supplied>)>) -> Result<Self, StoreError> {
        let written = events.into_iter().map(|(event, supplied)| {
            let written = large::write(&event, supplied)?;
            Ok((event, written))
        });
        let (events, written) = written.collect::<Result<Vec<_>, StoreError>>()?.into_iter().unzip();
        Ok(Self { events, written })
    }

    /// The title that the batch gives the session, if any.
    fn title(&self) -> Option<&str> {
        self.events.iter().rev().find_map(|event| match event {
            SessionEvent::Created { title } | SessionEvent::Renamed { title } => Some(title.as_str()),
            SessionEvent::MessageAdded { .. }
            | SessionEvent::Tagged { .. }
            | SessionEvent::HeadMoved { .. }
            | SessionEvent::BranchNamed { .. }
            | SessionEvent::MessageRemarked { .. }
            | SessionEvent::MessagePinned { .. }
            | SessionEvent::MessageUnpinned { .. }
            | SessionEvent::Noted { .. }
            | SessionEvent::Unreadable { .. } => None,
        })
    }

    /// Bodies are written in the same change as the entry that needs them, so neither ever exists alone.
    fn insert(
        &self,
        change: &Transaction<'_>,
        session: &SessionId,
        first: u64,
        at: Timestamp,
    ) -> rusqlite::Result<Vec<Vec<LargeValue>>> {
        let mut all = Vec::new();
        for ((seq, event), written) in (first..).zip(&self.events).zip(&self.written) {
            let large = written.keep(change, session)?;
            let column = large::to_column(&large)?;
            let insert = "INSERT INTO entry (session, seq, at, event, passing, large)
                          VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            let passing = filing::is_passing(event);
            change.prepare_cached(insert)?.execute(params![
                session.as_str(),
                seq,
                at.0,
                written.text,
                passing,
                column
            ])?;
            filing::file(change, session, seq, event)?;
            all.push(large);
        }
        Ok(all)
    }

    fn shown(self, first: u64, at: Timestamp, large: Vec<Vec<LargeValue>>) -> Vec<LogEntry<N>> {
        let shown = self.events.into_iter().zip(self.written);
        let entries = (first..).zip(shown).zip(large);
        entries
            .map(|((seq, (event, written)), large)| LogEntry {
                seq,
                at,
                event: written.shown.unwrap_or(event),
                large,
            })
            .collect()
    }
}

pub(crate) fn with_durability<T>(
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
