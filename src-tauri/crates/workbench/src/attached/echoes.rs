//! What a program repeats of its own conversation, beside what the session has of it.
//!
//! A program may repeat an answer otherwise than it received it: without its text, in other pieces, with other fields. That is its
//! own choice, and reaches the provider as it is. Only what a person decided is put in its place.

use content::{CallId, FunctionResult, Item, Message, Origin, Role};
use gateway::Fingerprint;
use std::collections::BTreeSet;
use std::sync::Arc;

/// An answer by what a program repeats of it: it may leave out thoughts, and blanks around the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Repeated {
    text: String,
    pub(super) calls: Vec<CallId>,
}

impl Repeated {
    pub(super) fn of(answer: &Message) -> Self {
        let calls = answer.calls().map(|call| call.id.clone()).collect();
        Self { text: answer.text().trim().to_owned(), calls }
    }
}

/// Whether the first request of a session began with a system message. Where it did and none is there, a person took it out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Began {
    WithSystem,
    #[default]
    Without,
}

impl Began {
    pub(super) fn with(messages: &[Message]) -> Self {
        if system_in(messages.first()).is_some() { Self::WithSystem } else { Self::Without }
    }
}

/// The messages of a turn, with those of the program where no person has changed what they say.
pub(super) fn reconciled(turn: &[Arc<Message>], received: &[Message], began: Began) -> Vec<Arc<Message>> {
    let mut rest = Rest(received);
    let mut wanted = Vec::with_capacity(turn.len());
    // A program may have other instructions with each request.
    let ours = system_in(turn.first().map(AsRef::as_ref));
    let is_decided = ours.map_or(began == Began::WithSystem, |ours| ours.origin == Origin::Edited);
    if !is_decided {
        wanted.extend(system_in(received.first()).cloned().map(Arc::new));
    }
    let replaced = usize::from(ours.is_some() && !is_decided);
    for message in turn.iter().skip(replaced) {
        match message.role {
            Role::Assistant => match rest.answer(message) {
                Some(repeated) if calls(repeated) == calls(message) => {
                    wanted.push(Arc::new(repeated.clone()))
                }
                Some(_) | None => wanted.push(Arc::clone(message)),
            },
            Role::Function => match rest.results(message) {
                Some(repeated) => wanted.extend(with_decisions(repeated, message).into_iter().map(Arc::new)),
                None => wanted.push(Arc::clone(message)),
            },
            Role::System | Role::User => {
                rest.pass(message);
                wanted.push(Arc::clone(message));
            }
        }
    }
    wanted
}

fn system_in(first: Option<&Message>) -> Option<&Message> {
    first.filter(|message| message.role == Role::System)
}

/// What the program sent and is not matched yet.
struct Rest<'a>(&'a [Message]);

impl<'a> Rest<'a> {
    /// The program's version of an answer, where it repeats it.
    fn answer(&mut self, answer: &Message) -> Option<&'a Message> {
        let (place, found) =
            self.0.iter().enumerate().find(|(_, message)| message.role == Role::Assistant)?;
        let (ours, theirs) = (calls(answer), calls(found));
        let is_it =
            if ours.is_empty() { theirs.is_empty() } else { theirs.is_subset(&ours) && !theirs.is_empty() };
        if !is_it {
            return None;
        }
        self.0 = self.0.get(place + 1..).unwrap_or_default();
        Some(found)
    }

    /// The messages with the program's results of the same calls.
    fn results(&mut self, results: &Message) -> Option<&'a [Message]> {
        let ours: BTreeSet<_> = results.results().map(|result| &result.call_id).collect();
        let is_of_them = |message: &Message| {
            message.role == Role::Function && message.results().all(|result| ours.contains(&result.call_id))
        };
        let begin = self.0.iter().position(is_of_them)?;
        let count = self.0.iter().skip(begin).take_while(|message| is_of_them(message)).count();
        let found = self.0.get(begin..begin + count)?;
        self.0 = self.0.get(begin + count..).unwrap_or_default();
        Some(found)
    }

    /// Goes on behind the same message, if it is there.
    fn pass(&mut self, message: &Message) {
        let wanted = Fingerprint::of(message);
        if let Some(place) = self.0.iter().position(|found| Fingerprint::of(found) == wanted) {
            self.0 = self.0.get(place + 1..).unwrap_or_default();
        }
    }
}

fn calls(message: &Message) -> BTreeSet<CallId> {
    message.calls().map(|call| call.id.clone()).collect()
}

