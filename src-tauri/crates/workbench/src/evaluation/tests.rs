//! Sessions as retrieval tests.

use super::asked_in;
use content::{
    Author, CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, Item, Message, MessageId,
    Origin, Role, SessionId,
};
use ports::{Effect, FunctionInput, FunctionSpec};
use serde_json::json;
use std::collections::HashSet;
use std::sync::Arc;

fn message(id: &str, role: Role, items: Vec<Item>) -> Message {
    let (id, author, origin) = (MessageId::new(id), Author::Person, Origin::Person);
    Message { id, parent: None, role, items, author, origin }
}

fn text(text: &str) -> Item {
    Item::Text { text: text.into() }
}

fn call(name: &str) -> Item {
    let function = CalledFunction::Known { name: FunctionName::without_plugin(name) };
    let arguments = CallArguments::Parsed { raw: "{}".into(), value: Default::default() };
    let (id, origin, provider_state) = (CallId::new(name), Origin::Model, None);
    Item::FunctionCall { call: FunctionCall { id, function, arguments, origin, provider_state } }
}

#[test]
fn the_calls_of_a_turn_are_what_its_request_needed() {
    let function = |name: &str| {
        let name = FunctionName::without_plugin(name);
        Arc::new(FunctionSpec {
            name,
            description: String::new(),
            parameters: json!({}),
            effect: Effect::ReadsOnly,
            input: FunctionInput::default(),
            returns: None,
        })
    };
    let functions = [function("add"), function("now")];
    let history = [
        message("1", Role::User, vec![text("What is the time, and what is 2 and 2?")]),
        message("2", Role::Assistant, vec![call("now")]),
        message("3", Role::Function, Vec::new()),
        message("4", Role::Assistant, vec![call("add"), call("gone")]),
        message("5", Role::Assistant, vec![text("Noon, and 4.")]),
        message("6", Role::User, vec![text("Thanks")]),
        message("7", Role::Assistant, vec![text("Gladly")]),
        message("8", Role::User, vec![text("And 3 and 3?")]),
        message("9", Role::Assistant, vec![call("add")]),
    ];
    let asked = asked_in(&SessionId::new("session"), &history, &functions);
    let told: Vec<_> = asked.iter().map(|query| (query.context.len(), query.fitting.clone())).collect();
    assert_eq!(told, [(1, HashSet::from([0, 1])), (3, HashSet::from([0]))]);
}
