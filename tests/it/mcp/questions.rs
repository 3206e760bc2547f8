//! What servers ask of the person, and calls that take their time.

use super::{Bench, names, npm};
use content::{ModelId, Outcome, Output};
use functions::sources::mcp::{Asks, PersonAnswer, PersonRequest};
use ports::Progress;
use serde_json::{Value, from_str, json};
use std::time::{Duration, Instant};
use workbench::contract::{AnswerRequest, DraftAnswer, FunctionRun, NamedRun};

/// Runs a tool and answers what it asks meanwhile.
async fn answered(
    tool: &str,
    arguments: Value,
    answer: impl AsyncFnOnce(&Bench, PersonRequest) -> PersonAnswer,
) -> FunctionRun {
    timed(tool, arguments, answer).await.0
}

/// The same, with how long it took until its result was there.
async fn timed(
    tool: &str,
    arguments: Value,
    answer: impl AsyncFnOnce(&Bench, PersonRequest) -> PersonAnswer,
) -> (FunctionRun, Duration) {
    let (mut bench, id) = Bench::with(npm("server-everything", &["stdio"])).await;
    // It offers what needs a person once it knows that there is one.
    bench.until(&id, |state| names(state).contains(&tool)).await;
    let workbench = std::sync::Arc::clone(&bench.app.workbench);
    let runner = Bench { session: bench.app.session("example:weather", &[]).await, app: bench.app.again() };
    let asking = async {
        let request = bench.session.until_sources(|now| now.requests.first().cloned()).await;
        let answer = answer(&runner, request.clone()).await;
        let answer = AnswerRequest { request: request.id, answer };
        workbench.request_answer(answer).await.expect("the server waits for it");
    };
    let began = Instant::now();
    let running = async {
        let run = runner.run(tool, arguments).await;
        (run, began.elapsed())
    };
    let (timed, ()) = tokio::join!(running, asking);
    bench.close().await;
    timed
}

fn text(run: FunctionRun) -> String {
    match run.outcome {
        Some(Outcome::Returned { output }) => {
            let words = output.parts().iter().map(|part| match part {
                Output::Text { text } => text.clone(),
                other => format!("{other:?}"),
            });
            words.collect::<Vec<_>>().join("\n")
        }
        outcome => panic!("{outcome:?}"),
    }
}

#[tokio::test]
async fn a_form_is_shown_with_its_schema_and_its_values_reach_the_server() {
    let run = answered("trigger-elicitation-request", json!({}), async |_, request| {
        let Asks::Form { schema, message } = request.asks else { panic!("a form") };
        assert_eq!(message, "Please provide inputs for the following fields:");
        assert_eq!(schema["properties"]["integer"]["maximum"], json!(100));
        assert_eq!(schema["properties"]["titledSingleSelectEnum"]["oneOf"][0]["const"], json!("hero-1"));
        assert_eq!(request.title, "Acme");
        PersonAnswer::Accept { value: json!({ "name": "Ada", "integer": 7, "check": false }) }
    });
    let said = text(run.await);
    assert!(said.contains("Ada") && said.contains('7'), "{said}");
}

#[tokio::test]
async fn a_form_that_is_declined_is_declined() {
    let run = answered("trigger-elicitation-request", json!({}), async |_, _| PersonAnswer::Decline);
    let said = text(run.await);
    assert!(said.contains("declined"), "{said}");
}

#[tokio::test]
async fn the_time_of_a_run_is_without_that_of_the_person_who_was_asked() {
    let person = Duration::from_millis(400);
    let run = timed("trigger-elicitation-request", json!({}), async |_, _| {
        tokio::time::timeout(person, std::future::pending::<()>()).await.unwrap_or_default();
        PersonAnswer::Decline
    });
    let (run, whole) = run.await;
    let took = Duration::from_millis(run.took);
    // That of the person begins once the call has seen the question.
    assert!(took + person.mul_f32(0.75) < whole, "{took:?} of {whole:?}");
}

#[tokio::test]
async fn a_model_drafts_what_the_server_asks_for_and_the_person_has_the_last_word() {
    let arguments = json!({ "prompt": "How are you?", "maxTokens": 50 });
    let run = answered("trigger-sampling-request", arguments, async |bench, request| {
        let Asks::Sample { sampling } = request.asks else { panic!("a request for a model") };
        assert_eq!(sampling.instructions.as_deref(), Some("You are a helpful test server."));
        assert!(sampling.messages[0].text.contains("How are you?"));
        assert_eq!((sampling.most_tokens, sampling.temperature), (50, Some(0.7)));
        let draft = DraftAnswer { request: request.id, model: ModelId::new("example:weather") };
        let drafted = bench.app.workbench.answer_draft(draft).await.expect("a draft");
        assert!(!drafted.text.is_empty());
        PersonAnswer::Say { text: format!("edited: {}", drafted.text), model: drafted.model }
    });
    let said = text(run.await);
    assert!(said.contains("edited: "), "{said}");
}

#[tokio::test]
async fn how_far_a_call_is_is_told_while_it_runs() {
    let (mut bench, _) = Bench::with(npm("server-everything", &["stdio"])).await;
    let runner = Bench { session: bench.app.session("example:weather", &[]).await, app: bench.app.again() };
    let heard = bench.session.until_sources(|now| match now.runs.first()?.progress.clone()? {
        Progress::Steps { done, total, .. } if done >= 2.0 => Some((done, total)),
        Progress::Steps { .. } | Progress::Text { .. } => None,
    });
    let run = runner.run("trigger-long-running-operation", json!({ "duration": 0.6, "steps": 3 }));
    let (run, (_, total)) = tokio::join!(run, heard);
    assert_eq!(total, Some(3.0));
    assert!(text(run).contains("Long running operation completed"));
    bench.close().await;
}

#[tokio::test]
async fn a_call_that_is_stopped_is_over_at_once_and_its_server_goes_on() {
    let (mut bench, _) = Bench::with(npm("server-everything", &["stdio"])).await;
    let runner = Bench { session: bench.app.session("example:weather", &[]).await, app: bench.app.again() };
    let workbench = std::sync::Arc::clone(&bench.app.workbench);
    let stopping = async {
        bench.session.until_sources(|now| now.runs.first()?.progress.clone()).await;
        workbench.function_run_stop(NamedRun { run: "run-1".to_owned() }).await.expect("it is stopped");
    };
    let run = runner.run("trigger-long-running-operation", json!({ "duration": 600, "steps": 6000 }));
    let (run, ()) = tokio::join!(run, stopping);
    assert!(matches!(run.outcome, Some(Outcome::Failed { failure }) if failure.message == "it was stopped"));
    assert_eq!(bench.text("echo", json!({ "message": "still here" })).await, "Echo: still here");
    bench.close().await;
}

#[tokio::test]
async fn a_request_to_open_an_address_names_it() {
    let arguments =
        json!({ "url": "https://acme.example/login", "message": "Log in", "elicitationId": "e-1" });
    let run = answered("trigger-url-elicitation", arguments, async |_, request| {
        let Asks::Visit { address, .. } = request.asks else { panic!("an address") };
        assert_eq!(address, "https://acme.example/login");
        PersonAnswer::Accept { value: from_str("null").expect("null") }
    });
    let said = text(run.await);
    assert!(said.contains("accept") || said.contains("Accept") || said.contains("provided"), "{said}");
}
