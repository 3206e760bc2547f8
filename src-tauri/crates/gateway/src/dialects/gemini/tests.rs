use super::Gemini;
use super::calls::UNSIGNED;
use crate::dialects::{Dialect, Unwritable};
use crate::testing::{
    added, answer, answer_items, chunks_of, complaint, continued, data_of, head, kept, next_answer, streamed,
    survive, taped, usage,
};
use crate::{WantedCall, WrittenAnswer};
use ports::{StopReason, StreamEvent};
use serde_json::{Value, json};

const MARKS: [&str; 2] = ["functionCall", "finishReason"];
const SIGNED: &str = "b3BhcXVl";
const BERTH: &str = r#"{"berth":12}"#;
const TIDE: &str = r#"{"port":"Lysvik é"}"#;

fn chunk(parts: Value, rest: Value) -> String {
    let mut candidate = json!({ "content": { "parts": parts, "role": "model" } });
    if let (Some(candidate), Value::Object(rest)) = (candidate.as_object_mut(), rest) {
        candidate.extend(rest);
    }
    candidate["index"] = 0.into();
    let usage = json!({ "promptTokenCount": 9, "totalTokenCount": 20 });
    let chunk = json!({
        "candidates": [candidate], "usageMetadata": usage, "modelVersion": "g-1", "responseId": "Xy12",
    });
    format!("data: {chunk}\r\n\r\n")
}

fn text(text: &str) -> String {
    chunk(json!([{ "text": text }]), json!({}))
}

fn end() -> String {
    chunk(
        json!([{ "text": "" }]),
        json!({ "finishReason": "STOP", "finishMessage": "Model generated function call(s)." }),
    )
}

fn signed(id: &str) -> Value {
    json!({ "functionCall": { "id": id, "name": "berth_status", "args": { "berth": 12 } }, "thoughtSignature": SIGNED })
}

fn unsigned(id: &str) -> Value {
    json!({ "functionCall": { "id": id, "name": "tide_table", "args": { "port": "Lysvik é" } } })
}

/// A thought, text, a call, text, another call.
fn parallel() -> String {
    [
        chunk(json!([{ "text": "Hm.", "thought": true }]), json!({})),
        text("Let me "),
        chunk(json!([{ "text": "look." }, signed("k1")]), json!({})),
        text(" And "),
        chunk(json!([unsigned("k2")]), json!({})),
        end(),
    ]
    .concat()
}

fn both() -> Vec<WantedCall> {
    vec![kept(0, "k1", "berth_status", BERTH), kept(1, "k2", "tide_table", TIDE)]
}

/// A client's view of a stream: the parts of its chunks, texts joined, and what its last chunk says.
fn view(stream: &[u8]) -> Value {
    let mut parts: Vec<Value> = Vec::new();
    let mut last = Value::Null;
    for mut chunk in chunks_of(stream) {
        let new = chunk["candidates"][0]["content"]["parts"].take();
        for part in new.as_array().cloned().unwrap_or_default() {
            match (parts.last_mut(), part["text"].as_str()) {
                (Some(before), Some(text))
                    if before["text"].is_string() && before["thought"] == part["thought"] =>
                {
                    before["text"] = format!("{}{text}", before["text"].as_str().unwrap_or_default()).into();
                }
                _ => parts.push(part),
            }
        }
        last = chunk;
    }
    json!({ "parts": parts, "last": last })
}

#[track_caller]
fn check(stream: &str, wanted: &[WantedCall], parts: Value) {
    for size in [1, 7, 64, stream.len()] {
        let (tape, mut program) = taped(&Gemini, stream.as_bytes(), size, &MARKS);
        program.extend(tape.rewritten(wanted).expect("it can be written"));
        let seen = view(&program);
        assert_eq!(seen["parts"], parts, "{}", String::from_utf8_lossy(&program));
        assert_eq!(seen["last"]["candidates"][0]["finishReason"], "STOP");
        assert_eq!(seen["last"]["usageMetadata"]["totalTokenCount"], 20);
        assert_eq!(seen["last"]["responseId"], "Xy12");
    }
}

fn thought() -> Value {
    json!({ "text": "Hm.", "thought": true })
}

#[test]
fn calls_that_stay_as_they_are_stay_in_the_bytes_they_came_in() {
    let answer = [text("No."), end()].concat();
    for (stream, wanted) in [(parallel(), both()), (answer, Vec::new())] {
        for size in 1..stream.len() {
            let (tape, mut program) = taped(&Gemini, stream.as_bytes(), size, &MARKS);
            program.extend(tape.rewritten(&wanted).expect("it can be written"));
            assert_eq!(String::from_utf8_lossy(&program), stream, "in pieces of {size}");
        }
    }
}

