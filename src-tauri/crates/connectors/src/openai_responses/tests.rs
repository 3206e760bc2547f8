//! Recorded exchanges: what is sent, and what is made of the answers.

mod odd;

use super::request::encode;
use super::stream::Mapper;
use super::{Host, PROVIDER};
use crate::assembler::Assembler;
use crate::binding::Reported;
use crate::names::{NameRule, WireNames};
use crate::outgoing::Difference;
use crate::remote::Streaming;
use crate::testing::{self, asking, fixture, harbour};
use crate::transport::testing::{Decoded, decode};
use crate::transport::{Fault, Framing};
use content::{Item, ModelId, ProviderState, Role, Usage};
use notices::Describe;
use ports::{Adaptation, AdaptationKind, CallOptions, RefusalKind, StopReason, StreamEvent};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const EXCHANGE: &str = "openai-responses/01-parallel-roundtrip-stateless.json";

fn mapper() -> (Mapper, Assembler) {
    let names = WireNames::of_functions(NameRule::COMMON, &testing::functions());
    (Mapper::default(), Assembler::new(names, BTreeSet::new()))
}

#[track_caller]
fn decoded(framing: Framing, text: &str) -> Decoded {
    decode(framing, text.as_bytes(), mapper)
}

fn streamed() -> String {
    String::from_utf8(testing::bytes("openai-responses/02-stream-parallel.sse")).expect("text")
}

fn with_state(item: Item, state: Value) -> Item {
    let state = Some(ProviderState::unclaimed(PROVIDER, state));
    let Item::FunctionCall { mut call } = item else { panic!("{item:?} is no call") };
    call.provider_state = state;
    Item::FunctionCall { call }
}

