use super::Responses;
use crate::dialects::{Complaint, Dialect, Head, Unwritable, WantedCall, WrittenAnswer};
use crate::testing::{continued, delivered, events, next_answer, wanted};
use content::{
    CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, Item, OpaquePart, Origin,
    ProviderState, Usage,
};
use ports::{StopReason, StreamEvent};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Synthetic, in the form of the provider's: reasoning, a text, a hosted search, a call in a namespace, a text, a call
/// with free text, a search that the program makes.
const STREAM: &str = include_str!("tests/stream.sse");

/// The same in one piece.
const WHOLE: &str = include_str!("tests/whole.json");

const HELD_FROM: &str = "fc_0a4";

const ARGUMENTS: &str = r#"{"berth": 12.0, "big": 18446744073709551617}"#;

fn kept() -> Vec<WantedCall> {
    vec![
        wanted(Some(0), "call_A", "berth_status", ARGUMENTS),
        WantedCall { is_text: true, ..wanted(Some(1), "call_B", "shell", "ls -l") },
        wanted(Some(2), "call_C", "find", r#"{"query":"tide"}"#),
    ]
}

/// The response as a client puts it together.
#[track_caller]
fn view(stream: &str) -> Value {
    let (mut begun, mut done) = (BTreeMap::<u64, Value>::new(), Vec::<Value>::new());
    let (mut response, mut next) = (Value::Null, 0);
    for event in events(stream).into_iter().filter(|event| event["type"] != "keepalive") {
        assert_eq!(event["sequence_number"], next, "{event}");
        next += 1;
        let index = event["output_index"].as_u64().unwrap_or_default();
        let kind = event["type"].as_str().unwrap();
        let field = if kind.contains("custom_tool_call") { "input" } else { "arguments" };
        match kind {
            "response.output_item.added" => {
                assert_eq!(begun.insert(index, event["item"].clone()), None, "{event}");
            }
            "response.output_item.done" => {
                assert_eq!(done.len().to_string(), index.to_string(), "{event}");
                for name in ["id", "type", "call_id", "name", "namespace"] {
                    assert_eq!(begun[&index][name], event["item"][name], "{event}");
                }
                if matches!(event["item"]["type"].as_str(), Some("function_call" | "custom_tool_call")) {
                    assert_eq!(begun[&index]["arguments"], event["item"]["arguments"], "{event}");
                    assert_eq!(begun[&index]["input"], event["item"]["input"], "{event}");
                }
                done.push(event["item"].clone());
            }
            "response.function_call_arguments.delta" | "response.custom_tool_call_input.delta" => {
                let item = begun.get_mut(&index).unwrap();
                assert_eq!(item["id"], event["item_id"]);
                let text = format!("{}{}", item[field].as_str().unwrap(), event["delta"].as_str().unwrap());
                item[field] = text.into();
            }
            "response.function_call_arguments.done" | "response.custom_tool_call_input.done" => {
                assert_eq!(begun[&index][field], event[field], "{event}");
            }
            _ => assert!(event.get("output_index").is_none() || begun.contains_key(&index), "{event}"),
        }
        if event.get("response").is_some() {
            response = event["response"].clone();
        }
    }
    assert_eq!(response["output"], Value::Array(done));
    response
}

#[track_caller]
fn streamed(calls: &[WantedCall]) -> String {
    delivered(&Responses, STREAM.as_bytes(), STREAM.len(), HELD_FROM, calls).unwrap()
}

/// Streamed and whole responses with these calls are the same, and have this output from the first call on.
#[track_caller]
fn check(calls: &[WantedCall], output: &[Value]) {
    let view = view(&streamed(calls));
    assert_eq!(view["output"].as_array().unwrap()[3..], *output);
    let whole = Responses.with_calls(WHOLE.as_bytes(), calls).unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&whole).unwrap(), view);
    let mut rest: Value = serde_json::from_str(WHOLE).unwrap();
    rest["output"] = view["output"].clone();
    assert_eq!(view, rest);
}

/// An item of the unchanged response.
fn item(at: usize) -> Value {
    serde_json::from_str::<Value>(WHOLE).unwrap()["output"][at].clone()
}

#[test]
fn unchanged_calls_leave_every_byte_as_it_was() {
    for piece in 1..300 {
        let stream = delivered(&Responses, STREAM.as_bytes(), piece, HELD_FROM, &kept()).unwrap();
        assert_eq!(stream, STREAM, "in pieces of {piece}");
    }
    assert_eq!(Responses.with_calls(WHOLE.as_bytes(), &kept()).unwrap(), WHOLE.as_bytes());
    check(&kept(), &[item(3), item(4), item(5), item(6)]);
}

