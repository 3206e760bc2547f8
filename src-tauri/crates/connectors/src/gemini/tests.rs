mod beside;

use super::request::{Host, encode};
use super::stream::Mapper;
use crate::assembler::Assembler;
use crate::models::ModelTable;
use crate::outgoing::Encoded;
use crate::remote::Streaming;
use crate::testing::{
    answer, asked, asking_with, assembler, bytes, call, failed, fixture, items, names, returned, said, whats,
    words,
};
use crate::transport::testing::{Decoded, decode};
use crate::transport::{Complaint, Fault, Framing, Unexplained};
use content::{
    CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, Item, Media, MediaSource, Origin,
    Outcome, Output, ProviderState, Role, Usage,
};
use ports::{CompletionRequest, FunctionChoice, ResponseFormat, StopReason, StreamEvent};
use proptest::prelude::*;
use serde_json::{Value, json};

fn hear(framing: Framing, bytes: &[u8]) -> (Vec<StreamEvent>, usize, Option<Fault>) {
    let Decoded { events, unknown, fault } = decode(framing, bytes, mapper);
    (events, unknown.len(), fault)
}
const SIGNATURE: &str = "b3BhcXVlLXRob3VnaHQtc2lnbmF0dXJl";

fn mapper() -> (Mapper, Assembler) {
    (Mapper::new("gemini"), assembler())
}

fn function_call(id: &str, name: &str, arguments: &str, state: Option<Value>) -> Item {
    let call = FunctionCall {
        id: CallId::new(id),
        function: CalledFunction::Known { name: FunctionName::without_plugin(name) },
        arguments: CallArguments::read(arguments),
        origin: Origin::Model,
        provider_state: state.map(|state| ProviderState::unclaimed("gemini", state)),
    };
    Item::FunctionCall { call }
}