/// The first answer: a thought nobody can read, and two calls.
fn first_answer() -> Vec<Item> {
    let thought = json!({ "id": "rs_0a1", "summary": [], "encrypted_content": "Z0FBQUFBUk9VTkRUUklQ" });
    let provider_state = Some(ProviderState::unclaimed(PROVIDER, thought));
    let berth = testing::call("call_Vd7nR2", "berth_status", r#"{"berth":12}"#);
    let tide = testing::call("call_Yw4kT9", "tide_table", r#"{"port":"Lysvik"}"#);
    vec![
        Item::Reasoning { text: String::new(), provider_state },
        with_state(berth, json!({ "id": "fc_0a2", "status": "completed" })),
        with_state(tide, json!({ "id": "fc_0a3", "status": "completed" })),
    ]
}

#[test]
fn a_stream_says_the_same_as_the_whole_answer() {
    let body = fixture(EXCHANGE).pointer("/steps/0/response/body").expect("a body").to_string();
    let usage =
        Usage { input: Some(170), output: Some(71), cached: Some(0), written: Some(0), reasoning: Some(20) };
    for Decoded { events, unknown, fault } in
        [decoded(Framing::Whole, &body), decoded(Framing::Events, &streamed())]
    {
        assert_eq!((testing::items(&events), unknown, fault), (first_answer(), vec![], None));
        assert!(events.ends_with(&[StreamEvent::Usage(usage), StreamEvent::Finished(StopReason::Calls)]));
    }
}

#[test]
fn reasoning_that_the_provider_took_out_is_told() {
    let mut body = fixture(EXCHANGE).pointer("/steps/1/response/body").expect("a body").clone();
    let removed =
        json!({ "type": "reasoning", "id": "rs_0a1", "action": "removed", "reason": "prefix_mismatch" });
    body["input_transformations"] = json!([removed]);
    let told = Adaptation {
        kind: AdaptationKind::Dropped,
        what: Difference::ThoughtWasDropped.notice(),
        why: Reported::OtherPrefix.notice(),
        places: vec!["rs_0a1".to_owned()],
    };
    let completed = format!("data: {}\n\n", json!({ "type": "response.completed", "response": body }));
    for Decoded { events, .. } in
        [decoded(Framing::Whole, &body.to_string()), decoded(Framing::Events, &completed)]
    {
        assert!(events.contains(&StreamEvent::Adapted(vec![told.clone()])), "{events:?}");
    }
}

#[test]
fn the_second_answer_is_words() {
    let body = fixture(EXCHANGE).pointer("/steps/1/response/body").expect("a body").to_string();
    let Decoded { events, .. } = decoded(Framing::Whole, &body);
    let text = "Berth 12 is free until 06:00. High tide in Lysvik is at 23:41, 1.9 m.".to_owned();
    let phase = ProviderState::unclaimed(PROVIDER, json!({ "onText": true, "phase": "final_answer" }));
    let beside = Item::Reasoning { text: String::new(), provider_state: Some(phase) };
    assert_eq!(testing::items(&events), [Item::Text { text }, beside]);
    assert_eq!(events.last(), Some(&StreamEvent::Finished(StopReason::Complete)));
}

#[test]
fn requests_are_what_the_recorded_exchanges_sent() {
    let recorded = fixture(EXCHANGE);
    for step in 0..2 {
        let mut asked = harbour(1);
        asked.calls = CallOptions { parallel: Some(true), strict: Some(true), ..CallOptions::NONE };
        if step == 1 {
            let answer = first_answer();
            let results = vec![
                testing::result(&answer[1], json!({ "berth": 12, "free": true, "until": "06:00" })),
                testing::result(&answer[2], json!({ "port": "Lysvik", "high": "23:41", "metres": 1.9 })),
            ];
            asked.messages.push(testing::said(Role::Assistant, answer));
            asked.messages.push(testing::said(Role::Function, results));
        }
        let names = WireNames::of(NameRule::COMMON, &asked);
        let encoded = encode(&asking("gpt-5.6-sol", &asked, &names, Streaming::Whole), Host::OpenAi);
        let mut expected =
            recorded.pointer(&format!("/steps/{step}/request/body")).cloned().expect("a request");
        // How hard a model thinks is set by the person, and a result in parts says the same as a text.
        testing::without(&mut expected, &["reasoning"]);
        if let Some(output) = expected.pointer_mut("/input/5/output") {
            *output = output.pointer("/0/text").cloned().expect("a text");
        }
        assert_eq!(serde_json::to_value(&encoded.body).expect("a body"), expected, "step {step}");
        assert_eq!(encoded.adaptations, []);
    }
}

#[test]
fn a_thought_without_what_came_of_it_does_not_go_back() {
    let mut asked = harbour(1);
    let thought = first_answer().swap_remove(0);
    asked.messages.push(testing::said(Role::Assistant, vec![thought]));
    let names = WireNames::of(NameRule::COMMON, &asked);
    let encoded = encode(&asking("m", &asked, &names, Streaming::Streamed), Host::OpenAi);
    let body = serde_json::to_value(&encoded.body).expect("a body");
    assert_eq!(body.pointer("/input").and_then(Value::as_array).map(Vec::len), Some(1));
    assert_eq!(encoded.adaptations.len(), 1);
}

#[test]
fn an_error_inside_a_stream_is_an_error_in_each_of_its_forms() {
    let begun = streamed().split_inclusive("\n\n").take(3).collect::<String>();
    let nested =
        r#"{"type":"error","error":{"type":"server_error","code":"server_error","message":"Gone."}}"#;
    let flat = r#"{"type":"error","code":"server_error","message":"Gone.","param":null,"sequence_number":3}"#;
    let failed = r#"{"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"Gone."}}}"#;
    for error in [nested, flat, failed] {
        let Decoded { fault, .. } = decoded(Framing::Events, &format!("{begun}data: {error}\n\n"));
        let Some(Fault::Complained(complaint)) = fault else { panic!("{fault:?}") };
        assert_eq!((complaint.message.as_str(), complaint.kind()), ("Gone.", RefusalKind::Fault), "{error}");
    }
}

#[test]
fn a_stream_without_its_terminal_event_is_broken_off() {
    let text = streamed();
    let at = text.find("event: response.completed").expect("the end");
    assert_eq!(decoded(Framing::Events, &text[..at]).fault, Some(Fault::BrokenOff));
}

#[test]
fn events_nobody_knows_are_shown_and_do_no_harm() {
    let text = format!("data: {{\"type\":\"response.sang\",\"note\":7}}\n\n{}", streamed());
    let Decoded { events, unknown, fault } = decoded(Framing::Events, &text);
    assert_eq!((testing::items(&events), fault), (first_answer(), None));
    assert_eq!(unknown, [r#"{"type":"response.sang","note":7}"#]);
}

#[test]
fn ids_that_change_and_arguments_that_only_come_whole_are_one_call() {
    let call = |id: &str, arguments: &str| json!({ "type": "function_call", "id": id, "call_id": "c1", "name": "tide_table", "arguments": arguments });
    let frames = [
        json!({ "type": "response.output_item.added", "output_index": 0, "item": call("a", "") }),
        json!({ "type": "response.function_call_arguments.done", "output_index": 0, "item_id": "b", "arguments": "{}" }),
        json!({ "type": "response.output_item.done", "output_index": 0, "item": call("c", "{}") }),
        json!({ "type": "response.completed", "response": { "status": "completed", "output": [call("d", "{}")] } }),
    ];
    let text: String = frames.iter().map(|frame| format!("data: {frame}\n\n")).collect();
    let items = testing::items(&decoded(Framing::Events, &text).events);
    assert_eq!(items, [with_state(testing::call("c1", "tide_table", "{}"), json!({ "id": "c" }))]);
}

/// The input of a request that goes on with these items of the model, and what is told of it.
fn input_after(host: Host, items: Vec<Item>) -> (Value, Vec<String>) {
    let mut asked = harbour(1);
    asked.messages = vec![testing::said(Role::Assistant, items)];
    let names = WireNames::of(NameRule::COMMON, &asked);
    let encoded = encode(&asking("m", &asked, &names, Streaming::Whole), host);
    let told = encoded.adaptations.into_iter().map(|adaptation| adaptation.what.to_string()).collect();
    (serde_json::to_value(encoded.body).expect("a body")["input"].clone(), told)
}

fn thought(maker: Option<&str>, state: Value) -> Item {
    let state =
        ProviderState { made_by: maker.map(ModelId::new), ..ProviderState::unclaimed(PROVIDER, state) };
    Item::Reasoning { text: "Hm.".to_owned(), provider_state: Some(state) }
}

fn called(maker: Option<&str>) -> Item {
    let Item::FunctionCall { mut call } = testing::tide_call() else { unreachable!() };
    let state = ProviderState::unclaimed(PROVIDER, json!({ "id": "fc_1", "status": "completed" }));
    call.provider_state = Some(ProviderState { made_by: maker.map(ModelId::new), ..state });
    Item::FunctionCall { call }
}

#[test]
fn a_thought_that_is_not_encrypted_stays_here_and_the_call_behind_it_has_no_id() {
    let stored = json!({ "id": "rs_1", "summary": [] });
    let (input, told) = input_after(Host::OpenAi, vec![thought(None, stored), called(None)]);
    assert_eq!(input.pointer("/0/type"), Some(&json!("function_call")));
    assert_eq!(input.pointer("/0/id"), None);
    assert!(
        told.iter().any(|what| what == "a thought without its encrypted content is left out"),
        "{told:?}"
    );
}

#[test]
fn a_limit_that_is_too_small_is_raised_and_told() {
    let limit = |host: Host, most: u32| {
        let mut asked = harbour(1);
        asked.settings.max_output_tokens = Some(most);
        let names = WireNames::of(NameRule::COMMON, &asked);
        let encoded = encode(&asking("m", &asked, &names, Streaming::Whole), host);
        (
            serde_json::to_value(encoded.body).expect("a body")["max_output_tokens"].clone(),
            encoded.adaptations.len(),
        )
    };
    assert_eq!(limit(Host::OpenAi, 1), (json!(16), 1));
    assert_eq!(limit(Host::OpenAi, 16), (json!(16), 0));
    assert_eq!(limit(Host::Compatible, 1), (json!(1), 0));
}

#[test]
fn a_call_that_came_without_a_thought_keeps_its_id() {
    let (input, _) = input_after(Host::OpenAi, vec![called(Some("service/m"))]);
    assert_eq!(input.pointer("/0/id"), Some(&json!("fc_1")));
}

#[test]
fn what_was_imported_is_openais_and_what_a_service_made_is_its_own() {
    let sealed = || json!({ "id": "rs_1", "summary": [], "encrypted_content": "x" });
    let kinds = |host: Host, maker: Option<&str>| {
        let (input, _) = input_after(host, vec![thought(maker, sealed()), called(maker)]);
        let items = input.as_array().expect("a list").iter();
        items.map(|item| (item["type"].clone(), item.get("id").cloned())).take(2).collect::<Vec<_>>()
    };
    let whole =
        vec![(json!("reasoning"), Some(json!("rs_1"))), (json!("function_call"), Some(json!("fc_1")))];
    let bare = vec![(json!("function_call"), None), (json!("function_call_output"), None)];
    for host in Host::ALL {
        let expected = if host == Host::OpenAi { &whole } else { &bare };
        assert_eq!(&kinds(host, None), expected, "imported, to {host:?}");
        assert_eq!(kinds(host, Some("service/m")), whole, "its own, to {host:?}");
        assert_eq!(kinds(host, Some("elsewhere/m")), bare, "of another, to {host:?}");
    }
}

#[test]
fn the_phase_of_a_message_goes_back_with_it() {
    let beside = thought(Some("service/m"), json!({ "onText": true, "phase": "commentary" }));
    let (input, _) = input_after(Host::OpenAi, vec![testing::words("I look."), beside, called(None)]);
    assert_eq!(input[0], json!({ "role": "assistant", "content": "I look.", "phase": "commentary" }));
}
