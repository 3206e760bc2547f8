//! What goes wrong on a real machine: a clear message that says what to do, and nothing lost.

use content::{ModelId, SessionId};
use invocation::{StopPlace, TurnOutcome};
use sessions::SessionEvent;
use std::sync::Arc;
use support::app::TestApp;
use workbench::contract::{CommandError, ErrorCode, Follow, Nothing, ReadExchange, StartTurn};
use workbench::english;

async fn refused(app: &TestApp) -> CommandError {
    app.workbench.overview(Nothing {}).await.expect_err("there is nothing to show")
}

fn advice(error: &CommandError) -> String {
    error.advice.as_ref().map(ToString::to_string).unwrap_or_default()
}

#[tokio::test]
async fn an_unreadable_script_names_the_line_and_can_be_mended_without_a_restart() {
    let app = TestApp::new();
    app.write_script("mine.jsonl", "{\"format\": 1, \"title\": \"Mine\"}\n{\"type\": \"sing\"}\n");
    let overview = app.workbench.overview(Nothing {}).await.expect("the rest works");
    let [problem] = overview.problems.as_slice() else { panic!("{:?}", overview.problems) };
    let message = problem.message.to_string();
    assert!(message.contains("mine.jsonl, line 2: unknown variant `sing`"), "{message}");

    let mut session = app.session("script:mine", &[]).await;
    session.says("Hello").await;
    match session.outcome().await {
        TurnOutcome::Failed { message, advice, .. } => {
            assert!(english(&message).contains("line 2"), "{message}");
            let advice = advice.as_ref().map(english).unwrap_or_default();
            assert_eq!(advice, "Fix the script at the place named and send the message again.");
        }
        other => panic!("the turn ended as {other:?}"),
    }
    let is_kept = |event: &SessionEvent<_>| matches!(event, SessionEvent::MessageAdded { message, .. } if message.text() == "Hello");
    assert!(session.log.iter().any(|entry| is_kept(&entry.event)), "what the person said is kept");

    let answer = "{\"type\": \"text\", \"delta\": \"Hello.\"}\n{\"type\": \"end\"}\n";
    app.write_script("mine.jsonl", &format!("{{\"format\": 1, \"title\": \"Mine\"}}\n{answer}"));
    let mut again = app.session("script:mine", &[]).await;
    again.says("Hello").await;
    assert_eq!(again.outcome().await, TurnOutcome::Answered);
}

#[tokio::test]
async fn a_full_disk_halts_the_turn_and_it_goes_on_when_there_is_room() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[StopPlace::BeforeCall]).await;
    let id = session.session.clone();
    session.says("And the weather?").await;
    session.pause(1).await;
    let shown = session.log.len();

    app.workbench.limit_pages(1).expect("the limit is set");
    // Long enough to need another page, wherever the last one ends.
    let long = invocation::Decision::Decline { reason: "no ".repeat(40_000) };
    let turn = session.pause(1).await.0;
    let answer =
        invocation::Answer { pause: 1, decision: long, others: Vec::new(), pace: invocation::Pace::Run };
    let refused =
        app.workbench.turn_answer(workbench::contract::AnswerTurn { turn: turn.clone(), answer }).await;
    refused.expect_err("the answer could not be kept");
    let (halted, error) = session.until_halted().await;
    assert_eq!((halted, error.code), (turn, ErrorCode::StoreFull));
    assert!(advice(&error).contains("Free some space"), "{error:?}");

    app.workbench.limit_pages(1_000_000).expect("the limit is lifted");
    let mut again = app.follow(&id).await;
    again.pause(1).await;
    assert_eq!(again.log.len(), shown, "everything that was shown is there, and nothing else");
    again.answers(1, invocation::Decision::Continue).await;
    again.answers(2, invocation::Decision::Continue).await;
    assert_eq!(again.outcome().await, TurnOutcome::Answered);
}

