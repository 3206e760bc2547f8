//! The early end of a turn.

use super::Turn;
use super::follow_up::ended;
use super::refuse::not_run;
use crate::stage::{PendingCall, Progress, Stage};
use crate::{TurnOutcome, TurnRecord};
use ports::IdSource;

impl Turn {
    /// Ends the turn. Open calls are answered, so that the history can be sent to any model.
    pub(super) fn close(&self, outcome: TurnOutcome, ids: &dyn IdSource) -> Vec<TurnRecord> {
        let mut closing = self.clone();
        let mut records = Vec::new();
        if let Stage::Calling { calls, .. } = &self.stage {
            let open = calls.iter().filter(|pending| !pending.is_answered()).map(left_open);
            records.extend(open);
            closing.take_in(&records);
            records.push(TurnRecord::Message(closing.results_message(ids)));
        }
        records.push(ended(outcome));
        records
    }
}

fn left_open(pending: &PendingCall) -> TurnRecord {
    let message = match pending.progress {
        Progress::Running { .. } => "the turn was stopped while the function was running",
        Progress::Waiting(_) | Progress::HandedOver(_) | Progress::Answered { .. } => {
            "the turn was stopped before the function ran"
        }
    };
    not_run(&pending.call.id, message)
}
