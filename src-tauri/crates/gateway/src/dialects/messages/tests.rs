use super::Messages;
use crate::dialects::{Complaint, Dialect, Head, Unwritable, WantedCall, WrittenAnswer};
use crate::testing::{continued, delivered, events, next_answer, wanted};
use content::{
    CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, Item, OpaquePart, Origin,
    ProviderState, Usage,
};
use ports::{StopReason, StreamEvent};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Synthetic, in the form of the provider's: thinking, a text, a hosted search, two calls with a text between them.
const STREAM: &str = include_str!("tests/stream.sse");

/// The same in one piece.
const WHOLE: &str = include_str!("tests/whole.json");

const HELD_FROM: &str = "toolu_A";

fn kept() -> Vec<WantedCall> {
    vec![
        wanted(Some(0), "toolu_A", "berth_status", r#"{"berth": 12.0, "big": 18446744073709551617}"#),
        wanted(Some(1), "toolu_B", "tide_table", ""),
    ]
}

/// The answer as a client puts it together.
#[track_caller]
fn view(stream: &str) -> Value {
    let (mut message, mut content, mut inputs) = (Value::Null, Vec::<Value>::new(), Vec::<String>::new());
    let mut open = None;
    for event in events(stream) {
        let index = || event["index"].as_u64().map(|index| usize::try_from(index).unwrap());
        match event["type"].as_str().unwrap() {
            "message_start" => message = event["message"].clone(),
            "content_block_start" => {
                assert_eq!((open, index()), (None, Some(content.len())), "{event}");
                open = index();
                content.push(event["content_block"].clone());
                inputs.push(String::new());
            }
            "content_block_delta" => {
                assert_eq!(open, index(), "{event}");
                let (block, input) = (content.last_mut().unwrap(), inputs.last_mut().unwrap());
                for (name, piece) in event["delta"].as_object().unwrap() {
                    match (name.as_str(), piece.as_str()) {
                        ("partial_json", Some(piece)) => input.push_str(piece),
                        ("type", _) => {}
                        (name, Some(piece)) => {
                            block[name] = format!("{}{piece}", block[name].as_str().unwrap()).into()
                        }
                        (name, None) => panic!("{name}"),
                    }
                }
            }
            "content_block_stop" => {
                assert_eq!(open.take(), index(), "{event}");
                if let Some(input) = inputs.last().filter(|input| !input.is_empty()) {
                    content.last_mut().unwrap()["input"] = serde_json::from_str(input).unwrap();
                }
            }
            "message_delta" => {
                for (name, value) in event["delta"].as_object().unwrap() {
                    message[name] = value.clone();
                }
                message["usage"] = event["usage"].clone();
            }
            "message_stop" => message["content"] = content.clone().into(),
            _ => {}
        }
    }
    message
}

#[track_caller]
fn streamed(calls: &[WantedCall]) -> String {
    delivered(&Messages, STREAM.as_bytes(), STREAM.len(), HELD_FROM, calls).unwrap()
}

/// Streamed and whole answers with these calls are the same, and have this content from the first call on.
#[track_caller]
fn check(calls: &[WantedCall], content: &[Value], stop: &str) {
    let view = view(&streamed(calls));
    assert_eq!(view["content"].as_array().unwrap()[3..], *content);
    assert_eq!(view["stop_reason"], stop);
    assert_eq!(view["usage"]["output_tokens"], 131);
    let whole = Messages.with_calls(WHOLE.as_bytes(), calls).unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&whole).unwrap(), view);
}

fn first() -> Value {
    json!({
        "type": "tool_use", "id": "toolu_A", "name": "berth_status",
        "input": { "berth": 12.0, "big": 18446744073709551617_u128 as f64 },
        "caller": { "type": "direct" },
    })
}

fn between() -> Value {
    json!({ "type": "text", "text": "And the tide." })
}

