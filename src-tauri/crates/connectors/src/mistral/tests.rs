use super::request::encode;
use super::stream::Mapper;
use crate::assembler::Assembler;
use crate::outgoing::Encoded;
use crate::remote::Streaming;
use crate::testing::{
    answer, asked, asking, assembler, bytes, call, failed, fixture, items, names, returned, said, whats,
    words,
};
use crate::transport::testing::{Decoded, decode};
use crate::transport::{Fault, Framing};
use content::{Item, Media, MediaSource, Outcome, Output, Role, Usage};
use ports::{CompletionRequest, FunctionChoice, ResponseFormat, StopReason, StreamEvent};
use proptest::prelude::*;
use serde_json::{Value, json};

fn hear(framing: Framing, bytes: &[u8]) -> (Vec<StreamEvent>, usize, Option<Fault>) {
    let Decoded { events, unknown, fault } = decode(framing, bytes, mapper);
    (events, unknown.len(), fault)
}

fn mapper() -> (Mapper, Assembler) {
    (Mapper::default(), assembler())
}

fn turn() -> Vec<Item> {
    vec![
        call("gW3kR8tQz", "berth_status", "{\"berth\": 12}"),
        call("Lp5sD1xVn", "tide_table", "{\"port\": \"Lysvik\"}"),
    ]
}

fn encoded(request: &CompletionRequest) -> (Value, Vec<ports::Adaptation>) {
    let Encoded { body, adaptations, .. } =
        encode(&asking("mistral-large-latest", request, &names(request), Streaming::Whole));
    (serde_json::to_value(body).expect("JSON"), adaptations)
}

fn hear_lines(lines: &[Value]) -> (Vec<StreamEvent>, usize, Option<Fault>) {
    let stream: String = lines.iter().map(|line| format!("data: {line}\n\n")).collect();
    hear(Framing::Events, stream.as_bytes())
}

#[test]
fn the_streamed_transcript_means_the_same_wherever_it_is_cut() {
    let stream = bytes("mistral/02-stream-parallel.sse");
    let (events, unknown, fault) = hear(Framing::Events, stream.as_slice());
    assert_eq!((unknown, fault), (0, None));
    assert_eq!(items(&events), turn());
    let usage = Usage { input: Some(150), output: Some(40), ..Usage::default() };
    assert!(events.contains(&StreamEvent::Usage(usage)));
    assert_eq!(events.last(), Some(&StreamEvent::Finished(StopReason::Calls)));
}

#[test]
fn an_answer_that_is_not_streamed_means_the_same() {
    let answer = &fixture("mistral/01-parallel-roundtrip.json")["steps"][0]["response"]["body"];
    let (events, _, fault) = hear(Framing::Whole, answer.to_string().as_bytes());
    assert_eq!(fault, None);
    assert_eq!(items(&events), turn());
}

#[test]
fn a_turn_with_calls_goes_back_as_it_came() {
    let results = vec![
        answer("gW3kR8tQz", "berth_status", returned(json!({ "berth": 12, "free": true, "until": "06:00" }))),
        answer(
            "Lp5sD1xVn",
            "tide_table",
            returned(json!({ "port": "Lysvik", "high": "23:41", "metres": 1.9 })),
        ),
    ];
    let mut request = asked(vec![said(Role::Assistant, turn()), said(Role::Function, results)]);
    request.calls.strict = Some(true);
    request.calls.parallel = Some(true);
    let (mut body, adaptations) = encoded(&request);
    body.as_object_mut().expect("an object").shift_remove("stream");
    assert_eq!(body, fixture("mistral/01-parallel-roundtrip.json")["steps"][1]["request"]["body"]);
    assert_eq!(adaptations, []);
}

#[test]
fn foreign_ids_become_nine_letters_that_call_and_result_share() {
    let (call_id, name) = ("call_Vd7nR2", "tide_table");
    let request = asked(vec![
        said(Role::Assistant, vec![call(call_id, name, "no json")]),
        said(Role::Function, vec![answer(call_id, name, failed("Not JSON."))]),
        said(Role::User, vec![words("Well?")]),
    ]);
    let (body, adaptations) = encoded(&request);
    let id = body["messages"][2]["tool_calls"][0]["id"].as_str().expect("an id");
    assert!(id.len() == 9 && id.chars().all(|letter| letter.is_ascii_alphanumeric()), "{id}");
    assert_eq!(body["messages"][3]["tool_call_id"], id);
    assert_eq!(
        body["messages"][2]["tool_calls"][0]["function"]["arguments"],
        r#"{"INVALID_JSON":"no json"}"#
    );
    assert_eq!(body["messages"][4], json!({ "role": "assistant", "content": "OK." }));
    let expected = [
        ("a word of the model is added between results and the person", 1),
        ("the id of a call is written in another form", 1),
        ("arguments that are not a JSON object are written as a text inside of one", 1),
    ];
    assert_eq!(whats(&adaptations), expected);
}

