//! From format 2 to format 3: the results of functions are filed by their calls.

use crate::answers;
use crate::said::whole;
use content::SessionId;
use rusqlite::Connection;

pub(super) fn make(change: &Connection) -> rusqlite::Result<()> {
    change.execute_batch(include_str!("format_3.sql"))?;
    // Most messages have no result, and need not be read if their text does not mention one.
    let mut select = change.prepare(
        "SELECT session, seq FROM message JOIN entry USING (session, seq)
         WHERE instr(event, '\"functionResult\"') > 0 ORDER BY session, seq",
    )?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let (session, seq) = (SessionId::new(row.get::<_, String>(0)?), row.get(1)?);
        // Messages that can't be read have no results.
        if let Ok(message) = whole(change, &session, seq)?.message() {
            answers::file(change, &session, seq, &message)?;
        }
    }
    Ok(())
}
