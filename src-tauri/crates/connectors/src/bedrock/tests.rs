use super::request::encode;
use super::stream::Mapper;
use crate::assembler::Assembler;
use crate::limits::{Limits, fit};
use crate::models::{ModelTable, settle};
use crate::outgoing::Encoded;
use crate::remote::Streaming;
use crate::testing::{
    answer, asked, asking_with, assembler, bytes, call, failed, fixture, items, names, returned, said, whats,
    words,
};
use crate::transport::testing::{Decoded, decode};
use crate::transport::{Fault, Framing};
use aws_smithy_eventstream::frame::write_message_to;
use aws_smithy_types::event_stream::{Header, HeaderValue, Message};
use content::{
    FunctionName, Item, Media, MediaSource, OpaquePart, Outcome, Output, ProviderState, Role, Usage,
};
use ports::{CompletionRequest, FunctionChoice, ResponseFormat, StopReason, StreamEvent};
use proptest::prelude::*;
use serde_json::{Value, json};

const CLAUDE: &str = "eu.anthropic.claude-opus-5-5-v1:0";
/// A model without bound thinking.
const EARLIER_CLAUDE: &str = "eu.anthropic.claude-sonnet-4-5-20250929-v1:0";
/// A model that can be required to call.
const SONNET: &str = "eu.anthropic.claude-sonnet-4-6-v1:0";
const LLAMA: &str = "meta.llama4-maverick-17b-instruct-v1:0";

fn mapper() -> (Mapper, Assembler) {
    (Mapper::default(), assembler())
}

fn hear(framing: Framing, bytes: &[u8]) -> (Vec<StreamEvent>, usize, Option<Fault>) {
    let Decoded { events, unknown, fault } = decode(framing, bytes, mapper);
    (events, unknown.len(), fault)
}

