use super::Messages;
use super::request::encode;
use super::stream::Mapper;
use crate::assembler::Assembler;
use crate::names::WireNames;
use crate::outgoing::Encoded;
use crate::remote::{Protocol, Streaming};
use crate::testing::{
    answer, asked, asking, assembler, bytes, call, failed, fixture, items, names, returned, said, whats,
    words,
};
use crate::transport::testing::{Decoded, decode};
use crate::transport::{Fault, Framing};
use content::{
    CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, Item, Media, MediaSource, OpaquePart,
    Origin, Outcome, Output, ProviderState, Role, Usage,
};
use ports::{CompletionRequest, FunctionChoice, ResponseFormat, StopReason, StreamEvent};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

fn mapper() -> (Mapper, Assembler) {
    (Mapper::default(), assembler())
}

fn hear(framing: Framing, bytes: &[u8]) -> (Vec<StreamEvent>, usize, Option<Fault>) {
    let Decoded { events, unknown, fault } = decode(framing, bytes, mapper);
    (events, unknown.len(), fault)
}

fn kept(state: Value) -> Option<ProviderState> {
    Some(ProviderState::unclaimed("anthropic", state))
}

fn tool_use(id: &str, name: &str, arguments: &str) -> Item {
    let call = FunctionCall {
        id: CallId::new(id),
        function: CalledFunction::Known { name: FunctionName::without_plugin(name) },
        arguments: CallArguments::read(arguments),
        origin: Origin::Model,
        provider_state: kept(json!({ "caller": { "type": "direct" } })),
    };
    Item::FunctionCall { call }
}

/// The answer of the model in both transcripts.
fn turn(berth: &str, tide: &str) -> Vec<Item> {
    let signature = json!({ "signature": "RXhhbXBsZVNpZ25hdHVyZQ==" });
    vec![
        Item::Reasoning { text: "Two independent lookups.".into(), provider_state: kept(signature) },
        tool_use("toolu_01Hb7KqvT3mXn5cR", "berth_status", berth),
        tool_use("toolu_01Ls9PdwZ8yJf2uA", "tide_table", tide),
    ]
}

fn encoded(request: &CompletionRequest) -> (Value, Vec<ports::Adaptation>) {
    let Encoded { body, adaptations, .. } =
        encode(&asking("claude-opus-5-5", request, &names(request), Streaming::Whole));
    (serde_json::to_value(body).expect("JSON"), adaptations)
}

/// Reduces equivalent forms to the shortest.
fn plain(mut body: Value) -> Value {
    for message in body["messages"].as_array_mut().into_iter().flatten() {
        if let Value::String(text) = &message["content"] {
            message["content"] = json!([{ "type": "text", "text": text }]);
        }
        for block in message["content"].as_array_mut().into_iter().flatten() {
            if let Value::String(text) = &block["content"] {
                block["content"] = json!([{ "type": "text", "text": text }]);
            }
        }
    }
    body
}

#[test]
fn the_streamed_transcript_means_the_same_wherever_it_is_cut() {
    let stream = bytes("anthropic/02-stream-parallel.sse");
    let (events, unknown, fault) = hear(Framing::Events, stream.as_slice());
    assert_eq!((unknown, fault), (0, None));
    assert_eq!(items(&events), turn("{\"berth\": 12}", "{\"port\": \"Lysvik\"}"));
    let usage =
        Usage { input: Some(612), output: Some(131), cached: Some(0), written: Some(0), reasoning: None };
    assert_eq!(events.get(events.len() - 2), Some(&StreamEvent::Usage(usage)));
    assert_eq!(events.last(), Some(&StreamEvent::Finished(StopReason::Calls)));
}

