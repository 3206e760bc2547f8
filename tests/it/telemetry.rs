//! The steps of a turn as spans, at a collector on this machine.

use content::{Outcome, Output};
use invocation::{Breakpoint, Completer, Decision, StopPlace, TurnOutcome};
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::status::StatusCode;
use std::sync::Once;
use support::collector::{Collector, Manner, attribute};
use support::person::Person;
use support::played::{KEY, app, begun, play};
use support::scenes::{HELPER, SERVICE, SPEAKER, Scene};
use support::speaker::{Said, Speaker};
use telemetry::{Choices, Telemetry, telling};

const FORECAST: &str = "weather-get_forecast";

/// One call that comes through, one that fails, one that another model completes, and one that a person writes.
fn scene() -> Scene {
    let calls = [
        ("a", FORECAST, r#"{"city": "Oslo"}"#),
        ("b", FORECAST, r#"{"city": "Atlantis"}"#),
        ("c", FORECAST, r#"{"city": "Boston"}"#),
        ("d", FORECAST, r#"{"city": "Lima"}"#),
    ];
    let said = vec![Said::calls(&calls), Said::words("Take an umbrella.")];
    let to = Completer::Model { model: content::ModelId::new(format!("{SERVICE}/{HELPER}")) };
    let written = Outcome::Returned { output: Output::Text { text: "dry".to_owned() } };
    let person = Person::default()
        .decides("before c", Decision::HandOver { to })
        .decides("before d", Decision::WriteResult { outcome: written });
    Scene {
        name: "told",
        parts: [(SPEAKER, said), (HELPER, vec![Said::words("foggy weather")])].into(),
        plan: |plan| {
            plan.breakpoints = vec![Breakpoint::at("stop", StopPlace::BeforeCall)];
            plan.settings.temperature = Some(0.5);
        },
        person,
    }
}

fn choices(address: &str, more: &[(&str, &str)]) -> Choices {
    let mut set = vec![("OTEL_EXPORTER_OTLP_ENDPOINT", address), ("OTEL_BSP_SCHEDULE_DELAY", "10")];
    set.extend(more);
    Choices::read(|name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
}

/// Tells of everything in this test, until it is dropped.
fn listening(choices: &Choices) -> (Telemetry, tracing::subscriber::DefaultGuard) {
    static HEARD: Once = Once::new();
    // Whether a place in the code is listened to is remembered for the whole process. Somebody always listens, so that
    // tests beside this one don't make it remember that nobody does.
    HEARD.call_once(|| drop(tracing::subscriber::set_global_default(tracing_subscriber::registry())));
    let (subscriber, telemetry) = telling(choices).expect("the address is one");
    (telemetry, tracing::subscriber::set_default(subscriber))
}

/// Plays the scene and returns its session.
async fn played() -> String {
    let scene = scene();
    let speaker = Speaker::start(scene.parts.clone()).await;
    let app = app(&speaker).await;
    let mut followed = begun(&app, &scene).await;
    let ended = play(&app, &mut followed, &scene, usize::MAX).await;
    assert_eq!(ended, Some(TurnOutcome::Answered));
    app.workbench.close().await;
    followed.session.as_str().to_owned()
}

async fn closed(telemetry: Telemetry) {
    tokio::task::spawn_blocking(move || telemetry.close()).await.expect("it closes");
}

/// Plays the scene for a collector that takes in what it is told.
async fn collected(more: &[(&str, &str)]) -> (Collector, String) {
    let collector = Collector::start(Manner::TakesIn).await;
    let (telemetry, listening) = listening(&choices(&collector.address(), more));
    let session = played().await;
    drop(listening);
    closed(telemetry).await;
    (collector, session)
}

#[track_caller]
fn named<'s>(spans: &'s [Span], name: &str) -> Vec<&'s Span> {
    let found: Vec<_> = spans.iter().filter(|span| span.name == name).collect();
    let names: Vec<_> = spans.iter().map(|span| &span.name).collect();
    assert!(!found.is_empty(), "there is no {name} among {names:?}");
    found
}

fn told(span: &Span, keys: &[&str]) -> Vec<Option<String>> {
    keys.iter().map(|key| attribute(span, key)).collect()
}

fn some(values: &[&str]) -> Vec<Option<String>> {
    values.iter().map(|value| Some((*value).to_owned())).collect()
}

#[tokio::test]
async fn each_step_is_a_span_inside_its_turn_with_the_names_of_generative_ai() {
    let (collector, session) = collected(&[("OTEL_SERVICE_NAME", "my-bench")]).await;
    let spans = collector.spans();
    assert_eq!(collector.resource("service.name").as_deref(), Some("my-bench"));
    let turn = named(&spans, "invoke_agent")[0];
    assert!(turn.parent_span_id.is_empty());
    let keys = ["gen_ai.operation.name", "gen_ai.conversation.id", "callwright.turn.outcome"];
    assert_eq!(told(turn, &keys), some(&["invoke_agent", &session, "answered"]));
    for span in spans.iter().filter(|span| span.name != "invoke_agent") {
        assert_eq!((&span.trace_id, &span.parent_span_id), (&turn.trace_id, &turn.span_id), "{}", span.name);
    }
    for name in ["select_functions", "resolve_calls", "await_person"] {
        named(&spans, name);
    }

    let chats = named(&spans, "chat acme/main");
    let keys = [
        "gen_ai.operation.name",
        "gen_ai.provider.name",
        "gen_ai.request.model",
        "gen_ai.request.temperature",
        "gen_ai.usage.input_tokens",
        "gen_ai.usage.output_tokens",
    ];
    let expected = some(&["chat", "acme", "acme/main", "0.5", "20", "4"]);
    assert_eq!(chats.iter().map(|chat| told(chat, &keys)).collect::<Vec<_>>(), vec![expected; 2]);
    assert_eq!(named(&spans, "chat acme/helper").len(), 1);
    // Both requests of the model, and the one that completed a call.
    assert_eq!(attribute(turn, "gen_ai.usage.input_tokens").as_deref(), Some("60"));
}

#[tokio::test]
async fn a_call_is_a_span_with_its_function_its_id_and_the_kind_of_its_failure() {
    let (collector, _) = collected(&[]).await;
    let spans = collector.spans();
    let calls = named(&spans, "execute_tool weather · get_forecast");
    let keys = ["gen_ai.operation.name", "gen_ai.tool.name", "gen_ai.tool.call.id", "error.type"];
    let mut told: Vec<_> = calls.iter().map(|call| told(call, &keys)).collect();
    told.sort();
    let known = ["execute_tool", "weather · get_forecast"].map(|text| Some(text.to_owned()));
    let call = |id: &str, error: Option<&str>| {
        [known.to_vec(), vec![Some(id.to_owned()), error.map(ToOwned::to_owned)]].concat()
    };
    assert_eq!(told, [call("a", None), call("b", Some("reported"))]);
    let codes: Vec<_> =
        calls.iter().filter_map(|call| call.status.as_ref()).map(|status| status.code()).collect();
    assert!(codes.contains(&StatusCode::Error), "{codes:?}");
}

#[tokio::test]
async fn what_was_said_is_told_only_where_a_person_says_so_and_a_key_never() {
    let holds = |bytes: &[u8], text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    let content = ["Take an umbrella.", "Oslo", "Atlantis", "foggy weather", "Go."];
    let (silent, _) = collected(&[]).await;
    let bytes = silent.bytes();
    for text in content {
        assert!(!holds(&bytes, text), "{text} is told");
    }
    let (open, _) = collected(&[("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "true")]).await;
    let told = open.bytes();
    for text in content {
        assert!(holds(&told, text), "{text} is not told");
    }
    assert!(!holds(&bytes, KEY) && !holds(&told, KEY));
    let spans = open.spans();
    let answers: Vec<_> = named(&spans, "chat acme/main")
        .iter()
        .filter_map(|chat| attribute(chat, "gen_ai.output.messages"))
        .collect();
    let words = r#"[{"role":"assistant","parts":[{"type":"text","content":"Take an umbrella."}]}]"#;
    assert!(answers.iter().any(|answer| answer == words), "{answers:?}");
    let call = named(&spans, "execute_tool weather · get_forecast")[0];
    assert!(attribute(call, "gen_ai.tool.call.arguments").is_some_and(|told| told.contains("city")));
    assert!(attribute(call, "gen_ai.tool.call.result").is_some());
}

#[tokio::test]
async fn a_collector_is_told_who_sends_as_it_wants_to_be() {
    let (collector, _) = collected(&[("OTEL_EXPORTER_OTLP_HEADERS", "x-team=loop%20one")]).await;
    for head in collector.heads() {
        assert!(head.starts_with("post /v1/traces http/1.1") && head.contains("x-team: loop one"), "{head}");
    }
}

#[tokio::test]
async fn a_collector_that_says_nothing_holds_up_no_turn() {
    let mut collector = Collector::start(Manner::Silent).await;
    let (telemetry, listening) = listening(&choices(&collector.address(), &[]));
    played().await;
    collector.until_visited().await;
    // From here on somebody waits for an answer that never comes.
    played().await;
    drop(listening);
    closed(telemetry).await;
}

#[tokio::test]
async fn a_collector_that_is_not_there_holds_up_no_turn() {
    let gone = Collector::start(Manner::Silent).await.address();
    let (telemetry, listening) = listening(&choices(&gone, &[]));
    played().await;
    played().await;
    drop(listening);
    closed(telemetry).await;
}

#[tokio::test]
async fn without_an_address_no_span_is_made() {
    let (telemetry, listening) = listening(&Choices::default());
    assert!(!tracing::enabled!(target: "invocation", tracing::Level::INFO));
    played().await;
    drop(listening);
    closed(telemetry).await;
}
