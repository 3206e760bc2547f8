//! Tests of exchanges as the official libraries have them, streamed and whole, and of what is sent back.

mod endings;

use super::PROVIDER;
use super::request::encode;
use super::stream::Mapper;
use crate::outgoing::Encoded;
use crate::remote::Streaming;
use crate::testing::{
    answer, asked, asking, assembler, call, failed, fixture, harbour, items, names, result, returned, said,
    text, whats, words,
};
use crate::transport::testing::{Decoded, decode};
use crate::transport::{Fault, Framing};
use content::{
    Item, JsonObject, Media, MediaSource, OpaquePart, Outcome, Output, ProviderState, Role, Usage,
};
use ports::{
    CallOptions, CompletionRequest, Effort, FunctionChoice, RequestSettings, StopReason, StreamEvent,
    ThinkingDisplay,
};
use serde_json::{Value, json};

const EXCHANGE: &str = "gemini-interactions/01-parallel-roundtrip.json";
const STREAM: &str = "gemini-interactions/02-stream-parallel.sse";
const SIGNATURE: &str = "b3BhcXVlLXRob3VnaHQtc2lnbmF0dXJl";
const SUMMARY: &str = "**Two questions**\n\nOne function tells of the berth, another of the tide.";
const UNSIGNED: &str = "skip_thought_signature_validator";

#[track_caller]
fn hear(framing: Framing, text: &str) -> Decoded {
    decode(framing, text.as_bytes(), || (Mapper::default(), assembler()))
}

/// The items of a complete stream of these events.
#[track_caller]
fn heard(events: &[Value]) -> Vec<Item> {
    let end =
        json!({ "event_type": "interaction.completed", "interaction": { "id": "", "status": "completed" } });
    let stream: String = events.iter().chain([&end]).map(|event| format!("data: {event}\n\n")).collect();
    let Decoded { events, unknown, fault } = hear(Framing::Events, &stream);
    assert_eq!((unknown, fault), (vec![], None));
    items(&events)
}

fn start(index: u64, step: Value) -> Value {
    json!({ "event_type": "step.start", "index": index, "step": step })
}

fn delta(index: u64, delta: Value) -> Value {
    json!({ "event_type": "step.delta", "index": index, "delta": delta })
}

fn stop(index: u64) -> Value {
    json!({ "event_type": "step.stop", "index": index })
}

fn thought(text: &str, state: Value) -> Item {
    Item::Reasoning { text: text.to_owned(), provider_state: Some(ProviderState::unclaimed(PROVIDER, state)) }
}

fn own(step: Value) -> Item {
    Item::Unknown { value: OpaquePart::wrap(PROVIDER, step) }
}

