//! The only way into the log: entries are on disk before followers are notified.

use crate::contract::{FeedItem, Note};
use crate::locking::lock;
use crate::search::Tasks;
use content::{Message, MessageId, SessionId, Timestamp, TurnId};
use limits::PAGE_ENTRIES;
use ports::Clock;
use sessions::{Durability, End, LogEntry, OpenTurn, SessionEvent, Store, StoreError};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use tokio::sync::broadcast;

/// Batches a follower may be behind before it reads the log again.
const MAX_BACKLOG: usize = 512;

type Feeds = HashMap<SessionId, broadcast::Sender<FeedItem>>;

pub(crate) struct Ledger {
    store: Store,
    clock: Arc<dyn Clock>,
    /// Held from writing to telling, so that followers hear in the order of the log.
    feeds: Mutex<Feeds>,
    /// Told of every session that goes on.
    index: Arc<Tasks>,
    /// A task is about to write what went over the wire.
    pub(crate) wire_is_due: AtomicBool,
}

impl Ledger {
    pub(crate) fn new(store: Store, clock: Arc<dyn Clock>, index: Arc<Tasks>) -> Self {
        Self { store, clock, feeds: Mutex::new(Feeds::new()), index, wire_is_due: AtomicBool::new(false) }
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// Takes note that something was added to a session, where it did not come in through here.
    pub(crate) fn wrote(&self, session: &SessionId) {
        self.index.wrote(session);
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub(crate) fn on_the_wall(&self) -> Timestamp {
        self.clock.on_the_wall()
    }

    /// Does something with the store, away from the threads that must not wait.
    pub(crate) async fn with<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Ledger) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let ledger = Arc::clone(self);
        let worked = tokio::task::spawn_blocking(move || work(&ledger)).await;
        worked.unwrap_or_else(|error| Err(StoreError::Failed { reason: notices::said(&error.to_string()) }))
    }

    pub(crate) async fn create(
        self: &Arc<Self>,
        session: SessionId,
        title: String,
        events: Vec<SessionEvent<Note>>,
    ) -> Result<(), StoreError> {
        self.create_at(self.now(), session, title, events).await
    }

    /// The same for what happened before it is known here.
    pub(crate) async fn create_at(
        self: &Arc<Self>,
        at: Timestamp,
        session: SessionId,
        title: String,
        events: Vec<SessionEvent<Note>>,
    ) -> Result<(), StoreError> {
        self.with(move |ledger| {
            ledger.store.create(&session, at, &title, events)?;
            ledger.wrote(&session);
            Ok(())
        })
        .await
    }

    pub(crate) async fn append(
        self: &Arc<Self>,
        session: SessionId,
        events: Vec<SessionEvent<Note>>,
        durability: Durability,
    ) -> Result<(), StoreError> {
        if events.is_empty() {
            return Ok(());
        }
        self.with(move |ledger| ledger.append_now(&session, events, durability)).await
    }

    pub(crate) fn append_now(
        &self,
        session: &SessionId,
        events: Vec<SessionEvent<Note>>,
        durability: Durability,
    ) -> Result<(), StoreError> {
        self.append_at(self.now(), session, events, durability)
    }

    /// The same for what happened before it is known here.
    pub(crate) fn append_at(
        &self,
        at: Timestamp,
        session: &SessionId,
        events: Vec<SessionEvent<Note>>,
        durability: Durability,
    ) -> Result<(), StoreError> {
        if events.is_empty() {
            return Ok(());
        }
        let feeds = lock(&self.feeds);
        let entries = self.store.append(session, at, events, durability)?;
        self.wrote(session);
        if let Some(feed) = feeds.get(session) {
            // Nobody may be listening any more, and the log has it in any case.
            let _ = feed.send(FeedItem::Entries { entries });
        }
        Ok(())
    }

    pub(crate) async fn read(
        self: &Arc<Self>,
        session: SessionId,
        after: u64,
    ) -> Result<Vec<LogEntry<Note>>, StoreError> {
        self.with(move |ledger| ledger.store.read(&session, after)).await
    }

    /// The complete messages up to an end.
    pub(crate) async fn messages_to(
        self: &Arc<Self>,
        session: SessionId,
        end: End,
    ) -> Result<Vec<Message>, StoreError> {
        self.with(move |ledger| ledger.store.messages_to(&session, end)).await
    }

    /// The message the session shows.
    pub(crate) async fn head(self: &Arc<Self>, session: SessionId) -> Result<Option<MessageId>, StoreError> {
        self.with(move |ledger| ledger.store.head(&session)).await
    }

    pub(crate) async fn open_turns(
        self: &Arc<Self>,
        session: SessionId,
    ) -> Result<Vec<OpenTurn>, StoreError> {
        self.with(move |ledger| ledger.store.open_turns(&session)).await
    }

    /// The session of a turn that began and did not end.
    pub(crate) async fn session_of_open_turn(
        self: &Arc<Self>,
        turn: TurnId,
    ) -> Result<Option<SessionId>, StoreError> {
        self.with(move |ledger| ledger.store.session_of_open_turn(&turn)).await
    }

    /// The next entries as they are shown, and no more than are kept in memory at once.
    pub(crate) async fn read_some(
        self: &Arc<Self>,
        session: SessionId,
        after: u64,
    ) -> Result<Vec<LogEntry<Note>>, StoreError> {
        let to = after.saturating_add(PAGE_ENTRIES.most);
        self.with(move |ledger| ledger.store.read_shown(&session, after, to)).await
    }

    /// Tells followers something that is not in the log.
    pub(crate) fn tell(&self, session: &SessionId, item: FeedItem) {
        if let Some(feed) = lock(&self.feeds).get(session) {
            let _ = feed.send(item);
        }
    }

    /// Everything that is written from now on.
    pub(crate) fn listen(&self, session: &SessionId) -> broadcast::Receiver<FeedItem> {
        let mut feeds = lock(&self.feeds);
        feeds.retain(|_, feed| feed.receiver_count() > 0);
        feeds.entry(session.clone()).or_insert_with(|| broadcast::channel(MAX_BACKLOG).0).subscribe()
    }
}
