//! Tests that thoughts of Claude over Converse remain valid when they are sent back.

use super::super::request::encode;
use super::super::stream::Mapper;
use crate::models::ModelFacts;
use crate::outgoing::Encoded;
use crate::remote::{Asked, Streaming};
use crate::testing::{answer, asked, asking, assembler, items, names, returned, said, words};
use crate::transport::Framing;
use crate::transport::testing::{Decoded, decode};
use content::{Item, Role};
use ports::{AdaptationKind, CompletionRequest, OnVoid};
use serde_json::{Value, json};

const MODEL: &str = "eu.anthropic.claude-opus-5-5-v1:0";

fn encoded(request: &CompletionRequest) -> Encoded<super::Request> {
    let facts = ModelFacts { binds_thinking: true, ..ModelFacts::default() };
    let names = names(request);
    encode(&Asked { facts: &facts, ..asking(MODEL, request, &names, Streaming::Whole) })
}

fn thinks(text: &str, signature: &str) -> Value {
    json!({ "reasoningContent": { "reasoningText": { "text": text, "signature": signature } } })
}

/// The request that follows an answer with a call between thoughts.
fn answered() -> (CompletionRequest, Value) {
    let blocks = json!([
        thinks("", "MQ=="),
        { "text": "Let me see." },
        { "citationsContent": { "content": [{ "text": "At noon." }], "citations": [{ "title": "t" }] } },
        { "reasoningContent": { "redactedContent": "b3BhcXVl" } },
        { "toolUse": { "toolUseId": "a", "name": "berth_status", "input": { "berth": 12 } } },
        thinks("And then?", "Mg=="),
        { "toolUse": { "toolUseId": "b", "name": "berth_status", "input": { "berth": 13 } } },
    ]);
    let mut request = asked(Vec::new());
    let binding = encoded(&request).binding;
    let whole =
        json!({ "output": { "message": { "content": blocks } }, "stopReason": "tool_use" }).to_string();
    let mapper = || (Mapper::default(), assembler().bound_by(binding.clone()));
    let Decoded { events, fault, .. } = decode(Framing::Whole, whole.as_bytes(), mapper);
    assert_eq!(fault, None);
    let result = |id: &str| answer(id, "berth_status", returned(json!({ "free": true })));
    let results = said(Role::Function, vec![result("a"), result("b")]);
    request.messages.extend([said(Role::Assistant, items(&events)), results]);
    (request, blocks)
}

fn told(request: &CompletionRequest) -> Vec<(AdaptationKind, String, usize)> {
    let adaptations = encoded(request).adaptations.into_iter();
    adaptations.map(|one| (one.kind, one.why.to_string(), one.places.len())).collect()
}

#[test]
fn thoughts_stand_behind_every_form_of_an_answer() {
    let (request, blocks) = answered();
    let Encoded { body, adaptations, .. } = encoded(&request);
    assert_eq!(adaptations, []);
    assert_eq!(body.messages[1].content, *blocks.as_array().expect("blocks"));
    assert_eq!(body.additional_model_request_fields, content::JsonObject::new());
}

#[test]
fn void_thoughts_are_left_out_unless_a_person_wants_them_dropped() {
    let (mut request, _) = answered();
    request.functions.pop();
    let why = "the functions are not those it was made from: tide_table".to_owned();
    for on_void in [None, Some(OnVoid::LeaveOut)] {
        request.settings.on_void = on_void;
        assert_eq!(told(&request), [(AdaptationKind::LeftOut, why.clone(), 3)]);
        let body = serde_json::to_string(&encoded(&request).body).expect("JSON");
        assert!(!body.contains("reasoningContent"), "{body}");
    }
    request.settings.on_void = Some(OnVoid::Drop);
    assert_eq!(told(&request), [(AdaptationKind::Dropped, why, 3)]);
    let fields = Value::Object(encoded(&request).body.additional_model_request_fields);
    let drops = json!({ "type": "adaptive", "block_binding": { "prefix_mismatch_behavior": "drop_block" } });
    assert_eq!(
        fields,
        json!({ "thinking": drops, "anthropic_beta": ["thinking-binding-controls-2026-08-01"] })
    );
}

#[test]
fn an_edited_answer_makes_void_what_was_thought_behind_the_edit() {
    let (mut request, _) = answered();
    let mut edited = (*request.messages[2]).clone();
    let text = edited.items.iter_mut().find(|item| **item == words("Let me see."));
    *text.expect("a text") = Item::Text { text: "I look.".to_owned() };
    request.messages[2] = edited.into();
    assert_eq!(
        told(&request),
        [(AdaptationKind::LeftOut, "something said before it was changed".to_owned(), 2)]
    );
}
