//! Tests of recorded exchanges: the requests, and the events made of the answers.

mod odd;

use super::PROFILES;
use super::profiles::Profile;
use super::request::encode;
use super::stream::Mapper;
use super::wire::Models;
use crate::assembler::Assembler;
use crate::models::ModelTable;
use crate::names::{NameRule, WireNames};
use crate::remote::Streaming;
use crate::testing::{self, asking, asking_with, berth_call, both_calls, fixture, harbour, tide_call};
use crate::transport::testing::{Decoded, decode};
use crate::transport::{Fault, Framing};
use content::{CallArguments, CallId, Item, ModelId, ProviderState, Role, Usage};
use ports::{CallOptions, ItemKind, RefusalKind, StopReason, StreamEvent};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn profile(id: &str) -> &'static Profile {
    PROFILES.iter().find(|profile| profile.id == id).expect("a profile")
}

fn mapper(id: &str) -> (Mapper, Assembler) {
    let names = WireNames::of_functions(NameRule::COMMON, &testing::functions());
    (Mapper::new(profile(id)), Assembler::new(names, BTreeSet::new()))
}

#[track_caller]
fn decoded(framing: Framing, id: &str, text: &str) -> Decoded {
    decode(framing, text.as_bytes(), || mapper(id))
}

fn answer(path: &str, step: usize) -> String {
    let document = fixture(path);
    let step = document.pointer(&format!("/steps/{step}")).cloned().unwrap_or(document);
    step.pointer("/response/body").expect("a body").to_string()
}

fn usage(input: u32, output: u32, cached: Option<u32>, reasoning: Option<u32>) -> StreamEvent {
    StreamEvent::Usage(Usage { input: Some(input), output: Some(output), cached, reasoning, written: None })
}

#[test]
fn a_stream_says_the_same_as_the_whole_answer() {
    let whole = decoded(Framing::Whole, "openai", &answer("openai-chat/01-parallel-roundtrip.json", 0));
    let stream = testing::text("openai-chat/02-stream-parallel.sse");
    let streamed = decoded(Framing::Events, "openai", &stream);
    assert_eq!(testing::items(&whole.events), both_calls());
    assert_eq!(testing::items(&streamed.events), both_calls());
    let end = [usage(141, 44, Some(128), Some(0)), StreamEvent::Finished(StopReason::Calls)];
    assert!(whole.events.ends_with(&end) && streamed.events.ends_with(&end));
    assert_eq!((whole.unknown, streamed.unknown), (vec![], vec![]));
}

