//! Ids of calls, each given once.

use content::CallId;
use ports::Oddity;
use std::collections::{BTreeMap, BTreeSet};

/// Sets a number apart from the id before it.
const NUMBERED: char = '~';

/// The ids that are in use.
#[derive(Clone, Debug)]
pub(crate) struct CallIds {
    taken: BTreeSet<CallId>,
    /// The ids of this answer: as the provider wrote them, with the first call that has each.
    here: BTreeMap<String, CallId>,
}

impl CallIds {
    pub(crate) fn new(taken: BTreeSet<CallId>) -> Self {
        Self { taken, here: BTreeMap::new() }
    }

    /// The id of a call, from the one its provider gives it. A result answers to its id alone, so an id that is in
    /// use already gets a number behind it, and a call without one gets one of ours. Both are told.
    pub(crate) fn give(&mut self, raw: &str) -> (CallId, Option<Oddity>) {
        let (first, stem, from) = if raw.is_empty() { (None, "call_", 1) } else { (Some(raw), raw, 2) };
        let separator = if raw.is_empty() { String::new() } else { NUMBERED.to_string() };
        let numbered = (from..).map(|number: u64| format!("{stem}{separator}{number}"));
        let mut candidates = first.map(str::to_owned).into_iter().chain(numbered).map(CallId::new);
        let free = candidates.find(|id| !self.taken.contains(id)).unwrap_or_else(|| CallId::new(raw));
        let oddity = match self.here.get(raw) {
            _ if raw.is_empty() => Some(Oddity::NoId),
            Some(of) => Some(Oddity::IdTwice { of: of.clone() }),
            None if free.as_str() != raw => Some(Oddity::IdInUse { raw: raw.to_owned() }),
            None => None,
        };
        if !raw.is_empty() {
            self.here.entry(raw.to_owned()).or_insert_with(|| free.clone());
        }
        self.taken.insert(free.clone());
        (free, oddity)
    }

    /// An id that no call has after all.
    pub(super) fn take_back(&mut self, id: &CallId) {
        self.taken.remove(id);
        self.here.retain(|_, given| given != id);
    }

    /// The id as a provider gave it, without the number.
    pub(crate) fn raw(id: &CallId) -> &str {
        id.as_str().split(NUMBERED).next().unwrap_or_default()
    }
}
