//! From format 2 to format 3: what functions gave for which calls is filed.

use crate::answers;
use crate::said::whole;
use content::SessionId;
use rusqlite::Connection;

pub(super) fn make(change: &Connection) -> rusqlite::Result<()> {
    change.execute_batch(include_str!("format_3.sql"))?;
    // Most messages hold no result, and what is not named in their text need not be read.
    let mut select = change.prepare(
        "SELECT session, seq FROM message JOIN entry USING (session, seq)
         WHERE instr(event, '\"functionResult\"') > 0 ORDER BY session, seq",
    )?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let (session, seq) = (SessionId::new(row.get::<_, String>(0)?), row.get(1)?);
        // One that can't be read has nothing to offer.
        if let Ok(message) = whole(change, &session, seq)?.message() {
            answers::file(change, &session, seq, &message)?;
        }
    }
    Ok(())
}
