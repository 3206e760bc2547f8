//! Within a turn that nobody touches, requests don't wait for it. What is decided meanwhile holds for the next one.

use super::stage::{Stage, called, calling, events, put_together, request, result, saying, user};
use content::{FunctionName, Message, Role};
use functions::{Fault, FunctionSettings, StandIn, StandInFor};
use invocation::{ChoiceAt, TurnEvent, TurnPlan};
use ports::FunctionChoice;
use serde_json::{Value, json};
use sessions::{LogEntry, SessionEvent};
use std::time::Duration;
use support::app::Followed;
use support::provider::Reply;
use tokio::time::timeout;
use workbench::contract::{
    ConfigureFunctions, ConfigureSession, Note, PlannedFault, ProgramFault, ProgramSettings,
};

const OSLO: (&str, &str) = ("call_1", r#"{"city":"Oslo"}"#);
const BONN: (&str, &str) = ("call_3", r#"{"city":"Bonn"}"#);
const ROME: (&str, &str) = ("call_2", r#"{"city":"Rome"}"#);

/// What the program says behind each of these calls.
fn behind(calls: &[(&str, &str)]) -> Value {
    let rounds = calls.iter().flat_map(|call| [called("", &[*call]), result(call.0, "clear")]);
    request(&std::iter::once(user("Weather?")).chain(rounds).collect::<Vec<_>>())
}

/// A program whose second request has gone ahead.
async fn stage(last: &str) -> Stage {
    let replies = [&calling("", &[OSLO]), &calling("", &[ROME]), last];
    let stage = Stage::with(replies.iter().map(|reply| events(reply)).collect()).await;
    stage.asks(behind(&[])).await;
    assert_eq!(stage.asks(behind(&[OSLO])).await, (200, calling("", &[ROME])));
    stage
}

#[tokio::test(flavor = "multi_thread")]
async fn the_session_has_what_went_ahead_and_the_provider_was_asked_once_each_time() {
    let stage = stage(&saying("Clear everywhere.")).await;
    let (_, stream) = stage.asks(behind(&[OSLO, ROME])).await;
    assert_eq!(put_together(&stream).0, "Clear everywhere.");
    let mut followed = stage.followed().await;
    followed.outcome().await;
    let asked = [behind(&[]), behind(&[OSLO]), behind(&[OSLO, ROME])].map(|body| body.to_string());
    assert_eq!(stage.bodies(), asked);
    let said: Vec<_> = messages(&followed).filter(|message| message.role == Role::Assistant).collect();
    assert_eq!((said.len(), said[2].text().as_str()), (3, "Clear everywhere."));
}

/// No turn that reads along stands between the provider and the program, so half an event arrives as it comes.
#[tokio::test(flavor = "multi_thread")]
async fn the_response_to_the_first_request_passes_as_it_comes() {
    let half = r#"data: {"id":"chatcmpl-1","#;
    let open = Reply::Silence([Reply::stream_head(), half.into()].concat());
    let stage = Stage::with(vec![open]).await;
    let mut response = stage.sends(behind(&[])).await;
    let piece = timeout(Duration::from_secs(20), response.chunk()).await.expect("it comes at once");
    assert_eq!(piece.expect("a piece").as_deref(), Some(half.as_bytes()));
}

/// Clients leave at the end that their protocol has, before the bytes of the response end.
#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_leaves_with_its_answer_has_not_given_up() {
    let open = Reply::Silence([Reply::stream_head(), saying("One.").into_bytes()].concat());
    let stage = Stage::with(vec![open, events(&saying("Two."))]).await;
    let mut first = stage.sends(behind(&[])).await;
    let mut heard = String::new();
    while !heard.contains("[DONE]") {
        let piece = first.chunk().await.expect("a piece").expect("more of the response");
        heard += &String::from_utf8_lossy(&piece);
    }
    drop(first);
    let (_, stream) = stage.asks(behind(&[])).await;
    assert_eq!(put_together(&stream).0, "Two.", "the same question is asked again");
}

fn messages(followed: &Followed) -> impl Iterator<Item = &Message> {
    followed.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } => Some(message),
        _ => None,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_does_not_wait_for_the_turn_that_has_not_seen_the_end_of_the_response_before() {
    let open = Reply::Silence([Reply::stream_head(), calling("", &[ROME]).into_bytes()].concat());
    let replies = vec![events(&calling("", &[OSLO])), open, events(&saying("Clear everywhere."))];
    let stage = Stage::with(replies).await;
    stage.asks(behind(&[])).await;
    let mut second = stage.sends(behind(&[OSLO])).await;
    let mut heard = String::new();
    while !heard.contains("[DONE]") {
        let piece = second.chunk().await.expect("a piece").expect("more of the response");
        heard += &String::from_utf8_lossy(&piece);
    }
    let (_, stream) = stage.asks(behind(&[OSLO, ROME])).await;
    assert_eq!(put_together(&stream).0, "Clear everywhere.");
    let has_ended = |entry: &LogEntry<Note>| {
        matches!(
            &entry.event,
            SessionEvent::Noted { note: Note::Turn { event: TurnEvent::Ended { .. }, .. } }
        )
    };
    assert!(!stage.followed().await.log.iter().any(has_ended), "the turn was given up");
    drop(second);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_that_is_planned_within_a_turn_meets_its_next_request() {
    let mut stage = stage(&saying("Never.")).await;
    let fault = ProgramFault::Refused { status: 429, message: "Slow down.".to_owned(), retry_after: None };
    let settings = stage.program.settings.clone();
    stage.settles(ProgramSettings { fault: Some(PlannedFault { fault, requests: 1 }), ..settings }).await;
    assert_eq!(stage.asks(behind(&[OSLO, ROME])).await.0, 429);
    assert_eq!(stage.bodies().len(), 2, "the provider is not asked");
}

pub(super) fn starts(log: &[LogEntry<Note>]) -> usize {
    let is_start = |event: &SessionEvent<Note>| {
        matches!(event, SessionEvent::Noted { note: Note::Turn { event: TurnEvent::CallStarted { .. }, .. } })
    };
    log.iter().filter(|entry| is_start(&entry.event)).count()
}

async fn configured(stage: &Stage, change: impl FnOnce(TurnPlan) -> TurnPlan) {
    let mut followed = stage.followed().await;
    let plan = change(followed.plan().await);
    let args = ConfigureSession { session: followed.session.clone(), plan };
    stage.app.workbench.session_configure(args).await.expect("the plan is taken");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_temperature_that_is_set_within_a_turn_is_in_its_next_request() {
    let stage = stage(&saying("Clear everywhere.")).await;
    configured(&stage, |mut plan| {
        plan.settings.temperature = Some(0.25);
        plan
    })
    .await;
    stage.asks(behind(&[OSLO, ROME])).await;
    let sent: Vec<Value> =
        stage.bodies().iter().map(|body| serde_json::from_str(body).expect("JSON")).collect();
    assert_eq!((&sent[1]["temperature"], &sent[2]["temperature"]), (&json!(0.5), &json!(0.25)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_for_which_the_plan_has_another_choice_waits_for_its_turn() {
    let replies = [saying("Hello."), calling("", &[OSLO]), saying("It is clear.")];
    let stage = Stage::with(replies.iter().map(|reply| events(reply)).collect()).await;
    let mut messages = vec![user("Hello?")];
    stage.asks(request(&messages)).await;
    stage.followed().await.outcome().await;
    let second = ChoiceAt { round: 2, choice: FunctionChoice::None };
    configured(&stage, |mut plan| {
        plan.choice.requests.push(second);
        plan
    })
    .await;
    messages.extend([json!({ "role": "assistant", "content": "Hello." }), user("Weather?")]);
    stage.asks(request(&messages)).await;
    messages.extend([called("", &[OSLO]), result(OSLO.0, "clear")]);
    stage.asks(request(&messages)).await;
    let sent: Value = serde_json::from_str(&stage.bodies()[2]).expect("JSON");
    assert_eq!(sent["tool_choice"], "none", "{sent}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stand_in_that_is_chosen_within_a_turn_answers_its_next_call() {
    let replies = [calling("", &[OSLO]), calling("", &[ROME]), calling("", &[BONN]), saying("Closed.")];
    let stage = Stage::with(replies.iter().map(|reply| events(reply)).collect()).await;
    stage.asks(behind(&[])).await;
    stage.asks(behind(&[OSLO])).await;
    // The turn reads along behind the program: what is decided before it has, concerns the call that the program runs by then.
    stage.followed().await.until_log(|log| (starts(log) == 2).then_some(())).await;
    let fault = Fault::Error { message: "The station is closed.".to_owned() };
    let function = FunctionName::without_plugin("get_weather");
    let stand_ins = vec![StandInFor { function, stand_in: StandIn::Fault { fault } }];
    let session = stage.session().await;
    let settings = FunctionSettings { stand_ins, ..FunctionSettings::live() };
    let args = ConfigureFunctions { session, settings };
    stage.app.workbench.functions_configure(args).await.expect("the settings are taken");
    let (_, stream) = stage.asks(behind(&[OSLO, ROME])).await;
    assert_eq!(put_together(&stream), ("Closed.".to_owned(), Vec::new()), "{stream}");
    assert!(stage.bodies()[3].contains("The station is closed."));
}
