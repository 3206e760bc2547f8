//! Follows one session: its log so far, then everything that is added, in order and without a gap.

use crate::completing::Completions;
use crate::contract::{CommandError, FeedItem, Follow, Note};
use crate::ledger::Ledger;
use crate::locking::lock;
use content::SessionId;
use limits::{PAGE_ENTRIES, PAGE_TAIL};
use sessions::{LogEntry, LogWindow};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tokio_util::task::task_tracker::TaskTrackerToken;

/// Who follows. What it followed before ends, because nothing else tells that nobody looks any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Viewer {
    name: String,
    /// The other sessions it goes on following.
    beside: Vec<SessionId>,
}

impl Viewer {
    pub fn named(name: &str, beside: Vec<String>) -> Self {
        Self { name: name.to_owned(), beside: beside.into_iter().map(SessionId::new).collect() }
    }
}

/// The viewers that have a name, with what each follows and the way to end it.
#[derive(Default)]
pub(crate) struct Viewers(Mutex<HashMap<String, HashMap<SessionId, CancellationToken>>>);

impl Viewers {
    pub(crate) fn follows(&self, viewer: Viewer, session: &SessionId, replaced: CancellationToken) {
        let Viewer { name, beside } = viewer;
        let mut viewers = lock(&self.0);
        let followed = viewers.entry(name).or_default();
        followed.retain(|other, feed| {
            let goes_on = other != session && beside.contains(other);
            if !goes_on {
                feed.cancel();
            }
            goes_on
        });
        followed.insert(session.clone(), replaced);
    }
}

/// A session that is about to be followed.
pub struct Feed {
    ledger: Arc<Ledger>,
    session: SessionId,
    /// The number of the last entry that was delivered.
    last: u64,
    so_far: FeedItem,
    completions: Completions,
    live: broadcast::Receiver<FeedItem>,
    news: News,
    open: Open,
}

/// What is told besides a session's log.
pub(crate) struct News {
    /// How often functions have changed.
    pub(crate) functions: watch::Receiver<u64>,
    /// How often something was new about servers, their requests, or runs by hand.
    pub(crate) sources: watch::Receiver<u64>,
}

/// How long a feed is open.
pub(crate) struct Open {
    /// Until its viewer follows another session.
    pub(crate) replaced: CancellationToken,
    /// Keeps the application from closing before this feed has let go of the log.
    pub(crate) _held: TaskTrackerToken,
}

impl Feed {
    pub(crate) async fn open(
        ledger: &Arc<Ledger>,
        args: Follow,
        mut news: News,
        open: Open,
    ) -> Result<Self, CommandError> {
        let Follow { session, after, tail } = args;
        // A page asks for fewer, and reads the others as somebody scrolls there.
        let longest = u32::try_from(PAGE_TAIL.most).unwrap_or(u32::MAX);
        let live = ledger.listen(&session);
        let mut completions = Completions::default();
        let (last, so_far) = match tail {
            Some(most) => {
                let (id, most) = (session.clone(), most.min(longest));
                let mut window: LogWindow<Note> =
                    ledger.with(move |ledger| ledger.store().window(&id, None, most)).await?;
                completions.complete(&mut window.entries);
                (window.to, FeedItem::Opened { window })
            }
            None => {
                let mut entries = ledger.read_some(session.clone(), after).await?;
                completions.complete(&mut entries);
                (entries.last().map_or(after, |entry| entry.seq), FeedItem::Entries { entries })
            }
        };
        // Its first word is how things stand, so that a page which missed a change hears of it.
        news.functions.mark_changed();
        news.sources.mark_changed();
        Ok(Self { ledger: Arc::clone(ledger), session, last, so_far, completions, live, news, open })
    }