#[test]
fn an_answer_that_is_not_streamed_means_the_same() {
    let step = &fixture("anthropic/01-parallel-roundtrip-thinking.json")["steps"][0];
    let body = step["response"]["body"].to_string();
    let (events, _, fault) = hear(Framing::Whole, body.as_bytes());
    assert_eq!(fault, None);
    assert_eq!(items(&events), turn(r#"{"berth":12}"#, r#"{"port":"Lysvik"}"#));
    assert_eq!(events.last(), Some(&StreamEvent::Finished(StopReason::Calls)));
}

#[test]
fn a_turn_with_thoughts_and_calls_goes_back_as_it_came() {
    let outcome = returned(json!({ "berth": 12, "free": true, "until": "06:00" }));
    let results = vec![
        answer("toolu_01Hb7KqvT3mXn5cR", "berth_status", outcome),
        answer("toolu_01Ls9PdwZ8yJf2uA", "tide_table", failed("tide service timed out after 5 s")),
    ];
    let answer = turn(r#"{"berth":12}"#, r#"{"port":"Lysvik"}"#);
    let request = asked(vec![said(Role::Assistant, answer), said(Role::Function, results)]);
    let (body, adaptations) = encoded(&request);
    let expected = &fixture("anthropic/01-parallel-roundtrip-thinking.json")["steps"][1]["request"]["body"];
    assert_eq!(plain(body.clone())["messages"], plain(expected.clone())["messages"]);
    assert_eq!(body["tools"], expected["tools"]);
    assert_eq!(body["tool_choice"], expected["tool_choice"]);
    assert_eq!(body["system"][0]["text"], expected["system"]);
    assert_eq!(adaptations, []);
}

#[test]
fn an_error_inside_of_an_answer_ends_it_and_so_does_a_missing_end() {
    let check = |stream: &str, expected: &str| {
        let (_, _, fault) = hear(Framing::Events, stream.as_bytes());
        match fault {
            Some(Fault::Complained(complaint)) => assert_eq!(complaint.message, expected),
            Some(Fault::BrokenOff) => assert_eq!("", expected),
            other => panic!("{other:?}"),
        }
    };
    let begin = "data: {\"type\":\"message_start\",\"message\":{\"id\":\"a\"}}\n\n";
    let overloaded = r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#;
    check(&format!("{begin}event: error\ndata: {overloaded}\n\n"), "Overloaded");
    check(&format!("{begin}data: {{\"error\":\"the gateway is tired\"}}\n\n"), "the gateway is tired");
    check(begin, "");
    check(&format!("{begin}{}", begin.replace("\"a\"", "\"b\"")), "");
}

#[test]
fn what_nobody_knows_is_reported_and_harms_nothing() {
    let stream = [
        r#"{"type":"message_start","message":{"id":"a","usage":{"input_tokens":3}}}"#,
        r#"{"type":"message_start","message":{"id":"a","usage":{"input_tokens":3}}}"#,
        r#"{"type":"something_new","index":9}"#,
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"new_delta","x":1}}"#,
        r#"{"type":"content_block_delta","index":7,"delta":{"type":"text_delta","text":"lost"}}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi."}}"#,
        r#"{"type":"content_block_stop","index":0}"#,
        r#"{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"now","input":{}}}"#,
        r#"{"type":"content_block_stop","index":1}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"}}"#,
        "not json",
        r#"{"type":"message_stop"}"#,
    ];
    let stream: String = stream.iter().map(|data| format!("data: {data}\n\n")).collect();
    let (events, unknown, fault) = hear(Framing::Events, stream.as_bytes());
    assert_eq!((unknown, fault), (4, None));
    let said = items(&events);
    assert_eq!(said.first(), Some(&words("Hi.")));
    let Some(Item::FunctionCall { call }) = said.get(1) else { panic!("{said:?}") };
    assert_eq!(call.arguments, CallArguments::read(""));
    assert_eq!(events.last(), Some(&StreamEvent::Finished(StopReason::Complete)));
}

#[test]
fn citations_hidden_thoughts_and_server_tools_go_back_where_they_stood() {
    let blocks = json!([
        { "type": "redacted_thinking", "data": "b3BhcXVl" },
        { "type": "thinking", "thinking": "", "signature": "c2ln" },
        { "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": { "query": "tide" } },
        { "type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [] },
        { "type": "text", "text": "At noon.", "citations": [{ "type": "web_search_result_location", "url": "u" }] },
        { "type": "text", "text": "Anything else?" }
    ]);
    let answer = json!({ "type": "message", "id": "a", "content": blocks, "stop_reason": "end_turn" });
    let (events, unknown, fault) = hear(Framing::Whole, answer.to_string().as_bytes());
    assert_eq!((unknown, fault), (0, None));
    let again = said(Role::User, vec![words("Yes.")]);
    let (body, adaptations) = encoded(&asked(vec![said(Role::Assistant, items(&events)), again]));
    assert_eq!(body["messages"][1]["content"], blocks);
    assert_eq!(adaptations, []);
}

#[test]
fn an_input_of_a_server_tool_that_is_streamed_is_put_together() {
    let stream = [
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"server_tool_use","id":"s","name":"w","input":{}}}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"q\":"}}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"1}"}}"#,
        r#"{"type":"message_stop"}"#,
    ];
    let stream: String = stream.iter().map(|data| format!("data: {data}\n\n")).collect();
    let (events, ..) = hear(Framing::Events, stream.as_bytes());
    let block = json!({ "type": "server_tool_use", "id": "s", "name": "w", "input": { "q": 1 } });
    assert_eq!(items(&events), [Item::Unknown { value: OpaquePart::wrap("anthropic", block) }]);
}

