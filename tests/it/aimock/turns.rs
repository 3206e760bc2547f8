//! Whole turns of the application: a call, what the function really returns, and an answer.

use super::{DELIVERIES, SERVED, Served};
use content::{CallArguments, FunctionCall, FunctionResult, Item, Message, Outcome, Output, Role};
use invocation::TurnOutcome;
use sessions::SessionEvent;
use support::app::{Followed, TestApp};
use support::counterparts::Aimock;
use workbench::contract::AnswerDelivery;

/// One turn with a service, and all that was said in it.
async fn turn(
    app: &TestApp,
    server: &Aimock,
    served: &Served,
    delivery: AnswerDelivery,
    text: &str,
) -> Vec<Message> {
    let saved = app.workbench.service_save(served.settings(server, delivery)).await.expect("it is saved");
    let mut session = app.session(&format!("{}/{}", saved.id, served.model), &[]).await;
    session.says(text).await;
    let outcome = session.outcome().await;
    assert_eq!(outcome, TurnOutcome::Answered, "{} {delivery:?}", served.kind);
    messages(&session)
}

fn messages(session: &Followed) -> Vec<Message> {
    let said = session.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } => Some(message.clone()),
        _ => None,
    });
    said.collect()
}

fn calls(messages: &[Message]) -> Vec<&FunctionCall> {
    messages.iter().flat_map(Message::calls).collect()
}

fn results(messages: &[Message]) -> Vec<&FunctionResult> {
    messages.iter().flat_map(Message::results).collect()
}

fn arguments(call: &FunctionCall) -> serde_json::Value {
    match &call.arguments {
        CallArguments::Parsed { value, .. } => value.clone().into(),
        CallArguments::Malformed { .. } => panic!("{call:?}"),
    }
}

/// The fields of a result that a function of ours made.
fn returned(result: &FunctionResult) -> &serde_json::Value {
    match &result.outcome {
        Outcome::Returned { output: Output::Json { value } } => value,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_call_is_run_and_its_result_is_understood_by_whoever_reads_json() {
    let (server, app) = (Aimock::start().await, TestApp::new());
    // Of Bedrock's results the server reads those that are text, and a forecast goes there as JSON.
    for served in SERVED.iter().filter(|served| served.kind != "bedrock") {
        for delivery in DELIVERIES {
            let name = format!("{} {delivery:?}", served.kind);
            let said = turn(&app, &server, served, delivery, "What is the weather in Oslo?").await;
            let roles: Vec<_> = said.iter().map(|message| message.role).collect();
            assert_eq!(roles, [Role::User, Role::Assistant, Role::Function, Role::Assistant], "{name}");
            let calls = calls(&said);
            let called = calls[0].function.known().expect(&name).to_string();
            assert_eq!((calls.len(), called.as_str()), (1, "weather · get_forecast"), "{name}");
            assert_eq!(arguments(calls[0]), serde_json::json!({ "city": "Oslo" }), "{name}");
            assert_eq!(returned(results(&said)[0])["country"], "NO", "{name}");
            // The server says this only to a request in which it finds what the function returned.
            assert_eq!(said[3].text(), "Oslo has weather: so says the forecast.", "{name}");
            let thoughts = said[1].items.iter().find_map(|item| match item {
                Item::Reasoning { text, .. } => Some(text.as_str()),
                _ => None,
            });
            assert_eq!(thoughts, served.thinks.then_some("The forecast knows."), "{name}");
            let asked = server.journal().await;
            let last: Vec<_> =
                asked.iter().rev().take(2).map(|asked| (asked.path.as_str(), asked.status)).collect();
            assert_eq!(last, [(served.path(delivery), 200); 2], "{name}");
        }
    }
}

#[tokio::test]
async fn calls_side_by_side_keep_their_order_and_each_gets_its_own_result() {
    let (server, app) = (Aimock::start().await, TestApp::new());
    for served in &SERVED {
        for delivery in DELIVERIES {
            let name = format!("{} {delivery:?}", served.kind);
            let said = turn(&app, &server, served, delivery, "Forecast and alerts, please.").await;
            let (calls, results) = (calls(&said), results(&said));
            let called: Vec<_> =
                calls.iter().map(|call| call.function.known().expect(&name).to_string()).collect();
            assert_eq!(called, ["weather · get_forecast", "weather · get_alerts"], "{name}");
            assert_eq!(arguments(calls[0]), serde_json::json!({ "city": "Oslo", "day": 1 }), "{name}");
            let answered: Vec<_> = results.iter().map(|result| &result.call_id).collect();
            assert_eq!(answered, calls.iter().map(|call| &call.id).collect::<Vec<_>>(), "{name}");
            assert_eq!(returned(results[0])["city"], "Oslo", "{name}");
            assert!(
                served.keeps_ids == (calls[1].id.as_str() == "callaler2"),
                "{name}: {}",
                calls[1].id.as_str()
            );
            assert_eq!(said.last().map(Message::text).as_deref(), Some("Both were found."), "{name}");
        }
    }
}

/// Protocols whose calls carry their arguments as text can carry what is no JSON. The others can't, and the server
/// sends an empty object in its place.
#[tokio::test]
async fn a_model_is_told_that_its_arguments_are_no_json() {
    let (server, app) = (Aimock::start().await, TestApp::new());
    let as_text = ["openai", "azure-openai-dated", "openai-responses", "mistral"];
    for served in SERVED.iter().filter(|served| as_text.contains(&served.kind)) {
        for delivery in DELIVERIES {
            let said = turn(&app, &server, served, delivery, "Write arguments that are no JSON.").await;
            let call = calls(&said)[0].clone();
            assert!(matches!(call.arguments, CallArguments::Malformed { .. }), "{}: {call:?}", served.kind);
            assert!(matches!(results(&said)[0].outcome, Outcome::Failed { .. }), "{}", served.kind);
            assert_eq!(
                said.last().map(Message::text).as_deref(),
                Some("That was no JSON."),
                "{}",
                served.kind
            );
        }
    }
}