#[test]
fn what_is_shown_of_a_call_while_it_comes_in_is_what_it_is() {
    let Decoded { events, .. } =
        decoded(Framing::Events, "openai", &testing::text("openai-chat/02-stream-parallel.sse"));
    let Item::FunctionCall { call } = berth_call() else { unreachable!() };
    let kind = ItemKind::Call { id: call.id, function: call.function };
    assert_eq!(events.first(), Some(&StreamEvent::ItemStarted { index: 0, kind }));
    let pieces: String = events
        .iter()
        .filter_map(|event| {
            if let StreamEvent::ArgumentsDelta { index: 1, text } = event {
                Some(text.as_str())
            } else {
                None
            }
        })
        .collect();
    assert_eq!(pieces, r#"{"port":"Lysvik"}"#);
}

#[test]
fn the_second_answer_is_words() {
    let Decoded { events, .. } =
        decoded(Framing::Whole, "openai", &answer("openai-chat/01-parallel-roundtrip.json", 1));
    let text = "Berth 12 is free until 06:00. High tide in Lysvik is at 23:41, 1.9 m.".to_owned();
    assert_eq!(testing::items(&events), [Item::Text { text }]);
    assert_eq!(events.last(), Some(&StreamEvent::Finished(StopReason::Complete)));
}

#[test]
fn azure_sends_chunks_that_say_nothing_of_the_answer_and_they_do_no_harm() {
    let streamed =
        decoded(Framing::Events, "azure-openai", &testing::text("azure-openai/02-stream-parallel.sse"));
    assert_eq!(testing::items(&streamed.events).len(), 2);
    let head = decoded(Framing::Events, "azure-openai", &testing::text("azure-openai/04-stream-head.sse"));
    assert_eq!(head.fault, Some(Fault::BrokenOff));
}

#[test]
fn compatible_servers_are_understood_with_their_quirks() {
    let whole_call =
        decoded(Framing::Events, "groq", &testing::text("openai-compat/03-quirk-whole-call-one-chunk.sse"));
    assert_eq!(
        testing::items(&whole_call.events),
        [testing::call("tk85n1k4m", "tide_table", r#"{"port":"Lysvik"}"#)]
    );
    let text = testing::text("openai-compat/06-quirk-no-index-no-id-args-object.sse");
    let bare = decoded(Framing::Events, "openai-compatible", &text);
    let expected = [
        testing::call("call_1", "berth_status", r#"{"berth":12}"#),
        testing::call("call_2", "tide_table", r#"{"port":"Lysvik"}"#),
    ];
    assert_eq!(testing::items(&bare.events), expected);
    let streamed =
        decoded(Framing::Events, "deepseek", &testing::text("openai-compat/02-stream-parallel.sse"));
    assert_eq!(
        testing::items(&streamed.events)
            .iter()
            .filter(|item| matches!(item, Item::FunctionCall { .. }))
            .count(),
        2
    );
}

#[test]
fn an_error_inside_a_stream_is_an_error() {
    let text = testing::text("openai-compat/07-quirk-comments-and-error-chunk.sse");
    let Decoded { fault, events, .. } = decoded(Framing::Events, "openrouter", &text);
    let Some(Fault::Complained(complaint)) = fault else { panic!("{fault:?}") };
    assert_eq!((complaint.message.as_str(), complaint.kind()), ("Provider disconnected", RefusalKind::Busy));
    assert!(events.contains(&StreamEvent::TextDelta { index: 0, text: "Lo".into() }));
}

#[test]
fn a_stream_without_its_end_is_broken_off() {
    let text = testing::text("openai-chat/02-stream-parallel.sse");
    for cut in ["\"finish_reason\":\"tool_calls\"", "th\\\":12}"] {
        let at = text.find(cut).expect("the place to cut at");
        let Decoded { fault, events, .. } = decoded(Framing::Events, "openai", &text[..at]);
        assert_ne!(fault, None, "{cut}");
        assert!(testing::items(&events).is_empty(), "nothing of a broken answer is finished");
    }
    let done = text.replace("data: [DONE]", "");
    let Decoded { fault, events, .. } = decoded(Framing::Events, "openai", &done);
    assert_eq!((fault, events.last()), (None, Some(&StreamEvent::Finished(StopReason::Calls))));
}

#[test]
fn empty_ids_and_names_never_replace_others_and_bad_arguments_keep_the_call() {
    let chunk = |id: &str, name: &str, arguments: &str| {
        let call =
            serde_json::json!({ "index": 0, "id": id, "function": { "name": name, "arguments": arguments } });
        format!("data: {}\n\n", serde_json::json!({ "choices": [{ "delta": { "tool_calls": [call] } }] }))
    };
    let text = chunk("a", "", "") + &chunk("", "tide_table", "") + &chunk("", "", "{}}") + "data: [DONE]\n\n";
    let Decoded { events, .. } = decoded(Framing::Events, "openai", &text);
    let items = testing::items(&events);
    let [Item::FunctionCall { call }] = items.as_slice() else { panic!("{items:?}") };
    assert_eq!(call.id, CallId::new("a"));
    assert!(matches!(&call.arguments, CallArguments::Malformed { raw, .. } if raw == "{}}"), "{call:?}");
    let Item::FunctionCall { call: tide } = tide_call() else { unreachable!() };
    assert_eq!(call.function, tide.function);
}

#[test]
fn requests_are_what_the_recorded_exchanges_sent() {
    let recorded = fixture("openai-chat/01-parallel-roundtrip.json");
    for (step, mut asked) in [harbour(1), harbour(2)].into_iter().enumerate() {
        asked.calls = CallOptions { parallel: Some(true), strict: Some(true), ..CallOptions::NONE };
        let names = WireNames::of(NameRule::COMMON, &asked);
        let encoded = encode(&asking("gpt-5.6-sol", &asked, &names, Streaming::Whole), profile("openai"));
        let mut body = serde_json::to_value(&encoded.body).expect("a body");
        let mut expected =
            recorded.pointer(&format!("/steps/{step}/request/body")).cloned().expect("a request");
        testing::without(&mut expected, &["strict", "parallel_tool_calls"]);
        testing::without(&mut body, &["strict", "parallel_tool_calls"]);
        assert_eq!(body, expected, "step {step}");
        assert_eq!(encoded.adaptations, []);
    }
}

#[test]
fn a_turn_of_calls_without_words_always_has_its_content() {
    let asked = harbour(2);
    let names = WireNames::of(NameRule::COMMON, &asked);
    for accent in &PROFILES {
        let body =
            serde_json::to_value(encode(&asking("m", &asked, &names, Streaming::Streamed), accent).body)
                .expect("a body");
        let said = body.pointer("/messages/2").and_then(Value::as_object).expect("the calls");
        let content = said.get("content").unwrap_or_else(|| panic!("{} leaves it out", accent.id));
        assert!(content.is_null() || content == "", "{}: {content}", accent.id);
    }
}

#[test]
fn the_models_of_a_service_are_listed() {
    let text = r#"{"object":"list","data":[{"id":"gpt-5.6-sol","object":"model","created":1,"owned_by":"x"},{"id":"b"}]}"#;
    let names = |text: &str| {
        let listed = serde_json::from_str::<Models>(text).map(Models::into_listed);
        listed.map(|listed| listed.into_iter().map(|model| model.name).collect::<Vec<_>>())
    };
    assert_eq!(names(text).expect("a list"), ["gpt-5.6-sol", "b"]);
    assert_eq!(names(r#"[{"id":"a"}]"#).expect("a list"), ["a"]);
    assert!(names("{}").is_err());
}

/// The body of a request that continues with these items of the model.
fn body_after(id: &str, items: Vec<Item>) -> Value {
    let mut asked = harbour(1);
    asked.messages.push(testing::said(Role::Assistant, items));
    let names = WireNames::of(NameRule::COMMON, &asked);
    let facts = ModelTable::usual().facts(id, "m");
    let encoded = encode(&asking_with("m", &asked, &names, Streaming::Whole, &facts), profile(id));
    serde_json::to_value(encoded.body).expect("a body")
}

#[test]
fn arguments_that_are_no_object_go_back_as_one_where_they_are_parsed() {
    let call = |raw: &str| testing::call("c1", "tide_table", raw);
    let written = |id: &str, raw: &str| {
        let body = body_after(id, vec![call(raw)]);
        body.pointer("/messages/2/tool_calls/0/function/arguments").cloned().expect("arguments")
    };
    for raw in ["{\"port\": ", "[1]", "7"] {
        for profile in
            PROFILES.iter().filter(|profile| !profile.id.contains("openai") || profile.id.contains("comp"))
        {
            let arguments = written(profile.id, raw);
            let parsed: Value = serde_json::from_str(arguments.as_str().expect("a text")).expect("JSON");
            assert_eq!(parsed, json!({ "INVALID_JSON": raw }), "{}", profile.id);
        }
        assert_eq!(written("openai", raw), raw);
    }
    assert_eq!(
        written("vllm", r#"{ "port":"Lysvik" }"#),
        r#"{ "port":"Lysvik" }"#,
        "what can be read stays as it is"
    );
}

#[test]
fn details_of_thoughts_go_back_merged_however_they_came() {
    let piece = |rest: &str| {
        let detail =
            format!(r#"{{"type":"reasoning.text","format":"anthropic-claude-v1","index":0,{rest}}}"#);
        format!(
            r#"data: {{"choices":[{{"index":0,"delta":{{"content":"","reasoning_details":[{detail}]}}}}]}}"#
        )
    };
    let said = |delta: &str, end: &str| {
        format!(r#"data: {{"choices":[{{"index":0,"delta":{delta},"finish_reason":{end}}}]}}"#)
    };
    let words = [
        said(r#"{"reasoning":"Let me see."}"#, "null"),
        piece(r#""text":"Let me""#),
        piece(r#""text":" see.""#),
    ];
    let call = r#"{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"tide_table","arguments":"{}"}}]}"#;
    let call = said(call, r#""tool_calls""#);
    let signature = piece(r#""signature":"c2ln""#);
    // The signature may arrive before the consequences of a thought, or behind them.
    for late in [false, true] {
        let mut lines = words.to_vec();
        let ends = [signature.clone(), call.clone()];
        if late {
            lines.extend(ends.into_iter().rev());
        } else {
            lines.extend(ends);
        }
        let Decoded { events, unknown, fault } =
            decoded(Framing::Events, "openrouter", &format!("{}\n\ndata: [DONE]\n\n", lines.join("\n\n")));
        assert_eq!((unknown, fault), (vec![], None));
        let body = body_after_claimed("openrouter", testing::items(&events));
        let expected = json!([{
            "type": "reasoning.text", "format": "anthropic-claude-v1", "index": 0, "text": "Let me see.", "signature": "c2ln",
        }]);
        assert_eq!(body.pointer("/messages/2/reasoning_details"), Some(&expected), "late: {late}");
        assert_eq!(body.pointer("/messages/2/reasoning"), Some(&json!("Let me see.")));
        assert!(body.pointer("/messages/2/tool_calls/0/extra_content").is_none());
    }
}

/// The same, if the requested model made them.
fn body_after_claimed(id: &str, mut items: Vec<Item>) -> Value {
    for item in &mut items {
        if let Item::Reasoning { provider_state: Some(state), .. } = item {
            state.made_by = Some(ModelId::new("service/model"));
        }
    }
    body_after(id, items)
}

#[test]
fn a_router_gives_thoughts_back_to_the_model_that_had_them_alone() {
    let details = json!([{ "type": "reasoning.encrypted", "data": "eA==", "index": 0 }]);
    let thought = |maker: &str| {
        let state = ProviderState::unclaimed("openai-chat", json!({ "reasoning_details": details }));
        let provider_state = Some(ProviderState { made_by: Some(ModelId::new(maker)), ..state });
        vec![Item::Reasoning { text: "Hm.".to_owned(), provider_state }, testing::words("Yes.")]
    };
    let echoed = |id: &str, maker: &str| {
        body_after(id, thought(maker)).pointer("/messages/2/reasoning_details").cloned()
    };
    assert_eq!(echoed("openrouter", "service/model"), Some(details.clone()));
    assert_eq!(echoed("openrouter", "service/another"), None);
    assert_eq!(
        echoed("vllm", "service/another"),
        Some(details.clone()),
        "one server has one kind of thoughts"
    );
    assert_eq!(echoed("vllm", "elsewhere/model"), None);
}

#[test]
fn a_service_that_wants_thoughts_beside_calls_gets_empty_ones_for_those_of_others() {
    let body = body_after("deepseek", vec![tide_call()]);
    assert_eq!(body.pointer("/messages/2/reasoning_content"), Some(&json!("")));
    let kimi = body_after("moonshot", vec![tide_call()]);
    assert_eq!(kimi.pointer("/messages/2/reasoning_content"), Some(&json!("")));
    let without = body_after("moonshot", vec![testing::words("Free.")]);
    assert_eq!(without.pointer("/messages/2/reasoning_content"), None);
    for id in ["groq", "zai", "qwen", "openai"] {
        assert_eq!(body_after(id, vec![tide_call()]).pointer("/messages/2/reasoning_content"), None, "{id}");
    }
}
