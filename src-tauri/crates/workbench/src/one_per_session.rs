//! Requests beside the turns, at most one a session: a summary that a model writes, a request that a person tries.

use crate::ledger::Ledger;
use crate::locking::lock;
use crate::wire::WireKeeper;
use content::{ExchangeId, SessionId};
use ports::CallScope;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

#[derive(Default)]
pub(crate) struct OnePerSession {
    under_way: Mutex<HashMap<SessionId, CancellationToken>>,
    /// What keeps the wire of each.
    tasks: TaskTracker,
    closing: CancellationToken,
}

impl OnePerSession {
    /// Nothing, where one is under way already.
    pub(crate) fn begin(&self, session: &SessionId) -> Option<UnderWay<'_>> {
        match lock(&self.under_way).entry(session.clone()) {
            Entry::Occupied(_) => None,
            Entry::Vacant(place) => {
                let cancel = place.insert(self.closing.child_token()).clone();
                Some(UnderWay { all: self, session: session.clone(), cancel })
            }
        }
    }

    /// Ends what is under way, if anything is.
    pub(crate) fn stop(&self, session: &SessionId) {
        if let Some(cancel) = lock(&self.under_way).get(session) {
            cancel.cancel();
        }
    }

    pub(crate) async fn close(&self) {
        self.closing.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

/// Takes itself off the list, however the request ends.
pub(crate) struct UnderWay<'a> {
    all: &'a OnePerSession,
    pub(crate) session: SessionId,
    pub(crate) cancel: CancellationToken,
}

impl UnderWay<'_> {
    /// Keeps what goes over the wire as an exchange of the session.
    pub(crate) fn scope(&self, ledger: &Arc<Ledger>, exchange: &ExchangeId) -> CallScope {
        let observer = WireKeeper::begin(ledger, self.session.clone(), exchange.clone(), &self.all.tasks);
        CallScope::unobserved(self.cancel.clone()).observed_by(Arc::new(observer))
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        lock(&self.all.under_way).remove(&self.session);
    }
}
