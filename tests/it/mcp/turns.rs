//! Tools of servers in a turn: a model calls them like any other function.

use super::{Bench, npm};
use content::{Outcome, Output};
use invocation::{Decision, TurnOutcome};
use ports::Progress;
use serde_json::json;
use sessions::SessionEvent;
use support::app::TestApp;

/// A model that makes one call and then is content.
fn script(tool: &str, arguments: &serde_json::Value) -> String {
    let lines = [
        json!({ "format": 1, "title": "One call" }),
        json!({ "type": "call", "id": "c1", "name": format!("acme-{tool}") }),
        json!({ "type": "arguments", "delta": arguments.to_string() }),
        json!({ "type": "end" }),
        json!({ "type": "text", "delta": "Done." }),
        json!({ "type": "end" }),
    ];
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// What came of the call, and how far it was told to be.
async fn called(tool: &str, arguments: serde_json::Value) -> (Outcome, Vec<Progress>) {
    let app = TestApp::new();
    app.write_script("one.jsonl", &script(tool, &arguments));
    let session = app.session("script:one", &[]).await;
    let mut bench = Bench { app, session };
    let id = bench.save(npm("server-everything", &["stdio"])).await;
    bench.until_running(&id).await;
    bench.session.says(&tool.replace('-', " ")).await;
    // A program that runs on this machine is asked about first.
    bench.session.pause(1).await;
    bench.session.answers(1, Decision::Continue).await;
    assert_eq!(bench.session.outcome().await, TurnOutcome::Answered);
    let mut results = bench.session.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } => {
            message.results().next().map(|result| result.outcome.clone())
        }
        _ => None,
    });
    let outcome = results.next_back().expect("a result");
    let progress = std::mem::take(&mut bench.session.progress);
    bench.close().await;
    (outcome, progress)
}

#[tokio::test]
async fn how_far_a_call_of_a_turn_is_is_told_on_its_feed() {
    let (outcome, progress) =
        called("trigger-long-running-operation", json!({ "duration": 0.3, "steps": 3 })).await;
    assert!(matches!(outcome, Outcome::Returned { output: Output::Text { .. } }), "{outcome:?}");
    let done = progress.iter().filter_map(|one| match one {
        Progress::Steps { done, .. } => Some(*done),
        Progress::Text { .. } => None,
    });
    let done: Vec<_> = done.collect();
    assert_eq!(done, [1.0, 2.0, 3.0]);
}

#[tokio::test]
async fn a_result_of_several_parts_is_kept_as_such_and_shown_to_the_model() {
    let (outcome, _) = called("get-tiny-image", json!({})).await;
    let Outcome::Returned { output } = outcome else { panic!("{outcome:?}") };
    assert_eq!(output.parts().len(), 3);
}
