//! Keeps what goes over a wire.

use crate::ledger::Ledger;
use content::{ExchangeId, SessionId};
use futures::future::{self, BoxFuture, FutureExt};
use limits::WIRE_AHEAD;
use ports::{WireEvent, WireObserver};
use sessions::{StoreError, TimedFrame};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio_util::task::TaskTracker;

/// What went over a wire is on disk after this time at the latest: it is what people look for when a request hangs.
const FLUSH_INTERVAL: Duration = Duration::from_millis(100);

/// Puts aside what goes over the wire in one exchange. A task has it written with that of all other exchanges, so that a stream
/// waits for the disk only where it is far ahead of it.
pub(crate) struct WireKeeper {
    ledger: Arc<Ledger>,
    session: SessionId,
    exchange: ExchangeId,
    tasks: TaskTracker,
    runtime: Handle,
    /// The disk is at fault, so nothing waits for it any more.
    is_failing: AtomicBool,
}

impl WireKeeper {
    pub(crate) fn begin(
        ledger: &Arc<Ledger>,
        session: SessionId,
        exchange: ExchangeId,
        tasks: &TaskTracker,
    ) -> Self {
        let (ledger, tasks, runtime) = (Arc::clone(ledger), tasks.clone(), Handle::current());
        Self { ledger, session, exchange, tasks, runtime, is_failing: AtomicBool::new(false) }
    }

    fn keep_soon(&self, aside: Result<(), StoreError>) {
        tell(aside);
        if !self.ledger.wire_is_due.swap(true, Ordering::AcqRel) {
            self.flush_after(FLUSH_INTERVAL);
        }
    }

    fn flush_after(&self, delay: Duration) {
        let ledger = Arc::clone(&self.ledger);
        let flush = async move {
            tokio::time::sleep(delay).await;
            // What comes from here on is for the next time.
            ledger.wire_is_due.store(false, Ordering::Release);
            tell(ledger.with(|ledger| ledger.store().keep_wire()).await);
        };
        self.tasks.spawn_on(flush, &self.runtime);
    }
}

impl Drop for WireKeeper {
    /// The exchange has ended, so nothing more comes that could be written with it.
    fn drop(&mut self) {
        if self.ledger.store().wire_ahead() > 0 {
            self.flush_after(Duration::ZERO);
        }
    }
}

impl WireObserver for WireKeeper {
    fn sent(&self, body: &str) {
        self.keep_soon(self.ledger.store().note_request(&self.session, &self.exchange, body));
    }

    fn saw(&self, event: WireEvent) {
        let frame = TimedFrame { at: self.ledger.now(), frame: event };
        self.keep_soon(self.ledger.store().note_frame(&self.session, &self.exchange, &frame));
    }

    fn has_room(&self) -> BoxFuture<'_, ()> {
        let is_full = self.ledger.store().wire_ahead() > WIRE_AHEAD.size();
        if !is_full || self.is_failing.load(Ordering::Relaxed) {
            return future::ready(()).boxed();
        }
        async {
            let kept = self.ledger.with(|ledger| ledger.store().keep_wire()).await;
            self.is_failing.store(kept.is_err(), Ordering::Relaxed);
            tell(kept);
        }
        .boxed()
    }
}

/// The turn goes on without its wire record. If the disk is at fault, the turn's own log stops it.
fn tell(kept: Result<(), StoreError>) {
    if let Err(error) = kept {
        tracing::warn!(%error, "what went over the wire is not kept");
    }
}

#[cfg(test)]
mod tests {
    use super::WireKeeper;
    use crate::contract::Note;
    use content::{ExchangeId, SessionId};
    use limits::WIRE_AHEAD;
    use ports::{WireEvent, WireFrame, WireObserver};
    use sessions::SessionEvent;
    use tokio_util::task::TaskTracker;

    #[tokio::test]
    async fn a_stream_that_is_far_ahead_of_the_disk_waits_for_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let ledger = crate::assembly::ledger_in(folder.path());
        let session = SessionId::new("session");
        let nothing: Vec<SessionEvent<Note>> = Vec::new();
        ledger.store().create(&session, ledger.now(), "A session", nothing).expect("a session");
        let keeper = WireKeeper::begin(&ledger, session, ExchangeId::new("exchange"), &TaskTracker::new());
        let mut most = 0;
        for _ in 0..64 {
            keeper.saw(WireEvent::Frame(WireFrame::understood("x".repeat(1 << 20))));
            keeper.has_room().await;
            most = most.max(ledger.store().wire_ahead());
        }
        assert!(most <= WIRE_AHEAD.size(), "{most} bytes were ahead of the disk");
    }
}