/// The program's results with those of a person in their places, and behind them those that the program does not have.
fn with_decisions(repeated: &[Message], results: &Message) -> Vec<Message> {
    let mut messages = repeated.to_vec();
    let has = |result: &FunctionResult| {
        repeated.iter().flat_map(Message::results).any(|theirs| theirs.call_id == result.call_id)
    };
    for message in &mut messages {
        for item in &mut message.items {
            let Item::FunctionResult { result } = item else { continue };
            let ours = results.results().find(|ours| ours.call_id == result.call_id);
            if let Some(ours) = ours.filter(|ours| ours.origin != Origin::Function) {
                *result = ours.clone();
            }
        }
    }
    let missing = results.results().filter(|result| !has(result)).cloned();
    let missing: Vec<_> = missing.map(|result| Item::FunctionResult { result }).collect();
    if !missing.is_empty() {
        messages.push(Message { items: missing, ..results.clone() });
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::{Began, reconciled};
    use content::{
        Author, CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, FunctionResult, Item,
        Message, MessageId, Origin, Outcome, Output, Role,
    };
    use std::sync::Arc;

    fn message(role: Role, items: Vec<Item>) -> Message {
        let (id, origin) = (MessageId::new("m"), Origin::Model);
        Message { id, parent: None, role, items, author: Author::Application, origin }
    }

    fn text(text: &str) -> Item {
        Item::Text { text: text.to_owned() }
    }

    fn function() -> CalledFunction {
        CalledFunction::Known { name: FunctionName::without_plugin("f") }
    }

    fn call(id: &str) -> Item {
        let arguments = CallArguments::read("{}");
        let (id, origin) = (CallId::new(id), Origin::Model);
        Item::FunctionCall {
            call: FunctionCall { id, function: function(), arguments, origin, provider_state: None },
        }
    }

    fn result(id: &str, said: &str, origin: Origin) -> Item {
        let outcome = Outcome::Returned { output: Output::Text { text: said.to_owned() } };
        let (call_id, function) = (CallId::new(id), function());
        Item::FunctionResult { result: FunctionResult { call_id, function, outcome, origin } }
    }

    #[track_caller]
    fn check(turn: Vec<Message>, received: &[Message], expected: &[Message]) {
        check_begun(Began::Without, turn, received, expected);
    }

    #[track_caller]
    fn check_begun(began: Began, turn: Vec<Message>, received: &[Message], expected: &[Message]) {
        let turn: Vec<_> = turn.into_iter().map(Arc::new).collect();
        let found: Vec<_> =
            reconciled(&turn, received, began).iter().map(|message| message.items.clone()).collect();
        let expected: Vec<_> = expected.iter().map(|message| message.items.clone()).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn an_answer_that_a_program_repeats_without_its_text_stays_without() {
        let said = message(Role::Assistant, vec![text("Let me look."), call("a")]);
        let repeated = [message(Role::User, vec![text("hi")]), message(Role::Assistant, vec![call("a")])];
        check(vec![repeated[0].clone(), said], &repeated, &repeated);
    }

    #[test]
    fn the_system_message_is_the_programs_of_this_request_unless_a_person_decided() {
        let system = |words: &str| message(Role::System, vec![text(words)]);
        let says = |first: Option<Message>| -> Vec<Message> {
            first.into_iter().chain([message(Role::User, vec![text("hi")])]).collect()
        };
        let (old, new) = (Some(system("It is Monday.")), says(Some(system("It is Tuesday."))));
        check_begun(Began::WithSystem, says(old.clone()), &new, &new);
        check_begun(Began::WithSystem, says(old), &says(None), &says(None));
        check_begun(Began::Without, says(None), &new, &new);
        check_begun(Began::WithSystem, says(None), &new, &says(None));
        let edited = Message { origin: Origin::Edited, ..system("It is Sunday.") };
        check_begun(Began::WithSystem, says(Some(edited.clone())), &new, &says(Some(edited)));
    }

    #[test]
    fn a_call_that_the_program_never_saw_stays_in_the_answer() {
        let said = message(Role::Assistant, vec![call("a"), call("b")]);
        let repeated = [message(Role::Assistant, vec![call("a")])];
        check(vec![said.clone()], &repeated, &[said]);
    }

    #[test]
    fn results_of_a_person_take_the_place_of_those_of_the_program_and_missing_ones_follow() {
        let (ours, theirs) = (Origin::Edited, Origin::Function);
        let results = message(
            Role::Function,
            vec![result("a", "pink", ours), result("b", "sun", theirs), result("c", "no", Origin::Person)],
        );
        let received = [
            message(Role::Function, vec![result("a", "clear", theirs)]),
            message(Role::Function, vec![result("b", "sun ", theirs)]),
        ];
        let expected = [
            message(Role::Function, vec![result("a", "pink", ours)]),
            received[1].clone(),
            message(Role::Function, vec![result("c", "no", Origin::Person)]),
        ];
        check(vec![results], &received, &expected);
    }
}
