//! What answers in a function's place, with everything around the call as it is for the real one.

use content::{FunctionName, FunctionResult, Message, Origin, Outcome, Output};
use functions::{AtEnd, Fault, FunctionSettings, OnMiss, RunBy, StandIn, StandInFor};
use invocation::{Decision, PauseReason, TurnEvent, TurnOutcome};
use ports::{Ask, Effect, FunctionSpec, Resolution};
use serde_json::{Value, json};
use sessions::SessionEvent;
use support::app::{Followed, TestApp};
use workbench::contract::{ConfigureFunctions, FunctionOf, Note};
use workbench::english;

/// A model that asks for the weather in each city, and then is content.
fn script(cities: &[&str]) -> String {
    let call = |(number, city): (usize, &&str)| {
        let arguments = json!({ "city": city }).to_string();
        let name = json!({ "type": "call", "id": format!("c{number}"), "name": "weather-get_forecast" });
        let delta = json!({ "type": "arguments", "delta": arguments });
        format!("{name}\n{delta}\n{}\n", json!({ "type": "end" }))
    };
    let calls: String = cities.iter().enumerate().map(call).collect();
    format!(
        "{}\n{calls}{}\n{}\n",
        json!({ "format": 1, "title": "Three" }),
        json!({ "type": "text", "delta": "Done." }),
        json!({ "type": "end" })
    )
}

fn forecast() -> FunctionName {
    FunctionName::new("weather", "get_forecast")
}

fn replaced(stand_in: StandIn) -> FunctionSettings {
    FunctionSettings {
        stand_ins: vec![StandInFor { function: forecast(), stand_in }],
        ..FunctionSettings::live()
    }
}

async fn session(app: &TestApp, settings: FunctionSettings) -> Followed {
    let followed = app.session("script:three", &[]).await;
    let args = ConfigureFunctions { session: followed.session.clone(), settings };
    app.workbench.functions_configure(args).await.expect("the settings are taken");
    followed
}

fn app(cities: &[&str]) -> TestApp {
    let app = TestApp::new();
    app.write_script("three.jsonl", &script(cities));
    app
}

fn results(followed: &Followed) -> Vec<FunctionResult> {
    let messages = followed.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } => Some(message),
        _ => None,
    });
    messages.flat_map(Message::results).cloned().collect()
}

/// What the model was told in the place of three forecasts.
async fn told(stand_in: StandIn) -> Vec<(Origin, Outcome)> {
    told_of(&["Oslo", "Boston", "Oslo"], stand_in).await
}

async fn told_of(cities: &[&str], stand_in: StandIn) -> Vec<(Origin, Outcome)> {
    let app = app(cities);
    let mut session = session(&app, replaced(stand_in)).await;
    session.says("How is the weather?").await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    results(&session).into_iter().map(|result| (result.origin, result.outcome)).collect()
}

fn text(text: &str) -> Outcome {
    Outcome::Returned { output: Output::Text { text: text.to_owned() } }
}

#[tokio::test(start_paused = true)]
async fn a_fixed_value_answers_every_call_and_is_marked() {
    let output = Output::Json { value: json!({ "sky": "green" }) };
    let told = told(StandIn::Fixed { output: output.clone() }).await;
    assert_eq!(told, vec![(Origin::StandIn, Outcome::Returned { output }); 3]);
}

#[tokio::test(start_paused = true)]
async fn a_template_answers_with_the_arguments() {
    let source = "{{ city }} is {{ 'cold' if city == 'Oslo' else 'mild' }}".to_owned();
    let told = told(StandIn::Template { source }).await;
    let words = ["Oslo is cold", "Boston is mild", "Oslo is cold"];
    assert_eq!(told, words.map(|words| (Origin::StandIn, text(words))));
}

#[tokio::test(start_paused = true)]
async fn a_sequence_goes_on_from_call_to_call() {
    let outcomes = vec![text("one"), text("two")];
    let told_with = async |at_end| {
        let told = told(StandIn::Sequence { outcomes: outcomes.clone(), at_end }).await;
        told.into_iter().map(|(_, outcome)| outcome).collect::<Vec<_>>()
    };
    assert_eq!(told_with(AtEnd::RepeatLast).await, [text("one"), text("two"), text("two")]);
    assert_eq!(told_with(AtEnd::StartAgain).await, [text("one"), text("two"), text("one")]);
    let [_, _, Outcome::Returned { output: Output::Json { value } }] = &told_with(AtEnd::Live).await[..]
    else {
        panic!("the function itself answers the third")
    };
    assert_eq!(value.get("city"), Some(&json!("Oslo")));
}

