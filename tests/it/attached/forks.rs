//! From a program's conversation into a session of one's own.

use super::stage::{Stage, called, calling, events, put_together, request, result, saying, user};
use content::{MessageId, SessionId};
use invocation::{Decision, PauseReason, StopPlace, TurnEvent};
use sessions::{LogEntry, SessionEvent};
use workbench::contract::{CreateComparison, ForkSession, NamedSession, Note, StartTurn};

const CALL: (&str, &str) = ("call_1", r#"{"city": "Oslo"}"#);

async fn recorded() -> Stage {
    let replies = [calling("", &[CALL]), saying("Clear.")];
    let stage = Stage::with(replies.iter().map(|reply| events(reply)).collect()).await;
    stage.asks(request(&[user("Weather?")])).await;
    stage.asks(request(&[user("Weather?"), called("", &[CALL]), result("call_1", "clear")])).await;
    stage.followed().await.outcome().await;
    stage
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_a_program_runs_takes_no_message_and_no_instructions_of_a_person() {
    let stage = recorded().await;
    let session = stage.session().await;
    let named = NamedSession { session: session.clone() };
    let args = StartTurn { session, text: Some("Hello".to_owned()), speaker: None };
    let refused = stage.app.workbench.turn_start(args).await.expect_err("it is refused");
    assert_eq!(refused.message.id(), "attached.run-by-program");
    let refused = stage.app.workbench.instructions_adopt(named).await.expect_err("it is refused");
    assert_eq!(refused.message.id(), "attached.run-by-program");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fork_has_the_functions_of_the_program_and_the_results_it_had() {
    let stage = recorded().await;
    stage.app.write_script(
        "asks.jsonl",
        concat!(
            "{\"format\": 1, \"title\": \"Asks\"}\n",
            "{\"type\": \"call\", \"id\": \"c1\", \"name\": \"get_weather\"}\n",
            "{\"type\": \"arguments\", \"delta\": \"{\\\"city\\\": \\\"Oslo\\\"}\"}\n{\"type\": \"end\"}\n",
            "{\"type\": \"call\", \"id\": \"c2\", \"name\": \"get_weather\"}\n",
            "{\"type\": \"arguments\", \"delta\": \"{\\\"city\\\": \\\"Rome\\\"}\"}\n{\"type\": \"end\"}\n",
        ),
    );
    let session = stage.session().await;
    let app = stage.app.again().restarted().await;
    let overview = app.workbench.overview(workbench::contract::Nothing {}).await.expect("an overview");
    let script = overview.models.into_iter().find(|model| model.title == "Asks").expect("the script");
    let args = CreateComparison { session, model: Some(script.model), asks: false };
    let comparison = app.workbench.comparison_create(args).await.expect("a comparison");
    let lane = comparison.lanes.last().expect("a lane").session.clone();
    let mut followed = app.follow(&lane).await;
    followed.says("And now?").await;
    let first = followed
        .until(|event| match event {
            SessionEvent::Noted { note: Note::Turn { event: TurnEvent::CallEnded { outcome, .. }, .. } } => {
                Some(outcome.clone())
            }
            _ => None,
        })
        .await;
    assert!(format!("{first:?}").contains("clear"), "{first:?}");
    let (_, pause) = followed.pause(1).await;
    assert_eq!(pause.reason, PauseReason::ResultWanted, "a call that the program has not made is a person's");
    followed.answers(1, Decision::Stop).await;
}

/// What was said in a fork.
async fn said_in(stage: &Stage, fork: &SessionId) -> Vec<MessageId> {
    let mut followed = stage.app.follow(fork).await;
    let is_forked =
        |entry: &LogEntry<Note>| matches!(entry.event, SessionEvent::Noted { note: Note::Forked { .. } });
    followed.until_log(|log| log.iter().any(is_forked).then_some(())).await;
    let said = followed.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } => Some(message.id.clone()),
        _ => None,
    });
    said.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_forks_at_any_message_while_its_program_is_held() {
    let stage = Stage::with(vec![events(&saying("Rain."))]).await.stopping(&[StopPlace::BeforeRequest]).await;
    let messages = [user("Weather?"), called("", &[CALL]), result("call_1", "clear"), user("And Rome?")];
    let (base, body) = (stage.base.clone(), request(&messages).to_string());
    let asked = tokio::spawn(async move { super::stage::asks(&base, &body).await });
    while stage.now().await.held.is_empty() {
        tokio::task::yield_now().await;
    }
    let session = stage.session().await;
    let args = ForkSession { session: session.clone(), at: None, title: None, model: None };
    let whole = stage.app.workbench.session_fork(args).await.expect("a fork");
    let said = said_in(&stage, &whole.id).await;
    let args = ForkSession { session, at: Some(said[1].clone()), title: None, model: None };
    let part = stage.app.workbench.session_fork(args).await.expect("a fork");
    assert_eq!((said.len(), said_in(&stage, &part.id).await), (4, said[..2].to_vec()));
    let args = ForkSession { session: part.id, at: said.last().cloned(), title: None, model: None };
    let refused = stage.app.workbench.session_fork(args).await.expect_err("it has no such message");
    assert_eq!(refused.message.id(), "session-command.no-message");
    let mut followed = stage.followed().await;
    followed.answers(1, Decision::Continue).await;
    assert_eq!(put_together(&asked.await.expect("a response").1).0, "Rain.");
}
