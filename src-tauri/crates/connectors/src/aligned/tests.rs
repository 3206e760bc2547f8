//! The parts of requests, found in the bodies of every protocol.

use super::{AlignedPiece, aligned};
use crate::Kind;
use crate::corpus::{all_histories, request_with};
use content::{CallId, FunctionName, Item, Message};
use ports::{CompletionRequest, FunctionChoice, RequestSettings};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

/// One kind for each protocol.
const KINDS: [&str; 8] = [
    "openai",
    "openai-responses",
    "anthropic",
    "gemini",
    "gemini-interactions",
    "mistral",
    "ollama",
    "bedrock",
];

fn read(kind: &str, request: &CompletionRequest) -> (Value, Vec<AlignedPiece>) {
    let connector = Kind::named(kind).expect("a kind").sample("a-model").expect("a sample");
    let found = aligned(connector.as_ref(), request).expect("a request").expect("a wire");
    (serde_json::from_str(&found.preview.body).expect("JSON"), found.pieces)
}

fn places(pieces: &[AlignedPiece]) -> BTreeSet<&str> {
    pieces.iter().flat_map(|piece| &piece.places).map(String::as_str).collect()
}

/// Texts long enough to be told from anything a protocol writes.
fn texts(message: &Message) -> Vec<&str> {
    let text = message.items.iter().filter_map(Item::text);
    text.filter(|text| text.len() > 12).collect()
}

#[test]
fn a_text_stands_in_a_piece_of_its_message_whatever_the_protocol() {
    for kind in KINDS {
        for (name, history) in all_histories() {
            let request = request_with(history);
            let (body, pieces) = read(kind, &request);
            for (index, message) in request.messages.iter().enumerate() {
                let place = format!("/messages/{index}");
                let own: Vec<_> = pieces.iter().filter(|piece| piece.places.contains(&place)).collect();
                let told: String = own
                    .iter()
                    .filter_map(|piece| body.pointer(&piece.pointer))
                    .map(Value::to_string)
                    .collect();
                for text in texts(message) {
                    let written = Value::from(text).to_string();
                    assert!(
                        told.contains(written.trim_matches('"')),
                        "{kind}, {name}: {text:?} is not in {told}"
                    );
                }
            }
        }
    }
}

#[test]
fn every_piece_is_there_and_no_two_lie_in_one_another() {
    for kind in KINDS {
        for (name, history) in all_histories() {
            let (body, pieces) = read(kind, &request_with(history));
            for piece in &pieces {
                assert!(body.pointer(&piece.pointer).is_some(), "{kind}, {name}: {piece:?}");
                assert!(!piece.places.is_empty(), "{kind}, {name}: {piece:?}");
                let inner = format!("{}/", piece.pointer);
                let inside = pieces.iter().find(|other| other.pointer.starts_with(&inner));
                assert!(inside.is_none(), "{kind}, {name}: {inside:?} lies in {piece:?}");
            }
        }
    }
}

#[test]
fn functions_choice_and_settings_are_found_where_the_protocol_writes_them() {
    for kind in KINDS {
        let (_, history) = all_histories().swap_remove(0);
        let settings = RequestSettings { max_output_tokens: Some(64), ..RequestSettings::default() };
        let request =
            CompletionRequest { settings, choice: FunctionChoice::Required, ..request_with(history) };
        let (_, pieces) = read(kind, &request);
        let found = places(&pieces);
        for index in 0..request.functions.len() {
            assert!(found.contains(format!("/functions/{index}").as_str()), "{kind}: {found:?}");
        }
        assert!(found.contains("/max_output_tokens"), "{kind}: {found:?}");
        // Ollama has no such choice, and its request tells so in its adaptations.
        assert_eq!(found.contains("/choice"), kind != "ollama", "{kind}: {found:?}");
    }
}

#[test]
fn results_of_one_message_are_one_part_however_many_messages_a_protocol_makes_of_them() {
    let (_, history) =
        all_histories().into_iter().find(|(name, _)| name.starts_with("outcomes")).expect("it");
    let request = request_with(history);
    let written = |kind: &str| {
        let (_, pieces) = read(kind, &request);
        let own = pieces.iter().filter(|piece| piece.places == ["/messages/2"]);
        own.map(|piece| piece.pointer.clone()).collect::<Vec<_>>()
    };
    assert_eq!(written("openai"), ["/messages/2", "/messages/3", "/messages/4", "/messages/5"]);
    assert_eq!(
        written("anthropic"),
        ["/messages/2/content/0", "/messages/2/content/1", "/messages/2/content/2", "/messages/2/content/3"]
    );
}

#[test]
fn words_that_look_like_marks_are_not_taken_for_them() {
    let (_, mut history) = all_histories().swap_remove(0);
    let hostile = "\u{e0c7}0.m7\u{e0c8} and \u{e0c7}1.f9\u{e0c8}, a text of some length";
    let mut last = Message::clone(history.last().expect("a message"));
    last.items = vec![Item::Text { text: hostile.to_owned() }];
    history.push(Arc::new(last));
    let request = request_with(history);
    for kind in KINDS {
        let (_, pieces) = read(kind, &request);
        let known = |place: &str| {
            let index = place.rsplit('/').next().and_then(|digits| digits.parse::<usize>().ok());
            index.is_none_or(|index| index < request.messages.len().max(request.functions.len()))
        };
        assert!(places(&pieces).into_iter().all(known), "{kind}");
    }
}

#[test]
fn names_and_ids_of_calls_are_left_as_they_are() {
    let request = request_with(all_histories().swap_remove(1).1);
    let ids: BTreeSet<CallId> =
        request.messages.iter().flat_map(|message| message.calls()).map(|call| call.id.clone()).collect();
    let (body, _) = read("openai", &request);
    assert!(ids.iter().all(|id| body.to_string().contains(id.as_str())));
    assert!(body.to_string().contains(FunctionName::without_plugin("tide_table").function.as_str()));
}
