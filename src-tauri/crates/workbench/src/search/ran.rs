//! How long a call ran, as its turn tells it.

use content::Timestamp;

#[derive(Clone, Copy)]
pub(super) struct Ran {
    started: Timestamp,
    ended: Option<Timestamp>,
    /// Since when the person is asked something.
    asked: Option<Timestamp>,
    /// How long the person was asked something, in milliseconds.
    waited: u64,
}

impl Ran {
    pub(super) fn since(started: Timestamp) -> Self {
        Self { started, ended: None, asked: None, waited: 0 }
    }

    pub(super) fn waits(&mut self, at: Timestamp) {
        self.asked = Some(at);
    }

    pub(super) fn goes_on(&mut self, at: Timestamp) {
        self.waited += self.asked.take().map_or(0, |asked| at.since(asked));
    }

    pub(super) fn ends(&mut self, at: Timestamp) {
        self.goes_on(at);
        self.ended = Some(at);
    }

    /// How long the function took, in milliseconds.
    pub(super) fn took(self) -> Option<u64> {
        Some(self.ended?.since(self.started).saturating_sub(self.waited))
    }
}
