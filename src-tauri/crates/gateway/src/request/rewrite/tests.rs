mod history;
mod places;
mod properties;
mod recorded;

use super::{Change, Rewritten, Wanted, rewritten};
use crate::dialects::UNSIGNED;
use crate::request::tests::route;
use crate::{ProgramRequest, Protocol};
use content::{
    CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, FunctionResult, Item, Message,
    MessageId, Origin, Outcome, Output, ProviderState, Role,
};
use std::sync::Arc;

#[track_caller]
fn read(protocol: Protocol, body: &str) -> ProgramRequest {
    ProgramRequest::read(&route(protocol), body.as_bytes(), &|| MessageId::new("m")).expect("a request")
}

/// Rewrites a body after an edit of its messages.
#[track_caller]
fn edited(protocol: Protocol, body: &str, edit: impl FnOnce(&mut Vec<Message>)) -> (String, Vec<Change>) {
    let request = read(protocol, body);
    let mut messages = request.messages.clone();
    edit(&mut messages);
    let wanted: Vec<_> = messages.iter().cloned().map(Arc::new).collect();
    let Rewritten { body, changed, losses, .. } =
        rewritten(&request, body.as_bytes(), &Wanted::of(&wanted)).expect("rewritten");
    let body = String::from_utf8(body).expect("text");
    assert!(!losses.iter().any(|loss| loss.what.to_string().contains("reads back")), "{body}");
    let again = read(protocol, &body);
    let (mut read, messages) = (merged(protocol, again.messages), merged(protocol, messages));
    for call in read.iter_mut().flat_map(|message| &mut message.items).filter_map(Item::call_mut) {
        let signature = |state: &ProviderState| state.state["thoughtSignature"] == UNSIGNED;
        call.provider_state.take_if(|state| signature(state));
    }
    assert_eq!(read.len(), messages.len(), "{body}");
    let pairs = read.iter().zip(&messages);
    for (read, wanted) in pairs {
        assert!(super::meaning::same(read, wanted), "{read:?}\n{wanted:?}\n{body}");
    }
    (body, changed)
}

/// In some protocols what one side says is one message, however often it begins.
fn merged(protocol: Protocol, messages: Vec<Message>) -> Vec<Message> {
    let mut merged: Vec<Message> = Vec::new();
    for message in messages {
        let merges = match message.role {
            Role::Function => matches!(protocol, Protocol::OpenAiChat | Protocol::OpenAiResponses),
            Role::Assistant => protocol == Protocol::OpenAiResponses,
            Role::System | Role::User => false,
        };
        match merged.last_mut().filter(|last| merges && last.role == message.role) {
            Some(last) => last.items.extend(message.items),
            None => merged.push(message),
        }
    }
    merged
}

/// Checks that nothing but these texts is replaced.
#[track_caller]
fn check(protocol: Protocol, body: &str, edit: impl FnOnce(&mut Vec<Message>), replaced: &[(&str, &str)]) {
    let mut expected = body.to_owned();
    for (old, new) in replaced {
        assert_eq!(expected.matches(old).count(), 1, "{old}");
        expected = expected.replace(old, new);
    }
    assert_eq!(edited(protocol, body, edit).0, expected);
}

fn text(text: &str) -> Item {
    Item::Text { text: text.to_owned() }
}

fn message(role: Role, items: Vec<Item>) -> Message {
    super::writing::bare_message(role, items)
}

fn call(id: &str, name: &str, arguments: &str) -> Item {
    let function = CalledFunction::Known { name: FunctionName::without_plugin(name) };
    let (id, arguments) = (CallId::new(id), CallArguments::read(arguments));
    Item::FunctionCall {
        call: FunctionCall { id, function, arguments, origin: Origin::Simulated, provider_state: None },
    }
}

fn result(id: &str, name: &str, words: &str) -> Item {
    let function = CalledFunction::Known { name: FunctionName::without_plugin(name) };
    let outcome = Outcome::Returned { output: Output::Text { text: words.to_owned() } };
    Item::FunctionResult {
        result: FunctionResult { call_id: CallId::new(id), function, outcome, origin: Origin::Edited },
    }
}

/// Gives the result of a call other words.
fn answer(messages: &mut [Message], id: &str, words: &str) {
    set_output(messages, id, Output::Text { text: words.to_owned() });
}

fn set_output(messages: &mut [Message], id: &str, output: Output) {
    for item in messages.iter_mut().flat_map(|message| &mut message.items) {
        if let Item::FunctionResult { result } = item
            && result.call_id.as_str() == id
        {
            result.outcome = Outcome::Returned { output: output.clone() };
        }
    }
}

fn set_arguments(messages: &mut [Message], id: &str, arguments: CallArguments) {
    let calls = messages.iter_mut().flat_map(|message| &mut message.items).filter_map(Item::call_mut);
    for call in calls.filter(|call| call.id.as_str() == id) {
        call.arguments = arguments.clone();
    }
}
