//! The event files in `fixtures/events`: what the application sends a page, kept so that the page is tested with it.
//!
//! Provenance: made here, by the real application with a fixed clock and counted ids.

use content::{MessageId, Outcome, Output};
use invocation::{Decision, StopPlace};
use serde_json::json;
use sessions::SessionEvent;
use support::app::{Followed, TestApp};
use support::events::EventFile;
use workbench::contract::{NameBranch, NamedMessage, RemarkMessage};

const QUESTION: &str = "What is the weather in Boston and in Oslo? Should I take an umbrella?";

/// A session with a model, and the person has asked.
async fn asked(app: &TestApp, model: &str, stops: &[StopPlace]) -> Followed {
    let mut session = app.session(model, stops).await;
    session.says(QUESTION).await;
    session
}

fn check(name: &str, title: &str, session: Followed) {
    EventFile { title: title.to_owned(), entries: session.log }.check(name);
}

#[tokio::test(start_paused = true)]
async fn answered() {
    let app = TestApp::new();
    let mut session = asked(&app, "example:weather", &[]).await;
    session.outcome().await;
    check("answered", "Two calls, and an answer", session);
}

#[tokio::test(start_paused = true)]
async fn paused_before_a_call() {
    let app = TestApp::new();
    let mut session = asked(&app, "example:weather", &[StopPlace::BeforeCall]).await;
    session.pause(1).await;
    check("paused_before_call", "Paused before a call", session);
}

#[tokio::test(start_paused = true)]
async fn paused_after_a_call() {
    let app = TestApp::new();
    let mut session = asked(&app, "example:weather", &[StopPlace::BeforeCall, StopPlace::AfterCall]).await;
    session.answers(1, Decision::Continue).await;
    session.pause(2).await;
    check("paused_after_call", "Paused after a call", session);
}

#[tokio::test(start_paused = true)]
async fn paused_before_a_request() {
    let app = TestApp::new();
    let mut session = asked(&app, "example:weather", &[StopPlace::BeforeRequest]).await;
    session.pause(1).await;
    check("paused_before_request", "Paused before a request", session);
}

#[tokio::test(start_paused = true)]
async fn edited_result() {
    let app = TestApp::new();
    let mut session = asked(&app, "example:weather", &[StopPlace::AfterCall]).await;
    let value = json!({ "city": "Boston", "temperature_c": 31, "sky": "clear", "rain_mm": 0 });
    let outcome = Outcome::Returned { output: Output::Json { value } };
    session.answers(1, Decision::WriteResult { outcome }).await;
    session.answers(2, Decision::Continue).await;
    session.outcome().await;
    check("edited_result", "A result edited before the model saw it", session);
}

#[tokio::test(start_paused = true)]
async fn edited_arguments() {
    let app = TestApp::new();
    let mut session = asked(&app, "example:weather", &[StopPlace::BeforeCall]).await;
    session.answers(1, Decision::EditArguments { raw: r#"{"city": "Kyoto", "day": 2}"#.to_owned() }).await;
    session.answers(2, Decision::Continue).await;
    session.outcome().await;
    check("edited_arguments", "Arguments edited before the call", session);
}

#[tokio::test(start_paused = true)]
async fn declined_and_stopped() {
    let app = TestApp::new();
    let mut session = asked(&app, "example:weather", &[StopPlace::BeforeCall]).await;
    session.answers(1, Decision::Decline { reason: "Boston is not our business".to_owned() }).await;
    session.answers(2, Decision::Stop).await;
    session.outcome().await;
    check("declined_and_stopped", "One call declined, then stopped", session);
}

#[tokio::test(start_paused = true)]
async fn mistakes() {
    let app = TestApp::new();
    let mut session = asked(&app, "example:mistakes", &[]).await;
    session.outcome().await;
    check("mistakes", "A model that makes mistakes", session);
}

#[tokio::test(start_paused = true)]
async fn failed() {
    let app = TestApp::new();
    let cut = "{\"format\": 1, \"title\": \"Cut off\"}\n{\"type\": \"text\", \"delta\": \"Let me \"}\n{\"type\": \"cut\"}\n";
    app.write_script("cut.jsonl", cut);
    let mut session = asked(&app, "script:cut", &[]).await;
    session.outcome().await;
    check("failed", "An answer that broke off", session);
}

#[tokio::test(start_paused = true)]
async fn marked() {
    let app = TestApp::new();
    let mut session = asked(&app, "example:weather", &[]).await;
    session.outcome().await;
    let said: Vec<_> = session
        .log
        .iter()
        .filter_map(|entry| match &entry.event {
            SessionEvent::MessageAdded { message, .. } => Some(message.id.clone()),
            _ => None,
        })
        .collect();
    let (first, last) = (&said[0], &said[said.len() - 1]);
    let id = session.session.clone();
    let named =
        |name: &str| NameBranch { session: id.clone(), message: first.clone(), name: Some(name.to_owned()) };
    let remarked = |message: &MessageId, text: Option<&str>| RemarkMessage {
        session: id.clone(),
        message: message.clone(),
        text: text.map(str::to_owned),
    };
    let pinned = |message: &MessageId| NamedMessage { session: id.clone(), message: message.clone() };
    let app = &app.workbench;
    app.branch_name(named("Try")).await.expect("it is named");
    app.branch_name(named("First try")).await.expect("it is named again");
    app.message_remark(remarked(first, Some("Asks for two things at once."))).await.expect("it is written");
    app.message_remark(remarked(last, Some("Wrong."))).await.expect("it is written");
    app.message_remark(remarked(last, None)).await.expect("it is taken away");
    app.message_pin(pinned(last)).await.expect("it is pinned");
    app.message_pin(pinned(first)).await.expect("it is pinned");
    app.message_unpin(pinned(first)).await.expect("the pin is taken off");
    session.until(|event| matches!(event, SessionEvent::MessageUnpinned { .. }).then_some(())).await;
    check("marked", "A named branch, a note and a pin", session);
}
