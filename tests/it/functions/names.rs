//! Names that were not offered: refused by default, repaired where a session wants it, and always told.

use content::{FailureKind, FunctionName, Message, Outcome};
use functions::{FunctionSettings, NamePolicy, OnRepair};
use invocation::{Decision, PauseReason, TurnEvent, TurnOutcome};
use ports::{NameRepair, NameStyle, RepairReason, Resolution};
use serde_json::json;
use sessions::SessionEvent;
use support::app::{Followed, TestApp};
use workbench::contract::{ConfigureFunctions, Note};

fn app() -> TestApp {
    let app = TestApp::new();
    let lines = [
        json!({ "format": 1, "title": "Dot" }),
        json!({ "type": "call", "id": "c", "name": "weather.get_forecast" }),
        json!({ "type": "arguments", "delta": r#"{"city": "Oslo"}"# }),
        json!({ "type": "end" }),
        json!({ "type": "text", "delta": "Done." }),
        json!({ "type": "end" }),
    ];
    app.write_script("dot.jsonl", &lines.map(|line| line.to_string()).join("\n"));
    app
}

async fn asked(app: &TestApp, names: NamePolicy) -> Followed {
    let mut session = app.session("script:dot", &[]).await;
    let settings = FunctionSettings { names, ..FunctionSettings::live() };
    let args = ConfigureFunctions { session: session.session.clone(), settings };
    app.workbench.functions_configure(args).await.expect("the settings are taken");
    session.says("How is the weather?").await;
    session
}

fn on_repair(on_repair: OnRepair) -> NamePolicy {
    NamePolicy { on_repair, ..NamePolicy::exact() }
}

async fn repair(session: &mut Followed) -> NameRepair {
    session
        .until(|event| match event {
            SessionEvent::Noted { note: Note::Turn { event: TurnEvent::CallsResolved { calls }, .. } } => {
                match &calls.first()?.resolution {
                    Resolution::Runnable { repair, .. } => repair.as_deref().cloned(),
                    Resolution::Refused { .. } => None,
                }
            }
            _ => None,
        })
        .await
}

async fn outcome_of_call(session: &mut Followed) -> Outcome {
    session
        .until(|event| match event {
            SessionEvent::MessageAdded { message, .. } => {
                Message::results(message).next().map(|result| result.outcome.clone())
            }
            _ => None,
        })
        .await
}

#[tokio::test(start_paused = true)]
async fn by_default_another_separator_is_no_name_and_the_model_is_told_the_right_one() {
    let app = app();
    let mut session = asked(&app, NamePolicy::exact()).await;
    let Outcome::Failed { failure } = outcome_of_call(&mut session).await else { panic!("it ran") };
    assert_eq!(failure.kind, FailureKind::UnknownFunction);
    assert!(failure.message.contains("weather.get_forecast"), "{}", failure.message);
    assert!(failure.message.contains("weather-get_forecast"), "{}", failure.message);
}

#[tokio::test(start_paused = true)]
async fn where_repairs_are_allowed_the_one_function_it_can_mean_runs_and_the_repair_is_told() {
    let app = app();
    let mut session = asked(&app, on_repair(OnRepair::Allow)).await;
    let expected = NameRepair {
        before: "weather.get_forecast".into(),
        after: FunctionName::new("weather", "get_forecast"),
        why: RepairReason::Separator { separator: ".".into() },
    };
    assert_eq!(repair(&mut session).await, expected);
    assert!(matches!(outcome_of_call(&mut session).await, Outcome::Returned { .. }));
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
}

#[tokio::test(start_paused = true)]
async fn where_a_person_is_asked_the_repair_can_be_taken_or_refused() {
    let app = app();
    let mut session = asked(&app, on_repair(OnRepair::Ask)).await;
    let (_, pause) = session.pause(1).await;
    assert_eq!(pause.reason, PauseReason::NameRepaired);
    session.answers(1, Decision::Continue).await;
    assert!(matches!(outcome_of_call(&mut session).await, Outcome::Returned { .. }));

    let mut session = asked(&app, on_repair(OnRepair::Ask)).await;
    session.answers(1, Decision::Decline { reason: "I meant another".into() }).await;
    assert!(matches!(outcome_of_call(&mut session).await, Outcome::Declined { .. }));
}

#[tokio::test(start_paused = true)]
async fn errors_name_functions_in_the_style_they_are_told_in() {
    let app = app();
    let style = NameStyle::Joined { separator: "__".into() };
    let mut session = asked(&app, NamePolicy { style, ..NamePolicy::exact() }).await;
    let Outcome::Failed { failure } = outcome_of_call(&mut session).await else { panic!("it ran") };
    assert!(failure.message.contains("weather__get_forecast"), "{}", failure.message);
}
