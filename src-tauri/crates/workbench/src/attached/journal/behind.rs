//! Writes the records of a turn while its program's request is on its way already.
//!
//! A request waits only for what decides over it: a call that starts, a stop, an end. Everything else is written in order
//! behind it and in few batches, so that watching costs a program as little time as possible.

use crate::journal::TurnJournal;
use invocation::{Journal, JournalError, TurnRecord};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout_at};
use tokio_util::task::TaskTracker;

/// What nothing waits for is written after this time at the latest. The records of a request arrive within it, so that writing
/// them doesn't compete with the request, or with the streams of others, for the processor. A person sees deltas that much later.
const WRITE_DELAY: Duration = Duration::from_millis(20);

/// Appends that may wait to be written. A turn that is further ahead of the disk waits for it.
const QUEUED_BATCHES: usize = 16;

/// The way to the log, which a task of its own writes.
pub(super) struct WriteBehind(mpsc::Sender<Entry>);

struct Entry {
    records: Vec<TurnRecord>,
    written: Option<oneshot::Sender<Result<(), JournalError>>>,
}

impl WriteBehind {
    pub(super) fn begin(journal: Arc<TurnJournal>, tasks: &TaskTracker) -> Self {
        let (entries, queue) = mpsc::channel(QUEUED_BATCHES);
        tasks.spawn(write(journal, queue));
        Self(entries)
    }

    /// Has records written soon. If that fails, the next [`now`](Self::now) does.
    pub(super) async fn soon(&self, records: Vec<TurnRecord>) -> Result<(), JournalError> {
        self.0.send(Entry { records, written: None }).await.map_err(|_| closed())
    }

    /// Writes records, and everything before them.
    pub(super) async fn now(&self, records: Vec<TurnRecord>) -> Result<(), JournalError> {
        let (written, is_written) = oneshot::channel();
        self.0.send(Entry { records, written: Some(written) }).await.map_err(|_| closed())?;
        is_written.await.unwrap_or_else(|_| Err(closed()))
    }
}

fn closed() -> JournalError {
    JournalError { reason: "nothing more is written".to_owned() }
}

async fn write(journal: Arc<TurnJournal>, mut queue: mpsc::Receiver<Entry>) {
    let mut failed: Option<JournalError> = None;
    while let Some(first) = queue.recv().await {
        let due = Instant::now() + WRITE_DELAY;
        let (mut records, mut waiting) = (first.records, Vec::from_iter(first.written));
        // What comes meanwhile is written with it.
        while waiting.is_empty()
            && let Ok(Some(next)) = timeout_at(due, queue.recv()).await
        {
            records.extend(next.records);
            waiting.extend(next.written);
        }
        if failed.is_none() {
            failed = journal.append(records).await.err();
        }
        for written in waiting {
            // A turn that was stopped meanwhile does not wait any more.
            let _ = written.send(failed.clone().map_or(Ok(()), Err));
        }
    }
}
