mod going_on;

use super::Chat;
use crate::dialects::{Dialect, Unwritable};
use crate::testing::{
    added, answer, answer_items, chunks_of, complaint, data_of, head, kept, streamed, survive, taped, usage,
};
use crate::{WantedCall, WrittenAnswer};
use ports::{StopReason, StreamEvent};
use serde_json::{Value, json};

const MARKS: [&str; 5] =
    ["\"tool_calls\"", "\"function_call\"", "\"finish_reason\":\"", "usage\":{", "[DONE]"];
const BERTH: &str = r#"{"berth": 12}"#;
const TIDE: &str = r#"{"port":"Lysvik é"}"#;

/// A chunk of the response, with one choice.
fn chunk(delta: Value, rest: Value) -> String {
    let mut choice = json!({ "index": 0, "delta": delta, "logprobs": null, "finish_reason": null });
    if let (Some(choice), Value::Object(rest)) = (choice.as_object_mut(), rest) {
        choice.extend(rest);
    }
    format!("data: {}\n\n", envelope(json!([choice]), Value::Null))
}

fn envelope(choices: Value, usage: Value) -> Value {
    json!({
        "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 5, "model": "m-1",
        "service_tier": "default", "system_fingerprint": "fp_1", "choices": choices, "usage": usage,
        "obfuscation": "xyz",
    })
}

fn piece(index: u64, piece: Value) -> Value {
    let mut entry = json!({ "index": index });
    if let (Some(entry), Value::Object(piece)) = (entry.as_object_mut(), piece) {
        entry.extend(piece);
    }
    json!({ "tool_calls": [entry] })
}

fn begun(index: u64, id: &str, name: &str) -> String {
    let function = json!({ "name": name, "arguments": "" });
    chunk(piece(index, json!({ "id": id, "type": "function", "function": function })), json!({}))
}

fn more(index: u64, arguments: &str) -> String {
    chunk(piece(index, json!({ "function": { "arguments": arguments } })), json!({}))
}

