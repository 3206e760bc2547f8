//! Gives space back that the file with the sessions has no use for, while everything else goes on.

use crate::ledger::Ledger;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

#[derive(Default)]
pub(super) struct Space {
    tasks: TaskTracker,
    closing: CancellationToken,
}

impl Space {
    /// Nobody waits for it. What is not given back before the end is given back at the next start.
    pub(super) fn give_back(&self, ledger: &Arc<Ledger>) {
        let (ledger, closing) = (Arc::clone(ledger), self.closing.clone());
        self.tasks.spawn_blocking(move || {
            while !closing.is_cancelled() {
                match ledger.store().give_back_some() {
                    Ok(true) => {}
                    Ok(false) => return,
                    Err(error) => {
                        tracing::warn!(%error, "the file with the sessions is larger than it has to be");
                        return;
                    }
                }
            }
        });
    }

    pub(super) async fn close(&self) {
        self.closing.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}
