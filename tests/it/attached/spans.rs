//! Spans that programs export.

use content::{Message, Outcome, Output, Role, SessionId};
use flate2::Compression;
use flate2::write::GzEncoder;
use functions::FunctionSettings;
use invocation::{TurnEvent, TurnOutcome};
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{AnyValue, InstrumentationScope, KeyValue, any_value};
use opentelemetry_proto::tonic::trace::v1::{ResourceSpans, ScopeSpans, Span};
use prost::Message as _;
use serde_json::{Value, json};
use sessions::{LogEntry, SessionEvent};
use std::io::Write;
use support::app::TestApp;
use workbench::contract::{
    AttachedNow, ConfigureFunctions, ForkSession, Note, Nothing, SetReceiver, SpanReceiver,
};

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";

/// An application that receives spans.
struct Collector {
    app: TestApp,
    address: String,
}

impl Collector {
    async fn start() -> Self {
        Self::of(TestApp::new()).await
    }

    async fn of(app: TestApp) -> Self {
        let set = app.workbench.receiver_set(SetReceiver { port: Some(0) }).await.expect("it is on");
        let port = set.receiver.expect("a receiver").port;
        Self { app, address: format!("http://127.0.0.1:{port}/v1/traces") }
    }

    async fn now(&self) -> SpanReceiver {
        let now: AttachedNow = self.app.workbench.attached_list(Nothing {}).await.expect("a list");
        now.receiver.expect("a receiver")
    }

    async fn post(&self, body: Vec<u8>, headers: &[(&str, &str)]) -> (u16, Vec<u8>) {
        let client = support::http::client().build().expect("a client");
        let mut post = client.post(&self.address).body(body);
        for (name, value) in headers {
            post = post.header(*name, *value);
        }
        let response = post.send().await.expect("a response");
        let status = response.status().as_u16();
        (status, response.bytes().await.expect("a body").to_vec())
    }

    async fn post_json(&self, attributes: &Value) -> (u16, Vec<u8>) {
        self.post_json_with(attributes, &json!({})).await
    }

    async fn post_json_with(&self, attributes: &Value, more: &Value) -> (u16, Vec<u8>) {
        let body = exported_with(attributes, more).to_string().into_bytes();
        self.post(body, &[("content-type", "application/json")]).await
    }

    /// The events of the turns in the latest session with their times, once so many turns have ended.
    async fn turns(&self, count: usize) -> Vec<(i64, TurnEvent)> {
        let session = self.now().await.sessions.first().cloned().expect("a session");
        let of_turn = |entry: &LogEntry<Note>| match &entry.event {
            SessionEvent::Noted { note: Note::Turn { event, .. } } => Some((entry.at.0, event.clone())),
            _ => None,
        };
        let all = |log: &[LogEntry<Note>]| {
            let events: Vec<_> = log.iter().filter_map(of_turn).collect();
            let ended = events.iter().filter(|(_, event)| matches!(event, TurnEvent::Ended { .. })).count();
            (ended >= count).then_some(events)
        };
        self.app.follow(&session).await.until_log(all).await
    }

    /// What was said in the latest session, once there are so many messages.
    async fn said(&self, count: usize) -> Vec<Message> {
        let session = self.now().await.sessions.first().cloned().expect("a session");
        let mut followed = self.app.follow(&session).await;
        followed
            .until_log(|log| {
                let messages: Vec<_> = log.iter().filter_map(|entry| added(&entry.event)).collect();
                (messages.len() >= count).then_some(messages)
            })
            .await
    }

    async fn fork(&self, session: &SessionId) -> SessionId {
        let args = ForkSession { session: session.clone(), at: None, title: None, model: None };
        self.app.workbench.session_fork(args).await.expect("it is forked").id
    }

    /// How a session uses functions, as its log says last.
    async fn functions(&self, session: &SessionId) -> FunctionSettings {
        let configured = |entry: &LogEntry<Note>| match &entry.event {
            SessionEvent::Noted { note: Note::Functions { settings } } => Some(settings.clone()),
            _ => None,
        };
        self.app.follow(session).await.until_log(|log| log.iter().rev().find_map(configured)).await
    }
}

