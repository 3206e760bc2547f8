//! A turn's log on disk without the application, for turns that are driven by hand.

use content::{ExchangeId, FunctionCall, SessionId, Timestamp, TurnId};
use conversations::cast::recorded;
use futures::FutureExt;
use futures::future::BoxFuture;
use invocation::{Journal, JournalError, Recorded, Recordings, TurnRecord};
use ports::{NoObserver, WireObserver};
use sessions::{Durability, SessionEvent, Store};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;
use workbench::contract::Note;

/// Writes the records of one turn into a session as the application does, and keeps them.
pub struct Disk {
    store: Arc<Store>,
    session: SessionId,
    turn: TurnId,
    written: Arc<Written>,
}

struct Written {
    records: Mutex<Vec<TurnRecord>>,
    /// Batches that are on their way to the disk, and those that came there.
    under_way: watch::Sender<(usize, usize)>,
}

impl Disk {
    /// A new session of the store.
    pub fn begin(store: &Arc<Store>, session: &str, turn: TurnId) -> Self {
        let session = SessionId::new(session);
        store.create::<Note>(&session, Timestamp(0), "A turn", Vec::new()).expect("the disk takes it");
        let written = Arc::new(Written { records: Mutex::default(), under_way: watch::Sender::new((0, 0)) });
        Self { store: Arc::clone(store), session, turn, written }
    }

    /// Everything that is on disk.
    pub fn records(&self) -> Vec<TurnRecord> {
        self.written.records().clone()
    }

    /// Waits until more than this many batches are on disk, and returns their number.
    pub async fn until_more_than(&self, batches: usize) -> usize {
        let mut under_way = self.written.under_way.subscribe();
        let more = under_way.wait_for(|(_, there)| *there > batches).await.expect("the disk is there");
        more.1
    }

    /// Waits until no write is pending.
    pub async fn until_quiet(&self) {
        let mut under_way = self.written.under_way.subscribe();
        under_way.wait_for(|(waiting, _)| *waiting == 0).await.expect("the disk is there");
    }
}

impl Written {
    fn records(&self) -> MutexGuard<'_, Vec<TurnRecord>> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Journal for Disk {
    fn append(&self, records: Vec<TurnRecord>) -> BoxFuture<'_, Result<(), JournalError>> {
        let turn = self.turn.clone();
        let events = records.iter().cloned().map(move |record| match record {
            TurnRecord::Message(message) => SessionEvent::MessageAdded { message, turn: Some(turn.clone()) },
            TurnRecord::Event(event) => {
                SessionEvent::Noted { note: Note::Turn { turn: turn.clone(), event } }
            }
        });
        let events: Vec<SessionEvent<Note>> = events.collect();
        let (store, session) = (Arc::clone(&self.store), self.session.clone());
        let written = Arc::clone(&self.written);
        async move {
            written.under_way.send_modify(|(waiting, _)| *waiting += 1);
            let work = tokio::task::spawn_blocking(move || {
                let kept = store.append(&session, Timestamp(1), events, Durability::Process).map(drop);
                if kept.is_ok() {
                    written.records().extend(records);
                }
                written
                    .under_way
                    .send_modify(|(waiting, there)| (*waiting, *there) = (*waiting - 1, *there + 1));
                kept
            });
            let kept = work.await.map_err(|error| error.to_string());
            let kept = kept.and_then(|kept| kept.map_err(|error| error.to_string()));
            kept.map_err(|reason| JournalError { reason })
        }
        .boxed()
    }

    fn observe(&self, _exchange: &ExchangeId) -> Arc<dyn WireObserver> {
        Arc::new(NoObserver)
    }
}

impl Recordings for Disk {
    fn find<'a>(&'a self, call: &'a FunctionCall) -> BoxFuture<'a, Option<Recorded>> {
        let found = recorded(&self.written.records(), call);
        async move { found }.boxed()
    }
}
