//! Keeps what an observer of the wire is told.

use ports::{WireEvent, WireObserver};
use std::sync::{Mutex, PoisonError};

#[derive(Default)]
pub(super) struct WireLog(Mutex<(Vec<String>, Vec<WireEvent>)>);

impl WireLog {
    pub(super) fn sent(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0.clone()
    }

    pub(super) fn events(&self) -> Vec<WireEvent> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1.clone()
    }

    /// Everything in one text, to look for what must not be in it.
    pub(super) fn everything(&self) -> String {
        format!("{:?} {:?}", self.sent(), self.events())
    }
}

impl WireObserver for WireLog {
    fn sent(&self, body: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0.push(body.to_owned());
    }

    fn saw(&self, event: WireEvent) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1.push(event);
    }
}
