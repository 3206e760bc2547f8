//! An index with what the sessions say: opened or made, and brought up to the log a page at a time.

use crate::contract::Note;
use crate::ledger::Ledger;
use crate::search::reading::{Change, Reading, Rest};
use content::SessionId;
use notices::Describe;
use search::{Document, IndexError, Opened, SearchIndex, Watermarks, Writer};
use sessions::{LogEntry, StoreError};
use std::collections::{BTreeSet, VecDeque};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Entries read at once.
const ENTRIES: u32 = 1_000;
/// Documents that are written at once, and how long the first of them waits for others.
const DOCUMENTS: usize = 20_000;
const LONGEST: Duration = Duration::from_secs(2);
/// Bytes of a large value that are read at once.
const PASSAGE: u64 = 256 * 1024;
/// Sessions whose reading is kept. Others are read anew from their beginning when they go on.
const KEPT: usize = 16;

/// Why the index does not follow the log.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "index-trouble")]
pub(crate) enum Trouble {
    #[error(transparent)]
    Index(#[from] IndexError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Trouble {
    pub(crate) fn is_damage(&self) -> bool {
        match self {
            Self::Index(IndexError::Damaged { .. }) => true,
            Self::Index(IndexError::Full { .. } | IndexError::NotAccessible { .. }) | Self::Store(_) => false,
        }
    }
}

/// The index as it is being written.
pub(crate) struct CatchingUp {
    pub(crate) index: Arc<SearchIndex>,
    writer: Writer,
    read: Watermarks,
    ledger: Arc<Ledger>,
    /// The last ones read are in front.
    readings: VecDeque<Reading>,
    waiting: usize,
    committed: Instant,
}

impl CatchingUp {
    /// Opens the index, or makes an empty one in the place of one that can't be used.
    pub(crate) fn open(folder: &Path, ledger: &Arc<Ledger>) -> Result<Self, Trouble> {
        let opened = match SearchIndex::open(folder) {
            Err(IndexError::Damaged { reason, .. }) => {
                tracing::info!(%reason, "the search index is made anew");
                SearchIndex::create(folder)?
            }
            opened => opened?,
        };
        Ok(Self::with(opened, ledger))
    }

    /// Makes an empty index in the place of whatever is there.
    pub(crate) fn make(folder: &Path, ledger: &Arc<Ledger>) -> Result<Self, Trouble> {
        Ok(Self::with(SearchIndex::create(folder)?, ledger))
    }

    fn with(Opened { index, writer, read }: Opened, ledger: &Arc<Ledger>) -> Self {
        let (index, ledger) = (Arc::new(index), Arc::clone(ledger));
        Self { index, writer, read, ledger, readings: VecDeque::new(), waiting: 0, committed: Instant::now() }
    }

    /// The sessions whose log goes on behind what was read, the one that changed last first, and those that are gone.
    pub(crate) fn behind(&self) -> Result<(Vec<SessionId>, Vec<SessionId>), Trouble> {
        let lengths = self.ledger.store().lengths()?;
        let there: BTreeSet<_> = lengths.iter().map(|(session, _)| session.clone()).collect();
        let is_behind =
            |session: &SessionId, length: u64| self.read.get(session).is_none_or(|read| *read < length);
        let gone = self.read.keys().filter(|session| !there.contains(*session)).cloned().collect();
        let behind = lengths.into_iter().filter(|(session, length)| is_behind(session, *length));
        Ok((behind.map(|(session, _)| session).collect(), gone))
    }

    /// Reads what a session says, from where it was read to. Stops where asked to, and tells whether it came to the end.
    pub(crate) fn read(
        &mut self,
        session: &SessionId,
        is_stopped: impl Fn() -> bool,
    ) -> Result<bool, Trouble> {
        let mut reading = self.reading(session);
        let done = self.go_on(&mut reading, is_stopped);
        // After trouble it is not known which of its entries were taken.
        if done.is_ok() {
            self.readings.push_front(reading);
            self.readings.truncate(KEPT);
        }
        done
    }

    fn go_on(&mut self, reading: &mut Reading, is_stopped: impl Fn() -> bool) -> Result<bool, Trouble> {
        let ledger = Arc::clone(&self.ledger);
        let session = reading.session.clone();
        let fetch = |seq: u64| {
            let found: Vec<LogEntry<Note>> = ledger.store().read_page(&session, seq.saturating_sub(1), 1)?;
            Ok(found.into_iter().find(|entry| entry.seq == seq))
        };
        loop {
            let page = ledger.store().read_page(&session, reading.seq, ENTRIES)?;
            if page.is_empty() {
                return Ok(true);
            }
            let known = self.read.get(&session).copied().unwrap_or(0);
            for entry in &page {
                if entry.seq <= known {
                    reading.pass(entry);
                    continue;
                }
                for change in reading.take(entry, &fetch)? {
                    self.make_change(&session, change)?;
                }
            }
            if reading.seq > known {
                self.read.insert(session.clone(), reading.seq);
            }
            if self.waiting >= DOCUMENTS || self.committed.elapsed() >= LONGEST {
                self.commit()?;
            }
            if is_stopped() {
                return Ok(false);
            }
        }
    }

    /// Writes what was read to the disk, where it can be found from then on.
    pub(crate) fn commit(&mut self) -> Result<(), Trouble> {
        self.writer.commit(&self.read)?;
        self.index.reload()?;
        self.waiting = 0;
        self.committed = Instant::now();
        Ok(())
    }

    /// Cuts sessions out of the index, and out of its files.
    pub(crate) fn erase(&mut self, sessions: &[SessionId]) -> Result<(), Trouble> {
        for session in sessions {
            self.readings.retain(|reading| reading.session != *session);
            self.read.remove(session);
            self.writer.forget_session(session)?;
        }
        self.commit()?;
        self.writer.purge(&self.index)?;
        Ok(())
    }

    fn make_change(&mut self, session: &SessionId, change: Change) -> Result<(), Trouble> {
        self.waiting += 1;
        match change {
            Change::Forget(key) => self.writer.forget(&key)?,
            Change::Put(document, large) => {
                self.writer.put(&document)?;
                for rest in large {
                    self.add_rest(session, &document, &rest)?;
                }
            }
        }
        Ok(())
    }

    /// Adds a large value passage by passage, so that no more than one is in memory.
    fn add_rest(&mut self, session: &SessionId, document: &Document, rest: &Rest) -> Result<(), Trouble> {
        let ledger = Arc::clone(&self.ledger);
        let mut from = 0;
        loop {
            let passage = ledger.store().passage(session, rest.body, from, PASSAGE)?;
            let is_last = passage.to >= passage.size || passage.text.is_empty();
            // A word that is cut begins the next passage.
            let end = passage.text.rfind(char::is_whitespace).filter(|at| !is_last && *at > 0);
            let text = passage.text.get(..end.unwrap_or(passage.text.len())).unwrap_or_default();
            self.writer.add(&document.with_passage(rest.part, unescaped(text)))?;
            self.waiting += 1;
            if is_last {
                return Ok(());
            }
            from = passage.from + text.len() as u64;
        }
    }

    fn reading(&mut self, session: &SessionId) -> Reading {
        let kept = self.readings.iter().position(|reading| reading.session == *session);
        let kept = kept.and_then(|place| self.readings.remove(place));
        kept.unwrap_or_else(|| Reading::new(session.clone()))
    }
}

/// Text out of JSON as it was written: a line break in it is no letter of the next word.
fn unescaped(text: &str) -> String {
    text.replace("\\n", " \n").replace("\\t", " \t").replace("\\r", " \r")
}
