//! Files entries, so that they are found without reading a whole log.

use crate::{SessionEvent, answers};
use content::{Author, Message, MessageId, SessionId, TurnId};
use rusqlite::{Connection, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A note of the application, and the way it is found again.
pub trait FiledNote: Serialize + DeserializeOwned {
    fn filing(&self) -> Filing<'_>;
}

/// The way a note is found again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filing<'a> {
    /// By reading the log.
    InOrder,
    /// As the last one of its kind.
    Latest(&'static str),
    /// As the last one of its kind about a message.
    About(&'static str, &'a MessageId),
    /// As the beginning of a turn.
    Begins(&'a TurnId),
    /// As the end of a turn.
    Ends(&'a TurnId),
    /// Not at all, once its message is in the log.
    Passing,
}

/// A plain-text note, which is never looked up.
impl FiledNote for String {
    fn filing(&self) -> Filing<'_> {
        Filing::InOrder
    }
}

/// The tags of a session are found as the last entry of this kind.
pub(crate) const TAGS: &str = "tags";

/// Files what an entry says. Everything that is filed can be made anew from the log.
pub(crate) fn file<N: FiledNote>(
    change: &Connection,
    session: &SessionId,
    seq: u64,
    event: &SessionEvent<N>,
) -> rusqlite::Result<()> {
    match event {
        SessionEvent::MessageAdded { message, .. } => add_message(change, session, seq, message),
        SessionEvent::HeadMoved { head } => {
            let head = head.as_ref().map(|head| find(change, session, head)).transpose()?.flatten();
            move_head(change, session, head)
        }
        SessionEvent::Noted { note } => file_note(change, session, seq, note),
        SessionEvent::Created { .. } | SessionEvent::Renamed { .. } => {
            file_latest(change, session, seq, "title")
        }
        SessionEvent::Tagged { .. } => file_latest(change, session, seq, TAGS),
        SessionEvent::BranchNamed { message, .. } => {
            file_latest(change, session, seq, &format!("name of {message}"))
        }
        SessionEvent::MessageRemarked { message, .. } => {
            file_latest(change, session, seq, &format!("remark on {message}"))
        }
        SessionEvent::MessagePinned { message } | SessionEvent::MessageUnpinned { message } => {
            file_latest(change, session, seq, &format!("pin on {message}"))
        }
        SessionEvent::Unreadable { .. } => Ok(()),
    }
}

/// Whether an entry may be left out once its result is in the log.
pub(crate) fn is_passing<N: FiledNote>(event: &SessionEvent<N>) -> bool {
    match event {
        SessionEvent::Noted { note } => note.filing() == Filing::Passing,
        SessionEvent::MessageAdded { .. }
        | SessionEvent::HeadMoved { .. }
        | SessionEvent::BranchNamed { .. }
        | SessionEvent::MessageRemarked { .. }
        | SessionEvent::MessagePinned { .. }
        | SessionEvent::MessageUnpinned { .. }
        | SessionEvent::Created { .. }
        | SessionEvent::Renamed { .. }
        | SessionEvent::Tagged { .. }
        | SessionEvent::Unreadable { .. } => false,
    }
}

/// The entry that added a message. If an id was used twice, the later one counts.
pub(crate) fn find(
    sqlite: &Connection,
    session: &SessionId,
    message: &MessageId,
) -> rusqlite::Result<Option<u64>> {
    let mut select = sqlite.prepare_cached("SELECT max(seq) FROM message WHERE session = ?1 AND id = ?2")?;
    select.query_row(params![session.as_str(), message.as_str()], |row| row.get(0))
}

/// A parent is always older than its child, so the links lead to a root and never form a cycle.
fn add_message(
    change: &Connection,
    session: &SessionId,
    seq: u64,
    message: &Message,
) -> rusqlite::Result<()> {
    let parent = message.parent.as_ref().map(|parent| find(change, session, parent)).transpose()?.flatten();
    let role = serde_json::to_value(message.role).unwrap_or_default();
    let mut insert = change
        .prepare_cached("INSERT INTO message (session, seq, id, parent, role) VALUES (?1, ?2, ?3, ?4, ?5)")?;
    insert.execute(params![session.as_str(), seq, message.id.as_str(), parent, role.as_str()])?;
    answers::file(change, session, seq, message)?;
    file_writer(change, session, seq, &message.author)?;
    move_head(change, session, Some(seq))
}

/// The models of a session stand in its list without its log being read.
fn file_writer(change: &Connection, session: &SessionId, seq: u64, author: &Author) -> rusqlite::Result<()> {
    let model = match author {
        Author::Model { model } | Author::Participant { model, .. } => model,
        Author::Person | Author::Application => return Ok(()),
    };
    let insert = "INSERT OR IGNORE INTO writer (session, model, seq) VALUES (?1, ?2, ?3)";
    change.prepare_cached(insert)?.execute(params![session.as_str(), model.as_str(), seq]).map(drop)
}

fn move_head(change: &Connection, session: &SessionId, head: Option<u64>) -> rusqlite::Result<()> {
    let mut update = change.prepare_cached("UPDATE session SET head = ?2 WHERE id = ?1")?;
    update.execute(params![session.as_str(), head]).map(drop)
}

/// The last of a kind is found without the ones before it.
fn file_latest(change: &Connection, session: &SessionId, seq: u64, kind: &str) -> rusqlite::Result<()> {
    let insert = "INSERT OR REPLACE INTO latest (session, kind, seq) VALUES (?1, ?2, ?3)";
    change.prepare_cached(insert)?.execute(params![session.as_str(), kind, seq]).map(drop)
}

fn file_note<N: FiledNote>(
    change: &Connection,
    session: &SessionId,
    seq: u64,
    note: &N,
) -> rusqlite::Result<()> {
    let (statement, key) = match note.filing() {
        Filing::InOrder | Filing::Passing => return Ok(()),
        Filing::Latest(kind) => return file_latest(change, session, seq, kind),
        Filing::About(kind, message) => {
            return file_latest(change, session, seq, &format!("{kind} of {message}"));
        }
        Filing::Begins(turn) => {
            ("INSERT OR REPLACE INTO turn (session, id, began) VALUES (?1, ?2, ?3)", turn.as_str())
        }
        Filing::Ends(turn) => ("UPDATE turn SET ended = ?3 WHERE session = ?1 AND id = ?2", turn.as_str()),
    };
    change.prepare_cached(statement)?.execute(params![session.as_str(), key, seq]).map(drop)
}
