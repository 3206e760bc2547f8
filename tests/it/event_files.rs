//! The event files in `fixtures/events`: what the application sends a page, kept so that the page is tested with it.
//!
//! Provenance: made here, by the real application with a fixed clock and counted ids.

use content::{CallId, FunctionName, MessageId, ModelId, Outcome, Output};
use functions::{Fault, FunctionSettings, StandIn, StandInFor};
use invocation::{
    CallDecision, Completer, Decision, Invocation, Reach, RequestEdit, StopPlace, TurnEvent, TurnPlan,
};
use ports::RequestSettings;
use serde_json::json;
use sessions::SessionEvent;
use std::sync::Arc;
use support::app::{Followed, TestApp};
use support::events::EventFile;
use workbench::contract::{
    ConfigureFunctions, ConfigureSession, NameBranch, NamedMessage, NamedTurn, Note, RemarkMessage,
};

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

/// The person has asked, in a session with another plan.
async fn asked_with(app: &TestApp, mut session: Followed, change: impl FnOnce(&mut TurnPlan)) -> Followed {
    let configured = session.until_log(|log| {
        let mut plans = log.iter().filter_map(|entry| match &entry.event {
            SessionEvent::Noted { note: Note::Configured { plan } } => Some(plan.clone()),
            _ => None,
        });
        // The session began with another.
        plans.nth(1)
    });
    let mut plan = configured.await;
    change(&mut plan);
    let args = ConfigureSession { session: session.session.clone(), plan };
    app.workbench.session_configure(args).await.expect("the plan is taken");
    session.says(QUESTION).await;
    session
}

#[tokio::test(start_paused = true)]
async fn declined_without_a_reason() {
    let app = TestApp::new();
    let words = "The user doesn't want {function} to be called.";
    let session = app.session("example:weather", &[StopPlace::BeforeCall]).await;
    let declined = Some(words.to_owned());
    let mut session = asked_with(&app, session, |plan| plan.policies.templates.declined = declined).await;
    session.answers(1, Decision::Decline { reason: String::new() }).await;
    session.answers(2, Decision::Decline { reason: " Not today. ".to_owned() }).await;
    session.outcome().await;
    check("declined_without_a_reason", "Calls declined in the words of a policy", session);
}

#[tokio::test(start_paused = true)]
async fn handed_over_and_run_again() {
    let app = TestApp::new();
    let said = json!({ "type": "text", "delta": "Sunny, 31 degrees." });
    let script =
        format!("{}\n{said}\n{}\n", json!({ "format": 1, "title": "Help" }), json!({ "type": "end" }));
    app.write_script("helper.jsonl", &script);
    let mut session = asked(&app, "example:weather", &[StopPlace::BeforeCall, StopPlace::AfterCall]).await;
    let to = Completer::Model { model: ModelId::new("script:helper") };
    session.answers(1, Decision::HandOver { to: to.clone() }).await;
    session.answers(2, Decision::RunAgain).await;
    session.answers(3, Decision::Continue).await;
    session.answers(4, Decision::HandOver { to }).await;
    session.answers(5, Decision::Continue).await;
    session.outcome().await;
    check(
        "handed_over_and_run_again",
        "A call handed over to another model, then run by its function",
        session,
    );
}

#[tokio::test(start_paused = true)]
async fn others_answered() {
    let app = TestApp::new();
    let said = json!({ "type": "text", "delta": "Rain, 4 degrees." });
    let script =
        format!("{}\n{said}\n{}\n", json!({ "format": 1, "title": "Help" }), json!({ "type": "end" }));
    app.write_script("helper.jsonl", &script);
    let mut session = asked(&app, "example:weather", &[StopPlace::BeforeCall]).await;
    let (_, pause) = session.pause(1).await;
    let other = pause.waiting.iter().chain(&pause.unasked).next().cloned().expect("another call waits");
    let to = Completer::Model { model: ModelId::new("script:helper") };
    let others = vec![CallDecision { call: other, decision: Decision::HandOver { to } }];
    session.answers_all(1, Decision::Stay, others).await;
    session.answers_last(Decision::Decline { reason: String::new() }).await;
    session.outcome().await;
    check("others_answered", "Another call answered before the one at the stop", session);
}

/// No call of the weather is ever answered.
async fn silent(app: &TestApp, session: &Followed) {
    let function = FunctionName::new("weather", "get_forecast");
    let stand_in = StandIn::Fault { fault: Fault::NeverAnswers };
    let settings =
        FunctionSettings { stand_ins: vec![StandInFor { function, stand_in }], ..FunctionSettings::live() };
    let args = ConfigureFunctions { session: session.session.clone(), settings };
    app.workbench.functions_configure(args).await.expect("the settings are taken");
}

async fn started(session: &mut Followed, times: usize) {
    let mut calls: Vec<CallId> = Vec::new();
    session
        .until(|event| match event {
            SessionEvent::Noted { note: Note::Turn { event: TurnEvent::CallStarted { call, .. }, .. } } => {
                calls.push(call.clone());
                (calls.len() == times).then_some(())
            }
            _ => None,
        })
        .await;
}

#[tokio::test(start_paused = true)]
async fn stopped_while_running() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[]).await;
    silent(&app, &session).await;
    let turn = session.says(QUESTION).await;
    started(&mut session, 1).await;
    app.workbench.turn_stop(NamedTurn { turn }).await.expect("it stops");
    session.outcome().await;
    check("stopped_while_running", "Stopped while a function was running", session);
}

#[tokio::test(start_paused = true)]
async fn interrupted() {
    let app = TestApp::new();
    let session = app.session("example:weather", &[]).await;
    silent(&app, &session).await;
    let together = |plan: &mut TurnPlan| plan.policies.invocation = Invocation::Together;
    let mut session = asked_with(&app, session, together).await;
    started(&mut session, 2).await;
    app.workbench.close().await;
    let app = TestApp::in_home(Arc::clone(&app.home));
    let mut session = app.follow(&session.session).await;
    session.pause(1).await;
    check("interrupted", "Two calls that the end of the application cut off", session);
}

#[tokio::test(start_paused = true)]
async fn request_changed() {
    let app = TestApp::new();
    let mut session = asked(&app, "example:weather", &[StopPlace::BeforeRequest]).await;
    let settings = RequestSettings { temperature: Some(0.5), ..RequestSettings::default() };
    let edit = Box::new(RequestEdit { settings: Some(settings), ..RequestEdit::default() });
    session.answers(1, Decision::EditRequest { edit, reach: Reach::RestOfTurn }).await;
    session.pause(2).await;
    check("request_changed", "A request changed for the rest of the turn", session);
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