fn turn() -> Vec<Item> {
    let signed = json!({ "thoughtSignature": SIGNATURE });
    vec![
        function_call("k3f9x2ab", "berth_status", r#"{"berth":12}"#, Some(signed)),
        function_call("p7d1m4cd", "tide_table", r#"{"port":"Lysvik"}"#, None),
    ]
}

fn encoded(host: Host, model: &str, request: &CompletionRequest) -> (Value, Vec<ports::Adaptation>) {
    let facts = ModelTable::usual().facts(host.facts().id, model);
    let names = names(request);
    let Encoded { body, adaptations, .. } =
        encode(host, &asking_with(model, request, &names, Streaming::Whole, &facts));
    (serde_json::to_value(body).expect("JSON"), adaptations)
}

fn hear_whole(answer: &Value) -> (Vec<StreamEvent>, usize, Option<Fault>) {
    hear(Framing::Whole, answer.to_string().as_bytes())
}

#[test]
fn the_streamed_transcript_means_the_same_wherever_it_is_cut() {
    let stream = bytes("gemini/02-stream-parallel.sse");
    let (events, unknown, fault) = hear(Framing::Events, stream.as_slice());
    assert_eq!((unknown, fault), (0, None));
    assert_eq!(items(&events), turn());
    let usage =
        Usage { input: Some(96), output: Some(158), cached: None, written: None, reasoning: Some(120) };
    assert_eq!(events.get(events.len() - 2), Some(&StreamEvent::Usage(usage)));
    assert_eq!(events.last(), Some(&StreamEvent::Finished(StopReason::Calls)));
}

#[test]
fn an_answer_that_is_not_streamed_means_the_same() {
    let answer = &fixture("gemini/01-parallel-roundtrip.json")["steps"][0]["response"]["body"];
    let (events, _, fault) = hear_whole(answer);
    assert_eq!(fault, None);
    assert_eq!(items(&events), turn());
}

#[test]
fn a_signed_turn_goes_back_as_it_came() {
    let results = vec![
        answer("k3f9x2ab", "berth_status", returned(json!({ "berth": 12, "free": true, "until": "06:00" }))),
        answer(
            "p7d1m4cd",
            "tide_table",
            returned(json!({ "port": "Lysvik", "high": "23:41", "metres": 1.9 })),
        ),
    ];
    let request = asked(vec![said(Role::Assistant, turn()), said(Role::Function, results)]);
    let (body, adaptations) = encoded(Host::Gemini, "gemini-3.6-flash", &request);
    let mut expected = fixture("gemini/01-parallel-roundtrip.json")["steps"][1]["request"]["body"].clone();
    // A result that is an object may stand there by itself or under a key of its own; here it always has the key.
    let bare = expected["contents"][2]["parts"][0]["functionResponse"]["response"].take();
    expected["contents"][2]["parts"][0]["functionResponse"]["response"] = json!({ "output": bare });
    for part in ["systemInstruction", "contents", "tools", "toolConfig"] {
        assert_eq!(body[part], expected[part], "{part}");
    }
    assert_eq!(adaptations, []);
}

#[test]
fn signatures_stay_on_their_parts() {
    let parts = json!([
        { "text": "I think.", "thought": true, "thoughtSignature": "dGhvdWdodA==" },
        { "text": "Here it is.", "thoughtSignature": "dGV4dA==" },
        { "inlineData": { "mimeType": "image/png", "data": "aGk=" }, "thoughtSignature": "aW1hZ2U=" },
        { "executableCode": { "language": "PYTHON", "code": "1" } },
        { "text": "", "thoughtSignature": "ZW1wdHk=" }
    ]);
    let answer =
        json!({ "candidates": [{ "content": { "role": "model", "parts": parts }, "finishReason": "STOP" }] });
    let (events, unknown, fault) = hear_whole(&answer);
    assert_eq!((unknown, fault), (0, None));
    let next = said(Role::User, vec![words("Go on.")]);
    let request = asked(vec![said(Role::Assistant, items(&events)), next]);
    let (body, adaptations) = encoded(Host::Gemini, "gemini-3.6-flash", &request);
    assert_eq!(body["contents"][1]["parts"], parts);
    assert_eq!(adaptations, []);
}

#[test]
fn vertex_gets_no_ids_and_no_signature_of_the_other_service() {
    let results = vec![
        answer("k3f9x2ab", "berth_status", failed("no")),
        answer("p7d1m4cd", "tide_table", Outcome::Returned { output: Output::Nothing }),
    ];
    let request = asked(vec![said(Role::Assistant, turn()), said(Role::Function, results)]);
    let (body, adaptations) = encoded(Host::Vertex, "gemini-3.6-flash", &request);
    let expected = json!([
        { "functionCall": { "name": "berth_status", "args": { "berth": 12 } },
          "thoughtSignature": "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I=" },
        { "functionCall": { "name": "tide_table", "args": { "port": "Lysvik" } } }
    ]);
    assert_eq!(body["contents"][1]["parts"], expected);
    let expected = json!([
        { "functionResponse": { "name": "berth_status", "response": { "error": "no" } } },
        { "functionResponse": { "name": "tide_table", "response": { "output": "completed" } } }
    ]);
    assert_eq!(body["contents"][2]["parts"], expected);
    assert_eq!(
        whats(&adaptations),
        [
            ("what another service put beside a call is left out", 1),
            ("a call that another model made is marked as one without a signature", 1),
        ]
    );
}

#[test]
fn media_in_results_are_inside_of_them_or_behind_them_as_the_model_takes_them() {
    let media =
        Media { mime_type: "image/png".into(), source: MediaSource::Inline { base64: "aGk=".into() } };
    let outcome = Outcome::Returned { output: Output::Media { media } };
    let blob = json!({ "inlineData": { "mimeType": "image/png", "data": "aGk=" } });
    let results = vec![answer("a", "tide_table", outcome)];
    let request = asked(vec![
        said(Role::Assistant, vec![call("a", "tide_table", "{}")]),
        said(Role::Function, results),
    ]);
    let (body, _) = encoded(Host::Gemini, "gemini-3.6-flash", &request);
    assert_eq!(body["contents"][2]["parts"][0]["functionResponse"]["parts"], json!([blob]));
    let (body, adaptations) = encoded(Host::Gemini, "models/gemini-2.5-pro", &request);
    assert_eq!(body["contents"][3]["parts"], json!([blob]));
    assert_eq!(body["contents"][1]["parts"][0].get("thoughtSignature"), None);
    assert_eq!(whats(&adaptations), [("a medium in a result is shown by the person right behind it", 1)]);
}

#[test]
fn a_result_with_a_reference_in_it_is_sent_as_text() {
    let value = json!({ "schema": [{ "$ref": "#/x" }] });
    let results = vec![answer("a", "tide_table", returned(value.clone()))];
    let request = asked(vec![
        said(Role::Assistant, vec![call("a", "tide_table", "{}")]),
        said(Role::Function, results),
    ]);
    let (body, _) = encoded(Host::Gemini, "gemini-3.6-flash", &request);
    let response = &body["contents"][2]["parts"][0]["functionResponse"]["response"];
    assert_eq!(*response, json!({ "output": value.to_string() }));
}

#[test]
fn choices_and_forms_are_written_as_the_protocol_has_them() {
    let mut request = asked(Vec::new());
    let mut check = |choice: FunctionChoice, strict: bool, expected: Value| {
        request.choice = choice;
        request.calls.strict = Some(strict);
        let (body, _) = encoded(Host::Gemini, "gemini-3.6-flash", &request);
        assert_eq!(body["toolConfig"]["functionCallingConfig"], expected);
    };
    let name = content::FunctionName::without_plugin("tide_table");
    check(FunctionChoice::Auto, false, json!({ "mode": "AUTO" }));
    check(FunctionChoice::Auto, true, json!({ "mode": "VALIDATED" }));
    check(FunctionChoice::Required, false, json!({ "mode": "ANY" }));
    check(FunctionChoice::None, false, json!({ "mode": "NONE" }));
    let named = json!({ "mode": "ANY", "allowedFunctionNames": ["tide_table"] });
    check(FunctionChoice::Function { name }, false, named);

    request.functions.clear();
    request.settings.seed = Some(u64::MAX);
    request.settings.temperature = Some(0.5);
    let schema = json!({ "type": "object" });
    request.settings.response_format =
        Some(ResponseFormat::Schema { name: "x".into(), schema: schema.clone() });
    let (body, adaptations) = encoded(Host::Gemini, "gemini-3.6-flash", &request);
    assert_eq!((body.get("tools"), body.get("toolConfig")), (None, None));
    let expected =
        json!({ "temperature": 0.5, "responseMimeType": "application/json", "responseJsonSchema": schema });
    assert_eq!(body["generationConfig"], expected);
    assert_eq!(whats(&adaptations), [("the seed is left out", 1)]);
}

#[test]
fn an_answer_that_was_blocked_or_is_no_answer_is_a_failure() {
    let check = |answer: Value, expected: Fault| {
        let (_, _, fault) = hear_whole(&answer);
        match (fault, expected) {
            (Some(Fault::Complained(complaint)), Fault::Complained(expected)) => {
                assert_eq!(complaint, expected)
            }
            (fault, expected) => assert_eq!(fault, Some(expected)),
        }
    };
    let complaint = |message: &str, code: &str| {
        let (message, code) = (message.to_owned(), Some(code.to_owned()));
        Fault::Complained(Complaint { message, code, ..Complaint::default() })
    };
    let blocked = json!({ "promptFeedback": { "blockReason": "SAFETY" } });
    let why = Unexplained::Blocked { reason: "SAFETY".to_owned() };
    let code = Some("SAFETY".to_owned());
    check(blocked, Fault::Complained(Complaint { code, ..Complaint::unexplained(why) }));
    let kind = |code: &str| {
        let Fault::Complained(complaint) = complaint("", code) else { panic!("{code}") };
        complaint.kind()
    };
    assert_eq!(kind("SAFETY"), ports::RefusalKind::Filtered);
    assert_eq!(kind("MALFORMED_FUNCTION_CALL"), ports::RefusalKind::RejectedCall);
    let malformed =
        json!({ "candidates": [{ "finishReason": "MALFORMED_FUNCTION_CALL", "finishMessage": "Bad call" }] });
    check(malformed, complaint("Bad call", "MALFORMED_FUNCTION_CALL"));
    check(json!({ "candidates": [{ "content": { "parts": [{ "text": "Hal" }] } }] }), Fault::BrokenOff);
    let (_, _, fault) =
        hear(Framing::Events, b"data: {\"error\":{\"code\":503,\"message\":\"Busy\"}}\n\n".as_slice());
    assert!(matches!(fault, Some(Fault::Complained(complaint)) if complaint.message == "Busy"));
}

#[test]
fn calls_without_ids_get_some_and_a_prefix_is_taken_off() {
    let parts = json!([
        { "functionCall": { "name": "default_api:tide_table" } },
        { "functionCall": { "name": "tide_table", "args": {} } }
    ]);
    let (events, ..) =
        hear_whole(&json!({ "candidates": [{ "content": { "parts": parts }, "finishReason": "STOP" }] }));
    let expected =
        [function_call("call_1", "tide_table", "", None), function_call("call_2", "tide_table", "{}", None)];
    assert_eq!(items(&events), expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn nothing_a_server_sends_makes_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
        hear(Framing::Events, &bytes);
    }

    #[test]
    fn parts_of_any_kind_in_any_order_are_read(picks in proptest::collection::vec(0_usize..8, 0..12)) {
        let kinds = [
            json!({ "text": "a" }), json!({ "text": "", "thoughtSignature": "s" }), json!({ "text": "t", "thought": true }),
            json!({ "functionCall": { "name": "tide_table", "args": [1] } }), json!({ "functionCall": {} }),
            json!({ "inlineData": { "mimeType": "a/b", "data": "" } }), json!({ "thought": true }), json!({ "text": 7 }),
        ];
        let parts: Vec<_> = picks.iter().map(|pick| kinds[*pick].clone()).collect();
        let (_, _, fault) = hear_whole(&json!({ "candidates": [{ "content": { "parts": parts } }] }));
        prop_assert_eq!(fault, Some(Fault::BrokenOff));
    }
}

#[test]
fn a_call_whose_arguments_come_in_pieces_is_one_call() {
    let piece = |call: Value| {
        let content = json!({ "role": "model", "parts": [{ "functionCall": call }] });
        format!("data: {}\n\n", json!({ "candidates": [{ "content": content }] }))
    };
    let end = format!("data: {}\n\n", json!({ "candidates": [{ "finishReason": "STOP" }] }));
    let stream = [
        piece(json!({ "name": "tide_table", "willContinue": true })),
        piece(
            json!({ "partialArgs": [{ "jsonPath": "$.port", "stringValue": "Lys" }], "willContinue": true }),
        ),
        piece(
            json!({ "partialArgs": [{ "jsonPath": "$.port", "stringValue": "vik" }], "willContinue": true }),
        ),
        piece(json!({})),
        piece(json!({ "name": "berth_status", "willContinue": true })),
        piece(json!({ "partialArgs": [{ "jsonPath": "$.berth", "numberValue": 12 }], "willContinue": true })),
    ];
    // The piece that ends the last call may never come.
    let (events, unknown, fault) = hear(Framing::Events, (stream.concat() + &end).as_bytes());
    assert_eq!((unknown, fault), (0, None));
    let calls: Vec<_> = items(&events)
        .into_iter()
        .filter_map(|item| match item {
            Item::FunctionCall { call } => Some((call.function, call.arguments.raw().to_owned())),
            Item::Text { .. }
            | Item::Reasoning { .. }
            | Item::Media { .. }
            | Item::FunctionResult { .. }
            | Item::Unknown { .. } => None,
        })
        .collect();
    let known = |name: &str| CalledFunction::Known { name: FunctionName::without_plugin(name) };
    let expected = [
        (known("tide_table"), r#"{"port":"Lysvik"}"#.to_owned()),
        (known("berth_status"), r#"{"berth":12}"#.to_owned()),
    ];
    assert_eq!(calls, expected);
    assert_eq!(events.last(), Some(&StreamEvent::Finished(StopReason::Calls)));
}
