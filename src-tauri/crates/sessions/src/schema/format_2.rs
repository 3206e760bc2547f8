//! From format 1 to format 2: the bytes of exchanges move into pieces.

use crate::bodies::Keeper;
use crate::exchange::{keep_frames, keep_request};
use crate::large;
use content::{ExchangeId, SessionId};
use rusqlite::{Connection, params};

pub(super) fn make(change: &Connection) -> rusqlite::Result<()> {
    change.execute_batch(include_str!("format_2.sql"))?;
    let mut sessions = change.prepare("SELECT DISTINCT session FROM exchange_1")?;
    let sessions = sessions.query_map([], |row| row.get::<_, String>(0).map(SessionId::new))?;
    for session in sessions.collect::<Result<Vec<_>, _>>()? {
        move_exchanges(change, &session)?;
    }
    change.execute_batch("DROP TABLE frame_1; DROP TABLE exchange_1;")?;
    take_out_large(change)
}

/// Large values in the log move into pieces too, one entry at a time.
fn take_out_large(change: &Connection) -> rusqlite::Result<()> {
    let mut select = change.prepare("SELECT session, seq FROM entry WHERE length(event) > ?1")?;
    let rows = select
        .query_map([large::LONGEST as u64], |row| Ok((row.get::<_, String>(0)?, row.get::<_, u64>(1)?)))?;
    for row in rows.collect::<Result<Vec<_>, _>>()? {
        let (session, seq) = (SessionId::new(row.0), row.1);
        let entry = params![session.as_str(), seq];
        let text = change
            .prepare_cached("SELECT event FROM entry WHERE session = ?1 AND seq = ?2")?
            .query_row(entry, |row| Ok(row.get::<_, String>(0).unwrap_or_default()))?;
        // Entries that can't be read stay where they are.
        let Ok(mut event) = serde_json::from_str(&text) else { continue };
        let large = large::keep(change, &session, &large::take_out(&mut event))?;
        let Some(column) = large::to_column(&large)? else { continue };
        let update = "UPDATE entry SET event = ?3, large = ?4 WHERE session = ?1 AND seq = ?2";
        change.prepare_cached(update)?.execute(params![session.as_str(), seq, event.to_string(), column])?;
    }
    Ok(())
}

/// One exchange at a time, however many there are, in the order of their ids, so that similar ones are neighbours.
fn move_exchanges(change: &Connection, session: &SessionId) -> rusqlite::Result<()> {
    let keeper = Keeper::new(change, session);
    let mut exchanges = change.prepare("SELECT id, sent FROM exchange_1 WHERE session = ?1 ORDER BY id")?;
    let mut rows = exchanges.query([session.as_str()])?;
    while let Some(row) = rows.next()? {
        let (id, sent): (String, String) = (row.get(0)?, row.get(1)?);
        let exchange = ExchangeId::new(id);
        keep_request(change, &keeper, session, &exchange, &sent)?;
        let frames = frames(change, &exchange)?;
        if !frames.is_empty() {
            keep_frames(change, &exchange, &format!("[{}]", frames.join(",")))?;
        }
    }
    Ok(())
}

fn frames(change: &Connection, exchange: &ExchangeId) -> rusqlite::Result<Vec<String>> {
    let mut select =
        change.prepare_cached("SELECT at, frame FROM frame_1 WHERE exchange = ?1 ORDER BY number")?;
    let rows = select.query_map(params![exchange.as_str()], |row| {
        let (at, frame): (i64, String) = (row.get(0)?, row.get(1)?);
        Ok(format!(r#"{{"at":{at},"frame":{frame}}}"#))
    })?;
    rows.collect()
}