#[test]
fn a_history_of_another_provider_is_adapted_and_each_change_is_told() {
    let foreign = ProviderState::unclaimed("gemini", json!({ "thoughtSignature": "x" }));
    let sound =
        Media { mime_type: "audio/wav".into(), source: MediaSource::Inline { base64: "UklGRg==".into() } };
    let picture =
        Media { mime_type: "image/png".into(), source: MediaSource::Inline { base64: "aGk=".into() } };
    let spoken = vec![
        Item::Reasoning { text: "Hm.".into(), provider_state: Some(foreign) },
        call("call/1", "berth_status", "{\"berth\": "),
        call("call/2", "gone", "{}"),
    ];
    let results = vec![
        answer("call/1", "berth_status", Outcome::declined("not now")),
        answer("call/2", "gone", Outcome::Returned { output: Output::Media { media: picture } }),
    ];
    let request = asked(vec![
        said(Role::Assistant, spoken),
        said(Role::Function, results),
        said(Role::User, vec![Item::Media { media: sound }]),
    ]);
    let (body, adaptations) = encoded(&request);
    assert_eq!(body["messages"][1]["content"][0]["input"], json!({ "INVALID_JSON": "{\"berth\": " }));
    let told = &body["messages"][2]["content"];
    assert_eq!(told[0]["is_error"], true);
    assert_eq!(told[0]["content"][0]["text"], "The person declined this call: not now");
    assert_eq!(told[1]["content"][0]["type"], "image");
    assert_eq!(told[2]["text"], "(a medium of the type audio/wav)");
    let expected = [
        ("a thought of another model is left out", 1),
        ("a medium of the type audio/wav is named instead of sent", 1),
        ("the id of a call is written in another form", 2),
        ("arguments that are not a JSON object are written as a text inside of one", 1),
    ];
    assert_eq!(whats(&adaptations), expected);
}

#[test]
fn choices_and_forms_are_written_as_the_protocol_has_them() {
    let mut request = asked(Vec::new());
    request.choice = FunctionChoice::Function { name: content::FunctionName::without_plugin("tide_table") };
    request.calls.parallel = Some(false);
    request.calls.strict = Some(true);
    request.settings.temperature = Some(0.5);
    let schema = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    request.settings.response_format =
        Some(ResponseFormat::Schema { name: "x".into(), schema: schema.clone() });
    let (body, adaptations) = encoded(&request);
    let expected = json!({ "type": "tool", "name": "tide_table", "disable_parallel_tool_use": true });
    assert_eq!(body["tool_choice"], expected);
    assert_eq!(body["tools"][0]["strict"], true);
    assert_eq!(body["output_config"]["format"], json!({ "type": "json_schema", "schema": schema }));
    assert_eq!(body.get("temperature"), None);
    assert_eq!(whats(&adaptations), [("the setting temperature is left out", 1)]);
}

#[test]
fn a_history_with_calls_keeps_functions_when_none_is_offered() {
    let again = said(Role::Function, vec![answer("a", "tide_table", failed("no"))]);
    let mut request = asked(vec![said(Role::Assistant, vec![call("a", "tide_table", "{}")]), again]);
    request.functions.clear();
    let (body, adaptations) = encoded(&request);
    assert_eq!(body["tools"], json!([{ "name": "tide_table", "input_schema": { "type": "object" } }]));
    assert_eq!(body["tool_choice"], json!({ "type": "none" }));
    let told = "a function that is not offered any more is described without its parameters";
    assert_eq!(whats(&adaptations), [(told, 1)]);
}

#[test]
fn a_thought_nobody_signed_stays_here() {
    let thought = |state: Value| Item::Reasoning { text: "Hm.".into(), provider_state: kept(state) };
    let history = [thought(json!({})), thought(json!({ "signature": "" })), words("Yes.")];
    let (body, adaptations) = encoded(&asked(vec![said(Role::Assistant, history.into())]));
    assert_eq!(body["messages"][1]["content"], json!([{ "type": "text", "text": "Yes." }]));
    assert!(
        whats(&adaptations).contains(&("a thought without a signature is left out", 2)),
        "{adaptations:?}"
    );
}