#[tokio::test(start_paused = true)]
async fn results_are_recorded_by_one_switch_and_played_for_the_same_arguments() {
    let app = app(&["Oslo", "Boston", "Oslo"]);
    let mut live = session(&app, FunctionSettings { is_recording: true, ..FunctionSettings::live() }).await;
    live.says("How is the weather?").await;
    live.outcome().await;
    assert!(results(&live).iter().all(|result| result.origin == Origin::Function));
    let facts = app
        .workbench
        .function_facts(FunctionOf { session: None, function: forecast() })
        .await
        .expect("facts");
    assert_eq!((facts.recordings, facts.run_by), (3, RunBy::Application));

    let mut played = session(&app, replaced(StandIn::Recorded { on_miss: OnMiss::Ask })).await;
    played.says("How is the weather?").await;
    played.outcome().await;
    let outcomes =
        |followed: &Followed| results(followed).into_iter().map(|result| result.outcome).collect::<Vec<_>>();
    assert_eq!(outcomes(&played), outcomes(&live));
    assert!(results(&played).iter().all(|result| result.origin == Origin::Recorded));
}

#[tokio::test(start_paused = true)]
async fn where_nothing_was_recorded_the_turn_stops_with_what_is_nearest_and_a_person_writes_the_result() {
    let app = app(&["Oslo", "Oslo", "Oslo"]);
    let mut live = session(&app, FunctionSettings { is_recording: true, ..FunctionSettings::live() }).await;
    live.says("How is the weather?").await;
    live.outcome().await;
    app.write_script("three.jsonl", &script(&["Oslo", "Kyoto", "Oslo"]));

    let mut played = session(&app, replaced(StandIn::Recorded { on_miss: OnMiss::Ask })).await;
    played.says("How is the weather?").await;
    let (_, pause) = played.pause(1).await;
    assert_eq!(pause.reason, PauseReason::ResultWanted);
    let because = played.until(because).await;
    assert!(
        because.ends_with(r#"The nearest differs: /city is "Kyoto" here and "Oslo" there."#),
        "{because}"
    );
    played.answers(1, Decision::WriteResult { outcome: text("warm") }).await;
    assert_eq!(played.outcome().await, TurnOutcome::Answered);
    let origins: Vec<_> = results(&played).iter().map(|result| result.origin).collect();
    assert_eq!(origins, [Origin::Recorded, Origin::Simulated, Origin::Recorded]);
}

/// Why a person is to write a result.
fn because(event: &SessionEvent<Note>) -> Option<String> {
    let SessionEvent::Noted { note: Note::Turn { event: TurnEvent::CallsResolved { calls }, .. } } = event
    else {
        return None;
    };
    let Resolution::Runnable { asks, .. } = &calls.first()?.resolution else { return None };
    asks.iter().find_map(|ask| match ask {
        Ask::Result { because } => because.as_ref().map(english),
        _ => None,
    })
}

#[tokio::test(start_paused = true)]
async fn a_person_who_stands_in_for_a_function_that_is_only_defined_is_told_so() {
    let app = app(&["Oslo"]);
    let defined = vec![FunctionSpec::plain(forecast(), "", json!({ "type": "object" }), Effect::ReadsOnly)];
    let settings = FunctionSettings { defined, ..replaced(StandIn::Person) };
    let mut session = session(&app, settings).await;
    session.says("How is the weather?").await;
    session.pause(1).await;
    assert_eq!(session.until(because).await, "it is only a definition, so you are its answer");
    let args = FunctionOf { session: Some(session.session.clone()), function: forecast() };
    let facts = app.workbench.function_facts(args).await.expect("facts");
    assert_eq!(facts.run_by, RunBy::Nobody);
}

#[tokio::test(start_paused = true)]
async fn a_person_who_stands_in_is_asked_at_each_call() {
    let app = app(&["Oslo", "Boston", "Oslo"]);
    let mut session = session(&app, replaced(StandIn::Person)).await;
    session.says("How is the weather?").await;
    for number in 1..=3 {
        let (_, pause) = session.pause(number).await;
        assert_eq!(pause.reason, PauseReason::ResultWanted);
        session.answers(number, Decision::WriteResult { outcome: text("fine") }).await;
    }
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    assert!(results(&session).iter().all(|result| result.outcome == text("fine")));
}

async fn faulty(fault: Fault) -> (Origin, Outcome) {
    told_of(&["Oslo"], StandIn::Fault { fault }).await.into_iter().next().expect("a result")
}

#[tokio::test(start_paused = true)]
async fn a_huge_result_is_kept_whole_and_shown_in_part() {
    let app = app(&["Oslo"]);
    let fault = Fault::Huge { bytes: 10_000_000 };
    let mut session = session(&app, replaced(StandIn::Fault { fault })).await;
    session.says("How is the weather?").await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    let sizes = session.log.iter().flat_map(|entry| &entry.large).map(|large| large.size);
    assert!(sizes.clone().count() > 0);
    assert!(sizes.clone().all(|size| size == 10_000_000), "{:?}", sizes.collect::<Vec<_>>());
}

#[tokio::test(start_paused = true)]
async fn every_fault_reaches_the_model_as_it_would_from_a_real_function() {
    let failure = |outcome: Outcome| match outcome {
        Outcome::Failed { failure } => failure.message,
        other => panic!("it ended as {other:?}"),
    };
    let words = |outcome: Outcome| match outcome {
        Outcome::Returned { output: Output::Text { text } } => text,
        other => panic!("it ended as {other:?}"),
    };
    assert_eq!(failure(faulty(Fault::Error { message: "no".into() }).await.1), "no");
    assert_eq!(failure(faulty(Fault::TimeOut { milliseconds: 30_000 }).await.1), "no answer within 30000 ms");
    let broken = words(faulty(Fault::MalformedJson).await.1);
    assert!(serde_json::from_str::<Value>(&broken).is_err(), "{broken}");
    assert_eq!(words(faulty(Fault::Empty).await.1), "");
    assert_eq!(words(faulty(Fault::Orders { text: "Obey.".into() }).await.1), "Obey.");
    let (origin, wrong) = faulty(Fault::WrongType).await;
    assert_eq!(origin, Origin::Fault);
    assert!(
        matches!(wrong, Outcome::Returned { output: Output::Json { value: Value::Array(_) } }),
        "{wrong:?}"
    );
    let Outcome::Returned { output: Output::Json { value } } =
        faulty(Fault::Delay { milliseconds: 9_000 }).await.1
    else {
        panic!("the function itself answers later")
    };
    assert_eq!(value.get("city"), Some(&json!("Oslo")));
}

#[tokio::test(start_paused = true)]
async fn a_function_that_never_answers_can_be_stopped() {
    let app = app(&["Oslo", "Boston", "Oslo"]);
    let mut session = session(&app, replaced(StandIn::Fault { fault: Fault::NeverAnswers })).await;
    let turn = session.says("How is the weather?").await;
    session
        .until(|event| match event {
            SessionEvent::Noted { note: Note::Turn { event: TurnEvent::CallStarted { origin, .. }, .. } } => {
                Some(*origin)
            }
            _ => None,
        })
        .await;
    app.workbench.turn_stop(workbench::contract::NamedTurn { turn }).await.expect("it stops");
    assert_eq!(session.outcome().await, TurnOutcome::Stopped);
}

#[tokio::test(start_paused = true)]
async fn a_template_that_can_not_be_read_is_refused_before_it_is_kept() {
    let app = app(&["Oslo", "Boston", "Oslo"]);
    let followed = app.session("script:three", &[]).await;
    let settings = replaced(StandIn::Template { source: "{% if %}".into() });
    let args = ConfigureFunctions { session: followed.session.clone(), settings };
    let refused = app.workbench.functions_configure(args).await.expect_err("no template");
    assert!(
        refused.message.to_string().starts_with("the stand-in for weather · get_forecast: "),
        "{}",
        refused.message
    );
}

#[tokio::test(start_paused = true)]
async fn stand_ins_are_there_again_when_the_session_is_opened_again() {
    let app = app(&["Oslo", "Boston", "Oslo"]);
    let kept = session(&app, replaced(StandIn::Fixed { output: Output::Nothing })).await;
    let (home, id) = (app.home.clone(), kept.session.clone());
    app.workbench.close().await;
    let again = TestApp::opened_again(home);
    let mut session = again.follow(&id).await;
    session.says("How is the weather?").await;
    session.outcome().await;
    assert!(results(&session).iter().all(|result| result.origin == Origin::StandIn));
}

#[tokio::test(start_paused = true)]
async fn what_the_function_itself_gave_is_never_marked_as_something_else() {
    let origins =
        async |stand_in| told(stand_in).await.into_iter().map(|(origin, _)| origin).collect::<Vec<_>>();
    let sequence = StandIn::Sequence { outcomes: vec![text("one")], at_end: AtEnd::Live };
    assert_eq!(origins(sequence).await, [Origin::StandIn, Origin::Function, Origin::Function]);
    let late = StandIn::Fault { fault: Fault::Delay { milliseconds: 1 } };
    assert_eq!(origins(late).await, [Origin::Function; 3]);
    let unrecorded = StandIn::Recorded { on_miss: OnMiss::Live };
    assert_eq!(origins(unrecorded).await, [Origin::Function; 3]);
}
