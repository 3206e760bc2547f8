//! Answers beside the one that is taken in.

use ports::StreamEvent;
use std::collections::BTreeSet;

/// What a provider sent besides its first answer, where it was asked for several.
#[derive(Debug, Default)]
pub(crate) struct Others {
    answers: BTreeSet<u64>,
    calls: u32,
}

impl Others {
    /// A piece of the answer with this number, with the calls that begin in it.
    pub(crate) fn saw(&mut self, number: u64, calls: usize) {
        self.answers.insert(number);
        self.calls = self.calls.saturating_add(u32::try_from(calls).unwrap_or(u32::MAX));
    }

    /// The event that reports them at the end.
    pub(crate) fn take_event(&mut self) -> Option<StreamEvent> {
        let answers = u32::try_from(std::mem::take(&mut self.answers).len()).unwrap_or(u32::MAX);
        let calls = std::mem::take(&mut self.calls);
        (answers > 0).then_some(StreamEvent::Others { answers, calls })
    }
}
