//! Follows one session: its log so far, then everything that is added, in order and without a gap.

use crate::contract::{CommandError, FeedItem, Follow, Note};
use crate::ledger::Ledger;
use content::SessionId;
use sessions::LogEntry;
use std::sync::Arc;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio_util::sync::CancellationToken;
use tokio_util::task::task_tracker::TaskTrackerToken;

/// A session that is about to be followed.
pub struct Feed {
    ledger: Arc<Ledger>,
    session: SessionId,
    /// The number of the last entry that was delivered.
    last: u64,
    so_far: Vec<LogEntry<Note>>,
    live: broadcast::Receiver<FeedItem>,
    replaced: CancellationToken,
    /// Keeps the application from closing before this feed has let go of the log.
    _open: TaskTrackerToken,
}

impl Feed {
    pub(crate) async fn open(
        ledger: &Arc<Ledger>,
        args: Follow,
        replaced: CancellationToken,
        open: TaskTrackerToken,
    ) -> Result<Self, CommandError> {
        let Follow { session, after } = args;
        let live = ledger.listen(&session);
        let so_far = ledger.read_shown(session.clone(), after).await?;
        Ok(Self { ledger: Arc::clone(ledger), session, last: after, so_far, live, replaced, _open: open })
    }

    /// Delivers until nobody listens, which a delivery tells by returning false, or until the viewer follows another.
    pub async fn run(mut self, mut deliver: impl FnMut(FeedItem) -> bool + Send) -> Result<(), CommandError> {
        let so_far = std::mem::take(&mut self.so_far);
        let mut is_heard = self.hand_over(so_far, &mut deliver);
        let replaced = self.replaced.clone();
        while is_heard {
            let item = tokio::select! {
                biased;
                () = replaced.cancelled() => return Ok(()),
                item = self.live.recv() => item,
            };
            is_heard = match item {
                Ok(FeedItem::Entries { entries }) => self.go_on(entries, &mut deliver).await?,
                Ok(told @ (FeedItem::Halted { .. } | FeedItem::Summarising { .. })) => deliver(told),
                Err(RecvError::Lagged(_)) => self.catch_up(&mut deliver).await?,
                Err(RecvError::Closed) => return Ok(()),
            };
        }
        Ok(())
    }

    async fn go_on(
        &mut self,
        mut entries: Vec<LogEntry<Note>>,
        deliver: &mut (impl FnMut(FeedItem) -> bool + Send),
    ) -> Result<bool, CommandError> {
        entries.retain(|entry| entry.seq > self.last);
        match entries.first() {
            None => Ok(true),
            Some(first) if first.seq == self.last + 1 => Ok(self.hand_over(entries, deliver)),
            // Something was missed, and the log has it.
            Some(_) => self.catch_up(deliver).await,
        }
    }

    async fn catch_up(
        &mut self,
        deliver: &mut (impl FnMut(FeedItem) -> bool + Send),
    ) -> Result<bool, CommandError> {
        let missed = self.ledger.read_shown(self.session.clone(), self.last).await?;
        Ok(self.hand_over(missed, deliver))
    }

    fn hand_over(
        &mut self,
        entries: Vec<LogEntry<Note>>,
        deliver: &mut impl FnMut(FeedItem) -> bool,
    ) -> bool {
        let Some(last) = entries.last() else { return true };
        self.last = last.seq;
        deliver(FeedItem::Entries { entries })
    }
}
