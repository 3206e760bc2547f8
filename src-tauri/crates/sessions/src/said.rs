//! Answers the questions of commands without reading the log: the conversation up to a message, the open turns, the
//! settings of a session.

use crate::row::Row;
use crate::{FiledNote, LargeValue, LogEntry, Store, StoreError, filing, large};
use content::{Message, MessageId, SessionId, TurnId};
use notices::Describe;
use rusqlite::{Connection, OptionalExtension, params};

/// The messages read at once, or fewer if their total size exceeds the limit, so that a long session is never in memory
/// as a whole.
const AT_ONCE: usize = 64;
const BYTES_AT_ONCE: usize = 1 << 20;

/// The end of a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// At the head of the session.
    Head,
    /// At this message, or before the first one.
    At(Option<MessageId>),
}

/// A turn that began and did not end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenTurn {
    pub turn: TurnId,
    /// The entry with which it began.
    pub began: u64,
}

impl Store {
    /// The complete messages from the root to an end. An unknown message ends nothing; one that can't be read is
    /// replaced.
    pub fn messages_to(&self, session: &SessionId, end: End) -> Result<Vec<Message>, StoreError> {
        let mut said = Vec::new();
        self.each_said(session, end, |message| {
            said.push(message);
            Ok(())
        })?;
        Ok(said)
    }

    /// Passes on the complete messages from the root to an end, one at a time.
    pub fn each_said<E: From<StoreError>>(
        &self,
        session: &SessionId,
        end: End,
        mut take: impl FnMut(Message) -> Result<(), E>,
    ) -> Result<(), E> {
        self.each_said_shown(session, end, |message, large| take(self.put_back(message, &large)?))
    }

    /// Passes on the messages from the root to an end as they are shown, with only the beginning of large values. The
    /// places of those refer to the message.
    pub fn each_said_shown<E: From<StoreError>>(
        &self,
        session: &SessionId,
        end: End,
        mut take: impl FnMut(Message, Vec<LargeValue>) -> Result<(), E>,
    ) -> Result<(), E> {
        let path = self.with_session(session, |sqlite, _| path(sqlite, session, &end))?;
        let mut path = path.into_iter().peekable();
        while path.peek().is_some() {
            for mut row in self.with(|sqlite| some(sqlite, session, &mut path))? {
                let large = std::mem::take(&mut row.large);
                take(self.added(session, &row)?, in_message(large))?;
            }
        }
        Ok(())
    }

    /// A shown message with these large values restored. Each is in memory once.
    pub fn put_back(&self, message: Message, large: &[LargeValue]) -> Result<Message, StoreError> {
        if large.is_empty() {
            return Ok(message);
        }
        let failed = |error: serde_json::Error| StoreError::Failed { reason: error.notice() };
        let mut value = serde_json::to_value(message).map_err(failed)?;
        self.with(|sqlite| large::put_back(sqlite, &mut value, large))?;
        serde_json::from_value(value).map_err(failed)
    }

    /// The number of messages from the root to an end.
    pub fn count_said(&self, session: &SessionId, end: &End) -> Result<usize, StoreError> {
        self.with(|sqlite| Ok(path(sqlite, session, end)?.len()))
    }

    /// The head of the session, if it has one.
    pub fn head(&self, session: &SessionId) -> Result<Option<MessageId>, StoreError> {
        let select = "SELECT message.id FROM session JOIN message
                      ON message.session = session.id AND message.seq = session.head WHERE session.id = ?1";
        self.with(|sqlite| {
            let mut select = sqlite.prepare_cached(select)?;
            select.query_row([session.as_str()], |row| row.get::<_, String>(0).map(MessageId::new)).optional()
        })
    }

    /// The turns that began and did not end, oldest first.
    pub fn open_turns(&self, session: &SessionId) -> Result<Vec<OpenTurn>, StoreError> {
        let select = "SELECT id, began FROM turn WHERE session = ?1 AND ended IS NULL ORDER BY began";
        self.with(|sqlite| {
            let mut select = sqlite.prepare_cached(select)?;
            let rows = select.query_map([session.as_str()], |row| {
                Ok(OpenTurn { turn: TurnId::new(row.get::<_, String>(0)?), began: row.get(1)? })
            })?;
            rows.collect()
        })
    }

    /// The session in which a turn began and did not end.
    pub fn session_of_open_turn(&self, turn: &TurnId) -> Result<Option<SessionId>, StoreError> {
        let select = "SELECT session FROM turn WHERE id = ?1 AND ended IS NULL";
        self.with(|sqlite| {
            let mut select = sqlite.prepare_cached(select)?;
            select.query_row([turn.as_str()], |row| row.get::<_, String>(0).map(SessionId::new)).optional()
        })
    }

