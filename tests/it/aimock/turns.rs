//! Whole turns of the application: a call, what the function really returns, and an answer.

use super::{DELIVERIES, SERVED, Served};
use content::{CallArguments, FunctionCall, FunctionResult, Item, Message, ModelId, Outcome, Output, Role};
use invocation::{TurnEvent, TurnOutcome};
use sessions::SessionEvent;
use std::collections::BTreeSet;
use support::app::{Followed, TestApp};
use support::counterparts::Aimock;
use workbench::contract::{AnswerDelivery, ConfigureSession, Note};

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

/// What a model asks for, and what it says once it has been told.
struct Asked {
    text: &'static str,
    function: &'static str,
    thought: &'static str,
    answer: &'static str,
}

const FORECAST: Asked = Asked {
    text: "What is the weather in Oslo?",
    function: "weather · get_forecast",
    thought: "The forecast knows.",
    answer: "Oslo has weather: so says the forecast.",
};

const ALERTS: Asked = Asked {
    text: "Any alerts in Oslo?",
    function: "weather · get_alerts",
    thought: "There may be some.",
    answer: "The roads are slippery.",
};

/// The server gives the last answer only to a request in which it finds words of what the function returned.
async fn check_understood(asked: &Asked, served: impl IntoIterator<Item = &Served>) {
    let (server, app) = (Aimock::start().await, TestApp::new());
    for served in served {
        for delivery in DELIVERIES {
            let name = format!("{} {delivery:?}", served.kind);
            let said = turn(&app, &server, served, delivery, asked.text).await;
            let roles: Vec<_> = said.iter().map(|message| message.role).collect();
            assert_eq!(roles, [Role::User, Role::Assistant, Role::Function, Role::Assistant], "{name}");
            let calls = calls(&said);
            let called = calls[0].function.known().expect(&name).to_string();
            assert_eq!((calls.len(), called.as_str()), (1, asked.function), "{name}");
            assert_eq!(arguments(calls[0]), serde_json::json!({ "city": "Oslo" }), "{name}");
            assert_eq!(said[3].text(), asked.answer, "{name}");
            let thoughts = said[1].items.iter().find_map(|item| match item {
                Item::Reasoning { text, .. } => Some(text.as_str()),
                _ => None,
            });
            assert_eq!(thoughts, served.thinks.then_some(asked.thought), "{name}");
            let journal = server.journal().await;
            let last: Vec<_> =
                journal.iter().rev().take(2).map(|asked| (asked.path.as_str(), asked.status)).collect();
            assert_eq!(last, [(served.path(delivery), 200); 2], "{name}");
        }
    }
}

#[tokio::test]
async fn a_call_is_run_and_its_result_is_understood_by_every_provider() {
    check_understood(&ALERTS, &SERVED).await;
}

/// Bedrock takes an object as JSON, which the server does not look into. Its lists are words, and understood above.
#[tokio::test]
async fn a_result_with_fields_is_understood_by_whoever_is_told_it_in_words() {
    check_understood(&FORECAST, SERVED.iter().filter(|served| served.kind != "bedrock")).await;
}

/// One history through all providers, a turn each with all that came before.
#[tokio::test]
async fn a_session_goes_on_with_one_provider_after_the_other() {
    let (server, app) = (Aimock::start().await, TestApp::new());
    let mut models = Vec::new();
    for served in &SERVED {
        let saved = app.workbench.service_save(served.settings(&server, AnswerDelivery::Streamed)).await;
        models.push(format!("{}/{}", saved.expect("it is saved").id, served.model));
    }
    let mut session = app.session(&models[0], &[]).await;
    let mut plan = session.plan().await;
    plan.breakpoints = Vec::new();
    for (before, model) in models.iter().enumerate() {
        plan.model = ModelId::new(model);
        let args = ConfigureSession { session: session.session.clone(), plan: plan.clone() };
        app.workbench.session_configure(args).await.expect("the plan is taken");
        session.says(ALERTS.text).await;
        assert_eq!(ended(&mut session, before + 1).await, TurnOutcome::Answered, "{model}");
        let said = messages(&session);
        assert_eq!(
            (said.len(), said.last().map(Message::text).as_deref()),
            (4 * before + 4, Some(ALERTS.answer)),
            "{model}"
        );
    }
    let asked: BTreeSet<_> = server.journal().await.into_iter().map(|asked| asked.path).collect();
    assert_eq!(asked, SERVED.iter().map(|served| served.paths[0].to_owned()).collect());
}

/// How the turn with this number ended.
async fn ended(session: &mut Followed, number: usize) -> TurnOutcome {
    let outcomes = session.until_log(|log| {
        let ends = log.iter().filter_map(|entry| match &entry.event {
            SessionEvent::Noted { note: Note::Turn { event: TurnEvent::Ended { outcome }, .. } } => {
                Some(outcome.clone())
            }
            _ => None,
        });
        let ends: Vec<_> = ends.collect();
        (ends.len() == number).then_some(ends)
    });
    outcomes.await.pop().expect("an outcome")
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
