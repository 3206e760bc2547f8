//! A part of a long log: its end, or the part before one already loaded.

use crate::row::Row;
use crate::said::head_of;
use crate::{FiledNote, LogEntry, Store, StoreError};
use content::{MessageId, SessionId};
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Consecutive entries, cut where no turn is running, and the parts of earlier entries that are needed to show them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct LogWindow<N> {
    /// The number of the last entry before it. 0 if the log begins with it.
    #[ts(type = "number")]
    pub from: u64,
    /// The number of its last entry.
    #[ts(type = "number")]
    pub to: u64,
    /// Earlier entries that still apply: the title, the plan, marks, and other versions of the messages in it.
    pub before: Vec<LogEntry<N>>,
    /// The entries, as they are shown. Deltas of complete messages are left out.
    pub entries: Vec<LogEntry<N>>,
    /// The head of the session.
    pub head: Option<MessageId>,
}

impl Store {
    /// The end of a log, or the entries up to one: this many, or a few more, so that no turn is cut. The end reaches
    /// back as far as the head.
    pub fn window<N: FiledNote>(
        &self,
        session: &SessionId,
        to: Option<u64>,
        most: u32,
    ) -> Result<LogWindow<N>, StoreError> {
        let (from, to, before, entries) = self.with_session(session, |sqlite, last| {
            let to = to.unwrap_or(u64::MAX).min(last);
            let shown = if to == last { head_of(sqlite, session)? } else { None };
            let from = to.saturating_sub(u64::from(most)).min(shown.map_or(to, |seq| seq.saturating_sub(1)));
            let from = before_turn(sqlite, session, from)?;
            let before = rows(sqlite, BEFORE, params![session.as_str(), from, to])?;
            let entries = rows(sqlite, BETWEEN, params![session.as_str(), from, to])?;
            Ok((from, to, before, without_passed(entries)))
        })?;
        let read = |rows: Vec<Filed>| {
            rows.into_iter().map(|filed| self.entry(session, filed.row)).collect::<Result<Vec<_>, _>>()
        };
        let (mut before, entries) = (read(before)?, read(entries)?);
        let lost: Vec<_> =
            before.iter().chain(&entries).filter(|entry| entry.event.is_unreadable()).collect();
        let mut instead = Vec::new();
        for entry in lost {
            instead.extend(self.instead_of(session, entry.seq)?.filter(|earlier| earlier.seq <= from));
        }
        before.extend(instead);
        before.sort_by_key(|entry| entry.seq);
        before.dedup_by_key(|entry| entry.seq);
        Ok(LogWindow { from, to, before, entries, head: self.head(session)? })
    }

    /// The note that applies if the last of its kind can't be read.
    fn instead_of<N: FiledNote>(
        &self,
        session: &SessionId,
        seq: u64,
    ) -> Result<Option<LogEntry<N>>, StoreError> {
        let kind = self.with(|sqlite| {
            let mut select =
                sqlite.prepare_cached("SELECT kind FROM latest WHERE session = ?1 AND seq = ?2")?;
            select.query_row(params![session.as_str(), seq], |row| row.get::<_, String>(0)).optional()
        })?;
        kind.map_or(Ok(None), |kind| self.before_lost(session, &kind, seq))
    }
}

/// An entry and the way it is filed.
struct Filed {
    row: Row,
    is_passing: bool,
    is_said: bool,
}

const BETWEEN: &str = "SELECT entry.seq, at, event, large, passing, coalesce(message.role = 'assistant', 0)
    FROM entry LEFT JOIN message ON message.session = entry.session AND message.seq = entry.seq
    WHERE entry.session = ?1 AND entry.seq > ?2 AND entry.seq <= ?3 ORDER BY entry.seq";

const BEFORE: &str = "SELECT seq, at, event, large, passing, 0 FROM entry WHERE session = ?1 AND seq IN (
        SELECT seq FROM latest WHERE session = ?1 AND seq <= ?2
        UNION SELECT older.seq FROM message JOIN message AS older
            ON older.session = ?1 AND older.parent IS message.parent AND older.seq <= ?2
            WHERE message.session = ?1 AND message.seq > ?2 AND message.seq <= ?3
    ) ORDER BY seq";

fn rows(sqlite: &Connection, select: &str, of: &[&dyn rusqlite::ToSql]) -> rusqlite::Result<Vec<Filed>> {
    let mut select = sqlite.prepare_cached(select)?;
    let mut rows = select.query(of)?;
    let mut filed = Vec::new();
    while let Some(row) = rows.next()? {
        filed.push(Filed { row: Row::of(row)?, is_passing: row.get(4)?, is_said: row.get(5)? });
    }
    Ok(filed)
}

/// Drops deltas whose message is in the log. Deltas without a message are kept.
fn without_passed(entries: Vec<Filed>) -> Vec<Filed> {
    let mut kept: Vec<Filed> = Vec::new();
    let mut passing_from = 0;
    for filed in entries {
        if filed.is_said {
            let passed = kept.split_off(passing_from);
            kept.extend(passed.into_iter().filter(|filed| !filed.is_passing));
            passing_from = kept.len();
        }
        kept.push(filed);
    }
    kept
}

/// The place itself, or the one before the turn running there.
fn before_turn(sqlite: &Connection, session: &SessionId, place: u64) -> rusqlite::Result<u64> {
    let mut select = sqlite.prepare_cached(
        "SELECT min(began) FROM turn WHERE session = ?1 AND began <= ?2 AND (ended IS NULL OR ended > ?2)",
    )?;
    let began: Option<u64> = select.query_row(params![session.as_str(), place], |row| row.get(0))?;
    Ok(began.map_or(place, |began| began - 1))
}
