//! The bytes of exchanges, kept apart from the log because they are large and rarely read.
//!
//! Nothing waits for them to be written: a request and the pieces of its response are buffered and written together,
//! with the next entry of their session or when [`Store::keep_wire`] is called, whichever is sooner.

use crate::bodies::{self, BodyId, Keeper, Reader};
use crate::error::StoreFault;
use crate::{Store, StoreError, store};
use content::{ExchangeId, SessionId, Timestamp};
use notices::Describe;
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use ts_rs::TS;

/// One request as it was sent and its response as it was received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Exchange<F> {
    pub id: ExchangeId,
    pub sent: String,
    pub frames: Vec<TimedFrame<F>>,
}

/// A piece of the response with its time of arrival.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TimedFrame<F> {
    pub at: Timestamp,
    pub frame: F,
}

/// The buffered pieces in order of arrival, one list per session.
#[derive(Debug)]
pub(crate) struct Aside {
    pieces: HashMap<SessionId, Vec<Overheard>>,
    /// What all of them contain.
    bytes: usize,
    /// The most they may contain.
    most: usize,
}

impl Aside {
    pub(crate) fn within(most: usize) -> Self {
        Self { pieces: HashMap::new(), bytes: 0, most }
    }

    fn add(&mut self, session: &SessionId, exchange: &ExchangeId, piece: Piece) -> Result<(), StoreError> {
        let bytes = self.bytes.saturating_add(piece.bytes());
        if bytes > self.most {
            return Err(StoreError::Failed { reason: StoreFault::Unwritten { most: self.most }.notice() });
        }
        self.bytes = bytes;
        let pieces = self.pieces.entry(session.clone()).or_default();
        match (pieces.last_mut(), piece) {
            (Some(Overheard { exchange: last, piece: Piece::Received(frames) }), Piece::Received(more))
                if last == exchange =>
            {
                frames.push_str(&more);
            }
            (_, piece) => pieces.push(Overheard { exchange: exchange.clone(), piece }),
        }
        Ok(())
    }

    /// Takes the pieces of a session out.
    pub(crate) fn take(&mut self, session: &SessionId) -> Vec<Overheard> {
        let pieces = self.pieces.remove(session).unwrap_or_default();
        self.bytes = self.bytes.saturating_sub(bytes_of(&pieces));
        pieces
    }

    /// Puts pieces back before those that came meanwhile.
    fn give_back(&mut self, session: &SessionId, pieces: Vec<Overheard>) {
        self.bytes = self.bytes.saturating_add(bytes_of(&pieces));
        self.pieces.entry(session.clone()).or_default().splice(..0, pieces);
    }
}

fn bytes_of(pieces: &[Overheard]) -> usize {
    pieces.iter().map(|overheard| overheard.piece.bytes()).sum()
}

/// One piece of an exchange not yet written.
#[derive(Debug)]
pub(crate) struct Overheard {
    exchange: ExchangeId,
    piece: Piece,
}

#[derive(Debug)]
enum Piece {
    Sent(String),
    /// Frames, as JSON, each with a comma behind it. There are thousands a second, so they are not kept one by one.
    Received(String),
}

impl Piece {
    fn bytes(&self) -> usize {
        match self {
            Self::Sent(text) | Self::Received(text) => text.len(),
        }
    }
}

impl Store {
    /// Buffers a request to be written soon.
    pub fn note_request(
        &self,
        session: &SessionId,
        exchange: &ExchangeId,
        sent: &str,
    ) -> Result<(), StoreError> {
        self.put_aside(session, exchange, Piece::Sent(sent.to_owned()))
    }

    /// Buffers a piece of a response to be written soon.
    pub fn note_frame<F: Serialize>(
        &self,
        session: &SessionId,
        exchange: &ExchangeId,
        frame: &TimedFrame<F>,
    ) -> Result<(), StoreError> {
        let mut frame =
            serde_json::to_string(frame).map_err(|error| StoreError::Failed { reason: error.notice() })?;
        frame.push(',');
        self.put_aside(session, exchange, Piece::Received(frame))
    }

    /// The bytes in the buffer.
    pub fn wire_ahead(&self) -> usize {
        self.aside().bytes
    }

    /// Writes the buffer.
    pub fn keep_wire(&self) -> Result<(), StoreError> {
        let sessions: Vec<_> = self.aside().pieces.keys().cloned().collect();
        if sessions.is_empty() {
            return Ok(());
        }
        self.with(|sqlite| {
            let change = sqlite.transaction()?;
            let taken = sessions.iter().map(|session| self.keep_overheard(&change, session));
            let taken = taken.collect::<rusqlite::Result<Vec<_>>>()?;
            store::give_way();
            change.commit()?;
            taken.into_iter().for_each(TakenAside::drop_written);
            Ok(())
        })
    }