#[test]
fn a_turn_that_was_paused_goes_on_where_it_stands() {
    let search = json!({ "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {} });
    let part = || Item::Unknown { value: OpaquePart::wrap("anthropic", search.clone()) };
    let last = |items: Vec<Item>| {
        let (body, _) = encoded(&asked(vec![said(Role::Assistant, items)]));
        body["messages"].as_array().and_then(|messages| messages.last()).cloned().expect("a message")
    };
    assert_eq!(last(vec![words("I search."), part()])["content"][1], search);
    assert_eq!(
        last(vec![part(), words("Found.")])["role"],
        "user",
        "what was said to its end is not gone on with"
    );
}

/// A function with a parameter whose name the provider refuses.
fn filtered() -> CompletionRequest {
    let mut request = asked(Vec::new());
    let berths = Arc::make_mut(&mut request.functions[0]);
    berths.parameters = json!({ "type": "object", "properties": { "filter[berth]": { "type": "integer" } } });
    request
}

#[test]
fn a_parameter_with_a_name_the_provider_refuses_goes_out_and_comes_back() {
    let mut request = filtered();
    let names = WireNames::of(<Messages as Protocol>::NAMES, &request);
    let encoded = |request: &CompletionRequest| {
        let Encoded { body, adaptations, .. } = encode(&asking("m", request, &names, Streaming::Streamed));
        (serde_json::to_value(body).expect("JSON"), adaptations)
    };
    let (body, adaptations) = encoded(&request);
    let properties = body.pointer("/tools/0/input_schema/properties").and_then(Value::as_object);
    let written = properties.and_then(|all| all.keys().next()).expect("a parameter").clone();
    assert!(written.starts_with("filter_berth__"), "{written}");
    let what = format!("/properties/filter[berth]: filter[berth] is called {written}");
    assert_eq!(whats(&adaptations), [(what.as_str(), 1)]);

    let pieces = ["{\"fil".to_owned(), format!("{}\" : 12}}", written.trim_start_matches("fil"))];
    let delta = |text: &str| json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "input_json_delta", "partial_json": text } });
    let block = json!({ "type": "tool_use", "id": "a", "name": "berth_status", "input": {} });
    let events = [
        json!({ "type": "content_block_start", "index": 0, "content_block": block }),
        delta(&pieces[0]),
        delta(&pieces[1]),
        json!({ "type": "content_block_stop", "index": 0 }),
    ];
    let stream: String = events.iter().map(|event| format!("data: {event}\n\n")).collect();
    let mapper = || (Mapper::default(), Assembler::new(names.clone(), BTreeSet::new()));
    let Decoded { events, .. } = decode(Framing::Events, stream.as_bytes(), mapper);
    let made = call("a", "berth_status", "{\"filter[berth]\" : 12}");
    assert_eq!(items(&events), std::slice::from_ref(&made));

    request.messages.push(said(Role::Assistant, vec![made]));
    let again = encoded(&request).0;
    let input = again.pointer("/messages/1/content/0/input");
    assert_eq!(input, Some(&json!({ written: 12 })));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn nothing_a_server_sends_makes_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
        hear(Framing::Events, &bytes);
    }

    #[test]
    fn events_in_any_order_are_read(picks in proptest::collection::vec((0_usize..9, 0_u64..3), 0..12)) {
        let kinds = ["text", "thinking", "tool_use", "server_tool_use"];
        let stream: String = picks.iter().map(|(pick, index)| {
            let data = match pick {
                0..=3 => json!({ "type": "content_block_start", "index": index, "content_block": { "type": kinds[*pick] } }),
                4 => json!({ "type": "content_block_delta", "index": index, "delta": { "type": "text_delta", "text": "a" } }),
                5 => json!({ "type": "content_block_delta", "index": index, "delta": { "type": "input_json_delta", "partial_json": "{" } }),
                6 => json!({ "type": "content_block_delta", "index": index, "delta": { "type": "signature_delta", "signature": "s" } }),
                7 => json!({ "type": "content_block_stop", "index": index }),
                _ => json!({ "type": "message_delta", "delta": {}, "usage": { "output_tokens": u32::MAX } }),
            };
            format!("data: {data}\n\n")
        }).collect();
        let (_, _, fault) = hear(Framing::Events, stream.as_bytes());
        prop_assert_eq!(fault, Some(Fault::BrokenOff));
    }
}

#[test]
fn a_refusal_says_why_in_the_words_of_the_provider() {
    let details =
        json!({ "type": "refusal", "category": "cyber", "explanation": "This asks for an exploit." });
    let delta = json!({ "stop_reason": "refusal", "stop_sequence": null, "stop_details": details });
    let whole = json!({ "type": "message", "id": "m", "content": [], "stop_reason": "refusal", "stop_details": details });
    let head = json!({ "type": "message", "id": "m", "content": [], "stop_reason": null });
    let stream: String = [
        json!({ "type": "message_start", "message": head }),
        json!({ "type": "message_delta", "delta": delta, "usage": {} }),
        json!({ "type": "message_stop" }),
    ]
    .iter()
    .map(|event| format!("data: {event}\n\n"))
    .collect();
    let said = Some("This asks for an exploit.".to_owned());
    for (framing, answer) in [(Framing::Whole, whole.to_string()), (Framing::Events, stream)] {
        let (events, _, fault) = hear(framing, answer.as_bytes());
        assert_eq!(fault, None);
        assert_eq!(events.last(), Some(&StreamEvent::Finished(StopReason::Refused { said: said.clone() })));
    }
}