#[test]
fn thoughts_and_unknown_parts_go_back_as_they_came() {
    let chunk = |part: Value| json!({ "choices": [{ "index": 0, "delta": { "content": [part] } }] });
    let lines = [
        chunk(json!({ "type": "thinking", "thinking": [{ "type": "text", "text": "Let me " }] })),
        chunk(
            json!({ "type": "thinking", "thinking": [{ "type": "text", "text": "see." }], "closed": true }),
        ),
        chunk(json!({ "type": "text", "text": "Yes." })),
        chunk(json!({ "type": "reference", "reference_ids": [1] })),
        json!({ "choices": [{ "index": 0, "delta": { "content": "" }, "finish_reason": "stop" }] }),
    ];
    let (events, unknown, fault) = hear_lines(&lines);
    assert_eq!((unknown, fault), (0, None));
    assert_eq!(events.last(), Some(&StreamEvent::Finished(StopReason::Complete)));
    let next = said(Role::User, vec![words("And?")]);
    let (body, adaptations) = encoded(&asked(vec![said(Role::Assistant, items(&events)), next]));
    let expected = json!([
        { "type": "thinking", "thinking": [{ "type": "text", "text": "Let me see." }], "closed": true },
        { "type": "text", "text": "Yes." },
        { "type": "reference", "reference_ids": [1] }
    ]);
    assert_eq!(body["messages"][2]["content"], expected);
    assert_eq!(adaptations, []);
}

#[test]
fn calls_in_pieces_without_numbers_and_with_objects_are_put_together() {
    let delta = |calls: Value| json!({ "choices": [{ "index": 0, "delta": { "tool_calls": calls } }] });
    let end = json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": "tool_calls" }] });
    let both = [
        delta(json!([
            { "id": "gW3kR8tQz", "function": { "name": "berth_status", "arguments": "{\"berth\": 12}" } },
            { "id": "Lp5sD1xVn", "function": { "name": "tide_table", "arguments": "{\"port\": \"Lysvik\"}" } }
        ])),
        end.clone(),
    ];
    assert_eq!(items(&hear_lines(&both).0), turn());
    let pieces = [
        delta(
            json!([{ "id": "gW3kR8tQz", "index": 0, "function": { "name": "berth_status", "arguments": "" } }]),
        ),
        delta(json!([{ "id": "null", "index": 0, "function": { "name": "", "arguments": "{\"berth\": " } }])),
        delta(json!([{ "index": 0, "function": { "name": "", "arguments": "12}" } }])),
        delta(
            json!([{ "id": "Lp5sD1xVn", "index": 1, "function": { "name": "tide_table", "arguments": { "port": "Lysvik" } } }]),
        ),
        end,
    ];
    let expected = [turn()[0].clone(), call("Lp5sD1xVn", "tide_table", r#"{"port":"Lysvik"}"#)];
    assert_eq!(items(&hear_lines(&pieces).0), expected);
}

#[test]
fn errors_and_broken_streams_are_failures() {
    let (_, _, fault) = hear_lines(&[json!({ "object": "error", "message": "Too many.", "code": "1300" })]);
    assert!(matches!(fault, Some(Fault::Complained(complaint)) if complaint.message == "Too many."));
    let (_, _, fault) = hear_lines(&[json!({ "choices": [{ "delta": {}, "finish_reason": "error" }] })]);
    assert!(matches!(fault, Some(Fault::Complained(_))));
    let (_, unknown, fault) =
        hear_lines(&[json!({ "choices": [{ "delta": { "content": "Hal" } }] }), json!({ "new": 1 })]);
    assert_eq!((unknown, fault), (1, Some(Fault::BrokenOff)));
}

#[test]
fn choices_forms_and_media_are_written_as_the_protocol_has_them() {
    let picture =
        Media { mime_type: "image/png".into(), source: MediaSource::Inline { base64: "aGk=".into() } };
    let shown = Outcome::Returned { output: Output::Media { media: picture.clone() } };
    let mut request = asked(vec![
        said(Role::User, vec![Item::Media { media: picture }]),
        said(Role::Assistant, vec![call("gW3kR8tQz", "tide_table", "{}")]),
        said(Role::Function, vec![answer("gW3kR8tQz", "tide_table", shown)]),
    ]);
    request.choice = FunctionChoice::Function { name: content::FunctionName::without_plugin("tide_table") };
    let schema = json!({ "type": "object" });
    request.settings.response_format =
        Some(ResponseFormat::Schema { name: "x".into(), schema: schema.clone() });
    let (body, adaptations) = encoded(&request);
    let image = json!({ "type": "image_url", "image_url": "data:image/png;base64,aGk=" });
    assert_eq!(body["messages"][1]["content"][1], image);
    assert_eq!(body["messages"][5]["content"], json!([image]));
    assert_eq!(body["tool_choice"], json!({ "type": "function", "function": { "name": "tide_table" } }));
    assert_eq!(body["response_format"]["json_schema"]["schema"], schema);
    assert_eq!(whats(&adaptations), [("a medium in a result is shown by the person right behind it", 1)]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn nothing_a_server_sends_makes_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
        hear(Framing::Events, &bytes);
    }

    #[test]
    fn pieces_of_any_kind_in_any_order_are_read(picks in proptest::collection::vec((0_usize..6, 0_u64..3), 0..12)) {
        let lines: Vec<_> = picks.iter().map(|(pick, index)| {
            let delta = match pick {
                0 => json!({ "content": "a" }),
                1 => json!({ "content": [{ "type": "thinking", "thinking": [{ "type": "text", "text": "t" }] }] }),
                2 => json!({ "content": [{ "type": "new" }, {}] }),
                3 => json!({ "tool_calls": [{ "index": index, "function": { "name": "f", "arguments": "{" } }] }),
                4 => json!({ "tool_calls": [{ "id": "x", "function": {} }, { "index": index }] }),
                _ => json!({}),
            };
            json!({ "choices": [{ "delta": delta }] })
        }).collect();
        prop_assert_eq!(hear_lines(&lines).2, Some(Fault::BrokenOff));
    }
}
