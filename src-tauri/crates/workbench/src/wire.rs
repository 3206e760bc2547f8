//! Keeps what goes over a wire.

use crate::ledger::Ledger;
use content::{ExchangeId, SessionId};
use ports::{WireEvent, WireObserver};
use sessions::{StoreError, TimedFrame};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

/// What went over a wire is on disk after this time at the latest: it is what people look for when a request hangs.
const SOON: Duration = Duration::from_millis(100);

/// Puts aside what goes over the wire in one exchange. A task of its own has it written, so that a stream never waits
/// for the disk.
pub(crate) struct WireKeeper {
    ledger: Arc<Ledger>,
    session: SessionId,
    exchange: ExchangeId,
    noted: Arc<Notify>,
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
        Self { ledger: Arc::clone(ledger), session, exchange, noted, _ended: ended.drop_guard() }
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
}

async fn keep_soon(ledger: Arc<Ledger>, exchange: ExchangeId, noted: Arc<Notify>, ended: CancellationToken) {
    while !ended.is_cancelled() {
        tokio::select! {
            () = ended.cancelled() => {}
            () = noted.notified() => {
                tokio::select! {
                    () = ended.cancelled() => {}
                    () = tokio::time::sleep(SOON) => {}
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
