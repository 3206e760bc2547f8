//! An entry as it is stored, and the replacement of one that can't be read.

use crate::{FiledNote, Filing, LargeValue, LogEntry, SessionEvent, Store, StoreError, large};
use content::{Author, Item, Message, MessageId, Origin, Role, SessionId, Timestamp};
use notices::{Describe, Notice, said};
use rusqlite::{Connection, OptionalExtension, params};
use serde::Deserialize;

/// Replaces a message that can't be read, also for a model.
const LOST: &str = "(A message that can no longer be read stood here.)";

/// An entry as it is stored: columns `seq, at, event, large`.
pub(crate) struct Row {
    pub(crate) seq: u64,
    pub(crate) at: Timestamp,
    /// Its text, or the reason why it can't be read.
    text: Result<String, Notice>,
    pub(crate) large: Vec<LargeValue>,
}

/// The part of an entry that adds a message.
#[derive(Deserialize)]
struct Added {
    message: Message,
}

impl Row {
    /// Damage to the text is not an error, so that the other entries can be read.
    pub(crate) fn of(row: &rusqlite::Row<'_>) -> rusqlite::Result<Self> {
        let (seq, at) = (row.get(0)?, Timestamp(row.get(1)?));
        let text = row.get::<_, String>(2);
        let large = row.get::<_, Option<String>>(3).and_then(|column| large::from_column(column.as_deref()));
        Ok(match (text, large) {
            (Ok(text), Ok(large)) => Self { seq, at, text: Ok(text), large },
            (Err(error), _) | (_, Err(error)) => {
                Self { seq, at, text: Err(said(&error.to_string())), large: Vec::new() }
            }
        })
    }

    /// The entries of a query.
    pub(crate) fn select(
        sqlite: &Connection,
        query: &str,
        of: &[&dyn rusqlite::ToSql],
    ) -> rusqlite::Result<Vec<Self>> {
        sqlite.prepare_cached(query)?.query_map(of, Self::of)?.collect()
    }

    /// The complete entries of a query.
    pub(crate) fn select_whole(
        sqlite: &Connection,
        query: &str,
        of: &[&dyn rusqlite::ToSql],
    ) -> rusqlite::Result<Vec<Self>> {
        Self::select(sqlite, query, of)?.into_iter().map(|row| row.completed(sqlite)).collect()
    }

    /// The same with every value complete.
    pub(crate) fn completed(self, sqlite: &Connection) -> rusqlite::Result<Self> {
        let Self { seq, at, text, large } = self;
        let text = match text.map(|text| large::complete(sqlite, text, &large)) {
            Ok(Err(error)) if is_in_the_way(&error) => return Err(error),
            Ok(completed) => completed.map_err(|error| said(&error.to_string())),
            Err(reason) => Err(reason),
        };
        Ok(Self { seq, at, text, large: Vec::new() })
    }

    /// The length of its text, in bytes.
    pub(crate) fn length(&self) -> usize {
        self.text.as_ref().map_or(0, String::len)
    }

    /// The message it adds.
    pub(crate) fn message(&self) -> Result<Message, Notice> {
        let text = self.text.as_ref().map_err(Clone::clone)?;
        serde_json::from_str(text).map(|Added { message }| message).map_err(|error| error.notice())
    }
}

impl Store {
    pub(crate) fn entry<N: for<'a> Deserialize<'a>>(
        &self,
        session: &SessionId,
        row: Row,
    ) -> Result<LogEntry<N>, StoreError> {
        let Row { seq, at, text, large } = row;
        let read = text
            .and_then(|text| serde_json::from_str(&text).map_err(|error: serde_json::Error| error.notice()));
        Ok(match read {
            Ok(event) => LogEntry { seq, at, event, large },
            Err(reason) => {
                let message = self.with(|sqlite| lost(sqlite, session, seq))?;
                let event = SessionEvent::Unreadable { reason, message };
                LogEntry { seq, at, event, large: Vec::new() }
            }
        })
    }

    /// The message an entry adds, or the replacement of one that can't be read.
    pub(crate) fn added(&self, session: &SessionId, row: &Row) -> Result<Message, StoreError> {
        row.message().or_else(|reason| {
            let lost = self.with(|sqlite| lost(sqlite, session, row.seq))?;
            lost.ok_or_else(|| StoreError::Unreadable { session: session.clone(), seq: row.seq, reason })
        })
    }

    /// The last readable note of a kind before an entry.
    pub(crate) fn before_lost<N: FiledNote>(
        &self,
        session: &SessionId,
        kind: &str,
        before: u64,
    ) -> Result<Option<LogEntry<N>>, StoreError> {
        let mut before = before;
        loop {
            let select =
                "SELECT seq, at, event, large FROM entry WHERE session = ?1 AND seq < ?2 AND NOT passing
                          ORDER BY seq DESC LIMIT 1";
            let of = params![session.as_str(), before];
            let Some(row) = self.with(|sqlite| Row::select_whole(sqlite, select, of))?.pop() else {
                return Ok(None);
            };
            before = row.seq;
            let entry = self.entry::<N>(session, row)?;
            if matches!(&entry.event, SessionEvent::Noted { note } if is_of(note.filing(), kind)) {
                return Ok(Some(entry));
            }
        }
    }
}

fn is_of(filing: Filing<'_>, wanted: &str) -> bool {
    matches!(filing, Filing::Latest(kind) if kind == wanted)
}

/// Whether the file as a whole can't be read now, rather than one entry.
fn is_in_the_way(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code().is_some_and(|code| code != rusqlite::ErrorCode::DatabaseCorrupt)
}

/// The replacement for the message of an unreadable entry, made from its filed facts.
fn lost(sqlite: &Connection, session: &SessionId, seq: u64) -> rusqlite::Result<Option<Message>> {
    let mut select = sqlite.prepare_cached(
        "SELECT message.id, parent.id, message.role FROM message
         LEFT JOIN message AS parent ON parent.session = message.session AND parent.seq = message.parent
         WHERE message.session = ?1 AND message.seq = ?2",
    )?;
    let found = select.query_row(params![session.as_str(), seq], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, Option<String>>(1)?, row.get::<_, String>(2)?))
    });
    Ok(found.optional()?.map(|(id, parent, role)| Message {
        id: MessageId::new(id),
        parent: parent.map(MessageId::new),
        role: serde_json::from_value(role.into()).unwrap_or(Role::System),
        items: vec![Item::Text { text: LOST.to_owned() }],
        author: Author::Application,
        origin: Origin::Application,
    }))
}

#[cfg(test)]
mod tests;
