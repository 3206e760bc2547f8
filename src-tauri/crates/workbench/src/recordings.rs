//! The real results of a session's calls, found again by what the calls come down to.

use content::{FunctionCall, FunctionResult, Message, Origin, Outcome};
use invocation::{Recorded, Recordings, TurnRecord, call_key};
use sessions::{LogEntry, SessionEvent};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Kept beside a running turn, so that no log is read for it again.
#[derive(Default)]
pub(crate) struct SessionRecordings(Mutex<Known>);

#[derive(Default)]
struct Known {
    /// By what a call comes down to.
    results: HashMap<String, Recorded>,
    /// The calls of the last message that has some. Results follow their calls at once.
    calls: HashMap<String, String>,
}

impl SessionRecordings {
    /// From every message of a session, on whatever branch it is.
    pub(crate) fn of<N>(log: &[LogEntry<N>]) -> Self {
        let recordings = Self::default();
        for entry in log {
            if let SessionEvent::MessageAdded { message, .. } = &entry.event {
                recordings.take(message);
            }
        }
        recordings
    }

    pub(crate) fn take_records(&self, records: &[TurnRecord]) {
        for record in records {
            if let TurnRecord::Message(message) = record {
                self.take(message);
            }
        }
    }

    fn take(&self, message: &Message) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if message.calls().next().is_some() {
            known.calls = message.calls().map(|call| (call.id.as_str().to_owned(), call_key(call))).collect();
        }
        for result in message.results().filter(|result| is_real(result)) {
            if let Some(key) = known.calls.get(result.call_id.as_str()).cloned() {
                let recorded = Recorded { message: message.id.clone(), outcome: result.outcome.clone() };
                known.results.insert(key, recorded);
            }
        }
    }
}

impl Recordings for SessionRecordings {
    fn find(&self, call: &FunctionCall) -> Option<Recorded> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.results.get(&call_key(call)).cloned()
    }
}

/// What a function itself has returned.
fn is_real(result: &FunctionResult) -> bool {
    result.origin == Origin::Function && matches!(result.outcome, Outcome::Returned { .. })
}