    /// The last note filed under a kind. If it can't be read, the previous one applies.
    pub fn latest<N: FiledNote>(
        &self,
        session: &SessionId,
        kind: &str,
    ) -> Result<Option<LogEntry<N>>, StoreError> {
        let select = "SELECT entry.seq, entry.at, event, large FROM latest JOIN entry
                      ON entry.session = latest.session AND entry.seq = latest.seq
                      WHERE latest.session = ?1 AND latest.kind = ?2";
        let of = params![session.as_str(), kind];
        let found = self.with(|sqlite| Row::select_whole(sqlite, select, of))?.pop();
        let Some(found) = found.map(|row| self.entry(session, row)).transpose()? else { return Ok(None) };
        if !found.event.is_unreadable() {
            return Ok(Some(found));
        }
        let earlier = self.before_lost(session, kind, found.seq)?;
        Ok(Some(earlier.unwrap_or(found)))
    }

    /// The last notes of a kind about each message, in the order of the log.
    pub fn about_messages<N: FiledNote>(
        &self,
        session: &SessionId,
        kind: &str,
    ) -> Result<Vec<LogEntry<N>>, StoreError> {
        let select = "SELECT entry.seq, entry.at, event, large FROM latest JOIN entry
                      ON entry.session = latest.session AND entry.seq = latest.seq
                      WHERE latest.session = ?1 AND latest.kind >= ?2 || ' of ' AND latest.kind < ?2 || ' of!'
                      ORDER BY entry.seq";
        let of = params![session.as_str(), kind];
        let rows = self.with(|sqlite| Row::select_whole(sqlite, select, of))?;
        rows.into_iter().map(|row| self.entry(session, row)).collect()
    }

    /// The title of a session.
    pub fn title(&self, session: &SessionId) -> Result<String, StoreError> {
        let title = self.with(|sqlite| {
            let mut select = sqlite.prepare_cached("SELECT title FROM session WHERE id = ?1")?;
            let title = |row: &rusqlite::Row<'_>| {
                Ok(String::from_utf8_lossy(row.get_ref(0)?.as_bytes()?).into_owned())
            };
            select.query_row([session.as_str()], title).optional()
        })?;
        title.ok_or_else(|| StoreError::no_session(session))
    }
}

/// The entries that added the messages up to an end, root first. A parent is always older than its child.
fn path(sqlite: &Connection, session: &SessionId, end: &End) -> rusqlite::Result<Vec<u64>> {
    let last = match end {
        End::Head => head_of(sqlite, session)?,
        End::At(Some(message)) => filing::find(sqlite, session, message)?,
        End::At(None) => None,
    };
    let mut select = sqlite.prepare_cached("SELECT parent FROM message WHERE session = ?1 AND seq = ?2")?;
    let (mut path, mut next): (Vec<u64>, Option<u64>) = (Vec::new(), last);
    while let Some(seq) = next {
        path.push(seq);
        next = select.query_row(params![session.as_str(), seq], |row| row.get(0)).optional()?.flatten();
    }
    path.reverse();
    Ok(path)
}

/// The entry that added the head.
pub(crate) fn head_of(sqlite: &Connection, session: &SessionId) -> rusqlite::Result<Option<u64>> {
    let mut select = sqlite.prepare_cached("SELECT head FROM session WHERE id = ?1")?;
    Ok(select.query_row([session.as_str()], |row| row.get(0)).optional()?.flatten())
}

/// The next few entries of a path, as they are shown.
fn some(
    sqlite: &Connection,
    session: &SessionId,
    path: &mut impl Iterator<Item = u64>,
) -> rusqlite::Result<Vec<Row>> {
    let (mut rows, mut bytes) = (Vec::new(), 0);
    while rows.len() < AT_ONCE
        && bytes < BYTES_AT_ONCE
        && let Some(seq) = path.next()
    {
        let row = shown(sqlite, session, seq)?;
        bytes += row.length();
        rows.push(row);
    }
    Ok(rows)
}

/// Large values of an event that adds a message, with their places in the message.
fn in_message(large: Vec<LargeValue>) -> Vec<LargeValue> {
    let within = large.into_iter().filter_map(|value| {
        let place = value.place.strip_prefix("/message")?.to_owned();
        Some(LargeValue { place, ..value })
    });
    within.collect()
}

/// A complete entry.
pub(crate) fn whole(sqlite: &Connection, session: &SessionId, seq: u64) -> rusqlite::Result<Row> {
    shown(sqlite, session, seq)?.completed(sqlite)
}

/// An entry as it is shown.
fn shown(sqlite: &Connection, session: &SessionId, seq: u64) -> rusqlite::Result<Row> {
    let mut select =
        sqlite.prepare_cached("SELECT seq, at, event, large FROM entry WHERE session = ?1 AND seq = ?2")?;
    select.query_row(params![session.as_str(), seq], Row::of)
}
