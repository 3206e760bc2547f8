//! Ids of calls, each given once.

use content::CallId;
use std::collections::BTreeSet;

/// Sets a number apart from the id before it.
const NUMBERED: char = '~';

/// The ids that are in use.
#[derive(Clone, Debug)]
pub(crate) struct CallIds(BTreeSet<CallId>);

impl CallIds {
    pub(crate) fn new(taken: BTreeSet<CallId>) -> Self {
        Self(taken)
    }

    /// The id of a call, from the one its provider gives it. A result answers to its id alone, so an id that is in
    /// use already gets a number behind it, and a call without one gets one of ours.
    pub(crate) fn give(&mut self, raw: &str) -> CallId {
        let (first, stem, from) = if raw.is_empty() { (None, "call_", 1) } else { (Some(raw), raw, 2) };
        let separator = if raw.is_empty() { String::new() } else { NUMBERED.to_string() };
        let numbered = (from..).map(|number: u64| format!("{stem}{separator}{number}"));
        let mut candidates = first.map(str::to_owned).into_iter().chain(numbered).map(CallId::new);
        let free = candidates.find(|id| !self.0.contains(id)).unwrap_or_else(|| CallId::new(raw));
        self.0.insert(free.clone());
        free
    }

    /// An id that no call has after all.
    pub(super) fn take_back(&mut self, id: &CallId) {
        self.0.remove(id);
    }

    /// The id as a provider gave it, without the number.
    pub(crate) fn raw(id: &CallId) -> &str {
        id.as_str().split(NUMBERED).next().unwrap_or_default()
    }
}