fn added(event: &SessionEvent<Note>) -> Option<Message> {
    match event {
        SessionEvent::MessageAdded { message, .. } => Some(message.clone()),
        _ => None,
    }
}

/// An export with one span, as JSON.
fn exported(attributes: &Value) -> Value {
    exported_with(attributes, &json!({}))
}

/// The same with more members of the span.
fn exported_with(attributes: &Value, more: &Value) -> Value {
    let typed = |value: &Value| match value {
        Value::Number(number) => json!({ "intValue": number.to_string() }),
        other => json!({ "stringValue": other }),
    };
    let attributes: Vec<_> = attributes
        .as_object()
        .expect("attributes")
        .iter()
        .map(|(key, value)| json!({ "key": key, "value": typed(value) }))
        .collect();
    let mut span = json!({ "traceId": TRACE, "name": "chat gpt-5", "attributes": attributes });
    span.as_object_mut().expect("a span").extend(more.as_object().cloned().expect("members"));
    let scope = json!({ "scope": { "name": "opentelemetry.instrumentation.openai" }, "spans": [span] });
    json!({ "resourceSpans": [{ "scopeSpans": [scope] }] })
}

/// The same in Protocol Buffers, packed.
fn packed(attributes: &Value) -> Vec<u8> {
    let entry = |(key, value): (&String, &Value)| {
        let value = any_value::Value::StringValue(value.as_str().expect("a text").to_owned());
        KeyValue { key: key.clone(), value: Some(AnyValue { value: Some(value) }), ..KeyValue::default() }
    };
    let span = Span {
        trace_id: 0x0af7_6519_16cd_43dd_8448_eb21_1c80_319c_u128.to_be_bytes().to_vec(),
        name: "chat gpt-5".to_owned(),
        attributes: attributes.as_object().expect("attributes").iter().map(entry).collect(),
        ..Span::default()
    };
    let scope = InstrumentationScope {
        name: "opentelemetry.instrumentation.openai".to_owned(),
        ..InstrumentationScope::default()
    };
    let scope_spans = ScopeSpans { scope: Some(scope), spans: vec![span], ..ScopeSpans::default() };
    let resource = ResourceSpans { scope_spans: vec![scope_spans], ..ResourceSpans::default() };
    let export = ExportTraceServiceRequest { resource_spans: vec![resource] };
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(&export.encode_to_vec()).expect("it is packed");
    gzip.finish().expect("it is packed")
}

/// The attributes of a request by today's conventions.
fn request(input: &Value, output: &Value) -> Value {
    let tools = json!([{
        "type": "function", "name": "get_weather", "description": "Returns the weather in a city",
        "parameters": { "type": "object", "properties": { "city": { "type": "string" } } }
    }]);
    json!({
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": "gpt-5",
        "gen_ai.input.messages": input.to_string(),
        "gen_ai.output.messages": output.to_string(),
        "gen_ai.tool.definitions": tools.to_string(),
    })
}

fn text(role: &str, content: &str) -> Value {
    json!({ "role": role, "parts": [{ "type": "text", "content": content }] })
}

fn first() -> Value {
    request(&json!([text("user", "Will it rain?")]), &json!([called()]))
}

fn second() -> Value {
    let result = json!({ "role": "tool", "parts": [
        { "type": "tool_call_response", "id": "call_1", "response": "Rain" }
    ] });
    let input = json!([text("user", "Will it rain?"), called(), result]);
    request(&input, &json!([text("assistant", "Yes.")]))
}

fn called() -> Value {
    json!({ "role": "assistant", "parts": [
        { "type": "tool_call", "id": "call_1", "name": "get_weather", "arguments": { "city": "Oslo" } }
    ] })
}