#[test]
fn an_edited_call_keeps_the_fields_nobody_edited() {
    let mut calls = kept();
    calls[0].arguments = "{\"berth\":\n7.0}".to_owned();
    calls[0].name = "berth".to_owned();
    calls[1].arguments = "rm \"x\"".to_owned();
    calls[2].arguments = r#"{"query":1.0}"#.to_owned();
    let (mut function, mut custom, mut search) = (item(3), item(5), item(6));
    function["name"] = "berth".into();
    function["arguments"] = calls[0].arguments.as_str().into();
    custom["input"] = "rm \"x\"".into();
    search["arguments"] = json!({ "query": 1.0 });
    check(&calls, &[function, item(4), custom, search]);
    assert!(streamed(&calls).contains(r#""arguments":{"query":1.0}"#));
}

#[test]
fn a_dropped_call_leaves_the_others() {
    check(&kept()[1..], &[item(4), item(5), item(6)]);
    check(&kept()[..1], &[item(3), item(4)]);
    check(&[], &[item(4)]);
}

#[test]
fn an_added_call_gets_an_item_of_its_own() {
    let mut calls = kept();
    calls.insert(1, wanted(None, "call_9x", "clock", ""));
    calls.push(WantedCall { is_text: true, ..wanted(None, "call_9y", "shell", "pwd") });
    let function = json!({
        "id": "fc_9x", "type": "function_call", "status": "completed", "call_id": "call_9x", "name": "clock",
        "arguments": "{}",
    });
    let custom = json!({
        "id": "ctc_9y", "type": "custom_tool_call", "status": "completed", "call_id": "call_9y", "name": "shell",
        "input": "pwd",
    });
    check(&calls, &[item(3), function, item(4), item(5), item(6), custom]);
}

#[test]
fn the_order_of_the_wanted_calls_is_kept() {
    let calls = [kept()[1].clone(), kept()[0].clone()];
    check(&calls, &[item(5), item(3), item(4)]);
}

#[test]
fn a_call_of_another_kind_stays_in_its_namespace() {
    let text = WantedCall { is_text: true, ..wanted(Some(0), "call_A", "shell", "ls") };
    let custom = json!({
        "id": "ctc_A", "type": "custom_tool_call", "status": "completed", "call_id": "call_A", "name": "shell",
        "input": "ls", "namespace": "harbour",
    });
    check(&[text], &[custom, item(4)]);
}

#[test]
fn a_call_is_added_to_a_response_without_items() {
    let stream = concat!(
        "data: {\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"output\":[]}}\n\n",
        "data: {\"type\":\"response.completed\",\"sequence_number\":1,\"response\":{\"output\":[], \"a\":1.0}}\n\n",
    );
    let calls = [wanted(None, "call_1", "clock", "{}")];
    let stream = delivered(&Responses, stream.as_bytes(), 3, "completed", &calls).unwrap();
    assert_eq!(view(&stream)["output"][0]["call_id"], "call_1");
    assert!(stream.contains(r#", "a":1.0}"#));
}

#[test]
fn an_output_that_the_host_leaves_out_stays_out() {
    let end = STREAM.find("event: response.completed").unwrap();
    let mut stream = STREAM.split_at(end).0.to_owned();
    let last = r#"data: {"type":"response.completed","sequence_number":33,"response":{"output":[]}}"#;
    stream.push_str(last);
    stream.push_str("\n\n");
    let delivered = delivered(&Responses, stream.as_bytes(), 9, HELD_FROM, &kept()[1..]).unwrap();
    let last = events(&delivered).pop().unwrap();
    assert_eq!(last["response"], json!({ "output": [] }));
}

#[test]
fn ids_that_change_from_event_to_event_are_followed_by_index() {
    let stream = STREAM.replace(r#""item_id":"fc_0a4""#, r#""item_id":"other""#);
    let stream = delivered(&Responses, stream.as_bytes(), 9, HELD_FROM, &kept()[1..]).unwrap();
    assert_eq!(view(&stream)["output"][4], item(5));
}

#[test]
fn what_is_no_response_can_not_be_changed() {
    for body in ["", "[]", "{}", r#"{"output":"text"}"#, "\u{0}"] {
        let changed = Responses.with_calls(body.as_bytes(), &[]);
        assert!(matches!(changed, Err(Unwritable::NotRead { .. })), "{body}");
    }
    let error = Responses.with_calls(WHOLE.as_bytes(), &[wanted(Some(3), "a", "b", "{}")]);
    assert_eq!(error, Err(Unwritable::NoCall { ordinal: 3 }));
    let late = delivered(&Responses, STREAM.as_bytes(), 1, "ctc_0a6", &[]);
    assert_eq!(late, Err(Unwritable::CallDelivered));
}

proptest! {
    #[test]
    fn nothing_panics_whatever_arrives(bytes in proptest::collection::vec(any::<u8>(), 0..200), at in 0..STREAM.len()) {
        let mut broken = STREAM.as_bytes().to_vec();
        broken.splice(at..at, bytes.iter().copied());
        for calls in [kept(), Vec::new(), kept()[1..].to_vec()] {
            let _ = delivered(&Responses, &broken, 11, HELD_FROM, &calls);
            let _ = delivered(&Responses, &bytes, 3, "a", &calls);
            let _ = Responses.with_calls(&bytes, &calls);
        }
    }

    #[test]
    fn a_changed_byte_does_no_harm(at in 0..STREAM.len(), byte in any::<u8>()) {
        let mut broken = STREAM.as_bytes().to_vec();
        broken[at] = byte;
        let mut calls = kept();
        calls[0].arguments = "{}".to_owned();
        let _ = delivered(&Responses, &broken, 64, HELD_FROM, &calls);
    }
}

fn head() -> Head {
    Head { id: "0a1".to_owned(), model: "gpt-6".to_owned(), created: 1_794_000_000, includes_usage: true }
}

fn call(arguments: CallArguments, state: Option<Value>) -> Item {
    let call = FunctionCall {
        id: CallId::new("call_1"),
        function: CalledFunction::Known { name: FunctionName::without_plugin("berth_status") },
        arguments,
        origin: Origin::Model,
        provider_state: state.map(|state| ProviderState::unclaimed("openai-responses", state)),
    };
    Item::FunctionCall { call }
}

fn items() -> Vec<Item> {
    let thought = |provider: &str, state: Value| Item::Reasoning {
        text: "Hm.".to_owned(),
        provider_state: Some(ProviderState::unclaimed(provider, state)),
    };
    let namespace = json!({ "id": "fc_7", "status": "completed", "namespace": "harbour" });
    vec![
        Item::Reasoning { text: "Foreign.".to_owned(), provider_state: None },
        thought("anthropic", json!({ "id": "x", "summary": [] })),
        thought("openai-responses", json!({ "onText": true, "phase": "commentary" })),
        thought("openai-responses", json!({ "id": "rs_1", "summary": [], "encrypted_content": "Z0FB" })),
        Item::Text { text: "I look.".to_owned() },
        Item::Text { text: String::new() },
        Item::Unknown {
            value: OpaquePart::wrap("openai-responses", json!({ "type": "web_search_call", "id": "ws_1" })),
        },
        call(CallArguments::read(r#"{"berth": 12.0}"#), Some(namespace)),
        call(CallArguments::of_text("ls"), None),
    ]
}

fn output() -> Value {
    json!([
        { "type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "Z0FB" },
        {
            "id": "msg_0a101", "type": "message", "status": "completed", "role": "assistant",
            "content": [{ "type": "output_text", "annotations": [], "logprobs": [], "text": "I look." }],
        },
        { "type": "web_search_call", "id": "ws_1" },
        {
            "id": "fc_7", "type": "function_call", "status": "completed", "namespace": "harbour",
            "call_id": "call_1", "name": "berth_status", "arguments": r#"{"berth": 12.0}"#,
        },
        {
            "id": "ctc_1", "type": "custom_tool_call", "status": "completed", "call_id": "call_1",
            "name": "berth_status", "input": "ls",
        },
    ])
}

fn usage() -> Usage {
    Usage { input: Some(10), output: Some(5), cached: Some(3), written: None, reasoning: Some(2) }
}

fn written(stop: &StopReason) -> Value {
    let mut writer = Responses.writer(head());
    let mut stream = writer.begin();
    for (index, item) in items().into_iter().enumerate() {
        if let Item::Text { text } = &item {
            let (left, right) = text.split_at(text.len() / 2);
            for text in [left, right] {
                stream.extend(writer.event(&StreamEvent::TextDelta { index, text: text.to_owned() }));
            }
        }
        let thought = StreamEvent::ReasoningDelta { index, text: "Hm".to_owned() };
        assert_eq!(writer.event(&thought), b"");
        stream.extend(writer.event(&StreamEvent::finished(index, item)));
    }
    stream.extend(writer.end(stop, usage()));
    assert_eq!(writer.end(stop, usage()), b"");
    assert_eq!(writer.event(&StreamEvent::TextDelta { index: 99, text: "late".to_owned() }), b"");
    view(&String::from_utf8(stream).unwrap())
}

#[test]
fn an_answer_of_another_model_is_a_stream_of_this_protocol() {
    let response = written(&StopReason::Calls);
    assert_eq!(response["output"], output());
    assert_eq!((&response["status"], &response["id"]), (&json!("completed"), &json!("resp_0a1")));
    let expected = json!({
        "input_tokens": 10, "input_tokens_details": { "cached_tokens": 3, "cache_write_tokens": 0 },
        "output_tokens": 5, "output_tokens_details": { "reasoning_tokens": 2 }, "total_tokens": 15,
    });
    assert_eq!(response["usage"], expected);
}

#[test]
fn an_answer_of_another_model_is_a_whole_one_too() {
    for stop in [StopReason::Calls, StopReason::Length, StopReason::Refused { said: Some("No.".to_owned()) }]
    {
        let answer = WrittenAnswer { items: items(), stop: stop.clone(), usage: usage() };
        let whole: Value = serde_json::from_slice(&Responses.whole(&head(), &answer)).unwrap();
        assert_eq!(whole, written(&stop));
    }
}

#[test]
fn a_limit_makes_a_response_incomplete() {
    let response = written(&StopReason::Length);
    assert_eq!(response["status"], "incomplete");
    assert_eq!(response["incomplete_details"], json!({ "reason": "max_output_tokens" }));
}

#[test]
fn a_refusal_says_why() {
    let response = written(&StopReason::Refused { said: Some("No.".to_owned()) });
    assert_eq!(response["output"][5]["content"], json!([{ "type": "refusal", "refusal": "No." }]));
    let said = written(&StopReason::Refused { said: Some("I look.".to_owned()) });
    assert_eq!(said["output"], output());
}

#[test]
fn a_complaint_is_an_error_of_the_provider() {
    let complaint = Complaint { status: 429, message: "Held for \"too\" long".to_owned() };
    let expected = json!({
        "message": complaint.message, "type": "requests", "param": null, "code": "rate_limit_exceeded",
    });
    let refusal: Value = serde_json::from_slice(&Responses.refusal(&complaint)).unwrap();
    assert_eq!(refusal, json!({ "error": expected }));
    let broken = Responses.broken_off(&complaint);
    let [error, failed] = events(std::str::from_utf8(&broken).unwrap()).try_into().unwrap();
    assert_eq!(error["error"], expected);
    assert_eq!(failed["response"]["error"]["code"], "rate_limit_exceeded");
}

#[test]
fn a_comment_keeps_a_stream_alive_before_its_first_event_and_an_event_afterwards() {
    assert_eq!(Responses.keep_alive(false), Some(&b": held\n\n"[..]));
    let alive = std::str::from_utf8(Responses.keep_alive(true).unwrap()).unwrap();
    assert_eq!(events(alive), [json!({ "type": "keepalive" })]);
}

#[test]
fn a_response_goes_on_behind_all_that_is_no_call() {
    let stream = continued(&Responses, STREAM.as_bytes(), &[HELD_FROM]).unwrap();
    let seen = view(&String::from_utf8(stream).unwrap());
    let whole = Responses.continued_whole(WHOLE.as_bytes(), &next_answer()).unwrap();
    assert_eq!(seen, serde_json::from_slice::<Value>(&whole).unwrap(), "streamed and whole are the same");
    let output = seen["output"].as_array().unwrap();
    let kept: Vec<_> = [0, 1, 2, 4].map(item).into_iter().collect();
    assert_eq!(output[..4], kept[..]);
    assert_eq!((&output[4]["type"], &output[5]["call_id"]), (&json!("message"), &json!("c9")));
    assert_eq!((&seen["status"], &seen["usage"]["output_tokens"]), (&json!("completed"), &json!(7)));
}

#[test]
fn a_host_that_leaves_the_output_out_at_the_end_leaves_it_out_still() {
    let at = STREAM.find("event: response.completed").unwrap();
    let mut last: Value = serde_json::from_str(STREAM[at..].split_once("data: ").unwrap().1.trim()).unwrap();
    last["response"]["output"] = json!([]);
    let bare = format!("{}event: response.completed\ndata: {last}\n\n", &STREAM[..at]);
    let stream = continued(&Responses, bare.as_bytes(), &[HELD_FROM]).unwrap();
    let events = events(&String::from_utf8(stream).unwrap());
    assert_eq!(events.last().unwrap()["response"]["output"], json!([]));
}
