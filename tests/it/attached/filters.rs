//! Filters that decide over a request in place of its provider. The program is answered at once.

use super::stage::{Stage, called, calling, events, put_together, request, result, saying, user};
use invocation::{FilterKind, FilterPlan, TurnEvent, TurnOutcome, TurnPlan};
use serde_json::{Value, json};
use sessions::{LogEntry, SessionEvent};
use support::app::Followed;
use workbench::contract::{ConfigureSession, Note};

const OSLO: (&str, &str) = ("call_1", r#"{"city":"Oslo"}"#);

fn said() -> [Value; 3] {
    [user("Hello?"), json!({ "role": "assistant", "content": "Hello." }), user("Weather?")]
}

/// A program that has begun a conversation, in which this filter holds from now on.
async fn stage(kind: FilterKind, replies: &[&str]) -> Stage {
    let replies = std::iter::once(saying("Hello.")).chain(replies.iter().map(|reply| (*reply).to_owned()));
    let stage = Stage::with(replies.map(|reply| events(&reply)).collect()).await;
    stage.asks(request(&said()[..1])).await;
    let mut followed = stage.followed().await;
    followed.outcome().await;
    let filter = FilterPlan { name: "Guard".to_owned(), function: None, kind, is_enabled: true };
    let plan = TurnPlan { filters: vec![filter], ..followed.plan().await };
    let args = ConfigureSession { session: followed.session.clone(), plan };
    stage.app.workbench.session_configure(args).await.expect("the filter is taken");
    stage
}

/// The end of the turn behind the one before the filter was set.
async fn second_outcome(followed: &mut Followed) -> TurnOutcome {
    let outcome = |entry: &LogEntry<Note>| match &entry.event {
        SessionEvent::Noted { note: Note::Turn { event: TurnEvent::Ended { outcome }, .. } } => {
            Some(outcome.clone())
        }
        _ => None,
    };
    followed.until_log(|log| log.iter().filter_map(outcome).nth(1)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_of_a_filter_reaches_the_program() {
    let kind = FilterKind::AnswerRequest { text: "Ask me tomorrow.".to_owned() };
    let stage = stage(kind, &[]).await;
    let (status, stream) = stage.asks(request(&said())).await;
    assert_eq!((status, put_together(&stream).0.as_str()), (200, "Ask me tomorrow."));
    assert_eq!(stage.bodies().len(), 1, "the provider is not asked");
    let mut followed = stage.followed().await;
    second_outcome(&mut followed).await;
    let last = followed.log.iter().rev().find_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } => Some(message.text()),
        _ => None,
    });
    assert_eq!(last.as_deref(), Some("Ask me tomorrow."));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_filter_that_ends_the_turn_gives_the_program_an_error_that_names_it() {
    let stage = stage(FilterKind::TerminateAfter, &[&calling("", &[OSLO])]).await;
    let mut messages = said().to_vec();
    assert_eq!(put_together(&stage.asks(request(&messages)).await.1).1.len(), 1);
    messages.extend([called("", &[OSLO]), result(OSLO.0, "clear")]);
    let (status, body) = stage.asks(request(&messages)).await;
    assert_eq!(status, 503, "{body}");
    assert!(body.contains("The filter Guard ended this turn in Callwright."), "{body}");
    let outcome = second_outcome(&mut stage.followed().await).await;
    assert_eq!(outcome, TurnOutcome::Terminated { filter: "Guard".to_owned() });
    assert_eq!(stage.bodies().len(), 2, "the provider is not asked again");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_before_which_a_filter_ends_the_turn_does_not_reach_the_program() {
    let stage = stage(FilterKind::TerminateBefore, &[&calling("Let me look.", &[OSLO])]).await;
    let (status, stream) = stage.asks(request(&said())).await;
    assert_eq!((status, put_together(&stream)), (200, ("Let me look.".to_owned(), Vec::new())));
    assert!(!stream.contains("tool_calls"), "it ends as an answer without calls: {stream}");
    let outcome = second_outcome(&mut stage.followed().await).await;
    assert_eq!(outcome, TurnOutcome::Terminated { filter: "Guard".to_owned() });
}
