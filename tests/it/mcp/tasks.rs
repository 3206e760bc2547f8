//! Calls that their server goes on with as a task.

use super::stateless::{SCRIPT, seen};
use super::{Bench, Listening, fixture};
use content::{Failure, FailureKind, Outcome, Output};
use functions::sources::mcp::PersonAnswer;
use ports::Progress;
use serde_json::{Value, json};

/// One over pipes, and one over HTTP.
async fn benches() -> ([Bench; 2], Listening) {
    let server = Listening::at(fixture(SCRIPT, &["--http"]), "mcp").await;
    let (pipes, _) = Bench::with(fixture(SCRIPT, &[])).await;
    let (http, _) = Bench::with(server.transport()).await;
    ([pipes, http], server)
}

fn named(seen: &[Value], method: &str) -> Vec<Value> {
    let named = seen.iter().filter(|message| message["method"] == method);
    named.map(|message| message["params"].clone()).collect()
}

#[tokio::test]
async fn a_call_that_became_a_task_ends_as_the_task_does() {
    let (benches, _server) = benches().await;
    let failed = |message: &str| {
        let message = message.to_owned();
        Outcome::Failed { failure: Failure { kind: FailureKind::Reported, message } }
    };
    let cases = [
        ("completed", Outcome::Returned { output: Output::Text { text: "baked".to_owned() } }),
        ("failed", failed("no oven (code -32000)")),
        ("cancelled", failed("The server called the task off.")),
    ];
    for bench in benches {
        for (ends, expected) in &cases {
            let outcome = bench.run("task", json!({ "ends": ends })).await.outcome;
            assert_eq!(outcome.as_ref(), Some(expected));
        }
        let polled = named(&seen(&bench).await, "tasks/get");
        let tasks: Vec<_> = polled.iter().map(|params| params["taskId"].as_str().unwrap_or("")).collect();
        assert_eq!(tasks, ["task 0 ü", "task 0 ü", "task 1 ü", "task 1 ü", "task 2 ü", "task 2 ü"]);
        bench.close().await;
    }
}

#[tokio::test]
async fn what_a_task_asks_is_asked_once_and_answered_beside_it() {
    let (benches, _server) = benches().await;
    for mut bench in benches {
        let answer = PersonAnswer::Accept { value: json!({ "place": {} }) };
        let (outcome, asked) = bench.run_answering("task", json!({ "ends": "asked" }), vec![answer]).await;
        assert_eq!(asked.len(), 1);
        let answers = json!({ "form": { "action": "accept", "content": { "place": {} } } });
        let value = answers.clone();
        assert_eq!(outcome, Outcome::Returned { output: Output::Json { value } });
        let updates = named(&seen(&bench).await, "tasks/update");
        let sent: Vec<_> = updates.iter().map(|params| params["inputResponses"].clone()).collect();
        assert_eq!(sent, [answers]);
        bench.close().await;
    }
}

#[tokio::test]
async fn a_task_says_how_it_goes_and_is_called_off_when_the_call_is_stopped() {
    let (benches, _server) = benches().await;
    for mut bench in benches {
        let (outcome, progress) = bench.run_until_it_is_told("task", json!({ "ends": "never" })).await;
        let message = Some("polled 1".to_owned());
        assert_eq!(progress, Progress::Steps { done: 0.0, total: None, message });
        assert!(matches!(outcome, Outcome::Failed { failure } if failure.message == "it was stopped"));
        let mut cancelled = Vec::new();
        // The server is told after the call is over.
        while cancelled.is_empty() {
            cancelled = named(&seen(&bench).await, "tasks/cancel");
        }
        assert_eq!(cancelled[0]["taskId"], json!("task 0 ü"));
        bench.close().await;
    }
}
