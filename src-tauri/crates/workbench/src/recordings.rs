//! The real results of a session's calls, found again by what the calls come down to.

use crate::ledger::Ledger;
use content::{FunctionCall, SessionId};
use futures::FutureExt;
use futures::future::BoxFuture;
use invocation::{Recorded, Recordings};
use sessions::Answer;
use std::sync::Arc;

/// Looked up when a turn asks. What the turn itself has recorded is in the log by then.
pub(crate) struct SessionRecordings {
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) session: SessionId,
}

impl Recordings for SessionRecordings {
    fn find<'a>(&'a self, call: &'a FunctionCall) -> BoxFuture<'a, Option<Recorded>> {
        async move {
            let (session, sought) = (self.session.clone(), call.clone());
            let found = self.ledger.with(move |ledger| ledger.store().answer(&session, &sought)).await;
            // A call can be made without what an earlier one gave. A log that can't be read at all can't be written
            // either, which is told when the turn goes on.
            let found = found.unwrap_or_else(|error| {
                tracing::warn!(session = %self.session, %error, "an earlier result can't be offered");
                None
            });
            found.map(|Answer { message, result }| Recorded { message, outcome: result.outcome })
        }
        .boxed()
    }
}
