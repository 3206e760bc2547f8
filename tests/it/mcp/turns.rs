//! Tools of servers in a turn: a model calls them like any other function.

use super::{Bench, names, npm};
use crate::search::found;
use content::{Outcome, Output};
use functions::sources::mcp::PersonAnswer;
use invocation::{Decision, TurnEvent, TurnOutcome};
use ports::Progress;
use serde_json::json;
use sessions::SessionEvent;
use support::app::TestApp;
use workbench::contract::{AnswerRequest, Note};

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

/// A turn whose call runs.
async fn begun(tool: &str, arguments: serde_json::Value) -> Bench {
    let app = TestApp::new();
    app.write_script("one.jsonl", &script(tool, &arguments));
    let session = app.session("script:one", &[]).await;
    let mut bench = Bench { app, session };
    let id = bench.save(npm("server-everything", &["stdio"])).await;
    bench.until(&id, |state| names(state).contains(&tool)).await;
    bench.session.says(&tool.replace('-', " ")).await;
    // A program that runs on this machine is asked about first.
    bench.session.pause(1).await;
    bench.session.answers(1, Decision::Continue).await;
    bench
}

/// What came of the call, and how far it was told to be.
async fn called(tool: &str, arguments: serde_json::Value) -> (Outcome, Vec<Progress>) {
    let mut bench = begun(tool, arguments).await;
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

#[tokio::test]
async fn what_a_server_asks_the_person_is_marked_in_the_log_and_no_time_of_its_function() {
    let mut bench = begun("trigger-elicitation-request", json!({})).await;
    let request = bench.session.until_sources(|now| now.requests.first().cloned()).await;
    let is_asked = |event: &SessionEvent<Note>| {
        let event = turn_event(event)?;
        matches!(event, TurnEvent::PersonAsked { .. }).then_some(())
    };
    bench.session.until(is_asked).await;
    let answer = AnswerRequest { request: request.id, answer: PersonAnswer::Decline };
    bench.app.workbench.request_answer(answer).await.expect("the server waits for it");
    assert_eq!(bench.session.outcome().await, TurnOutcome::Answered);
    let marks = bench.session.log.iter().filter_map(|entry| match turn_event(&entry.event)? {
        TurnEvent::CallStarted { .. } => Some(("started", entry.at)),
        TurnEvent::PersonAsked { .. } => Some(("asked", entry.at)),
        TurnEvent::PersonAnswered { .. } => Some(("answered", entry.at)),
        TurnEvent::CallEnded { .. } => Some(("ended", entry.at)),
        _ => None,
    });
    let [("started", started), ("asked", asked), ("answered", answered), ("ended", ended)] =
        marks.collect::<Vec<_>>()[..]
    else {
        panic!("{:?}", bench.session.log)
    };
    let found = found(&bench.app, "function:trigger-elicitation-request").await;
    let took = ended.since(started) - answered.since(asked);
    assert_eq!(found.hits.iter().map(|hit| hit.took).collect::<Vec<_>>(), [Some(took)]);
    bench.close().await;
}

fn turn_event(event: &SessionEvent<Note>) -> Option<&TurnEvent> {
    match event {
        SessionEvent::Noted { note: Note::Turn { event, .. } } => Some(event),
        _ => None,
    }
}
