//! Tests that the thoughts of answers in every form remain valid when they are sent back.

use super::super::request::encode;
use super::super::stream::Mapper;
use crate::models::ModelFacts;
use crate::outgoing::Encoded;
use crate::remote::{Asked, Streaming};
use crate::testing::{answer, asked, asking, assembler, items, names, returned, said, words};
use crate::transport::Framing;
use crate::transport::testing::{Decoded, decode};
use content::{Item, Role};
use ports::{Adaptation, AdaptationKind, CompletionRequest, OnVoid};
use serde_json::{Value, json};

const MODEL: &str = "claude-fable-5-2";

fn encoded(request: &CompletionRequest) -> Encoded<super::Request> {
    let facts = ModelFacts { binds_thinking: true, ..ModelFacts::default() };
    let names = names(request);
    encode(&Asked { facts: &facts, ..asking(MODEL, request, &names, Streaming::Whole) })
}

/// The request that follows an answer to this one.
fn answered(mut request: CompletionRequest, framing: Framing, text: &str) -> CompletionRequest {
    let binding = encoded(&request).binding;
    let mapper = || (Mapper::default(), assembler().bound_by(binding.clone()));
    let Decoded { events, unknown, fault } = decode(framing, text.as_bytes(), mapper);
    assert_eq!((unknown, fault), (Vec::new(), None));
    let items = items(&events);
    let calls = items.iter().filter_map(|item| {
        let Item::FunctionCall { call } = item else { return None };
        Some(answer(call.id.as_str(), "berth_status", returned(json!(12))))
    });
    let next: Vec<Item> = calls.collect();
    let next =
        if next.is_empty() { said(Role::User, vec![words("And?")]) } else { said(Role::Function, next) };
    request.messages.extend([said(Role::Assistant, items), next]);
    request
}

fn whole(content: &Value) -> String {
    json!({ "type": "message", "id": "m", "content": content, "stop_reason": "end_turn" }).to_string()
}

fn thinks(text: &str, signature: &str) -> Value {
    json!({ "type": "thinking", "thinking": text, "signature": signature })
}

fn calls(id: &str, name: &str, input: Value) -> Value {
    json!({ "type": "tool_use", "id": id, "name": name, "input": input, "caller": { "type": "direct" } })
}

fn told(request: &CompletionRequest) -> Vec<(AdaptationKind, String)> {
    let of_thoughts = |one: &Adaptation| one.what.to_string().contains("thought");
    let adaptations = encoded(request).adaptations.into_iter().filter(of_thoughts);
    adaptations.map(|one| (one.kind, one.why.to_string())).collect()
}

#[test]
fn thoughts_stand_behind_every_form_of_an_answer() {
    let berth = json!({ "berth": 12 });
    let contents = [
        json!([thinks("", "c2ln"), { "type": "redacted_thinking", "data": "ZGF0YQ==" }, calls("a", "berth_status", berth)]),
        json!([
            thinks("Both.", "MQ=="), calls("a", "berth_status", json!({})), thinks("", "Mg=="),
            { "type": "text", "text": "And" }, calls("b", "tide_table", json!({ "port": "Lysvik" })),
        ]),
        json!([
            thinks("So.", "MQ=="),
            { "type": "text", "text": "At noon.", "citations": [{ "type": "char_location", "cited_text": "noon" }] },
            thinks("Is that all?", "Mg=="), { "type": "text", "text": "Done.", "citations": null },
        ]),
    ];
    for content in contents {
        let first = answered(asked(Vec::new()), Framing::Whole, &whole(&content));
        let again =
            whole(&content).replace(r#""id":"a""#, r#""id":"c""#).replace(r#""id":"b""#, r#""id":"d""#);
        let second = answered(first, Framing::Whole, &again);
        let Encoded { body, adaptations, .. } = encoded(&second);
        assert_eq!((adaptations, &body.thinking), (Vec::new(), &None), "{content}");
        // Null means the same as absent.
        let back = serde_json::to_value(&body.messages[1].content).expect("JSON");
        assert_eq!(
            back,
            serde_json::from_str::<Value>(&content.to_string().replace(",\"citations\":null", ""))
                .expect("JSON")
        );
    }
}

#[test]
fn citations_that_come_in_pieces_are_what_later_thoughts_are_made_from() {
    let events = [
        json!({ "type": "message_start", "message": { "id": "m" } }),
        json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "text", "text": "", "citations": [] } }),
        json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "citations_delta", "citation": { "url": "u" } } }),
        json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "text_delta", "text": "At noon." } }),
        json!({ "type": "content_block_stop", "index": 0 }),
        json!({ "type": "content_block_start", "index": 1, "content_block": { "type": "thinking", "thinking": "", "signature": "" } }),
        json!({ "type": "content_block_delta", "index": 1, "delta": { "type": "signature_delta", "signature": "c2ln" } }),
        json!({ "type": "content_block_stop", "index": 1 }),
        json!({ "type": "content_block_start", "index": 2, "content_block": { "type": "tool_use", "id": "a", "name": "berth_status", "input": {} } }),
        json!({ "type": "content_block_delta", "index": 2, "delta": { "type": "input_json_delta", "partial_json": "{\"berth\": 12}" } }),
        json!({ "type": "content_block_stop", "index": 2 }),
        json!({ "type": "message_stop" }),
    ];
    let text: String = events.iter().map(|event| format!("data: {event}\n\n")).collect();
    let first = answered(asked(Vec::new()), Framing::Events, &text);
    let second = answered(
        first,
        Framing::Whole,
        &whole(&json!([thinks("So.", "MQ=="), { "type": "text", "text": "Free." }])),
    );
    assert_eq!(encoded(&second).adaptations, []);
}