fn turn() -> Vec<Item> {
    let state = json!({ "signature": SIGNATURE, "summary": [{ "type": "text", "text": SUMMARY }] });
    vec![
        thought(SUMMARY, state),
        call("call_326665", "berth_status", r#"{"berth":12}"#),
        call("call_590213", "tide_table", r#"{"port":"Lysvik"}"#),
    ]
}

fn encoded(request: &CompletionRequest) -> (Value, Vec<ports::Adaptation>) {
    let names = names(request);
    let asking = asking("gemini-3.6-flash", request, &names, Streaming::Whole);
    let Encoded { body, adaptations, .. } = encode(&asking);
    (serde_json::to_value(body).expect("JSON"), adaptations)
}

/// The steps behind the first message.
fn steps(request: &CompletionRequest) -> (Value, Vec<ports::Adaptation>) {
    let (body, adaptations) = encoded(request);
    (
        body["input"].as_array().and_then(|steps| steps.get(1..)).into_iter().flatten().cloned().collect(),
        adaptations,
    )
}

#[test]
fn a_stream_says_the_same_as_the_whole_answer() {
    let body = fixture(EXCHANGE).pointer("/steps/0/response/body").expect("a body").to_string();
    let usage = Usage {
        input: Some(96),
        output: Some(158),
        cached: Some(0),
        reasoning: Some(120),
        ..Usage::default()
    };
    for Decoded { events, unknown, fault } in
        [hear(Framing::Whole, &body), hear(Framing::Events, &text(STREAM))]
    {
        assert_eq!((items(&events), unknown, fault), (turn(), vec![], None));
        assert!(events.ends_with(&[StreamEvent::Usage(usage), StreamEvent::Finished(StopReason::Calls)]));
    }
}

#[test]
fn the_second_answer_is_words_behind_a_thought_nobody_can_read() {
    let body = fixture(EXCHANGE).pointer("/steps/1/response/body").expect("a body").to_string();
    let Decoded { events, .. } = hear(Framing::Whole, &body);
    let silent = thought("", json!({ "signature": "bGFzdC10aG91Z2h0LXNpZ25hdHVyZQ==" }));
    let text = words("Berth 12 is free until 06:00. High tide in Lysvik is at 23:41, 1.9 m.");
    assert_eq!(items(&events), [silent, text]);
    let usage = Usage {
        input: Some(214),
        output: Some(49),
        cached: Some(96),
        reasoning: Some(18),
        ..Usage::default()
    };
    assert!(events.ends_with(&[StreamEvent::Usage(usage), StreamEvent::Finished(StopReason::Complete)]));
}

#[test]
fn requests_are_what_the_exchanges_sent() {
    let recorded = fixture(EXCHANGE);
    for step in 0..2 {
        let mut request = harbour(1);
        request.settings.max_output_tokens = Some(1024);
        request.settings.thinking.effort = Some(Effort::Low);
        request.settings.thinking.display = Some(ThinkingDisplay::Summarized);
        if step == 1 {
            let answer = turn();
            let results = vec![
                result(&answer[1], json!({ "berth": 12, "free": true, "until": "06:00" })),
                result(&answer[2], json!({ "port": "Lysvik", "high": "23:41", "metres": 1.9 })),
            ];
            request.messages.push(said(Role::Assistant, answer));
            request.messages.push(said(Role::Function, results));
        }
        let expected = recorded.pointer(&format!("/steps/{step}/request/body")).cloned().expect("a request");
        assert_eq!(encoded(&request), (expected, vec![]), "step {step}");
    }
}

#[test]
fn a_turn_of_another_model_begins_with_a_thought_that_is_marked_as_unsigned() {
    let (one, other) = (call("a", "tide_table", "{}"), call("b", "tide_table", "{}"));
    let request = asked(vec![
        said(Role::Assistant, vec![words("I look."), one, other]),
        said(
            Role::Function,
            vec![
                answer("a", "tide_table", failed("No.")),
                answer("b", "tide_table", returned(json!("Yes."))),
            ],
        ),
        said(Role::Assistant, vec![words("So it is.")]),
        said(Role::User, vec![words("Why?")]),
    ]);
    let called =
        |id: &str| json!({ "type": "function_call", "id": id, "name": "tide_table", "arguments": {} });
    let said =
        |kind: &str, text: &str| json!({ "type": kind, "content": [{ "type": "text", "text": text }] });
    let expected = json!([
        { "type": "thought", "signature": UNSIGNED },
        said("model_output", "I look."),
        called("a"),
        called("b"),
        { "type": "function_result", "call_id": "a", "name": "tide_table", "result": "No.", "is_error": true },
        { "type": "function_result", "call_id": "b", "name": "tide_table", "result": "Yes." },
        said("model_output", "So it is."),
        said("user_input", "Why?"),
    ]);
    let (steps, adaptations) = steps(&request);
    assert_eq!(steps, expected);
    assert_eq!(whats(&adaptations), [("a thought is added that is marked as one without a signature", 1)]);
}

#[test]
fn a_thought_goes_back_with_its_signature_or_not_at_all() {
    let summary = json!([{ "type": "text", "text": "Hm." }]);
    let request = asked(vec![
        said(
            Role::Assistant,
            vec![
                thought("Hm.", json!({ "summary": summary })),
                thought("Hm.", json!({ "signature": SIGNATURE, "summary": summary })),
                words("It is free."),
            ],
        ),
        said(Role::User, vec![words("Thanks")]),
    ]);
    let (steps, adaptations) = steps(&request);
    assert_eq!(steps[0], json!({ "type": "thought", "signature": SIGNATURE, "summary": summary }));
    assert_eq!(steps[1]["type"], "model_output");
    assert_eq!(whats(&adaptations), [("a thought without a signature is left out", 1)]);
}

#[test]
fn steps_of_tools_the_provider_runs_go_back_as_they_came() {
    let search = json!({ "type": "google_search_call", "id": "s1", "arguments": { "queries": ["tide"] }, "signature": "YQ==" });
    let found = json!({ "type": "google_search_result", "call_id": "s1", "result": [{ "search_suggestions": "a" }, { "search_suggestions": "b" }], "signature": "Yg==", "is_error": false });
    let streamed = heard(&[
        start(0, json!({ "type": "google_search_call", "id": "s1", "signature": "" })),
        delta(
            0,
            json!({ "type": "google_search_call", "signature": "YQ==", "arguments": { "queries": ["tide"] } }),
        ),
        stop(0),
        start(1, json!({ "type": "google_search_result", "call_id": "s1", "result": [], "signature": "" })),
        delta(1, json!({ "type": "google_search_result", "result": [{ "search_suggestions": "a" }] })),
        delta(
            1,
            json!({ "type": "google_search_result", "result": [{ "search_suggestions": "b" }], "signature": "Yg==", "is_error": false }),
        ),
        stop(1),
        start(2, json!({ "type": "tool_search_call", "id": "t1", "arguments": { "query": "tide" } })),
        stop(2),
    ]);
    let tools = json!({ "type": "tool_search_call", "id": "t1", "arguments": { "query": "tide" } });
    assert_eq!(streamed, [own(search.clone()), own(found.clone()), own(tools.clone())]);
    let request = asked(vec![said(Role::Assistant, streamed), said(Role::User, vec![words("And?")])]);
    let (steps, adaptations) = steps(&request);
    assert_eq!(steps.as_array().map(|steps| &steps[..3]), Some([search, found, tools].as_slice()));
    assert_eq!(adaptations, []);
}

#[test]
fn what_a_step_says_as_it_begins_is_said_once() {
    let content = |text: &str| json!([{ "type": "text", "text": text }]);
    let streamed = heard(&[
        start(0, json!({ "type": "thought", "signature": "", "summary": content("I con") })),
        delta(0, json!({ "type": "thought_summary", "content": { "text": "sider." } })),
        delta(0, json!({ "type": "thought_signature", "signature": SIGNATURE })),
        stop(0),
        start(1, json!({ "type": "model_output", "content": content("It is") })),
        delta(1, json!({ "type": "text", "text": " free." })),
        delta(1, json!({ "type": "text_annotation_delta", "annotations": [] })),
        // Its end event may be missing.
        start(
            2,
            json!({ "type": "function_call", "id": "c1", "name": "tide_table", "arguments": { "port": "Lysvik" } }),
        ),
        stop(2),
        start(3, json!({ "type": "user_input", "content": content("Is it?") })),
        stop(3),
    ]);
    let state = json!({ "signature": SIGNATURE, "summary": content("I consider.") });
    let call = call("c1", "tide_table", r#"{"port":"Lysvik"}"#);
    assert_eq!(streamed, [thought("I consider.", state), words("It is free."), call]);
}

#[test]
fn media_come_and_go_in_the_types_of_the_protocol() {
    let media =
        |mime_type: &str, source| Item::Media { media: Media { mime_type: mime_type.to_owned(), source } };
    let png = media("image/png", MediaSource::Inline { base64: "aGk=".to_owned() });
    let film = media("video/quicktime", MediaSource::Address { uri: "https://example.org/a.mov".to_owned() });
    let streamed = heard(&[
        start(0, json!({ "type": "model_output" })),
        delta(0, json!({ "type": "text", "text": "See: " })),
        delta(0, json!({ "type": "image", "data": "aGk=" })),
        delta(0, json!({ "type": "text", "text": "So." })),
        stop(0),
    ]);
    assert_eq!(streamed, [words("See: "), png.clone(), words("So.")]);

    let shown = Outcome::Returned {
        output: Output::Several {
            parts: vec![
                Output::Text { text: "Here".to_owned() },
                Output::Media {
                    media: Media {
                        mime_type: "image/png".to_owned(),
                        source: MediaSource::Inline { base64: "aGk=".to_owned() },
                    },
                },
            ],
        },
    };
    let request = asked(vec![
        said(Role::User, vec![film]),
        said(Role::Assistant, vec![words("See: "), png, call("a", "tide_table", "{}")]),
        said(Role::Function, vec![answer("a", "tide_table", shown)]),
    ]);
    let (body, _) = encoded(&request);
    let picture = json!({ "type": "image", "mime_type": "image/png", "data": "aGk=" });
    let expected = json!([
        { "type": "video", "mime_type": "video/mov", "uri": "https://example.org/a.mov" },
        { "type": "thought", "signature": UNSIGNED },
        { "type": "model_output", "content": [{ "type": "text", "text": "See: " }, picture] },
        [{ "type": "text", "text": "Here" }, picture],
    ]);
    let places = ["/input/0/content/1", "/input/1", "/input/2", "/input/4/result"];
    assert_eq!(
        places.map(|place| body.pointer(place).cloned()).map(Option::unwrap_or_default).to_vec(),
        expected.as_array().cloned().expect("a list")
    );
}

#[test]
fn the_choice_of_a_function_stands_with_the_settings_and_needs_functions() {
    let named = FunctionChoice::Function { name: harbour(1).functions[0].name.clone() };
    let allowed = |required| FunctionChoice::Allowed {
        functions: vec![harbour(1).functions[0].name.clone()],
        required,
    };
    let among = |mode: &str| json!({ "allowed_tools": { "mode": mode, "tools": ["berth_status"] } });
    let strict = CallOptions { strict: Some(true), ..CallOptions::default() };
    let plain = CallOptions::default();
    for (choice, calls, expected) in [
        (FunctionChoice::Auto, plain, json!("auto")),
        (FunctionChoice::Auto, strict, json!("validated")),
        (FunctionChoice::Required, strict, json!("any")),
        (FunctionChoice::None, plain, json!("none")),
        (allowed(true), plain, among("any")),
        (allowed(false), plain, among("validated")),
        (named, plain, among("any")),
    ] {
        let (body, _) = encoded(&CompletionRequest { choice, calls, ..harbour(1) });
        assert_eq!(body["generation_config"], json!({ "tool_choice": expected }));
    }
    let (body, _) = encoded(&CompletionRequest { functions: Vec::new(), ..harbour(1) });
    assert_eq!((body.get("tools"), body.get("generation_config")), (None, None));
}

#[test]
fn settings_are_written_by_their_names_and_a_seed_that_is_too_great_is_told() {
    let mut request = CompletionRequest { functions: Vec::new(), ..harbour(1) };
    request.settings = RequestSettings {
        temperature: Some(0.5),
        top_p: Some(0.9),
        max_output_tokens: Some(100),
        seed: Some(u32::MAX.into()),
        stop: vec!["END".to_owned()],
        response_format: Some(ports::ResponseFormat::Json),
        more: JsonObject::new(),
        ..RequestSettings::default()
    };
    let (body, adaptations) = encoded(&request);
    let config =
        json!({ "temperature": 0.5, "top_p": 0.9, "max_output_tokens": 100, "stop_sequences": ["END"] });
    assert_eq!(body["generation_config"], config);
    assert_eq!(body["response_format"], json!({ "type": "text", "mime_type": "application/json" }));
    assert_eq!(whats(&adaptations), [("the seed is left out", 1)]);
}
