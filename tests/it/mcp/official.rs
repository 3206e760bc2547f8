//! Servers made of the official libraries, in either era of the protocol and over each transport.

use super::{Bench, Listening, McpTransport, fixture, names, protocol, python};
use content::{Outcome, Output};
use functions::sources::mcp::{Asks, PersonAnswer};
use ports::Progress;
use serde_json::{Value, json};

/// A server and, where it listens, what ends it.
struct Official {
    bench: Bench,
    id: String,
    listening: Option<Listening>,
}

impl Official {
    async fn over_pipes(transport: McpTransport) -> Self {
        let (bench, id) = Bench::with(transport).await;
        Self { bench, id, listening: None }
    }

    async fn over_http(transport: McpTransport, path: &str) -> Self {
        let listening = Listening::at(transport, path).await;
        let (bench, id) = Bench::with(listening.transport()).await;
        Self { bench, id, listening: Some(listening) }
    }

    async fn protocol(&mut self) -> String {
        protocol(&self.bench.until_running(&self.id).await).to_owned()
    }

    async fn is_asked_who_stays(&mut self, values: Value) -> Outcome {
        let answer = PersonAnswer::Accept { value: values };
        let (outcome, asked) = self.bench.run_answering("book", json!({}), vec![answer]).await;
        let [Asks::Form { message, schema }] = asked.as_slice() else { panic!("{asked:?}") };
        assert_eq!(
            (message.as_str(), &schema["properties"]["name"]["type"]),
            ("Who stays?", &json!("string"))
        );
        outcome
    }
}

fn text(text: &str) -> Outcome {
    Outcome::Returned { output: Output::Text { text: text.to_owned() } }
}

/// What the Python library makes of a text that a function gives.
fn worded(text: &str) -> Outcome {
    Outcome::Returned { output: Output::Json { value: json!({ "result": text }) } }
}

async fn python_over_http() -> Official {
    Official::over_http(python(&["streamable-http", "0"]), "mcp").await
}

#[tokio::test]
async fn the_python_library_is_spoken_to_as_it_is_newest() {
    for mut official in [Official::over_pipes(python(&[])).await, python_over_http().await] {
        assert_eq!(official.protocol().await, "2026-07-28");
        let state = official.bench.until_running(&official.id).await;
        assert_eq!(state.about.as_deref(), Some("Be kind."));
        let bench = &official.bench;
        let said = bench.run("who_speaks", json!({})).await.outcome;
        assert_eq!(said, Some(worded("2026-07-28")));
        // Over HTTP, the library refuses it where the header doesn't say the same.
        for region in ["eu-west", "Zürich", " a ", ""] {
            let said = bench.run("forecast", json!({ "region": region })).await.outcome;
            assert_eq!(said, Some(worded(&format!("sun over {region}"))));
        }
        let booked = official.is_asked_who_stays(json!({ "name": "Ada", "nights": 2 })).await;
        assert_eq!(booked, worded("Ada stays 2 nights"));
        official.bench.close().await;
    }
}

#[tokio::test]
async fn progress_of_the_python_library_is_told_and_stopping_reaches_it() {
    for mut official in [Official::over_pipes(python(&[])).await, python_over_http().await] {
        assert_eq!(official.bench.run("count", json!({ "steps": 3 })).await.outcome, Some(worded("counted")));
        let (outcome, progress) = official.bench.run_until_it_is_told("sleep", json!({})).await;
        assert_eq!(progress, Progress::Steps { done: 0.0, total: Some(1.0), message: None });
        assert!(matches!(outcome, Outcome::Failed { failure } if failure.message == "it was stopped"));
        match &mut official.listening {
            // There the end of the stream is all that is said.
            Some(listening) => drop(listening.until("sleep was stopped").await),
            None => {
                let stopped =
                    |state: &super::McpState| state.lines.iter().any(|line| line.text == "sleep was stopped");
                official.bench.until(&official.id, stopped).await;
            }
        }
        official.bench.close().await;
    }
}

#[tokio::test]
async fn other_tools_of_the_python_library_are_offered_when_it_says_so() {
    for mut official in [Official::over_pipes(python(&[])).await, python_over_http().await] {
        let bench = &mut official.bench;
        bench.run("grow", json!({})).await;
        bench.until(&official.id, |state| names(state).contains(&"grown")).await;
        assert_eq!(bench.run("grown", json!({})).await.outcome, Some(text("grown")));
        official.bench.close().await;
    }
}

#[tokio::test]
async fn the_python_library_is_asked_over_the_oldest_transport_without_anybody_naming_it() {
    let mut official = Official::over_http(python(&["sse", "0"]), "sse").await;
    assert_eq!(official.protocol().await, "2025-11-25");
    let said = official.bench.run("who_speaks", json!({})).await.outcome;
    assert_eq!(said, Some(worded("2025-11-25")));
    let booked = official.is_asked_who_stays(json!({ "name": "Ada", "nights": 2 })).await;
    assert_eq!(booked, worded("Ada stays 2 nights"));
    official.bench.close().await;
}

#[tokio::test]
async fn the_typescript_library_is_spoken_to_in_the_newest_way_it_knows() {
    for (era, newest) in [("both", "2026-07-28"), ("modern", "2026-07-28"), ("legacy", "2025-11-25")] {
        let pipes = Official::over_pipes(fixture("official.mjs", &["stdio", era])).await;
        let http = Official::over_http(fixture("official.mjs", &["http", era]), "mcp").await;
        for mut official in [pipes, http] {
            assert_eq!(official.protocol().await, newest, "{era}");
            let is_stateless = era != "legacy";
            let who = if is_stateless { newest } else { "before" };
            assert_eq!(official.bench.text("who_speaks", json!({})).await, who);
            assert_eq!(official.bench.text("count", json!({ "steps": 2 })).await, "counted");
            assert_eq!(official.bench.text("echo", json!({ "word": "Zürich" })).await, "Zürich");
            if is_stateless {
                let booked = official.is_asked_who_stays(json!({ "name": "Ada" })).await;
                assert_eq!(booked, text("Ada, room 7 ü"));
            }
            official.bench.close().await;
        }
    }
}

#[tokio::test]
async fn a_structured_result_of_the_python_library_is_any_json() {
    let official = Official::over_pipes(python(&[])).await;
    let bench = &official.bench;
    for value in [json!([1, "a", null]), json!({ "a": [true] }), json!(7.5), json!(false)] {
        let output = bench.output("give", json!({ "value": value })).await;
        assert_eq!(output, Output::Json { value });
    }
    assert_eq!(bench.text("give", json!({ "value": "plain" })).await, "plain");
    official.bench.close().await;
}
