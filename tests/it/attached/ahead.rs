//! Within a turn that nobody touches, requests don't wait for it. What is decided meanwhile holds for the next one.

use super::stage::{Stage, called, calling, events, put_together, request, result, saying, user};
use content::{FunctionName, Message, Role};
use functions::{Fault, FunctionSettings, StandIn, StandInFor};
use invocation::TurnEvent;
use serde_json::Value;
use sessions::{LogEntry, SessionEvent};
use support::app::Followed;
use workbench::contract::{ConfigureFunctions, Note, PlannedFault, ProgramFault, ProgramSettings};

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

fn messages(followed: &Followed) -> impl Iterator<Item = &Message> {
    followed.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } => Some(message),
        _ => None,
    })
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

fn starts(log: &[LogEntry<Note>]) -> usize {
    let is_start = |event: &SessionEvent<Note>| {
        matches!(event, SessionEvent::Noted { note: Note::Turn { event: TurnEvent::CallStarted { .. }, .. } })
    };
    log.iter().filter(|entry| is_start(&entry.event)).count()
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