#[tokio::test]
async fn a_second_application_in_the_same_folder_is_told_and_works_when_the_first_is_closed() {
    let app = TestApp::new();
    let session = app.session("example:weather", &[]).await.session;
    let home = Arc::clone(&app.home);
    let second = TestApp::in_home(Arc::clone(&home));
    let error = refused(&second).await;
    assert_eq!(error.code, ErrorCode::StoreUnavailable);
    assert!(error.message.to_string().contains("in use by another Callwright"), "{}", error.message);
    assert!(advice(&error).contains("CALLWRIGHT_HOME"), "{error:?}");

    app.workbench.close().await;
    drop(app);
    let overview = second.workbench.overview(Nothing {}).await.expect("the file is free now");
    assert_eq!(overview.sessions.iter().map(|summary| &summary.id).collect::<Vec<_>>(), [&session]);
}

#[tokio::test]
async fn a_damaged_database_is_left_as_it_is() {
    let app = TestApp::new();
    let path = app.home.path().join("sessions.db");
    let damaged = b"this is not a database, whatever its name says".repeat(100);
    std::fs::write(&path, &damaged).expect("the file is written");
    let error = refused(&app).await;
    assert_eq!(error.code, ErrorCode::StoreUnavailable);
    assert!(error.message.to_string().contains("is damaged"), "{}", error.message);
    assert!(advice(&error).contains("left as it is"), "{error:?}");
    assert_eq!(std::fs::read(&path).expect("the file is still there"), damaged);
}

#[tokio::test]
async fn a_folder_that_can_not_be_written_is_named() {
    let app = TestApp::new();
    let file = app.home.path().join("a file");
    std::fs::write(&file, "not a folder").expect("the file is written");
    let config = workbench::Config::in_folder(file.join("callwright"));
    let workbench = workbench::Workbench::new(config, workbench::System::real());
    let error = workbench.overview(Nothing {}).await.expect_err("it is no folder");
    assert_eq!(error.code, ErrorCode::StoreUnavailable);
    assert!(error.message.to_string().contains("a file/callwright"), "{}", error.message);
}

#[tokio::test]
async fn what_does_not_exist_is_named() {
    let app = TestApp::new();
    let nobody = SessionId::new("nobody");
    let start = StartTurn { session: nobody.clone(), text: Some("Hello".into()), speaker: None };
    let error = app.workbench.turn_start(start).await.expect_err("there is no such session");
    assert_eq!(
        (error.code, error.message.to_string().as_str()),
        (ErrorCode::Failed, "there is no session nobody")
    );
    let feed = app.workbench.follow(None, Follow { session: nobody, after: 0, tail: None }).await;
    assert_eq!(
        feed.err().map(|error| error.message.to_string()).as_deref(),
        Some("there is no session nobody")
    );
    let exchange = ReadExchange { exchange: content::ExchangeId::new("none") };
    let error = app.workbench.exchange_read(exchange).await.expect_err("there is no such exchange");
    assert_eq!(error.message.to_string(), "there is no exchange none");
    let create = workbench::contract::CreateSession { model: Some(ModelId::new("none")) };
    let error = app.workbench.session_create(create).await.expect_err("there is no such model");
    assert_eq!(error.message.to_string(), "there is no model none");
}

#[tokio::test]
async fn an_answer_to_a_stop_that_is_over_is_refused_with_its_own_code() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[StopPlace::BeforeCall]).await;
    session.says("And the weather?").await;
    let (turn, _) = session.pause(1).await;
    let answer = invocation::Answer {
        pause: 7,
        decision: invocation::Decision::Continue,
        others: Vec::new(),
        pace: invocation::Pace::Run,
    };
    let args = workbench::contract::AnswerTurn { turn, answer };
    let error = app.workbench.turn_answer(args).await.expect_err("it waits at another stop");
    assert_eq!(error.code, ErrorCode::NotWaiting);
}

#[tokio::test]
async fn one_session_runs_one_turn_at_a_time() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[StopPlace::BeforeCall]).await;
    session.says("And the weather?").await;
    session.pause(1).await;
    let start = StartTurn { session: session.session.clone(), text: Some("Hello?".into()), speaker: None };
    let error = app.workbench.turn_start(start).await.expect_err("a turn waits");
    assert!(error.message.to_string().contains("still under way"), "{}", error.message);
}