#[test]
fn a_call_that_had_to_be_mended_makes_void_what_was_thought_behind_it() {
    let content = json!([
        thinks("", "MQ=="),
        calls("a.b", "berth_status", json!({})),
        thinks("", "Mg=="),
        calls("c", "berth_status", json!({})),
    ]);
    let mended = answered(asked(Vec::new()), Framing::Whole, &whole(&content));
    assert_eq!(told(&mended), [(AdaptationKind::Dropped, "something said before it was changed".to_owned())]);
    let next = json!([thinks("So.", "Mw=="), { "type": "text", "text": "Free." }]);
    let later = answered(mended, Framing::Whole, &whole(&next));
    assert_eq!(told(&later).len(), 1, "what is thought since then stands");
}

#[test]
fn a_thought_whose_words_were_changed_is_never_sent() {
    let calling =
        |id: &str, seal: &str| whole(&json!([thinks("Free.", seal), calls(id, "berth_status", json!({}))]));
    let mut request = answered(asked(Vec::new()), Framing::Whole, &calling("a", "MQ=="));
    request = answered(request, Framing::Whole, &calling("b", "Mg=="));
    request = answered(request, Framing::Whole, &calling("c", "Mw=="));
    let mut edited = (*request.messages[4]).clone();
    let Item::Reasoning { text, .. } = &mut edited.items[0] else { panic!("a thought") };
    *text = "Taken.".to_owned();
    request.messages[4] = edited.into();
    let ways = [
        (None, AdaptationKind::Dropped, 2),
        (Some(OnVoid::Drop), AdaptationKind::Dropped, 2),
        (Some(OnVoid::LeaveOut), AdaptationKind::LeftOut, 1),
    ];
    for (on_void, kind, sent) in ways {
        request.settings.on_void = on_void;
        let changed = (AdaptationKind::LeftOut, "its words were changed".to_owned());
        assert_eq!(told(&request), [changed, (kind, "the thought before it is missing".to_owned())]);
        let body = serde_json::to_string(&encoded(&request).body).expect("JSON");
        assert_eq!(body.matches(r#""type":"thinking""#).count(), sent, "{on_void:?}");
    }
    request.settings.on_void = Some(OnVoid::LeaveOutAll);
    let all = (AdaptationKind::LeftOut, "no thought is sent back in this session".to_owned());
    assert_eq!(told(&request), [all]);
}

#[test]
fn who_wants_void_thoughts_dropped_wants_it_of_every_thought() {
    let content = json!([thinks("Free.", "MQ=="), calls("a", "berth_status", json!({}))]);
    let mut request = answered(asked(Vec::new()), Framing::Whole, &whole(&content));
    request.settings.on_void = Some(OnVoid::Drop);
    let Encoded { body, adaptations, .. } = encoded(&request);
    let drops = json!({ "type": "adaptive", "block_binding": { "prefix_mismatch_behavior": "drop_block" } });
    assert_eq!((body.thinking, adaptations), (Some(drops), Vec::new()));
    let mut first = asked(Vec::new());
    first.settings.on_void = Some(OnVoid::Drop);
    assert_eq!(encoded(&first).body.thinking, None, "nothing goes back yet");
}

#[test]
fn a_call_that_nothing_offered_is_described_all_the_same() {
    let mut request = asked(Vec::new());
    request.functions.clear();
    let content = json!([thinks("Hm.", "c2ln"), calls("a", "berth_status", json!({ "berth": 12 }))]);
    let second = answered(request, Framing::Whole, &whole(&content));
    let Encoded { body, .. } = encoded(&second);
    let tools = serde_json::to_value(&body.tools).expect("JSON");
    assert_eq!(tools[0]["name"], "berth_status");
    assert_eq!(
        told(&second),
        [(AdaptationKind::Dropped, "the functions are not those it was made from: berth_status".to_owned())]
    );
}