    /// Delivers until nobody listens, which a delivery tells by its outcome, or until the viewer follows another. A delivery
    /// may take its time: what is told meanwhile is read from the log.
    pub async fn run<D: Future<Output = bool> + Send>(
        self,
        deliver: impl FnMut(FeedItem) -> D + Send,
    ) -> Result<(), CommandError> {
        let replaced = self.open.replaced.clone();
        tokio::select! {
            biased;
            () = replaced.cancelled() => Ok(()),
            ended = self.go_through(deliver) => ended,
        }
    }

    async fn go_through<D: Future<Output = bool> + Send>(
        mut self,
        mut deliver: impl FnMut(FeedItem) -> D + Send,
    ) -> Result<(), CommandError> {
        let nothing = FeedItem::Entries { entries: Vec::new() };
        let so_far = std::mem::replace(&mut self.so_far, nothing);
        let is_whole =
            !matches!(&so_far, FeedItem::Entries { entries } if entries.len() == PAGE_ENTRIES.size());
        let mut is_heard = is_empty(&so_far) || deliver(so_far).await;
        if is_heard && !is_whole {
            is_heard = self.catch_up(&mut deliver).await?;
        }
        while is_heard {
            let item = tokio::select! {
                biased;
                item = self.live.recv() => item,
                Ok(()) = self.news.functions.changed() => {
                    let version = *self.news.functions.borrow_and_update();
                    Ok(FeedItem::FunctionsChanged { version })
                }
                Ok(()) = self.news.sources.changed() => {
                    let version = *self.news.sources.borrow_and_update();
                    Ok(FeedItem::SourcesChanged { version })
                }
            };
            is_heard = match item {
                Ok(FeedItem::Entries { entries }) => self.go_on(entries, &mut deliver).await?,
                Ok(
                    told @ (FeedItem::Opened { .. }
                    | FeedItem::Halted { .. }
                    | FeedItem::Summarising { .. }
                    | FeedItem::Progressed { .. }
                    | FeedItem::FunctionsChanged { .. }
                    | FeedItem::SourcesChanged { .. }),
                ) => deliver(told).await,
                Err(RecvError::Lagged(_)) => self.catch_up(&mut deliver).await?,
                Err(RecvError::Closed) => return Ok(()),
            };
        }
        Ok(())
    }

    async fn go_on<D: Future<Output = bool> + Send>(
        &mut self,
        mut entries: Vec<LogEntry<Note>>,
        deliver: &mut (impl FnMut(FeedItem) -> D + Send),
    ) -> Result<bool, CommandError> {
        entries.retain(|entry| entry.seq > self.last);
        match entries.first() {
            None => Ok(true),
            Some(first) if first.seq == self.last + 1 => Ok(self.hand_over(entries, deliver).await),
            // Something was missed, and the log has it.
            Some(_) => self.catch_up(deliver).await,
        }
    }

    /// Reads the log to its end, and never more of it at once than is delivered at once.
    async fn catch_up<D: Future<Output = bool> + Send>(
        &mut self,
        deliver: &mut (impl FnMut(FeedItem) -> D + Send),
    ) -> Result<bool, CommandError> {
        loop {
            let missed = self.ledger.read_some(self.session.clone(), self.last).await?;
            if missed.is_empty() {
                return Ok(true);
            }
            if !self.hand_over(missed, deliver).await {
                return Ok(false);
            }
        }
    }

    async fn hand_over<D: Future<Output = bool> + Send>(
        &mut self,
        mut entries: Vec<LogEntry<Note>>,
        deliver: &mut (impl FnMut(FeedItem) -> D + Send),
    ) -> bool {
        let Some(last) = entries.last() else { return true };
        self.last = last.seq;
        self.completions.complete(&mut entries);
        deliver(FeedItem::Entries { entries }).await
    }
}

fn is_empty(item: &FeedItem) -> bool {
    match item {
        FeedItem::Entries { entries } => entries.is_empty(),
        FeedItem::Opened { .. }
        | FeedItem::Halted { .. }
        | FeedItem::Summarising { .. }
        | FeedItem::Progressed { .. }
        | FeedItem::FunctionsChanged { .. }
        | FeedItem::SourcesChanged { .. } => false,
    }
}
