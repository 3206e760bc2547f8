//! The steps of a turn as spans, at a collector on this machine.

use crate::PROGRAMS;
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::status::StatusCode;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use support::collector::{Collector, Manner, attribute};
use support::played::KEY;

/// A program that plays a turn and tells of it.
struct Teller {
    program: Child,
    asked: ChildStdin,
    said: Lines<BufReader<ChildStdout>>,
    /// Whether anybody listens to its steps.
    is_listened_to: bool,
}

impl Teller {
    /// Starts it with nothing of the environment of the tests.
    fn start(more: &[(&str, &str)]) -> Self {
        let folder = std::env::temp_dir();
        let mut command = Command::new(PROGRAMS);
        command
            .arg("told")
            .env_clear()
            .env("TMPDIR", &folder)
            .env("HOME", &folder)
            .envs(more.iter().copied());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut program = command.spawn().expect("it starts");
        let asked = program.stdin.take().expect("its input");
        let said = BufReader::new(program.stdout.take().expect("its output")).lines();
        let mut teller = Self { program, asked, said, is_listened_to: false };
        teller.is_listened_to = teller.line().parse().expect("whether it is listened to");
        teller
    }

    /// Starts it with a collector.
    fn telling(collector: &str, more: &[(&str, &str)]) -> Self {
        let told = [("OTEL_EXPORTER_OTLP_ENDPOINT", collector), ("OTEL_BSP_SCHEDULE_DELAY", "10")];
        Self::start(&[&told, more].concat())
    }

    fn line(&mut self) -> String {
        self.said.next().expect("it says on").expect("text")
    }

    /// Waits until it has played, and returns the session.
    fn played(&mut self) -> String {
        self.line()
    }

    fn plays_again(&mut self) -> String {
        self.asked.write_all(b"again\n").expect("it listens");
        self.played()
    }

    /// Lets it end, with everything told that is left.
    fn ends(mut self) {
        drop(self.asked);
        assert!(self.program.wait().expect("it ends").success());
    }
}

/// Plays the scene for a collector that takes in what it is told.
async fn collected(more: &[(&str, &str)]) -> (Collector, String) {
    let collector = Collector::start(Manner::TakesIn).await;
    let mut teller = Teller::telling(&collector.address(), more);
    assert!(teller.is_listened_to);
    let session = teller.played();
    teller.ends();
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

#[tokio::test(flavor = "multi_thread")]
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

#[tokio::test(flavor = "multi_thread")]
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

#[tokio::test(flavor = "multi_thread")]
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

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_is_told_who_sends_as_it_wants_to_be() {
    let (collector, _) = collected(&[("OTEL_EXPORTER_OTLP_HEADERS", "x-team=loop%20one")]).await;
    for head in collector.heads() {
        assert!(head.starts_with("post /v1/traces http/1.1") && head.contains("x-team: loop one"), "{head}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_says_nothing_holds_up_no_turn_and_no_ending() {
    let mut collector = Collector::start(Manner::Silent).await;
    let mut teller = Teller::telling(&collector.address(), &[]);
    teller.played();
    collector.until_visited().await;
    // From here on somebody waits for an answer that never comes.
    teller.plays_again();
    teller.ends();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_is_not_there_holds_up_no_turn() {
    let gone = Collector::start(Manner::Silent).await.address();
    let mut teller = Teller::telling(&gone, &[]);
    teller.played();
    teller.plays_again();
    teller.ends();
}

#[test]
fn without_an_address_no_span_is_made() {
    let mut teller = Teller::start(&[]);
    assert!(!teller.is_listened_to);
    teller.played();
    teller.ends();
}
