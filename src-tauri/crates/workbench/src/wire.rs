//! Keeps what goes over a wire.

use crate::ledger::Ledger;
use content::{ExchangeId, SessionId};
use ports::{WireEvent, WireObserver};
use sessions::StoreError;
use std::sync::Arc;

pub(crate) struct WireKeeper {
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) session: SessionId,
    pub(crate) exchange: ExchangeId,
}

impl WireObserver for WireKeeper {
    fn sent(&self, body: &str) {
        self.note(self.ledger.store().keep_request(&self.session, &self.exchange, body));
    }

    fn saw(&self, event: WireEvent) {
        self.note(self.ledger.store().keep_frame(&self.exchange, self.ledger.now(), &event));
    }
}

impl WireKeeper {
    /// The turn goes on without its wire record. If the disk is at fault, the turn's own log stops it.
    fn note(&self, kept: Result<(), StoreError>) {
        if let Err(error) = kept {
            tracing::warn!(exchange = %self.exchange, %error, "an exchange is not kept");
        }
    }
}
