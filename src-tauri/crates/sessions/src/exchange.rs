//! What went over a wire, kept apart from the log because it is large and rarely looked at.

use crate::{Store, StoreError};
use content::{ExchangeId, SessionId, Timestamp};
use rusqlite::{OptionalExtension, params};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One request as it was sent and the answer as it was received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Exchange<F> {
    pub id: ExchangeId,
    pub sent: String,
    pub frames: Vec<TimedFrame<F>>,
}

/// A piece of the answer and when it came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TimedFrame<F> {
    pub at: Timestamp,
    pub frame: F,
}

impl Store {
    pub fn keep_request(&self, session: &SessionId, id: &ExchangeId, sent: &str) -> Result<(), StoreError> {
        let insert = "INSERT INTO exchange (id, session, sent) VALUES (?1, ?2, ?3)";
        self.with(|sqlite| {
            sqlite.prepare_cached(insert)?.execute(params![id.as_str(), session.as_str(), sent]).map(drop)
        })
    }

    pub fn keep_frame<F: Serialize>(
        &self,
        id: &ExchangeId,
        at: Timestamp,
        frame: &F,
    ) -> Result<(), StoreError> {
        let frame =
            serde_json::to_string(frame).map_err(|error| StoreError::Failed { reason: error.to_string() })?;
        let insert = "INSERT INTO frame (exchange, number, at, frame)
                      SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3 FROM frame WHERE exchange = ?1";
        self.with(|sqlite| {
            sqlite.prepare_cached(insert)?.execute(params![id.as_str(), at.0, frame]).map(drop)
        })
    }

    pub fn exchange<F: for<'a> Deserialize<'a>>(&self, id: &ExchangeId) -> Result<Exchange<F>, StoreError> {
        let sent = self.with(|sqlite| {
            let mut select = sqlite.prepare_cached("SELECT sent FROM exchange WHERE id = ?1")?;
            select.query_row([id.as_str()], |row| row.get::<_, String>(0)).optional()
        })?;
        let sent = sent.ok_or_else(|| StoreError::NoExchange { exchange: id.clone() })?;
        let rows = self.with(|sqlite| {
            let mut select =
                sqlite.prepare_cached("SELECT at, frame FROM frame WHERE exchange = ?1 ORDER BY number")?;
            let rows = select.query_map([id.as_str()], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
            rows.collect::<Result<Vec<_>, _>>()
        })?;
        let read = |(at, frame): (i64, String)| {
            let frame = serde_json::from_str(&frame)
                .map_err(|error| StoreError::Failed { reason: format!("a frame of {id}: {error}") })?;
            Ok(TimedFrame { at: Timestamp(at), frame })
        };
        let frames = rows.into_iter().map(read).collect::<Result<_, StoreError>>()?;
        Ok(Exchange { id: id.clone(), sent, frames })
    }
}
