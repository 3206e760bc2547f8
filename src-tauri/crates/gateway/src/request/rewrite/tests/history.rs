//! Requests whose history is not in their body.

use super::super::writing::bare_message;
use super::{read, rewritten};
use crate::request::rewrite::{Change, Wanted};
use crate::{ProgramRequest, Protocol};
use content::{Item, Message, Role};
use serde_json::{Value, json};
use std::sync::Arc;

const BODY: &str = r#"{"instructions":"Be brief.", "previous_response_id": "resp_1","input" : [{"role":"user",  "content":"And Rome?"}]}"#;

fn text(words: &str) -> Item {
    Item::Text { text: words.to_owned() }
}

/// A request that goes on from two messages, which its provider has if that is known.
fn request(is_known: bool) -> ProgramRequest {
    let mut request = read(Protocol::OpenAiResponses, BODY);
    let before = [(Role::User, "Oslo?"), (Role::Assistant, "Clear.")];
    let before = before.map(|(role, words)| bare_message(role, vec![text(words)]));
    request.spell_out(before.to_vec(), is_known);
    request
}

fn written(request: &ProgramRequest, edit: impl FnOnce(&mut Vec<Message>)) -> (String, Vec<Change>) {
    let mut messages = request.messages.clone();
    edit(&mut messages);
    let wanted: Vec<_> = messages.into_iter().map(Arc::new).collect();
    let written = rewritten(request, BODY.as_bytes(), &Wanted::of(&wanted)).expect("rewritten");
    (String::from_utf8(written.body).expect("text"), written.changed)
}

/// The texts of the input, and whether the body names what it goes on from.
fn seen(body: &str) -> (Vec<String>, bool) {
    let body: Value = serde_json::from_str(body).expect("JSON");
    let words =
        |item: &Value| item["content"].as_str().or(item["content"][0]["text"].as_str()).map(str::to_owned);
    let items = body["input"].as_array().expect("a list").iter().filter_map(words).collect();
    assert_eq!(body["instructions"], json!("Be brief."));
    (items, body.get("previous_response_id").is_some())
}

fn whole(words: [&str; 3]) -> (Vec<String>, bool) {
    (words.map(str::to_owned).to_vec(), false)
}

#[test]
fn a_body_stays_as_it_is_while_its_provider_has_the_history() {
    assert_eq!(written(&request(true), |_| ()), (BODY.to_owned(), Vec::new()));
}

#[test]
fn what_a_request_adds_is_edited_and_still_names_what_it_goes_on_from() {
    let (body, changed) = written(&request(true), |messages| messages[3].items = vec![text("And Bergen?")]);
    assert_eq!(body, BODY.replace("And Rome?", "And Bergen?"));
    assert_eq!(changed, [Change::Text { number: 4 }]);
}

#[test]
fn a_history_that_its_provider_lacks_is_sent() {
    let (body, changed) = written(&request(false), |_| ());
    assert_eq!(seen(&body), whole(["Oslo?", "Clear.", "And Rome?"]));
    assert!(body.contains(r#"{"role":"user",  "content":"And Rome?"}"#), "{body}");
    assert_eq!(changed, [Change::History { from: "resp_1".to_owned() }]);
}

#[test]
fn a_history_that_is_edited_is_sent_as_it_was_edited() {
    let (body, _) = written(&request(true), |messages| messages[1].items = vec![text("Bergen?")]);
    assert_eq!(seen(&body), whole(["Bergen?", "Clear.", "And Rome?"]));
    let (body, _) = written(&request(true), |messages| drop(messages.drain(1..3)));
    assert_eq!(seen(&body).0, ["And Rome?"]);
}