fn end(reason: &str) -> String {
    let usage = envelope(json!([]), json!({ "prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7 }));
    format!("{}data: {usage}\n\ndata: [DONE]\n\n", chunk(json!({}), json!({ "finish_reason": reason })))
}

/// Text, two calls side by side, text behind them.
fn parallel() -> String {
    [
        chunk(json!({ "role": "assistant", "content": "" }), json!({})),
        chunk(json!({ "content": "Let me" }), json!({ "logprobs": { "content": [] } })),
        begun(0, "call_a", "berth_status"),
        more(0, r#"{"ber"#),
        begun(1, "call_b", "tide_table"),
        more(1, r#"{"port":"#),
        more(0, r#"th": 12}"#),
        chunk(json!({ "content": " look." }), json!({ "logprobs": { "content": [{ "logprob": -0.10 }] } })),
        more(1, r#""Lysvik é"}"#),
        end("tool_calls"),
    ]
    .concat()
}

fn texts() -> String {
    let role = chunk(json!({ "role": "assistant", "content": "" }), json!({}));
    [role, chunk(json!({ "content": "No." }), json!({})), end("stop")].concat()
}

/// The two calls as they are.
fn both() -> Vec<WantedCall> {
    vec![kept(0, "call_a", "berth_status", BERTH), kept(1, "call_b", "tide_table", TIDE)]
}

/// A client's view of a stream: texts are joined, calls are put together by index.
fn view(stream: &[u8]) -> Value {
    let (mut message, mut calls): (Value, Vec<Value>) = (json!({}), Vec::new());
    let (mut finish, mut usage, mut logprobs, mut heads) = (Value::Null, Value::Null, Vec::new(), Vec::new());
    for chunk in chunks_of(stream) {
        heads.push(json!([chunk["id"], chunk["model"], chunk["created"], chunk["system_fingerprint"]]));
        let choice = chunk["choices"].get(0).cloned().unwrap_or_default();
        for (name, value) in choice["delta"].as_object().into_iter().flatten() {
            match value.as_str() {
                Some(text) => {
                    message[name] = format!("{}{text}", message[name].as_str().unwrap_or("")).into()
                }
                None => assert!(value.is_null() || name == "tool_calls", "{name}"),
            }
        }
        for entry in choice["delta"]["tool_calls"].as_array().into_iter().flatten() {
            let index = usize::try_from(entry["index"].as_u64().expect("an index")).expect("a number");
            assert!(index <= calls.len(), "calls begin in their order");
            if index == calls.len() {
                calls.push(entry.clone());
                continue;
            }
            let function = &mut calls[index]["function"]["arguments"];
            *function =
                format!("{}{}", function.as_str().unwrap(), entry["function"]["arguments"].as_str().unwrap())
                    .into();
        }
        logprobs.extend(choice["logprobs"]["content"].as_array().cloned().unwrap_or_default());
        finish = if choice["finish_reason"].is_null() { finish } else { choice["finish_reason"].clone() };
        usage = if chunk["usage"].is_null() { usage } else { chunk["usage"].clone() };
    }
    heads.dedup();
    json!({ "message": message, "calls": calls, "finish": finish, "usage": usage, "logprobs": logprobs, "heads": heads })
}

fn entry(index: usize, id: &str, name: &str, arguments: &str) -> Value {
    json!({ "index": index, "id": id, "type": "function", "function": { "name": name, "arguments": arguments } })
}

/// What a client sees of a stream with other calls, however it was cut.
#[track_caller]
fn check(stream: &str, wanted: &[WantedCall], calls: Value, finish: &str) {
    let mut expected = view(stream.as_bytes());
    expected["calls"] = calls;
    expected["finish"] = finish.into();
    for size in [1, 7, 64, stream.len()] {
        let (tape, mut program) = taped(&Chat, stream.as_bytes(), size, &MARKS);
        program.extend(tape.rewritten(wanted).expect("it can be written"));
        assert_eq!(view(&program), expected, "{}", String::from_utf8_lossy(&program));
        assert_eq!(data_of(&program).last().map(String::as_str), Some("[DONE]"));
    }
}

#[test]
fn calls_that_stay_as_they_are_stay_in_the_bytes_they_came_in() {
    for (stream, wanted) in [(parallel(), both()), (texts(), Vec::new())] {
        for size in 1..stream.len() {
            let (tape, mut program) = taped(&Chat, stream.as_bytes(), size, &MARKS);
            program.extend(tape.rewritten(&wanted).expect("it can be written"));
            assert_eq!(String::from_utf8_lossy(&program), stream, "in pieces of {size}");
        }
    }
}

#[test]
fn a_call_gets_other_arguments_and_another_name_and_the_rest_stays() {
    let mut wanted = both();
    wanted[0].arguments = r#"{"berth": 13}"#.to_owned();
    wanted[1].name = "tides".to_owned();
    let calls =
        json!([entry(0, "call_a", "berth_status", r#"{"berth": 13}"#), entry(1, "call_b", "tides", TIDE)]);
    check(&parallel(), &wanted, calls, "tool_calls");
}

#[test]
fn a_call_is_dropped_and_the_calls_behind_it_move_up() {
    let calls = json!([entry(0, "call_b", "tide_table", TIDE)]);
    check(&parallel(), &both()[1..], calls, "tool_calls");
}

#[test]
fn a_response_without_calls_ends_as_an_answer() {
    check(&parallel(), &[], json!([]), "stop");
    let truncated = parallel().replace("\"finish_reason\":\"tool_calls\"", "\"finish_reason\":\"length\"");
    check(&truncated, &[], json!([]), "length");
}

#[test]
fn calls_are_added_and_change_their_order() {
    let wanted = [both()[1].clone(), added("call_n", "clock", "{}"), both()[0].clone()];
    let calls = json!([
        entry(0, "call_b", "tide_table", TIDE),
        entry(1, "call_n", "clock", "{}"),
        entry(2, "call_a", "berth_status", BERTH),
    ]);
    check(&parallel(), &wanted, calls, "tool_calls");
}

#[test]
fn a_response_of_text_gets_a_call() {
    let call = || json!([entry(0, "call_n", "clock", "{}")]);
    let wanted = [added("call_n", "clock", "{}")];
    check(&texts(), &wanted, call(), "tool_calls");
    check(
        &texts().replace("\"finish_reason\":\"stop\"", "\"finish_reason\":\"length\""),
        &wanted,
        call(),
        "length",
    );
    let at_once = chunk(json!({ "role": "assistant", "content": "No." }), json!({ "finish_reason": "stop" }));
    check(&format!("{at_once}data: [DONE]\n\n"), &wanted, call(), "tool_calls");
}

#[test]
fn a_whole_answer_in_one_chunk_keeps_its_text_and_its_role() {
    let function = json!({ "name": "berth_status", "arguments": { "berth": 12 } });
    let delta = json!({ "role": "assistant", "content": "Hm.", "tool_calls": [{ "type": "function", "function": function }] });
    let stream = format!("{}data: [DONE]\n\n", chunk(delta, json!({ "finish_reason": "tool_calls" })));
    let (tape, _) = taped(&Chat, stream.as_bytes(), 9, &MARKS);
    let same = tape.rewritten(&[kept(0, "made_up", "berth_status", r#"{"berth":12}"#)]).expect("written");
    assert_eq!(
        String::from_utf8_lossy(&same),
        stream,
        "an id that the service never gave is none of its own"
    );
    let wanted = [kept(0, "made_up", "berth_status", r#"{"berth":13}"#), added("n", "clock", "{}")];
    let written = view(&tape.rewritten(&wanted).expect("written"));
    let mut first = entry(0, "made_up", "berth_status", "");
    first["function"]["arguments"] = json!({ "berth": 13 });
    assert_eq!(written["calls"], json!([first, entry(1, "n", "clock", "{}")]));
    assert_eq!(written["message"], json!({ "role": "assistant", "content": "Hm." }));
}

#[test]
fn free_text_stays_free_text_and_what_is_beside_a_call_stays_with_it() {
    let custom = |input: &str| json!({ "name": "shell", "input": input });
    let beside = json!({ "google": { "thought_signature": "c2ln" } });
    let stream = [
        chunk(json!({ "role": "assistant" }), json!({})),
        chunk(
            piece(
                0,
                json!({ "id": "c1", "type": "custom", "custom": custom("ls"), "extra_content": beside }),
            ),
            json!({}),
        ),
        chunk(piece(0, json!({ "custom": { "input": " -l" } })), json!({})),
        begun(1, "c2", "clock"),
        more(1, "{}"),
        end("tool_calls"),
    ]
    .concat();
    let (tape, _) = taped(&Chat, stream.as_bytes(), 64, &MARKS);
    let text = |input: &str| WantedCall { is_text: true, ..kept(0, "c1", "shell", input) };
    let same = tape.rewritten(&[text("ls -l"), kept(1, "c2", "clock", "{}")]).expect("written");
    assert!(stream.ends_with(&*String::from_utf8_lossy(&same)));
    let new = WantedCall { from: None, ..text("pwd") };
    let written = view(&tape.rewritten(&[text("ls -a"), new]).expect("written"));
    let mut expected = json!({ "index": 0, "id": "c1", "type": "custom", "custom": custom("ls -a") });
    expected["extra_content"] = beside;
    let new = json!({ "index": 1, "id": "c1", "type": "custom", "custom": custom("pwd") });
    assert_eq!(written["calls"], json!([expected, new]));
}

#[test]
fn a_call_in_the_form_from_before_tools_stays_in_it() {
    let stream = [
        chunk(
            json!({ "role": "assistant", "function_call": { "name": "clock", "arguments": "" } }),
            json!({}),
        ),
        chunk(json!({ "function_call": { "arguments": "{}" } }), json!({})),
        end("function_call"),
    ]
    .concat();
    let (tape, _) = taped(&Chat, stream.as_bytes(), 64, &MARKS);
    let chunks = |wanted: &[WantedCall]| chunks_of(&tape.rewritten(wanted).expect("written"));
    let edited = chunks(&[kept(0, "x", "clock", "{\"at\":1}")]);
    let deltas: Vec<_> = edited.iter().map(|chunk| chunk["choices"][0]["delta"].clone()).collect();
    let call = json!({ "function_call": { "name": "clock", "arguments": "{\"at\":1}" } });
    assert_eq!(deltas, [json!({ "role": "assistant" }), call, json!({}), Value::Null]);
    assert_eq!(edited[2]["choices"][0]["finish_reason"], "function_call");
    assert_eq!(chunks(&[])[1]["choices"][0]["finish_reason"], "stop");
    assert_eq!(chunks(&[added("n", "b", "{}")])[2]["choices"][0]["finish_reason"], "tool_calls");
}

#[test]
fn other_choices_and_frames_that_are_no_chunks_pass_as_they_are() {
    let other = chunk(
        piece(0, json!({ "id": "o", "function": { "name": "x", "arguments": "{}" } })),
        json!({ "index": 1 }),
    );
    let odd = "data: {broken\n\n: a comment\n\ndata: {\"error\":{\"message\":\"half\"}}\n\ndata: [1]\n\n";
    let stream = [begun(0, "a", "b"), other.clone(), odd.to_owned(), end("tool_calls")].concat();
    let (tape, _) = taped(&Chat, stream.as_bytes(), 64, &MARKS);
    let written = String::from_utf8(tape.rewritten(&[]).expect("written")).expect("text");
    assert!(written.starts_with(&format!("{other}{odd}")), "{written}");
}

#[test]
fn a_call_that_no_model_made_cannot_be_kept() {
    let (tape, _) = taped(&Chat, parallel().as_bytes(), 64, &MARKS);
    assert_eq!(tape.rewritten(&[kept(2, "x", "y", "{}")]), Err(Unwritable::NoCall { ordinal: 2 }));
}

#[test]
fn a_client_reads_nothing_while_its_stream_is_held() {
    for begun in [false, true] {
        let piece = Chat.keep_alive(begun).expect("a piece");
        assert!(piece.ends_with(b"\n\n"), "the next frame begins on a line of its own");
        assert_eq!(data_of(&piece.repeat(3)), Vec::<String>::new());
    }
}

#[test]
fn nothing_that_arrives_breaks_a_tape() {
    let mut wanted = both();
    wanted[0].arguments = "{".to_owned();
    survive(
        &Chat,
        [begun(0, "call_a", "b"), more(0, "{}"), end("tool_calls")].concat().as_bytes(),
        &MARKS,
        &wanted,
    );
}

fn body() -> String {
    let calls = json!([
        { "id": "call_a", "type": "function", "function": { "name": "berth_status", "arguments": BERTH } },
        { "id": "call_b", "type": "function", "function": { "name": "tide_table", "arguments": TIDE }, "x": 1 },
    ]);
    let message = json!({ "role": "assistant", "content": null, "tool_calls": calls, "refusal": null });
    let choices = json!([{ "index": 0, "message": message, "finish_reason": "tool_calls" }, { "index": 1 }]);
    json!({ "id": "c", "big": 1, "choices": choices, "usage": { "total_tokens": 3 } })
        .to_string()
        .replace("\"big\":1", "\"big\":123456789012345678901234567890")
}

#[track_caller]
fn whole(wanted: &[WantedCall]) -> String {
    let written = Chat.with_calls(body().as_bytes(), wanted).expect("it can be written");
    String::from_utf8(written).expect("text")
}

#[test]
fn a_whole_response_changes_in_its_calls_alone() {
    assert_eq!(whole(&both()), body());
    let mut wanted = both();
    wanted[1].arguments = "{}".to_owned();
    let tide = Value::from(TIDE).to_string();
    assert_eq!(whole(&wanted), body().replace(&tide, "\"{}\""));
    let dropped = whole(&both()[1..]);
    assert_eq!(dropped.matches("call_a").count(), 0);
    assert!(dropped.contains(r#""tool_calls":[{"id":"call_b","type":"function""#), "{dropped}");
    let none = whole(&[]);
    let message = r#""message":{"role":"assistant","content":null,"refusal":null},"finish_reason":"stop""#;
    assert!(none.contains(message) && none.contains("123456789012345678901234567890"), "{none}");
    let answered = Chat.with_calls(none.as_bytes(), &[added("n", "clock", "{}")]).expect("written");
    let answered: Value = serde_json::from_slice(&answered).expect("JSON");
    let function = json!({ "name": "clock", "arguments": "{}" });
    let call = json!({ "id": "n", "type": "function", "function": function });
    assert_eq!(answered["choices"][0]["message"]["tool_calls"], json!([call]));
    assert_eq!(answered["choices"][0]["finish_reason"], "tool_calls");
}

#[test]
fn a_body_that_is_no_response_cannot_be_written() {
    for body in ["", "[]", "{}", "{\"choices\":1}", "\u{0}", "{\"choices\":[]}"] {
        let written = Chat.with_calls(body.as_bytes(), &[added("n", "clock", "{}")]);
        assert!(matches!(written, Err(Unwritable::NotRead { .. })), "{body}");
    }
    assert!(Chat.with_calls(b"\xff", &[]).is_err());
}

#[test]
fn the_answer_of_another_model_is_a_stream_of_chunks() {
    let stream = streamed(Chat.writer(head()), &answer(), &StopReason::Calls);
    let shell =
        json!({ "index": 1, "id": "c2", "type": "custom", "custom": { "name": "shell", "input": "ls -l" } });
    let usage = json!({
        "prompt_tokens": 10, "completion_tokens": 7, "total_tokens": 17,
        "prompt_tokens_details": { "cached_tokens": 4 },
        "completion_tokens_details": { "reasoning_tokens": 2 },
    });
    let expected = json!({
        "message": { "role": "assistant", "content": "Let me look. Wait." },
        "calls": [entry(0, "c1", "berth_status", BERTH), shell],
        "finish": "tool_calls", "usage": usage, "logprobs": [],
        "heads": [["chatcmpl-a1B2", "asked-1", 1_794_000_003, null]],
    });
    assert_eq!(view(&stream), expected);
    let data = data_of(&stream);
    assert!(data[0].contains(r#""role":"assistant""#) && data.last().is_some_and(|last| last == "[DONE]"));
    let quiet = Chat.writer(crate::Head { includes_usage: false, ..head() });
    assert!(!String::from_utf8_lossy(&streamed(quiet, &answer(), &StopReason::Calls)).contains("usage"));
}

#[test]
fn the_reason_to_stop_is_one_of_this_protocol() {
    let text = [StreamEvent::TextDelta { index: 0, text: "No.".to_owned() }];
    let refused = StopReason::Refused { said: Some("I won't.".to_owned()) };
    for (events, stop, finish, refusal) in [
        (&text[..], StopReason::Complete, "stop", Value::Null),
        (&text, StopReason::Calls, "stop", Value::Null),
        (&text, StopReason::Length, "length", Value::Null),
        (&text, StopReason::Filtered { said: None }, "content_filter", Value::Null),
        (&text, refused.clone(), "stop", Value::Null),
        (&[], refused, "stop", "I won't.".into()),
        (&answer(), StopReason::Unstated, "tool_calls", Value::Null),
    ] {
        let seen = view(&streamed(Chat.writer(head()), events, &stop));
        assert_eq!((&seen["finish"], &seen["message"]["refusal"]), (&finish.into(), &refusal), "{stop:?}");
    }
}

#[test]
fn the_answer_of_another_model_is_one_response() {
    let answer = WrittenAnswer { items: answer_items(), stop: StopReason::Calls, usage: usage() };
    let written: Value = serde_json::from_slice(&Chat.whole(&head(), &answer)).expect("JSON");
    let stream = view(&streamed(Chat.writer(head()), &self::answer(), &StopReason::Calls));
    let choice = &written["choices"][0];
    assert_eq!(written["object"], "chat.completion");
    assert_eq!(written["usage"], stream["usage"]);
    assert_eq!(choice["finish_reason"], "tool_calls");
    assert_eq!(choice["message"]["content"], "Let me look. Wait.");
    assert_eq!(choice["message"]["tool_calls"][1]["custom"]["input"], "ls -l");
    assert_eq!(choice["message"]["tool_calls"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_complaint_is_an_error_of_this_protocol_by_its_status() {
    for (status, kind, code) in [
        (400, "invalid_request_error", Value::Null),
        (401, "invalid_request_error", "invalid_api_key".into()),
        (429, "requests", "rate_limit_exceeded".into()),
        (503, "server_error", Value::Null),
    ] {
        let expected =
            json!({ "error": { "message": "no", "type": kind, "param": null, "code": code } }).to_string();
        assert_eq!(Chat.refusal(&complaint(status)), expected.as_bytes());
        assert_eq!(Chat.broken_off(&complaint(status)), format!("data: {expected}\n\n").as_bytes());
    }
}