/// Frames with these events, in order.
fn stream(events: &[(&str, &str, Value)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (kind, name, payload) in events {
        let header = |name: &str, value: &str| {
            Header::new(name.to_owned(), HeaderValue::String(value.to_owned().into()))
        };
        let headers = vec![header(":message-type", kind), header(&format!(":{kind}-type"), name)];
        let message = Message::new_from_parts(headers, payload.to_string().into_bytes());
        write_message_to(&message, &mut bytes).expect("a frame");
    }
    bytes
}

fn event(name: &'static str, payload: Value) -> (&'static str, &'static str, Value) {
    ("event", name, payload)
}

fn turn(berth: &str, tide: &str) -> Vec<Item> {
    vec![
        words("Checking both."),
        call("tooluse_Qm4vN8sKR2yT", "berth_status", berth),
        call("tooluse_Jx7pL1wCfE9z", "tide_table", tide),
    ]
}

fn encoded(model: &str, request: &CompletionRequest) -> (Value, Vec<ports::Adaptation>) {
    let facts = ModelTable::usual().facts("bedrock", model);
    let mut fitted = fit(request, &Limits::NONE);
    settle(&mut fitted, &facts);
    let (request, names) = (&*fitted.request, names(request));
    let Encoded { body, adaptations, .. } =
        encode(&asking_with(model, request, &names, Streaming::Whole, &facts));
    (serde_json::to_value(body).expect("JSON"), fitted.with(adaptations))
}

#[test]
fn the_binary_transcript_means_the_same_wherever_it_is_cut() {
    let (events, unknown, fault) = hear(Framing::AwsEvents, &bytes("bedrock/02-stream-parallel.bin"));
    assert_eq!((unknown, fault), (0, None));
    assert_eq!(items(&events), turn("{\"berth\": 12}", "{\"port\": \"Lysvik\"}"));
    let usage = Usage { input: Some(480), output: Some(90), ..Usage::default() };
    assert!(events.contains(&StreamEvent::Usage(usage)));
    assert_eq!(events.last(), Some(&StreamEvent::Finished(StopReason::Calls)));
}

#[test]
fn an_answer_that_is_not_streamed_means_the_same() {
    let answer = &fixture("bedrock/01-parallel-roundtrip.json")["steps"][0]["response"]["body"];
    let (events, _, fault) = hear(Framing::Whole, answer.to_string().as_bytes());
    assert_eq!(fault, None);
    assert_eq!(items(&events), turn(r#"{"berth":12}"#, r#"{"port":"Lysvik"}"#));
}

#[test]
fn a_turn_with_calls_goes_back_as_it_came() {
    let free = returned(json!({ "berth": 12, "free": true, "until": "06:00" }));
    let results = vec![
        answer("tooluse_Qm4vN8sKR2yT", "berth_status", free),
        answer("tooluse_Jx7pL1wCfE9z", "tide_table", failed("tide service timed out")),
    ];
    let said_before = turn(r#"{"berth":12}"#, r#"{"port":"Lysvik"}"#);
    let mut request = asked(vec![said(Role::Assistant, said_before), said(Role::Function, results)]);
    request.settings.max_output_tokens = Some(1024);
    let (body, adaptations) = encoded(CLAUDE, &request);
    assert_eq!(body, fixture("bedrock/01-parallel-roundtrip.json")["steps"][1]["request"]["body"]);
    assert_eq!(adaptations, []);
}

#[test]
fn thoughts_citations_and_tools_of_the_service_go_back_to_the_model_that_sent_them() {
    let blocks = json!([
        { "reasoningContent": { "reasoningText": { "text": "Hm.", "signature": "c2ln" } } },
        { "reasoningContent": { "redactedContent": "b3BhcXVl" } },
        { "toolUse": { "toolUseId": "s1", "name": "nova_code_interpreter", "type": "server_tool_use", "input": { "code": "1" } } },
        { "toolResult": { "toolUseId": "s1", "content": [{ "text": "1" }] } },
        { "citationsContent": { "content": [{ "text": "At noon." }], "citations": [{ "title": "t" }] } },
        { "text": "Done." }
    ]);
    let whole = json!({ "output": { "message": { "role": "assistant", "content": blocks } }, "stopReason": "end_turn" });
    let (events, unknown, fault) = hear(Framing::Whole, whole.to_string().as_bytes());
    assert_eq!((unknown, fault), (0, None));
    let history = vec![said(Role::Assistant, items(&events)), said(Role::User, vec![words("And?")])];
    let (body, adaptations) = encoded(EARLIER_CLAUDE, &asked(history.clone()));
    assert_eq!(body["messages"][1]["content"], blocks);
    assert_eq!(adaptations, []);
    let (body, adaptations) = encoded(LLAMA, &asked(history));
    assert_eq!(body["messages"][1]["content"][0].get("reasoningContent"), None);
    assert_eq!(whats(&adaptations), [("a thought is left out", 2)]);
}

#[test]
fn the_same_blocks_come_together_from_a_stream() {
    let delta = |index: u64, delta: Value| {
        event("contentBlockDelta", json!({ "contentBlockIndex": index, "delta": delta }))
    };
    let stop = |index: u64| event("contentBlockStop", json!({ "contentBlockIndex": index, "p": "abcd" }));
    let server = json!({ "toolUse": { "toolUseId": "s1", "name": "n", "type": "server_tool_use" } });
    let bytes = stream(&[
        event("messageStart", json!({ "role": "assistant", "p": "ab" })),
        delta(0, json!({ "reasoningContent": { "text": "Hm." } })),
        delta(0, json!({ "reasoningContent": { "signature": "c2ln" } })),
        stop(0),
        event("contentBlockStart", json!({ "contentBlockIndex": 1, "start": server })),
        delta(1, json!({ "toolUse": { "input": "{\"code\":" } })),
        delta(1, json!({ "toolUse": { "input": "1}" } })),
        stop(1),
        delta(2, json!({ "text": "At noon." })),
        delta(2, json!({ "citation": { "title": "t" } })),
        stop(2),
        event(
            "metadata",
            json!({ "usage": { "inputTokens": 1, "outputTokens": 2, "cacheReadInputTokens": 3 } }),
        ),
        event("messageStop", json!({ "stopReason": "end_turn" })),
    ]);
    let (events, unknown, fault) = hear(Framing::AwsEvents, &bytes);
    assert_eq!((unknown, fault), (0, None));
    let kept = |state: Value| Some(ProviderState::unclaimed("bedrock", state));
    let own = json!({ "toolUse": { "toolUseId": "s1", "name": "n", "type": "server_tool_use", "input": { "code": 1 } } });
    let expected = [
        Item::Reasoning { text: "Hm.".into(), provider_state: kept(json!({ "signature": "c2ln" })) },
        Item::Unknown { value: OpaquePart::wrap("bedrock", own) },
        words("At noon."),
        Item::Reasoning {
            text: String::new(),
            provider_state: kept(json!({ "onText": true, "citations": [{ "title": "t" }] })),
        },
    ];
    assert_eq!(items(&events), expected);
    let usage = Usage { input: Some(4), output: Some(2), cached: Some(3), written: None, reasoning: None };
    assert!(events.contains(&StreamEvent::Usage(usage)));
    assert_eq!(events.last(), Some(&StreamEvent::Finished(StopReason::Complete)));
}

#[test]
fn exceptions_and_missing_ends_are_failures_and_missing_counts_are_not() {
    let begun = event("messageStart", json!({ "role": "assistant" }));
    let busy = ("exception", "throttlingException", json!({ "message": "Too many" }));
    let (_, _, fault) = hear(Framing::AwsEvents, &stream(&[begun.clone(), busy]));
    let Some(Fault::Complained(complaint)) = fault else { panic!("{fault:?}") };
    assert_eq!((complaint.message.as_str(), complaint.kind()), ("Too many", ports::RefusalKind::RateLimited));
    let unheard = event("somethingNew", json!({ "x": 1 }));
    let (_, unknown, fault) = hear(Framing::AwsEvents, &stream(&[begun.clone(), unheard]));
    assert_eq!((unknown, fault), (1, Some(Fault::BrokenOff)));
    let stop = event("messageStop", json!({ "stopReason": "max_tokens" }));
    let (events, _, fault) = hear(Framing::AwsEvents, &stream(&[begun, stop]));
    assert_eq!((events.last(), fault), (Some(&StreamEvent::Finished(StopReason::Length)), None));
}

#[test]
fn each_family_gets_what_it_takes() {
    let media =
        Media { mime_type: "image/png".into(), source: MediaSource::Inline { base64: "aGk=".into() } };
    let shown = Outcome::Returned { output: Output::Media { media } };
    let mut request = asked(vec![
        said(Role::Assistant, vec![call("a", "tide_table", "{}")]),
        said(Role::Function, vec![answer("a", "tide_table", shown)]),
        said(Role::User, vec![words("Well?")]),
    ]);
    request.choice = FunctionChoice::Required;
    let (body, adaptations) = encoded(SONNET, &request);
    assert_eq!(body["messages"][2]["content"][0]["toolResult"]["content"][0]["image"]["format"], "png");
    assert_eq!(body["messages"][2]["content"][1], json!({ "text": "Well?" }));
    assert_eq!(body["toolConfig"]["toolChoice"], json!({ "any": {} }));
    assert_eq!(adaptations, []);
    let (body, adaptations) = encoded(LLAMA, &request);
    assert_eq!(body["messages"][3], json!({ "role": "assistant", "content": [{ "text": "OK." }] }));
    assert_eq!(body["toolConfig"]["toolChoice"], json!({ "auto": {} }));
    let expected = [
        ("that a function must be called is not asked for", 1),
        ("a medium of the type image/png is named instead of sent", 1),
        ("a word of the model is added between results and the person", 1),
    ];
    assert_eq!(whats(&adaptations), expected);
    let (body, _) = encoded("writer.palmyra-x5-v1:0", &request);
    assert_eq!(body["messages"][2]["content"][0]["toolResult"].get("status"), None);
}

#[test]
fn no_call_is_asked_for_as_far_as_a_model_can_be() {
    let mut request = asked(Vec::new());
    request.choice = FunctionChoice::None;
    let (body, adaptations) = encoded(CLAUDE, &request);
    assert_eq!(body.get("toolConfig"), None);
    assert_eq!(whats(&adaptations), [("the functions are left out, so that none is called", 1)]);

    request = asked(vec![
        said(Role::Assistant, vec![call("a", "tide_table", "{}")]),
        said(Role::Function, vec![answer("a", "tide_table", failed("no"))]),
    ]);
    request.functions.clear();
    let (body, adaptations) = encoded(CLAUDE, &request);
    assert_eq!(body["toolConfig"]["tools"][0]["toolSpec"]["name"], "tide_table");
    assert_eq!(body["toolConfig"].get("toolChoice"), None);
    assert_eq!(body["additionalModelRequestFields"], json!({ "tool_choice": { "type": "none" } }));
    let told = "a function that is not offered any more is described without its parameters";
    assert_eq!(whats(&adaptations), [(told, 1)]);
    let (_, adaptations) = encoded(LLAMA, &request);
    assert_eq!(whats(&adaptations), [("that no function may be called is not asked for", 1), (told, 1)]);
}

#[test]
fn documents_and_forms_are_written_as_the_protocol_has_them() {
    let media =
        Media { mime_type: "application/pdf".into(), source: MediaSource::Inline { base64: "aGk=".into() } };
    let mut request = asked(Vec::new());
    request.messages = vec![said(Role::User, vec![Item::Media { media }])];
    request.choice = FunctionChoice::Function { name: FunctionName::without_plugin("tide_table") };
    let schema = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    request.settings.response_format =
        Some(ResponseFormat::Schema { name: "x".into(), schema: schema.clone() });
    let (body, _) = encoded(SONNET, &request);
    let document =
        json!({ "document": { "format": "pdf", "name": "Document 1", "source": { "bytes": "aGk=" } } });
    assert_eq!(body["messages"][0]["content"], json!([document, { "text": "(a document)" }]));
    assert_eq!(body["toolConfig"]["toolChoice"], json!({ "tool": { "name": "tide_table" } }));
    let structure = json!({ "jsonSchema": { "name": "x", "schema": schema.to_string() } });
    assert_eq!(body["outputConfig"]["textFormat"], json!({ "type": "json_schema", "structure": structure }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn events_in_any_order_are_read(picks in proptest::collection::vec((0_usize..8, 0_u64..3), 0..10)) {
        let events: Vec<_> = picks.iter().map(|(pick, index)| {
            let delta = |delta: Value| event("contentBlockDelta", json!({ "contentBlockIndex": index, "delta": delta }));
            let start = |start: Value| event("contentBlockStart", json!({ "contentBlockIndex": index, "start": start }));
            match pick {
                0 => delta(json!({ "text": "a" })),
                1 => delta(json!({ "toolUse": { "input": "{" } })),
                2 => delta(json!({ "reasoningContent": { "redactedContent": "r" } })),
                3 => delta(json!({ "toolResult": [{ "text": "t" }] })),
                4 => start(json!({ "toolUse": { "toolUseId": "a", "name": "f" } })),
                5 => start(json!({ "toolResult": {} })),
                6 => event("contentBlockStop", json!({ "contentBlockIndex": index })),
                _ => event("metadata", json!({ "usage": { "inputTokens": u32::MAX, "cacheReadInputTokens": 7 } })),
            }
        }).collect();
        prop_assert_eq!(hear(Framing::AwsEvents, &stream(&events)).2, Some(Fault::BrokenOff));
    }
}
