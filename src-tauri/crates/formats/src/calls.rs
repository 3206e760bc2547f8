//! Which result answers which call.

use content::{CallId, CalledFunction};
use std::collections::{HashMap, HashSet, VecDeque};

/// The calls of a conversation that is being read.
///
/// Some documents name calls, others leave it to the order. A call without a name is given one, always the same for
/// the same document; a result without a name answers the oldest call of its function that waits for an answer.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    functions: HashMap<CallId, CalledFunction>,
    waiting: VecDeque<CallId>,
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
        self.functions.insert(id.clone(), function.clone());
        self.answered.remove(&id);
        self.waiting.push_back(id.clone());
        self.waiting_by_function.entry(written(function)).or_default().push_back(id.clone());
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
        self.answered.insert(id.clone());
        let function = function.or(self.functions.get(&id)).cloned();
        (id, function)
    }

    pub(crate) fn knows(&self, id: &CallId) -> bool {
        self.functions.contains_key(id)
    }

    fn next_waiting(&mut self, function: Option<&CalledFunction>) -> Option<CallId> {
        let queue = match function {
            Some(function) => self.waiting_by_function.get_mut(&written(function))?,
            None => &mut self.waiting,
        };
        while let Some(id) = queue.pop_front() {
            if !self.answered.contains(&id) {
                return Some(id);
            }
        }
        None
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

fn written(function: &CalledFunction) -> String {
    match function {
        CalledFunction::Known { name } => name.to_string(),
        CalledFunction::Unknown { raw } => raw.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::Calls;
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
    fn made_ids_avoid_those_of_the_document() {
        let mut calls = Calls::default();
        calls.open(Some("imported-call-1"), &whole("now"));
        assert_eq!(calls.open(None, &whole("now")), CallId::new("imported-call-2"));
    }
}
