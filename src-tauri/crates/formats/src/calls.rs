//! Which result answers which call.

use content::{CallId, CalledFunction};
use std::collections::{HashMap, HashSet, VecDeque};

/// The last calls, which are remembered. A result comes soon after its call, and a file that is read a message at a
/// time may have any number of them.
const MAX_REMEMBERED_CALLS: usize = 100_000;

/// The calls of a conversation that is being read.
///
/// Some documents name calls, others leave it to the order. A call without a name is given one, always the same for
/// the same document; a result without a name answers the oldest call of its function that waits for an answer.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    functions: HashMap<CallId, CalledFunction>,
    /// The calls in the order they were made.
    made_in_order: VecDeque<CallId>,
    /// Those that may wait for an answer, with the names of their functions.
    waiting: VecDeque<(CallId, String)>,
    waiting_by_function: HashMap<String, VecDeque<CallId>>,
    answered: HashSet<CallId>,
    made: usize,
}

impl Calls {
    pub(crate) fn open(&mut self, id: Option<&str>, function: &CalledFunction) -> CallId {
        let id = match id.filter(|id| !id.is_empty()) {
            Some(id) => CallId::new(id),
            None => self.make_id(),
        };
        if self.functions.insert(id.clone(), function.clone()).is_none() {
            self.made_in_order.push_back(id.clone());
        }
        self.answered.remove(&id);
        let name = function.to_string();
        self.waiting_by_function.entry(name.clone()).or_default().push_back(id.clone());
        self.waiting.push_back((id.clone(), name));
        self.forget_old();
        id
    }

    /// The call a result belongs to and the function it was for, where that is known.
    pub(crate) fn answer(
        &mut self,
        id: Option<&str>,
        function: Option<&CalledFunction>,
    ) -> (CallId, Option<CalledFunction>) {
        let id = match id.filter(|id| !id.is_empty()) {
            Some(id) => CallId::new(id),
            None => self.next_waiting(function).unwrap_or_else(|| self.make_id()),
        };
        if self.answered.len() < 2 * MAX_REMEMBERED_CALLS {
            self.answered.insert(id.clone());
        }
        let function = function.or(self.functions.get(&id)).cloned();
        (id, function)
    }

    pub(crate) fn knows(&self, id: &CallId) -> bool {
        self.functions.contains_key(id)
    }

    fn next_waiting(&mut self, function: Option<&CalledFunction>) -> Option<CallId> {
        loop {
            let id = match function {
                Some(function) => self.waiting_by_function.get_mut(&function.to_string())?.pop_front()?,
                None => self.pop_waiting()?,
            };
            if !self.answered.contains(&id) {
                return Some(id);
            }
        }
    }

    fn pop_waiting(&mut self) -> Option<CallId> {
        let (id, name) = self.waiting.pop_front()?;
        if let Some(waiting) = self.waiting_by_function.get_mut(&name) {
            waiting.pop_front_if(|first| *first == id);
            if waiting.is_empty() {
                self.waiting_by_function.remove(&name);
            }
        }
        Some(id)
    }

    fn forget_old(&mut self) {
        if self.waiting.len() > MAX_REMEMBERED_CALLS {
            self.pop_waiting();
        }
        if self.made_in_order.len() > MAX_REMEMBERED_CALLS
            && let Some(oldest) = self.made_in_order.pop_front()
        {
            self.functions.remove(&oldest);
            self.answered.remove(&oldest);
        }
    }

    fn make_id(&mut self) -> CallId {
        loop {
            self.made += 1;
            let id = CallId::new(format!("imported-call-{}", self.made));
            if !self.functions.contains_key(&id) && !self.answered.contains(&id) {
                return id;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Calls, MAX_REMEMBERED_CALLS};
    use crate::names::whole;
    use content::CallId;

    #[test]
    fn results_without_ids_answer_calls_of_the_same_function_in_order() {
        let mut calls = Calls::default();
        let first = calls.open(None, &whole("now"));
        let other = calls.open(None, &whole("forecast"));
        let second = calls.open(None, &whole("now"));
        assert_eq!(calls.answer(None, Some(&whole("now"))).0, first);
        assert_eq!(calls.answer(None, Some(&whole("now"))).0, second);
        assert_eq!(calls.answer(None, None), (other, Some(whole("forecast"))));
    }

    #[test]
    fn of_very_many_calls_the_last_ones_are_remembered() {
        let mut calls = Calls::default();
        let first = calls.open(Some("first"), &whole("now"));
        let later: Vec<_> = (0..MAX_REMEMBERED_CALLS).map(|_| calls.open(None, &whole("now"))).collect();
        assert!(!calls.knows(&first) && calls.knows(&later[0]));
        assert_eq!(calls.answer(None, Some(&whole("now"))).0, later[0]);
        assert_eq!(calls.answer(None, None).0, later[1]);
        for _ in 0..3 * MAX_REMEMBERED_CALLS {
            calls.open(Some("the same"), &whole("now"));
        }
        assert!(
            calls.waiting.len() <= MAX_REMEMBERED_CALLS && calls.made_in_order.len() <= MAX_REMEMBERED_CALLS
        );
        assert!(
            calls.waiting_by_function.values().map(|waiting| waiting.len()).sum::<usize>()
                <= MAX_REMEMBERED_CALLS
        );
    }

    #[test]
    fn made_ids_avoid_those_of_the_document() {
        let mut calls = Calls::default();
        calls.open(Some("imported-call-1"), &whole("now"));
        assert_eq!(calls.open(None, &whole("now")), CallId::new("imported-call-2"));
    }
}