    pub fn exchange<F: for<'a> Deserialize<'a>>(&self, id: &ExchangeId) -> Result<Exchange<F>, StoreError> {
        self.keep_wire()?;
        let found = self.with(|sqlite| {
            let mut select = sqlite.prepare_cached("SELECT sent FROM exchange WHERE id = ?1")?;
            let sent = select.query_row([id.as_str()], |row| row.get(0).map(BodyId)).optional()?;
            let Some(sent) = sent else { return Ok(None) };
            let sent = Reader::new(sqlite)?.text(sent)?;
            let mut select =
                sqlite.prepare_cached("SELECT frames FROM frames WHERE exchange = ?1 ORDER BY number")?;
            let rows = select.query_map([id.as_str()], |row| row.get::<_, Vec<u8>>(0))?;
            let frames = rows.map(|row| bodies::decompress(&row?)).collect::<Result<Vec<_>, _>>()?;
            Ok(Some((sent, frames)))
        })?;
        let (sent, batches) = found.ok_or_else(|| StoreError::NoExchange { exchange: id.clone() })?;
        let mut frames = Vec::new();
        for batch in batches {
            let read: Vec<TimedFrame<F>> = serde_json::from_slice(&batch)
                .map_err(|cause| StoreFault::Frames { exchange: id.clone(), cause })
                .map_err(|fault| StoreError::Failed { reason: fault.notice() })?;
            frames.extend(read);
        }
        Ok(Exchange { id: id.clone(), sent, frames })
    }

    fn put_aside(&self, session: &SessionId, exchange: &ExchangeId, piece: Piece) -> Result<(), StoreError> {
        self.aside().add(session, exchange, piece)
    }

    /// Writes the buffered pieces of a session as part of a change. They return to the buffer if the change fails.
    pub(crate) fn keep_overheard(
        &self,
        change: &Connection,
        session: &SessionId,
    ) -> rusqlite::Result<TakenAside<'_>> {
        let pieces = self.aside().take(session);
        let mut taken = TakenAside { store: self, session: session.clone(), pieces };
        if !taken.pieces.is_empty() && store::entries(change, session)?.is_none() {
            // The session was deleted meanwhile, and its pieces must not come back.
            taken.pieces.clear();
        }
        keep(change, session, &taken.pieces)?;
        Ok(taken)
    }
}

/// The buffered pieces that a change writes.
pub(crate) struct TakenAside<'a> {
    store: &'a Store,
    session: SessionId,
    pieces: Vec<Overheard>,
}

impl TakenAside<'_> {
    /// Drops the pieces, because the change is committed.
    pub(crate) fn drop_written(mut self) {
        self.pieces.clear();
    }
}

impl Drop for TakenAside<'_> {
    fn drop(&mut self) {
        if self.pieces.is_empty() {
            return;
        }
        self.store.aside().give_back(&self.session, std::mem::take(&mut self.pieces));
    }
}

fn keep(change: &Connection, session: &SessionId, pieces: &[Overheard]) -> rusqlite::Result<()> {
    if pieces.is_empty() {
        return Ok(());
    }
    let keeper = Keeper::new(change, session);
    for Overheard { exchange, piece } in pieces {
        match piece {
            Piece::Sent(sent) => keep_request(change, &keeper, session, exchange, sent)?,
            Piece::Received(frames) => {
                let frames = ["[", frames.trim_end_matches(','), "]"].concat();
                keep_frames(change, exchange, &frames)?;
            }
        }
    }
    Ok(())
}

pub(crate) fn keep_request(
    change: &Connection,
    keeper: &Keeper<'_>,
    session: &SessionId,
    exchange: &ExchangeId,
    sent: &str,
) -> rusqlite::Result<()> {
    let body = keeper.keep(sent.as_bytes())?;
    // The last request under a name counts.
    let insert = "INSERT OR REPLACE INTO exchange (id, session, sent) VALUES (?1, ?2, ?3)";
    change.prepare_cached(insert)?.execute(params![exchange.as_str(), session.as_str(), body.0]).map(drop)
}

/// Stores frames as a JSON list, under the next number.
pub(crate) fn keep_frames(change: &Connection, exchange: &ExchangeId, frames: &str) -> rusqlite::Result<()> {
    let frames = bodies::compress(frames.as_bytes())?;
    store::give_way();
    let insert = "INSERT INTO frames (exchange, number, frames)
                  SELECT ?1, coalesce(max(number), 0) + 1, ?2 FROM frames WHERE exchange = ?1";
    change.prepare_cached(insert)?.execute(params![exchange.as_str(), frames]).map(drop)
}

#[cfg(test)]
mod tests {
    use super::{Aside, ExchangeId, Piece, SessionId};

    fn piece(bytes: usize) -> Piece {
        Piece::Received("x".repeat(bytes))
    }

    #[test]
    fn pieces_beyond_the_limit_are_refused_until_others_are_written() {
        let (one, other) = (SessionId::new("one"), SessionId::new("other"));
        let exchange = ExchangeId::new("exchange");
        let mut aside = Aside::within(10);
        aside.add(&one, &exchange, piece(6)).expect("there is room");
        aside.add(&other, &exchange, piece(4)).expect("there is room");
        aside.add(&one, &exchange, piece(1)).expect_err("there is no room");
        let taken = aside.take(&one);
        assert_eq!(taken.len(), 1, "nothing of what was refused");
        aside.add(&one, &exchange, piece(1)).expect("there is room again");
        // The disk was full.
        aside.give_back(&one, taken);
        aside.add(&other, &exchange, piece(1)).expect_err("there is no room");
        assert_eq!(aside.take(&one).iter().map(|kept| kept.piece.bytes()).collect::<Vec<_>>(), [6, 1]);
        aside.add(&other, &exchange, piece(6)).expect("there is room");
    }
}
