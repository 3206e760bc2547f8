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
use tokio::sync::Notify;
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

/// What went over a wire is on disk after this time at the latest: it is what people look for when a request hangs.
const FLUSH_INTERVAL: Duration = Duration::from_millis(100);

/// Puts aside what goes over the wire in one exchange. A task of its own has it written, so that a stream waits for the disk
/// only where it is far ahead of it.
pub(crate) struct WireKeeper {
    ledger: Arc<Ledger>,
    session: SessionId,
    exchange: ExchangeId,
    noted: Arc<Notify>,
    /// The disk is at fault, so nothing waits for it any more.
    is_failing: AtomicBool,
    /// Ends the task with the exchange.
    _ended: DropGuard,
}

impl WireKeeper {
    pub(crate) fn begin(
        ledger: &Arc<Ledger>,
        session: SessionId,
        exchange: ExchangeId,
        tasks: &TaskTracker,
    ) -> Self {
        let (noted, ended) = (Arc::new(Notify::new()), CancellationToken::new());
        tasks.spawn(keep_soon(Arc::clone(ledger), exchange.clone(), Arc::clone(&noted), ended.clone()));
        let (ledger, is_failing, _ended) = (Arc::clone(ledger), AtomicBool::new(false), ended.drop_guard());
        Self { ledger, session, exchange, noted, is_failing, _ended }
    }
}

impl WireObserver for WireKeeper {
    fn sent(&self, body: &str) {
        tell(&self.exchange, self.ledger.store().note_request(&self.session, &self.exchange, body));
        self.noted.notify_one();
    }

    fn saw(&self, event: WireEvent) {
        let frame = TimedFrame { at: self.ledger.now(), frame: event };
        tell(&self.exchange, self.ledger.store().note_frame(&self.session, &self.exchange, &frame));
        self.noted.notify_one();
    }

    fn has_room(&self) -> BoxFuture<'_, ()> {
        let is_full = self.ledger.store().wire_ahead() > WIRE_AHEAD.size();
        if !is_full || self.is_failing.load(Ordering::Relaxed) {
            return future::ready(()).boxed();
        }
        async {
            let kept = self.ledger.with(|ledger| ledger.store().keep_wire()).await;
            self.is_failing.store(kept.is_err(), Ordering::Relaxed);
            tell(&self.exchange, kept);
        }
        .boxed()
    }
}

async fn keep_soon(ledger: Arc<Ledger>, exchange: ExchangeId, noted: Arc<Notify>, ended: CancellationToken) {
    while !ended.is_cancelled() {
        tokio::select! {
            () = ended.cancelled() => {}
            () = noted.notified() => {
                tokio::select! {
                    () = ended.cancelled() => {}
                    () = tokio::time::sleep(FLUSH_INTERVAL) => {}
                }
            }
        }
        tell(&exchange, ledger.with(|ledger| ledger.store().keep_wire()).await);
    }
}

/// The turn goes on without its wire record. If the disk is at fault, the turn's own log stops it.
fn tell(exchange: &ExchangeId, kept: Result<(), StoreError>) {
    if let Err(error) = kept {
        tracing::warn!(%exchange, %error, "an exchange is not kept");
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
