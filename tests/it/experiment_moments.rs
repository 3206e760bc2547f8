//! Cases of a turn that stands at a stop.

use crate::experiments::QUESTION;
use ::experiments::DraftLoss;
use content::{CallId, Outcome, Output};
use invocation::{CallDecision, Decision, StopPlace};
use serde_json::{Value, json};
use sessions::SessionEvent;
use support::app::{Followed, TestApp};
use workbench::contract::{DraftCase, DraftedCase};

/// A turn that stands before its first call, and the calls that wait.
async fn at_a_stop(app: &TestApp) -> (Followed, Vec<CallId>) {
    let mut session = app.session("example:weather", &[StopPlace::BeforeCall, StopPlace::AfterCall]).await;
    session.says(QUESTION).await;
    session.pause(1).await;
    let message = session.log.iter().rev().find_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } => Some(message),
        _ => None,
    });
    let calls = message.expect("a message").calls().map(|call| call.id.clone()).collect();
    (session, calls)
}

/// The case of the last message.
async fn drafted(app: &TestApp, session: &Followed, decided: Vec<CallDecision>) -> (Value, Vec<DraftLoss>) {
    let added = session.log.iter().rev().find_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } => Some(message.id.clone()),
        _ => None,
    });
    let message = added.expect("a message");
    let args = DraftCase { session: session.session.clone(), message, decided };
    let DraftedCase { case, losses, .. } = app.workbench.case_draft(args).await.expect("a case");
    case.check().expect("it can be run");
    (serde_json::to_value(&case).expect("JSON"), losses)
}

fn cities(case: &Value) -> Vec<&Value> {
    let calls = case["expect"]["calls"]["list"].as_array().expect("calls");
    calls.iter().map(|call| &call["arguments"]["city"]["equals"]).collect()
}

fn answer_of<'a>(case: &'a Value, city: &str) -> &'a Value {
    let mut results = case["results"].as_array().expect("results").iter();
    let found = results.find(|result| result["arguments"]["city"] == city);
    &found.expect("it is frozen")["answer"]
}

#[tokio::test]
async fn a_stop_becomes_a_case_that_expects_the_calls_that_wait_there() {
    let app = TestApp::new();
    let (session, _) = at_a_stop(&app).await;
    let (case, losses) = drafted(&app, &session, Vec::new()).await;
    assert_eq!(case["history"], json!([{ "role": "user", "text": QUESTION }]));
    assert_eq!(cities(&case), ["Boston", "Oslo"]);
    // What was said beside the calls is not the answer.
    assert_eq!((case["expect"].get("says"), case.get("results")), (None, None));
    assert!(!losses.contains(&DraftLoss::Answer), "{losses:?}");
    let functions = case["functions"].as_array().expect("functions");
    assert!(
        functions.iter().any(|one| one["name"] == "weather.get_forecast" && one["parameters"].is_object())
    );
}

#[tokio::test]
async fn calls_are_in_a_case_as_a_person_has_them_at_the_stop() {
    let app = TestApp::new();
    let (mut session, calls) = at_a_stop(&app).await;
    let decided = |call: &CallId, decision| CallDecision { call: call.clone(), decision };
    let raw = r#"{"city": "Bergen", "day": 0}"#.to_owned();
    let edited = decided(&calls[0], Decision::EditArguments { raw: raw.clone() });
    let outcome = Outcome::Returned { output: Output::Text { text: "Rain.".to_owned() } };
    let written = decided(&calls[1], Decision::WriteResult { outcome });
    let (case, _) = drafted(&app, &session, vec![edited, written.clone()]).await;
    assert_eq!(cities(&case), ["Bergen", "Oslo"]);
    assert_eq!(case["results"].as_array().map(Vec::len), Some(1));
    assert_eq!(answer_of(&case, "Oslo"), &json!({ "returned": "Rain." }));
    let (case, _) = drafted(&app, &session, vec![decided(&calls[1], Decision::Drop)]).await;
    assert_eq!(cities(&case), ["Boston"]);

    // A result that was given at an earlier stop is in no message yet.
    session.answers_all(1, Decision::EditArguments { raw }, vec![written]).await;
    session.pause(2).await;
    let (case, _) = drafted(&app, &session, Vec::new()).await;
    assert_eq!(answer_of(&case, "Oslo"), &json!({ "returned": "Rain." }));
    assert_eq!(cities(&case), ["Bergen", "Oslo"]);
}
