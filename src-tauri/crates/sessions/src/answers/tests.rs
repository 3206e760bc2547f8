use super::FURTHEST;
use crate::{Durability, SessionEvent, Store};
use content::{
    Author, CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, FunctionResult, Item, Message,
    MessageId, Origin, Outcome, Output, Role, SessionId, Timestamp,
};
use tempfile::TempDir;

/// A store with one session, and its number of messages.
struct Kept {
    _home: TempDir,
    store: Store,
    session: SessionId,
    messages: usize,
}

impl Kept {
    fn new() -> Self {
        let home = tempfile::tempdir().expect("a folder");
        let store = Store::open(&home.path().join("sessions.db")).expect("a new file");
        let session = SessionId::new("session");
        store.create::<String>(&session, Timestamp(0), "Kept", Vec::new()).expect("it is created");
        Self { _home: home, store, session, messages: 0 }
    }

    fn says(&mut self, role: Role, parent: Option<&MessageId>, items: Vec<Item>) -> MessageId {
        self.messages += 1;
        let id = MessageId::new(format!("message-{}", self.messages));
        let message = Message {
            id: id.clone(),
            parent: parent.cloned(),
            role,
            items,
            author: Author::Application,
            origin: Origin::Application,
        };
        let added = SessionEvent::<String>::MessageAdded { message, turn: None };
        self.store.append(&self.session, Timestamp(0), vec![added], Durability::Process).expect("it is kept");
        id
    }

    /// Checks the result found for a call.
    #[track_caller]
    fn check(&self, raw: &str, expected: Option<&str>) {
        let found = self.store.answer(&self.session, &call("asked", raw)).expect("it is read");
        let text = found.map(|found| {
            let outcome = found.result.outcome;
            let Outcome::Returned { output: Output::Text { text } } = outcome else {
                panic!("{outcome:?} was not returned as a text");
            };
            text
        });
        assert_eq!(text.as_deref(), expected);
    }
}

fn call(id: &str, raw: &str) -> FunctionCall {
    FunctionCall {
        id: CallId::new(id),
        function: function(),
        arguments: CallArguments::read(raw),
        origin: Origin::Model,
        provider_state: None,
    }
}

fn function() -> CalledFunction {
    CalledFunction::Known { name: FunctionName::new("weather", "get_forecast") }
}

fn asks(id: &str, raw: &str) -> Item {
    Item::FunctionCall { call: call(id, raw) }
}

fn gives(id: &str, text: &str, origin: Origin) -> Item {
    let outcome = Outcome::Returned { output: Output::Text { text: text.to_owned() } };
    Item::FunctionResult {
        result: FunctionResult { call_id: CallId::new(id), function: function(), outcome, origin },
    }
}

#[test]
fn the_latest_result_of_an_equal_call_is_found_on_whatever_branch() {
    let mut kept = Kept::new();
    let first = kept.says(Role::Assistant, None, vec![asks("a", r#"{"city":"Oslo","days":1}"#)]);
    kept.says(Role::Function, Some(&first), vec![gives("a", "rain", Origin::Function)]);
    kept.check(r#"{ "days": 1.0, "city": "Oslo" }"#, Some("rain"));
    kept.check(r#"{"city":"Oslo"}"#, None);
    let second = kept.says(Role::Assistant, None, vec![asks("b", r#"{"days":1,"city":"Oslo"}"#)]);
    kept.says(Role::Function, Some(&second), vec![gives("b", "snow", Origin::Function)]);
    kept.check(r#"{"city":"Oslo","days":1}"#, Some("snow"));
}

#[test]
fn a_message_is_found_by_its_id_and_the_latest_results_of_its_calls_behind_it() {
    let mut kept = Kept::new();
    let asked = kept.says(Role::Assistant, None, vec![asks("a", "{}")]);
    let first = kept.says(Role::Function, Some(&asked), vec![gives("a", "rain", Origin::Function)]);
    let latest = kept.says(Role::Function, Some(&asked), vec![gives("a", "snow", Origin::Function)]);
    let message = |id: &MessageId| kept.store.message(&kept.session, id).expect("it is read");
    let answer_to = |id: &MessageId| kept.store.answer_to(&kept.session, id).expect("it is read");
    assert_eq!(message(&first).map(|found| found.id), Some(first));
    assert_eq!(message(&MessageId::new("none")), None);
    assert_eq!(answer_to(&asked).map(|found| found.id), Some(latest.clone()));
    assert_eq!(answer_to(&latest), None);
}

#[test]
fn what_a_person_or_a_stand_in_wrote_is_no_result_of_a_function() {
    let mut kept = Kept::new();
    let asking = kept.says(Role::Assistant, None, vec![asks("a", "{}")]);
    let others = [Origin::StandIn, Origin::Fault, Origin::Recorded];
    for origin in [Origin::Simulated, Origin::Edited, Origin::Person].into_iter().chain(others) {
        kept.says(Role::Function, Some(&asking), vec![gives("a", "written", origin)]);
    }
    kept.check("{}", None);
}

#[test]
fn results_in_a_message_each_belong_to_the_calls_before_them() {
    let mut kept = Kept::new();
    let mut last = kept.says(Role::Assistant, None, vec![asks("a", "[1]"), asks("b", r#"{"n":2}"#)]);
    for (id, text) in [("a", "one"), ("b", "two")] {
        last = kept.says(Role::Function, Some(&last), vec![gives(id, text, Origin::Function)]);
    }
    kept.check("[1]", Some("one"));
    kept.check(r#"{"n":2}"#, Some("two"));
}

#[test]
fn a_result_beside_its_call_is_found_too() {
    let mut kept = Kept::new();
    kept.says(Role::Assistant, None, vec![asks("a", "{}"), gives("a", "at once", Origin::Function)]);
    kept.check("{}", Some("at once"));
}

#[test]
fn results_without_calls_are_kept_and_found_by_nobody_however_many_there_are() {
    let mut kept = Kept::new();
    let mut last = kept.says(Role::Assistant, None, vec![asks("a", "{}")]);
    for number in 0..=FURTHEST {
        let text = format!("result {number}");
        last = kept.says(Role::Function, Some(&last), vec![gives("a", &text, Origin::Function)]);
    }
    kept.check("{}", Some(&format!("result {}", FURTHEST - 1)));
    kept.says(Role::Function, None, vec![gives("a", "alone", Origin::Function)]);
    kept.check("{}", Some(&format!("result {}", FURTHEST - 1)));
}

#[test]
fn what_is_erased_leaves_no_row() {
    let mut kept = Kept::new();
    kept.says(Role::Assistant, None, vec![asks("a", "{}"), gives("a", "secret", Origin::Function)]);
    kept.store.discard(&kept.session, Timestamp(1)).expect("it is discarded");
    kept.store.erase(&kept.session).expect("it is erased");
    let rows = kept
        .store
        .with(|sqlite| sqlite.query_row("SELECT count(*) FROM answer", [], |row| row.get::<_, u64>(0)));
    assert_eq!(rows.expect("they are counted"), 0);
}