fn second() -> Value {
    json!({ "type": "tool_use", "id": "toolu_B", "name": "tide_table", "input": {}, "toolset_name": "sea" })
}

#[test]
fn unchanged_calls_leave_every_byte_as_it_was() {
    for piece in 1..300 {
        let stream = delivered(&Messages, STREAM.as_bytes(), piece, HELD_FROM, &kept()).unwrap();
        assert_eq!(stream, STREAM, "in pieces of {piece}");
    }
    assert_eq!(Messages.with_calls(WHOLE.as_bytes(), &kept()).unwrap(), WHOLE.as_bytes());
    check(&kept(), &[first(), between(), second()], "tool_use");
}

#[test]
fn an_edited_call_keeps_the_fields_nobody_edited() {
    let mut calls = kept();
    calls[1] =
        wanted(Some(1), "toolu_B", "tides", "{\"port\": \"Lysvik\\n\", \"big\": 18446744073709551617}");
    let mut edited = second();
    edited["name"] = "tides".into();
    edited["input"] = serde_json::from_str(&calls[1].arguments).unwrap();
    check(&calls, &[first(), between(), edited], "tool_use");
    let stream = streamed(&calls);
    assert!(stream.contains(r#"\"big\": 18446744073709551617}"}"#), "{stream}");
    let whole = Messages.with_calls(WHOLE.as_bytes(), &calls).unwrap();
    assert!(String::from_utf8(whole).unwrap().contains(&calls[1].arguments));
}

#[test]
fn a_dropped_call_leaves_the_others() {
    check(&kept()[1..], &[between(), second()], "tool_use");
    check(&kept()[..1], &[first(), between()], "tool_use");
    check(&[], &[between()], "end_turn");
}

#[test]
fn an_added_call_is_one_of_several() {
    let mut calls = kept();
    calls.insert(1, wanted(None, "toolu_C", "clock", ""));
    let added = json!({ "type": "tool_use", "id": "toolu_C", "name": "clock", "input": {} });
    check(&calls, &[first(), added, between(), second()], "tool_use");
}

#[test]
fn free_text_becomes_the_only_argument() {
    let text = WantedCall { is_text: true, ..wanted(Some(0), "toolu_A", "berth_status", "ls -l") };
    let mut edited = first();
    edited["input"] = json!({ "input": "ls -l" });
    check(&[text], &[edited, between()], "tool_use");
}

#[test]
fn a_call_is_added_to_an_answer_without_calls() {
    let stream = concat!(
        "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"content\":[]}}\n\n",
        "event: content_block_start\n",
        "data: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"Hm\"}}\n\n",
        "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n",
        "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"stop_sequence\",",
        "\"stop_sequence\":\"X\"},\"usage\":{\"output_tokens\":1}}\n\n",
        "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
    );
    let calls = [wanted(None, "toolu_N", "clock", "{}")];
    let view = view(&delivered(&Messages, stream.as_bytes(), 7, "message_delta", &calls).unwrap());
    assert_eq!(view["content"][1]["id"], "toolu_N");
    assert_eq!((&view["stop_reason"], &view["stop_sequence"]), (&json!("tool_use"), &Value::Null));
    let unchanged = delivered(&Messages, stream.as_bytes(), 7, "message_delta", &[]).unwrap();
    assert_eq!(unchanged, stream);
}

#[test]
fn other_reasons_for_the_end_stay() {
    for reason in ["max_tokens", "refusal", "pause_turn", "model_context_window_exceeded", "news"] {
        let body = json!({ "content": [], "stop_reason": reason }).to_string();
        let calls = [wanted(None, "toolu_N", "clock", "{}")];
        let whole = Messages.with_calls(body.as_bytes(), &calls).unwrap();
        assert_eq!(serde_json::from_slice::<Value>(&whole).unwrap()["stop_reason"], reason);
    }
}

#[test]
fn what_is_no_answer_can_not_be_changed() {
    for body in ["", "[]", "{}", r#"{"content":"text"}"#, "\u{0}"] {
        assert!(
            matches!(Messages.with_calls(body.as_bytes(), &[]), Err(Unwritable::NotRead { .. })),
            "{body}"
        );
    }
    let error = Messages.with_calls(WHOLE.as_bytes(), &[wanted(Some(2), "a", "b", "{}")]);
    assert_eq!(error, Err(Unwritable::NoCall { ordinal: 2 }));
    let late = delivered(&Messages, STREAM.as_bytes(), 1, "And the tide", &[]);
    assert_eq!(late, Err(Unwritable::CallDelivered));
}

#[test]
fn a_stream_that_breaks_off_in_a_call_can_still_be_changed() {
    let cut = STREAM.split_at(STREAM.find("12.0").unwrap()).0;
    let edited = [wanted(Some(0), "toolu_A", "berth_status", "{}")];
    let stream = delivered(&Messages, cut.as_bytes(), 5, HELD_FROM, &edited).unwrap();
    assert!(stream.contains(r#""partial_json":"{}""#), "{stream}");
    assert!(stream.contains("data: {\"type\":\"content_block_stop\",\"index\":3}\n\n"), "{stream}");
}

proptest! {
    #[test]
    fn nothing_panics_whatever_arrives(bytes in proptest::collection::vec(any::<u8>(), 0..200), at in 0..STREAM.len()) {
        let mut broken = STREAM.as_bytes().to_vec();
        broken.splice(at..at, bytes.iter().copied());
        for calls in [kept(), Vec::new(), kept()[1..].to_vec()] {
            let _ = delivered(&Messages, &broken, 11, HELD_FROM, &calls);
            let _ = delivered(&Messages, &bytes, 3, "a", &calls);
            let _ = Messages.with_calls(&bytes, &calls);
        }
    }

    #[test]
    fn a_changed_byte_does_no_harm(at in 0..STREAM.len(), byte in any::<u8>()) {
        let mut broken = STREAM.as_bytes().to_vec();
        broken[at] = byte;
        let mut calls = kept();
        calls[0].arguments = "{}".to_owned();
        let _ = delivered(&Messages, &broken, 64, HELD_FROM, &calls);
    }
}

fn head() -> Head {
    Head {
        id: "0a1".to_owned(),
        model: "claude-opus-5-5".to_owned(),
        created: 1_794_000_000,
        includes_usage: true,
    }
}

fn call(arguments: CallArguments) -> FunctionCall {
    FunctionCall {
        id: CallId::new("call_1"),
        function: CalledFunction::Known { name: FunctionName::without_plugin("berth_status") },
        arguments,
        origin: Origin::Model,
        provider_state: None,
    }
}

fn items() -> Vec<Item> {
    let thought = |provider: &str, state: Value| Item::Reasoning {
        text: "Hm.".to_owned(),
        provider_state: Some(ProviderState::unclaimed(provider, state)),
    };
    vec![
        Item::Reasoning { text: "Foreign.".to_owned(), provider_state: None },
        thought("gemini", json!({ "signature": "x" })),
        thought("anthropic", json!({ "signature": "c2ln" })),
        thought("anthropic", json!({ "data": "cmVk" })),
        Item::Text { text: "I look.".to_owned() },
        Item::Text { text: String::new() },
        Item::Unknown { value: OpaquePart::wrap("anthropic", json!({ "type": "container", "id": "c" })) },
        Item::FunctionCall { call: call(CallArguments::read(r#"{"berth": 12.0}"#)) },
        Item::FunctionCall { call: call(CallArguments::of_text("ls")) },
    ]
}

fn written(stop: &str) -> Value {
    json!({
        "id": "msg_0a1", "type": "message", "role": "assistant", "model": "claude-opus-5-5",
        "content": [
            { "type": "thinking", "thinking": "Hm.", "signature": "c2ln" },
            { "type": "redacted_thinking", "data": "cmVk" },
            { "type": "text", "text": "I look." },
            { "type": "tool_use", "id": "call_1", "name": "berth_status", "input": { "berth": 12.0 } },
            { "type": "tool_use", "id": "call_1", "name": "berth_status", "input": { "input": "ls" } },
        ],
        "stop_reason": stop, "stop_sequence": null,
        "usage": {
            "input_tokens": 7, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 3, "output_tokens": 5,
            "output_tokens_details": { "thinking_tokens": 2 },
        },
    })
}

fn usage() -> Usage {
    Usage { input: Some(10), output: Some(5), cached: Some(3), written: None, reasoning: Some(2) }
}

#[test]
fn an_answer_of_another_model_is_a_stream_of_this_protocol() {
    let mut writer = Messages.writer(head());
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
    stream.extend(writer.end(&StopReason::Complete, usage()));
    assert_eq!(view(&String::from_utf8(stream).unwrap()), written("tool_use"));
    assert_eq!(writer.end(&StopReason::Complete, usage()), b"");
    assert_eq!(writer.event(&StreamEvent::TextDelta { index: 9, text: "late".to_owned() }), b"");
}

#[test]
fn an_answer_of_another_model_is_a_whole_one_too() {
    let answer = WrittenAnswer { items: items(), stop: StopReason::Length, usage: usage() };
    let whole = Messages.whole(&head(), &answer);
    assert_eq!(serde_json::from_slice::<Value>(&whole).unwrap(), written("max_tokens"));
    assert!(String::from_utf8(whole).unwrap().contains(r#""input":{"berth": 12.0}"#));
}

#[test]
fn a_refusal_says_why() {
    let answer = WrittenAnswer {
        items: Vec::new(),
        stop: StopReason::Refused { said: Some("No.".to_owned()) },
        usage: Usage::default(),
    };
    let whole: Value = serde_json::from_slice(&Messages.whole(&head(), &answer)).unwrap();
    assert_eq!(whole["stop_reason"], "refusal");
    assert_eq!(whole["stop_details"]["explanation"], "No.");
}

#[test]
fn a_complaint_is_an_error_of_the_provider() {
    let complaint = Complaint { status: 429, message: "Held for \"too\" long".to_owned() };
    let expected =
        json!({ "type": "error", "error": { "type": "rate_limit_error", "message": complaint.message } });
    let refusal = Messages.refusal(&complaint);
    assert_eq!(serde_json::from_slice::<Value>(&refusal).unwrap(), expected);
    let broken = Messages.broken_off(&complaint);
    assert_eq!(events(std::str::from_utf8(&broken).unwrap()), [expected]);
    assert!(broken.starts_with(b"event: error\n"));
}

#[test]
fn a_ping_keeps_a_stream_alive_from_its_beginning() {
    assert_eq!(Messages.keep_alive(false), Messages.keep_alive(true));
    assert_eq!(events("event: ping\ndata: {\"type\":\"ping\"}\n\n"), [json!({ "type": "ping" })]);
}

#[test]
fn an_answer_goes_on_behind_all_that_is_no_call() {
    let stream = continued(&Messages, STREAM.as_bytes(), &[HELD_FROM]).unwrap();
    let seen = view(&String::from_utf8(stream).unwrap());
    let whole = Messages.continued_whole(WHOLE.as_bytes(), &next_answer()).unwrap();
    let whole: Value = serde_json::from_slice(&whole).unwrap();
    assert_eq!((&seen["content"], &seen["stop_reason"]), (&whole["content"], &json!("tool_use")));
    let kinds: Vec<_> = seen["content"].as_array().unwrap().iter().map(|block| &block["type"]).collect();
    assert_eq!(kinds, ["thinking", "text", "server_tool_use", "text", "text", "tool_use"]);
    assert_eq!(seen["content"][5]["input"], json!({ "berth": 9 }));
    assert_eq!(whole["usage"]["output_tokens"], 7);
}
