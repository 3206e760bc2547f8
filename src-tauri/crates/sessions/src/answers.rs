//! Finds single messages of a session and results of its functions without reading the log.

use crate::row::Row;
use crate::said::whole;
use crate::{LogEntry, Store, StoreError, filing};
use content::{
    FunctionCall, FunctionResult, Item, Message, MessageId, Origin, Outcome, SessionId, TurnId, call_key,
};
use rusqlite::{Connection, OptionalExtension, params};
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// The most messages with only results between a call and its result. Some conversations arrive with one message per
/// result; none has this many, and a file made to take long must not.
const FURTHEST: usize = 128;

/// A result and its message.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub message: MessageId,
    pub result: FunctionResult,
}

impl Store {
    /// The latest result that a function itself returned for a call of the same function with equal arguments, on any
    /// branch of the session.
    pub fn answer(&self, session: &SessionId, call: &FunctionCall) -> Result<Option<Answer>, StoreError> {
        let found = self.with(|sqlite| {
            let mut select =
                sqlite.prepare_cached("SELECT seq, item FROM answer WHERE session = ?1 AND call = ?2")?;
            let place = select
                .query_row(params![session.as_str(), hash(call)], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            let Some((seq, item)): Option<(u64, usize)> = place else { return Ok(None) };
            Ok(Some((item, whole(sqlite, session, seq)?)))
        })?;
        let Some((item, row)) = found else { return Ok(None) };
        let Message { id, items, .. } = self.added(session, &row)?;
        let result = items.get(item).and_then(Item::result).cloned();
        Ok(result.map(|result| Answer { message: id, result }))
    }

    /// A complete message, on any branch.
    pub fn message(&self, session: &SessionId, id: &MessageId) -> Result<Option<Message>, StoreError> {
        self.one_message(session, |sqlite| filing::find(sqlite, session, id))
    }

    /// The latest complete message with results for the calls of this one.
    pub fn answer_to(&self, session: &SessionId, id: &MessageId) -> Result<Option<Message>, StoreError> {
        self.one_message(session, |sqlite| {
            let Some(calling) = filing::find(sqlite, session, id)? else { return Ok(None) };
            let mut select = sqlite.prepare_cached(
                "SELECT max(seq) FROM message WHERE session = ?1 AND parent = ?2 AND role = 'function'",
            )?;
            select.query_row(params![session.as_str(), calling], |row| row.get(0))
        })
    }

    /// The complete entries of a turn, from its beginning to its end. Empty if no such turn began.
    pub fn read_turn<N: for<'a> Deserialize<'a>>(
        &self,
        session: &SessionId,
        turn: &TurnId,
    ) -> Result<Vec<LogEntry<N>>, StoreError> {
        let select = "SELECT entry.seq, at, event, large FROM turn JOIN entry ON entry.session = turn.session
                      AND entry.seq BETWEEN turn.began AND coalesce(turn.ended, entry.seq)
                      WHERE turn.session = ?1 AND turn.id = ?2 ORDER BY entry.seq";
        let rows = self.with_session(session, |sqlite, _| {
            Row::select_whole(sqlite, select, params![session.as_str(), turn.as_str()])
        })?;
        rows.into_iter().map(|row| self.entry(session, row)).collect()
    }

    fn one_message(
        &self,
        session: &SessionId,
        find: impl FnOnce(&Connection) -> rusqlite::Result<Option<u64>>,
    ) -> Result<Option<Message>, StoreError> {
        let found = self.with_session(session, |sqlite, _| {
            find(sqlite)?.map(|seq| whole(sqlite, session, seq)).transpose()
        })?;
        found.map(|row| self.added(session, &row)).transpose()
    }
}

/// Files the results that functions returned in a message under their calls. A later result replaces an earlier one.
/// Call it when the message itself is filed.
pub(crate) fn file(
    change: &Connection,
    session: &SessionId,
    seq: u64,
    message: &Message,
) -> rusqlite::Result<()> {
    let results: Vec<_> = message.items.iter().enumerate().filter_map(real).collect();
    if results.is_empty() {
        return Ok(());
    }
    // A provider with hosted functions reports calls and results in one message.
    let mut calls: Vec<_> = message.calls().map(|call| (call.id.clone(), hash(call))).collect();
    let is_known = |(_, result): &(usize, &FunctionResult)| calls.iter().any(|(id, _)| *id == result.call_id);
    if !results.iter().all(is_known)
        && let Some(calling) = calling(change, session, seq)?
    {
        calls.extend(calling.calls().map(|call| (call.id.clone(), hash(call))));
    }
    let mut insert = change
        .prepare_cached("INSERT OR REPLACE INTO answer (session, call, seq, item) VALUES (?1, ?2, ?3, ?4)")?;
    for (item, result) in results {
        if let Some((_, call)) = calls.iter().find(|(id, _)| *id == result.call_id) {
            insert.execute(params![session.as_str(), call, seq, item as u64])?;
        }
    }
    Ok(())
}

/// A result that the function itself returned.
fn real((place, item): (usize, &Item)) -> Option<(usize, &FunctionResult)> {
    let result = item.result()?;
    let is_real = result.origin == Origin::Function && matches!(result.outcome, Outcome::Returned { .. });
    is_real.then_some((place, result))
}

/// Equal for equivalent calls.
fn hash(call: &FunctionCall) -> [u8; 32] {
    Sha256::digest(call_key(call)).into()
}

/// The message whose calls are answered by the message of an entry. `None` if it can't be read.
fn calling(sqlite: &Connection, session: &SessionId, seq: u64) -> rusqlite::Result<Option<Message>> {
    let mut select = sqlite.prepare_cached(
        "SELECT parent.seq, parent.role = 'function' FROM message
         JOIN message AS parent ON parent.session = message.session AND parent.seq = message.parent
         WHERE message.session = ?1 AND message.seq = ?2",
    )?;
    let mut at = seq;
    for _ in 0..FURTHEST {
        let parent = select
            .query_row(params![session.as_str(), at], |row| Ok((row.get(0)?, row.get::<_, bool>(1)?)))
            .optional()?;
        match parent {
            Some((parent, true)) => at = parent,
            Some((parent, false)) => {
                return Ok(whole(sqlite, session, parent)?.message().ok());
            }
            None => return Ok(None),
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests;
