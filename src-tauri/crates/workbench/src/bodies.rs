//! Long logs and large values, looked into and saved without being read as a whole.

mod locate;

use crate::Workbench;
use crate::blocking::blocking;
use crate::completing::Completions;
use crate::contract::{
    CommandError, FindInBody, FoundInBody, LocateInBody, LocatedInBody, LocatedValue, Note, ReadBody,
    ReadLog, SaveBody, SavedFile, SummarizeParts, SummarizedParts,
};
use crate::exports::{ExportFile, NotWritten};
use crate::ledger::Ledger;
use crate::session_error::SessionError;
use locate::Locator;
use sessions::{LogWindow, Passage, StoreError};
use std::io::Write;

/// Looked through at once for a path, in bytes.
const READ_BYTES: u64 = 1 << 20;

/// The longest text that is looked for, in bytes.
const LONGEST_WANTED: usize = 1_024;

impl Workbench {
    pub async fn log_read(&self, args: ReadLog) -> Result<LogWindow<Note>, CommandError> {
        let ReadLog { session, to, most } = args;
        let read = move |ledger: &Ledger| ledger.store().window(&session, Some(to), most);
        let mut window = self.ledger()?.with(read).await?;
        Completions::default().complete(&mut window.entries);
        Ok(window)
    }

    pub async fn body_read(&self, args: ReadBody) -> Result<Passage, CommandError> {
        let ReadBody { session, body, from, length } = args;
        Ok(self.ledger()?.with(move |ledger| ledger.store().passage(&session, body, from, length)).await?)
    }

    pub async fn body_find(&self, args: FindInBody) -> Result<FoundInBody, CommandError> {
        let FindInBody { session, body, text, from } = args;
        if text.is_empty() || text.len() > LONGEST_WANTED {
            return Err(SessionError::NotFindable.into());
        }
        let find = move |ledger: &Ledger| ledger.store().find_in_body(&session, body, &text, from);
        Ok(FoundInBody { at: self.ledger()?.with(find).await? })
    }

    pub async fn body_locate(&self, args: LocateInBody) -> Result<LocatedInBody, CommandError> {
        let LocateInBody { session, body, path } = args;
        if path.len() > LONGEST_WANTED {
            return Err(SessionError::PathTooLong.into());
        }
        let ledger = self.ledger()?;
        let found = blocking(move || {
            let mut locator = Locator::along(&path);
            let mut from = 0;
            loop {
                let passage = ledger.store().passage(&session, body, from, READ_BYTES)?;
                if let Some(found) = locator.read(passage.text.as_bytes()) {
                    return Ok(Some(found));
                }
                if passage.to >= passage.size || passage.to == from {
                    return Ok::<_, StoreError>(locator.end());
                }
                from = passage.to;
            }
        })
        .await?;
        Ok(LocatedInBody { place: found.map(|place| LocatedValue { from: place.start, to: place.end }) })
    }

    #[expect(clippy::unused_async, reason = "every command is awaited")]
    pub async fn parts_summarize(&self, args: SummarizeParts) -> Result<SummarizedParts, CommandError> {
        Ok(SummarizedParts { summaries: args.values.iter().map(connectors::summary).collect() })
    }

    pub async fn body_save(&self, args: SaveBody) -> Result<SavedFile, CommandError> {
        let SaveBody { session, body, file_name } = args;
        let ledger = self.ledger()?;
        let folder = self.config().exports();
        blocking(move || {
            let mut file = ExportFile::create(&folder, &file_name)?;
            let not_written = file.not_written();
            ledger.store().each_passage::<NotWritten>(&session, body, |text| {
                file.write_all(text.as_bytes()).map_err(&not_written)
            })?;
            file.finish()
        })
        .await
    }
}