#[tokio::test(flavor = "multi_thread")]
async fn spans_in_either_encoding_extend_one_session() {
    let collector = Collector::start().await;
    let headers = [("content-type", "application/x-protobuf"), ("content-encoding", "gzip")];
    let (status, body) = collector.post(packed(&first()), &headers).await;
    assert_eq!((status, body.as_slice()), (200, &b""[..]));
    let said = collector.said(2).await;
    assert_eq!(said.iter().map(|message| message.role).collect::<Vec<_>>(), [Role::User, Role::Assistant]);

    let (status, body) = collector.post_json(&second()).await;
    assert_eq!((status, body.as_slice()), (200, &b"{}"[..]));
    let said = collector.said(4).await;
    assert_eq!(said.len(), 4);
    assert_eq!(said.last().expect("an answer").text(), "Yes.");
    // An exporter tries again when it did not hear the answer, and spans come in any order.
    collector.post_json(&second()).await;
    collector.post_json(&first()).await;
    let SpanReceiver { spans, sessions, problems, .. } = collector.now().await;
    assert_eq!((spans, sessions.len(), problems), (4, 1, Vec::new()));
    assert_eq!(collector.said(4).await.len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_a_turn_with_the_tokens_and_the_time_of_its_span() {
    let collector = Collector::start().await;
    let mut told = first();
    told["gen_ai.usage.input_tokens"] = 71.into();
    told["gen_ai.usage.output_tokens"] = 23.into();
    let times =
        json!({ "startTimeUnixNano": "1760000000000000000", "endTimeUnixNano": "1760000001500000000" });
    collector.post_json_with(&told, &times).await;
    collector.said(2).await;
    let turns = collector.turns(1).await;
    let sent = turns.iter().find(|(_, event)| matches!(event, TurnEvent::RequestSent { .. }));
    let usage = |event: &TurnEvent| match event {
        TurnEvent::ResponseReceived { usage, .. } => usage.map(|usage| (usage.input, usage.output)),
        _ => None,
    };
    let received = turns.iter().find_map(|(at, event)| Some((*at, usage(event)?)));
    assert_eq!(sent.map(|(at, _)| *at), Some(1_760_000_000_000));
    assert_eq!(received, Some((1_760_000_001_500, (Some(71), Some(23)))));
    assert_eq!(
        turns.last().map(|(_, event)| event),
        Some(&TurnEvent::Ended { outcome: TurnOutcome::Answered })
    );

    collector.post_json(&second()).await;
    collector.said(4).await;
    let rounds = |turns: &[(i64, TurnEvent)]| {
        turns.iter().filter(|(_, event)| matches!(event, TurnEvent::RequestSent { .. })).count()
    };
    assert_eq!(rounds(&collector.turns(2).await), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_failed_is_a_turn_that_failed() {
    let collector = Collector::start().await;
    let mut told = request(&json!([text("user", "Will it rain?")]), &json!([]));
    told["error.type"] = "RateLimitError".into();
    let status = json!({ "status": { "code": 2, "message": "429 slow down" } });
    collector.post_json_with(&told, &status).await;
    collector.said(1).await;
    let turns = collector.turns(1).await;
    let Some((_, TurnEvent::Ended { outcome: TurnOutcome::Failed { message, .. } })) = turns.last() else {
        panic!("{turns:?}");
    };
    assert!(message.to_string().contains("RateLimitError: 429 slow down"), "{message}");
    assert_eq!(collector.now().await.problems, Vec::new());

    // The program tries again.
    collector.post_json(&first()).await;
    assert_eq!(collector.said(2).await.len(), 2);
    assert_eq!(collector.now().await.sessions.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_result_is_told_by_the_span_of_its_function() {
    let collector = Collector::start().await;
    let tool = json!({
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.call.id": "call_1",
        "gen_ai.tool.call.result": "It rains",
    });
    collector.post_json(&tool).await;
    collector.post_json(&first()).await;
    let said = collector.said(3).await;
    let results: Vec<_> = said.iter().flat_map(Message::results).map(|result| &result.outcome).collect();
    let rain = Outcome::Returned { output: Output::Text { text: "It rains".to_owned() } };
    assert_eq!(results, [&rain]);

    // A later request repeats it, perhaps in other words.
    collector.post_json(&second()).await;
    let said = collector.said(4).await;
    let roles: Vec<_> = said.iter().map(|message| message.role).collect();
    assert_eq!(roles, [Role::User, Role::Assistant, Role::Function, Role::Assistant]);
    assert_eq!(said[3].parent.as_ref(), Some(&said[2].id));
    assert_eq!(collector.now().await.sessions.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_fork_of_what_a_program_ran_takes_results_from_there_unasked() {
    let collector = Collector::start().await;
    collector.post_json(&first()).await;
    collector.said(2).await;
    let traced = collector.now().await.sessions.first().cloned().expect("a session");
    let fork = collector.fork(&traced).await;
    let settings = collector.functions(&fork).await;
    assert_eq!(settings.results_of.as_ref().map(|of| &of.session), Some(&traced));
    assert!(!settings.ran_elsewhere);

    let settings = FunctionSettings { results_of: None, ..settings };
    let configure = ConfigureFunctions { session: fork.clone(), settings };
    collector.app.workbench.functions_configure(configure).await.expect("it is configured");
    let second = collector.fork(&fork).await;
    assert_eq!(collector.functions(&second).await.results_of, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn content_that_was_left_out_names_its_switch() {
    let collector = Collector::start().await;
    let (status, _) = collector.post_json(&json!({ "gen_ai.operation.name": "chat" })).await;
    assert_eq!(status, 200);
    let problem = collector.now().await.problems.first().expect("a problem").to_string();
    assert!(problem.contains("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"), "{problem}");
}

/// A body with its headers, and the status and words that answer it.
type Refused<'a> = (&'a [u8], &'a [(&'a str, &'a str)], u16, &'a str);

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_export_is_refused_with_words() {
    let collector = Collector::start().await;
    let (json, protobuf) = (("content-type", "application/json"), ("content-type", "application/x-protobuf"));
    let cases: [Refused<'_>; 5] = [
        (b"{", &[json], 400, "can't be read"),
        (&[0xff; 9], &[protobuf], 400, "can't be read"),
        (b"not gzip", &[json, ("content-encoding", "gzip")], 400, "can't be read"),
        (b"{}", &[json, ("content-encoding", "br")], 415, "only gzip"),
        (b"{}", &[("content-type", "text/plain")], 415, "application/x-protobuf"),
    ];
    for (body, headers, expected, words) in cases {
        let (status, answer) = collector.post(body.to_vec(), headers).await;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        assert_eq!(status, expected, "{answer}");
        assert!(answer.contains(words), "{answer}");
    }
    let mut bomb = GzEncoder::new(Vec::new(), Compression::best());
    bomb.write_all(&vec![b' '; limits::SPANS_REQUEST.size() + 1]).expect("it is packed");
    let bomb = bomb.finish().expect("it is packed");
    assert_eq!(collector.post(bomb, &[json, ("content-encoding", "gzip")]).await.0, 413);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_and_a_foreign_host_are_refused() {
    let collector = Collector::start().await;
    for header in [("origin", "https://evil.example"), ("host", "evil.example")] {
        let body = exported(&first()).to_string().into_bytes();
        let (status, _) = collector.post(body, &[("content-type", "application/json"), header]).await;
        assert_eq!(status, 403);
    }
    assert_eq!(collector.now().await.spans, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receiver_that_is_switched_off_listens_no_more() {
    let collector = Collector::start().await;
    let off = collector.app.workbench.receiver_set(SetReceiver { port: None }).await.expect("it is off");
    assert_eq!(off.receiver, None);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port();
    let refused = collector.app.workbench.receiver_set(SetReceiver { port: Some(port) }).await;
    let message = refused.expect_err("the port is taken").message.to_string();
    assert!(message.contains("is in use"), "{message}");
}
