//! The calls of one answer, and whether they come to an end.

use content::{CallArguments, CalledFunction, FailureKind, FunctionCall, JsonObject, Outcome, Role};
use ports::CompletionRequest;

/// As many calls as are taken that are alike word for word and follow each other.
const ALIKE: usize = 4;
/// As many as are taken altogether.
const MOST: usize = 32;

#[derive(Debug, Default)]
pub(crate) struct Calls {
    pub(crate) count: usize,
    alike: usize,
    last: Option<(CalledFunction, String)>,
}

/// Calls that are not to be made again: those that were answered in this turn, and those of this answer.
#[derive(Debug, Default)]
pub(crate) struct Made(Vec<(CalledFunction, JsonObject)>);

impl Made {
    /// Nothing, where a request lets them be made again.
    pub(crate) fn before(request: &CompletionRequest) -> Option<Self> {
        request.calls.only_new.filter(|only_new| *only_new)?;
        let asked = request.messages.iter().rposition(|message| message.role == Role::User).unwrap_or(0);
        let turn = request.messages.get(asked..).unwrap_or_default();
        let is_answered = |call: &&FunctionCall| {
            let results = turn.iter().flat_map(|message| message.results());
            results.filter(|result| result.call_id == call.id).any(|result| is_answer(&result.outcome))
        };
        let mut made = Self::default();
        let calls = turn.iter().flat_map(|message| message.calls());
        calls.filter(is_answered).for_each(|call| _ = made.is_new(&call.function, &call.arguments));
        Some(made)
    }

    /// Whether a call is made for the first time. It is known from then on.
    pub(crate) fn is_new(&mut self, function: &CalledFunction, arguments: &CallArguments) -> bool {
        let CallArguments::Parsed { value, .. } = arguments else { return true };
        let is_new = !self.0.iter().any(|(known, with)| known == function && with == value);
        if is_new {
            self.0.push((function.clone(), value.clone()));
        }
        is_new
    }
}

/// Whether the same call would come to the same again.
fn is_answer(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Returned { .. } => true,
        Outcome::Failed { failure } => failure.kind != FailureKind::NotRun,
        Outcome::Declined { .. } => false,
    }
}

/// Why no more calls are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Endless {
    Alike,
    Many,
}

impl Calls {
    pub(crate) fn take(&mut self, function: &CalledFunction, arguments: &str) {
        let is_alike =
            self.last.as_ref().is_some_and(|(name, said)| (name, said.as_str()) == (function, arguments));
        self.alike = if is_alike { self.alike + 1 } else { 1 };
        self.count += 1;
        self.last = Some((function.clone(), arguments.to_owned()));
    }

    /// A small model that repeats itself seldom finds an end.
    pub(crate) fn endless(&self) -> Option<Endless> {
        let is_many = (self.count >= MOST).then_some(Endless::Many);
        (self.alike >= ALIKE).then_some(Endless::Alike).or(is_many)
    }
}

#[cfg(test)]
mod tests {
    use super::{Calls, Endless};
    use content::CalledFunction;

    fn endless(calls: &[&str]) -> Option<Endless> {
        let mut taken = Calls::default();
        for arguments in calls {
            taken.take(&CalledFunction::Unknown { raw: "f".to_owned() }, arguments);
        }
        assert_eq!(taken.count, calls.len());
        taken.endless()
    }

    #[test]
    fn calls_that_repeat_or_never_end_are_endless_and_no_others() {
        assert_eq!(endless(&["1", "1", "1", "2", "1"]), None);
        assert_eq!(endless(&["2", "1", "1", "1", "1"]), Some(Endless::Alike));
        let numbers: Vec<_> = (0..32).map(|number| number.to_string()).collect();
        let numbers: Vec<_> = numbers.iter().map(String::as_str).collect();
        assert_eq!(endless(&numbers), Some(Endless::Many));
        assert_eq!(endless(numbers.get(1..).unwrap_or_default()), None);
    }
}