#[test]
fn an_edited_call_keeps_its_signature_and_the_rest_its_bytes() {
    let mut wanted = both();
    wanted[0].arguments = r#"{"berth": 123456789012345678901234567890}"#.to_owned();
    let (tape, passed) = taped(&Gemini, parallel().as_bytes(), 64, &MARKS);
    let written = [passed, tape.rewritten(&wanted).expect("written")].concat();
    let expected = parallel().replace(r#"{"berth":12}"#, &wanted[0].arguments);
    assert_eq!(String::from_utf8_lossy(&written), expected);
    wanted[0].name = "berths".to_owned();
    wanted[0].arguments = BERTH.to_owned();
    let mut first = signed("k1");
    first["functionCall"]["name"] = "berths".into();
    let parts = json!([thought(), { "text": "Let me look." }, first, { "text": " And " }, unsigned("k2"), { "text": "" }]);
    check(&parallel(), &wanted, parts);
}

#[test]
fn a_first_call_without_a_signature_gets_the_one_that_nobody_checks() {
    let mut first = unsigned("k2");
    first["thoughtSignature"] = UNSIGNED.into();
    let parts = json!([thought(), { "text": "Let me look. And " }, first, { "text": "" }]);
    check(&parallel(), &both()[1..], parts);
}

#[test]
fn a_response_without_calls_is_its_text() {
    check(&parallel(), &[], json!([thought(), { "text": "Let me look. And " }]));
    let (tape, _) = taped(&Gemini, parallel().as_bytes(), 64, &MARKS);
    let written = String::from_utf8(tape.rewritten(&[]).expect("written")).expect("text");
    assert!(!written.contains("finishMessage") && !written.contains("\"parts\":[]"), "{written}");
    let alone = chunk(json!([signed("k1")]), json!({ "finishReason": "STOP" }));
    check(&alone, &[], json!([{ "text": "" }]));
}

#[test]
fn calls_are_added_and_change_their_order() {
    let wanted = [both()[1].clone(), added("n", "clock", "{}"), both()[0].clone()];
    let mut first = unsigned("k2");
    first["thoughtSignature"] = UNSIGNED.into();
    let new = json!({ "functionCall": { "id": "n", "name": "clock", "args": {} } });
    let parts = json!([thought(), { "text": "Let me look. And " }, first, new, signed("k1"), { "text": "" }]);
    check(&parallel(), &wanted, parts);
}

#[test]
fn a_response_of_text_gets_a_call() {
    let call =
        json!({ "functionCall": { "id": "n", "name": "clock", "args": {} }, "thoughtSignature": UNSIGNED });
    let wanted = [added("n", "clock", "")];
    check(&[text("No."), end()].concat(), &wanted, json!([{ "text": "No." }, call]));
    let failed = json!({ "finishReason": "MALFORMED_FUNCTION_CALL", "finishMessage": "bad" });
    let failed = chunk(json!([]), failed);
    check(&failed, &wanted, json!([call]));
    let without_content = failed.replace(r#""content":{"parts":[],"role":"model"},"#, "");
    check(&without_content, &wanted, json!([call]));
    let (tape, _) = taped(&Gemini, b"", 1, &MARKS);
    assert_eq!(view(&tape.rewritten(&wanted).expect("written"))["parts"], json!([call]));
}

#[test]
fn a_model_without_ids_and_signatures_gets_none() {
    let nameless = |part: Value| {
        let mut part = part;
        part.as_object_mut().map(|part| part.remove("thoughtSignature"));
        part["functionCall"].as_object_mut().map(|call| call.shift_remove("id"));
        part
    };
    let stream = [chunk(json!([nameless(signed("")), nameless(unsigned(""))]), json!({})), end()].concat();
    let wanted = [added("n", "clock", "{}"), kept(1, "made_up", "tide_table", TIDE)];
    let new = json!({ "functionCall": { "name": "clock", "args": {} } });
    check(&stream, &wanted, json!([new, nameless(unsigned("")), { "text": "" }]));
    let (tape, _) = taped(&Gemini, stream.as_bytes(), 64, &MARKS);
    let same = [kept(0, "a", "berth_status", BERTH), kept(1, "b", "tide_table", TIDE)];
    assert_eq!(String::from_utf8_lossy(&tape.rewritten(&same).expect("written")), stream);
}

#[test]
fn arguments_in_pieces_become_whole_when_a_call_is_edited() {
    let begun =
        json!({ "functionCall": { "name": "plan", "willContinue": true }, "thoughtSignature": SIGNED });
    let more = json!({ "functionCall": { "partialArgs": [{ "jsonPath": "$.a", "numberValue": 1 }], "willContinue": true } });
    let stream = [
        chunk(json!([begun]), json!({})),
        chunk(json!([more]), json!({})),
        chunk(json!([{ "functionCall": {} }]), json!({})),
        end(),
    ]
    .concat();
    let whole = json!({ "functionCall": { "name": "plan", "args": { "a": 2 } }, "thoughtSignature": SIGNED });
    check(&stream, &[kept(0, "x", "plan", r#"{"a":2}"#)], json!([whole, { "text": "" }]));
}

#[test]
fn arguments_that_are_no_object_are_written_inside_of_one() {
    let text = WantedCall { is_text: true, ..added("n", "shell", "ls") };
    for (wanted, arguments) in [
        (text, json!({ "input": "ls" })),
        (added("n", "shell", "{bad"), json!({ "INVALID_JSON": "{bad" })),
        (added("n", "shell", "[1]"), json!({ "INVALID_JSON": "[1]" })),
        (added("n", "shell", "{\n \"a\": 1\r\n}"), json!({ "a": 1 })),
    ] {
        let (tape, _) = taped(&Gemini, end().as_bytes(), 64, &MARKS);
        let chunks = chunks_of(&tape.rewritten(&[wanted]).expect("written"));
        assert_eq!(chunks[0]["candidates"][0]["content"]["parts"][1]["functionCall"]["args"], arguments);
    }
}

#[test]
fn other_candidates_and_frames_that_are_no_chunks_pass_as_they_are() {
    let other = chunk(json!([signed("o")]), json!({})).replace("\"index\":0", "\"index\":1");
    let odd = "data: {broken\n\ndata: {\"error\":{\"code\":500}}\n\ndata: {\"candidates\":[]}\n\n";
    let stream = [chunk(json!([signed("k1")]), json!({})), other.clone(), odd.to_owned(), end()].concat();
    let (tape, _) = taped(&Gemini, stream.as_bytes(), 64, &MARKS);
    let written = String::from_utf8(tape.rewritten(&[]).expect("written")).expect("text");
    assert!(written.starts_with(&format!("{other}{odd}")), "{written}");
    assert_eq!(tape.rewritten(&[kept(1, "x", "y", "{}")]), Err(Unwritable::NoCall { ordinal: 1 }));
}

#[test]
fn a_client_reads_nothing_while_its_stream_is_held() {
    for begun in [false, true] {
        let piece = Gemini.keep_alive(begun).expect("a piece");
        assert!(piece.ends_with(b"\n\n"), "the next frame begins on a line of its own");
        assert_eq!(data_of(&piece.repeat(3)), Vec::<String>::new());
    }
}

#[test]
fn nothing_that_arrives_breaks_a_tape() {
    let mut wanted = both();
    wanted[0].arguments = "{".to_owned();
    let stream = [chunk(json!([signed("k1"), unsigned("k2")]), json!({})), end()].concat();
    survive(&Gemini, stream.as_bytes(), &MARKS, &wanted);
}

#[test]
fn a_whole_response_changes_in_its_calls_alone() {
    let parts = json!([{ "text": "Hm." }, signed("k1"), unsigned("k2")]);
    let frame = chunk(parts, json!({ "finishReason": "STOP", "avgLogprobs": -0.1 }));
    let body = frame.trim().strip_prefix("data: ").expect("data");
    let written = |wanted: &[WantedCall]| {
        String::from_utf8(Gemini.with_calls(body.as_bytes(), wanted).expect("written")).expect("text")
    };
    assert_eq!(written(&both()), body);
    let mut wanted = both();
    wanted[1].arguments = r#"{"port":"Oslo"}"#.to_owned();
    assert_eq!(written(&wanted), body.replace("Lysvik é", "Oslo"));
    let none: Value = serde_json::from_str(&written(&[])).expect("JSON");
    assert_eq!(none["candidates"][0]["content"]["parts"], json!([{ "text": "Hm." }]));
    for body in ["", "[]", "{}", "{\"candidates\":[]}", "{\"promptFeedback\":{}}"] {
        let refused = Gemini.with_calls(body.as_bytes(), &[added("n", "clock", "{}")]);
        assert!(matches!(refused, Err(Unwritable::NotRead { .. })), "{body}");
    }
}

#[test]
fn the_answer_of_another_model_is_a_stream_of_chunks() {
    let stream = streamed(Gemini.writer(head()), &answer(), &StopReason::Calls);
    let call = |id, name, args: Value| json!({ "functionCall": { "id": id, "name": name, "args": args } });
    let mut first = call("c1", "berth_status", json!({ "berth": 12 }));
    first["thoughtSignature"] = UNSIGNED.into();
    let parts = json!([
        { "text": "Hm, two.", "thought": true },
        { "text": "Let me look." },
        first,
        call("c2", "shell", json!({ "input": "ls -l" })),
        { "text": " Wait." },
    ]);
    let counts = json!({
        "promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 17,
        "cachedContentTokenCount": 4, "thoughtsTokenCount": 2,
    });
    let last = json!({
        "candidates": [{ "content": { "parts": null, "role": "model" }, "finishReason": "STOP", "index": 0 }],
        "usageMetadata": counts, "modelVersion": "asked-1", "responseId": "a1B2",
    });
    assert_eq!(view(&stream), json!({ "parts": parts, "last": last }));
    let answer = WrittenAnswer { items: answer_items(), stop: StopReason::Calls, usage: usage() };
    let mut whole: Value = serde_json::from_slice(&Gemini.whole(&head(), &answer)).expect("JSON");
    assert_eq!(whole["candidates"][0]["content"]["parts"].take(), parts);
    assert_eq!(whole, last);
}

#[test]
fn the_reason_to_stop_is_one_of_this_protocol() {
    let said = || Some("I won't.".to_owned());
    for (stop, reason, words) in [
        (StopReason::Complete, "STOP", Value::Null),
        (StopReason::Length, "MAX_TOKENS", Value::Null),
        (StopReason::Refused { said: said() }, "SAFETY", "I won't.".into()),
        (StopReason::Other { reason: "odd".to_owned() }, "OTHER", "odd".into()),
    ] {
        let events = [StreamEvent::TextDelta { index: 0, text: "No.".to_owned() }];
        let seen = view(&streamed(Gemini.writer(head()), &events, &stop));
        let candidate = &seen["last"]["candidates"][0];
        assert_eq!((&candidate["finishReason"], &candidate["finishMessage"]), (&reason.into(), &words));
    }
}

#[test]
fn a_complaint_is_an_error_of_this_protocol_by_its_status() {
    for (status, name) in [
        (400, "INVALID_ARGUMENT"),
        (401, "UNAUTHENTICATED"),
        (413, "INVALID_ARGUMENT"),
        (429, "RESOURCE_EXHAUSTED"),
        (500, "INTERNAL"),
        (502, "UNAVAILABLE"),
    ] {
        let expected = json!({ "error": { "code": status, "message": "no", "status": name } }).to_string();
        assert_eq!(Gemini.refusal(&complaint(status)), expected.as_bytes());
        assert_eq!(Gemini.broken_off(&complaint(status)), format!("data: {expected}\n\n").as_bytes());
    }
}

#[test]
fn a_response_goes_on_also_where_one_chunk_says_everything() {
    let parts =
        json!([{ "text": "Let me look." }, { "functionCall": { "id": "a", "name": "f", "args": {} } }]);
    let candidate =
        json!({ "content": { "parts": parts, "role": "model" }, "finishReason": "STOP", "index": 0 });
    let usage = json!({ "promptTokenCount": 3, "candidatesTokenCount": 1, "totalTokenCount": 4 });
    let body =
        json!({ "candidates": [candidate], "usageMetadata": usage, "modelVersion": "m", "responseId": "r" });
    let stream =
        continued(&Gemini, format!("data: {body}\n\n").as_bytes(), &MARKS).expect("it can be written");
    let whole =
        Gemini.continued_whole(body.to_string().as_bytes(), &next_answer()).expect("it can be written");
    let chunks = chunks_of(&stream);
    let parts =
        |chunk: &Value| chunk["candidates"][0]["content"]["parts"].as_array().cloned().unwrap_or_default();
    let mut streamed: Vec<_> = chunks.iter().flat_map(parts).collect();
    assert_eq!(streamed.pop(), Some(json!({ "text": "" })), "the last chunk says why it ends");
    let whole: Value = serde_json::from_slice(&whole).expect("JSON");
    assert_eq!(streamed, parts(&whole));
    assert_eq!(
        streamed[2]["functionCall"],
        json!({ "id": "c9", "name": "berth_status", "args": { "berth": 9 } })
    );
    let ends = chunks.iter().filter(|chunk| chunk["candidates"][0]["finishReason"].is_string()).count();
    assert_eq!((ends, &whole["usageMetadata"]["promptTokenCount"]), (1, &json!(10)));
    assert!(chunks.iter().all(|chunk| chunk["responseId"] == "r"), "{chunks:?}");
}
