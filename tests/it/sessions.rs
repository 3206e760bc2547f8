//! What is kept, and what is there again after the application has gone.

use invocation::{Decision, StopPlace, TurnOutcome};
use sessions::{Durability, LogEntry, SessionEvent, Store, StoreError};
use std::sync::Arc;
use support::app::TestApp;
use workbench::contract::{Nothing, ReadExchange, RenameSession};

type Event = SessionEvent<String>;

fn store() -> (tempfile::TempDir, Store) {
    let home = tempfile::tempdir().expect("a folder");
    let store = Store::open(&home.path().join("sessions.db")).expect("a new file");
    (home, store)
}

fn renamed(title: &str) -> Event {
    SessionEvent::Renamed { title: title.to_owned() }
}

#[test]
fn a_log_is_read_as_it_was_written_and_numbered_without_a_gap() {
    let (_home, store) = store();
    let session = content::SessionId::new("one");
    let at = content::Timestamp(7);
    let created = store.create::<String>(&session, at, "First", Vec::new()).expect("it is created");
    let more = vec![renamed("Second"), SessionEvent::Noted { note: "seen".to_owned() }];
    let added = store.append(&session, at, more, Durability::Process).expect("it is written");
    let log: Vec<LogEntry<String>> = store.read(&session, 0).expect("it is read");
    assert_eq!(log.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!((&log[..1], &log[1..]), (created.as_slice(), added.as_slice()));
    assert_eq!(store.list().expect("a list")[0].title, "Second");
    let rest: Vec<LogEntry<String>> = store.read(&session, 2).expect("it is read");
    assert_eq!(rest, log[2..]);
}

#[test]
fn a_batch_is_written_whole_or_not_at_all() {
    let (_home, store) = store();
    let session = content::SessionId::new("one");
    store.create::<String>(&session, content::Timestamp(0), "First", Vec::new()).expect("it is created");
    store.limit_pages(1).expect("the limit is set");
    let batch = (0..2_000).map(|number| renamed(&format!("Title number {number}"))).collect();
    let error =
        store.append(&session, content::Timestamp(1), batch, Durability::Power).expect_err("it is full");
    assert!(matches!(error, StoreError::Full { .. }), "{error:?}");
    let log: Vec<LogEntry<String>> = store.read(&session, 0).expect("it is read");
    assert_eq!(log.len(), 1);
    assert_eq!(store.list().expect("a list")[0].title, "First");
}

#[test]
fn a_file_from_a_newer_version_is_left_alone() {
    let (home, store) = store();
    drop(store);
    let path = home.path().join("sessions.db");
    let mut bytes = std::fs::read(&path).expect("the file");
    // The user version is kept at byte 60 of an SQLite file.
    bytes[60..64].copy_from_slice(&99_u32.to_be_bytes());
    std::fs::write(&path, &bytes).expect("it is written");
    let error = Store::open(&path).expect_err("it is newer");
    assert_eq!(
        error.to_string(),
        format!(
            "the sessions in {} were written by a newer Callwright (format 99, this one knows 4)",
            path.display()
        )
    );
}

#[tokio::test]
async fn a_paused_turn_stands_at_the_same_stop_after_a_restart() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[StopPlace::BeforeCall]).await;
    session.says("And the weather?").await;
    let before = session.pause(1).await;
    let (id, log) = (session.session.clone(), session.log.clone());
    let home = Arc::clone(&app.home);
    app.workbench.close().await;
    drop((app, session));

    let again = TestApp::in_home(home);
    let mut session = again.follow(&id).await;
    assert_eq!(session.pause(1).await, before);
    assert_eq!(session.log, log, "opening a session adds nothing to its log");
    session.answers(1, Decision::Continue).await;
    session.answers(2, Decision::Continue).await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
}

#[tokio::test]
async fn a_session_takes_its_title_from_the_first_words_unless_it_has_one() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[StopPlace::BeforeCall]).await;
    session.says("And the weather?").await;
    session.pause(1).await;
    let title = |overview: workbench::contract::Overview| overview.sessions[0].title.clone();
    assert_eq!(title(app.workbench.overview(Nothing {}).await.expect("an overview")), "And the weather?");
    let rename = RenameSession { session: session.session.clone(), title: " Mine ".into() };
    app.workbench.session_rename(rename).await.expect("it is renamed");
    assert_eq!(title(app.workbench.overview(Nothing {}).await.expect("an overview")), "Mine");
}

#[tokio::test]
async fn an_exchange_is_kept_as_it_was_sent_and_received() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[]).await;
    session.says("And the weather?").await;
    session.outcome().await;
    let exchange = session
        .until(|event| match event {
            SessionEvent::Noted {
                note:
                    workbench::contract::Note::Turn {
                        event: invocation::TurnEvent::RequestSent { exchange, .. },
                        ..
                    },
            } => Some(exchange.clone()),
            _ => None,
        })
        .await;
    let kept = app.workbench.exchange_read(ReadExchange { exchange }).await.expect("it is kept");
    assert!(
        kept.sent.contains("And the weather?") && kept.sent.contains("weather-get_forecast"),
        "{}",
        kept.sent
    );
    assert!(
        kept.frames
            .last()
            .and_then(|last| last.frame.frame())
            .is_some_and(|frame| frame.text == r#"{"type": "end"}"#)
    );
}

#[tokio::test]
async fn what_a_model_is_sent_does_not_tell_a_written_result_from_a_real_one() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[StopPlace::AfterCall]).await;
    session.says("And the weather?").await;
    let value = serde_json::json!({ "temperature_c": 31 });
    let outcome = content::Outcome::Returned { output: content::Output::Json { value } };
    session.answers(1, Decision::WriteResult { outcome }).await;
    session.answers(2, Decision::Continue).await;
    session.outcome().await;
    let exchanges: Vec<_> = session
        .log
        .iter()
        .filter_map(|entry| match &entry.event {
            SessionEvent::Noted {
                note:
                    workbench::contract::Note::Turn {
                        event: invocation::TurnEvent::RequestSent { exchange, .. },
                        ..
                    },
            } => Some(exchange.clone()),
            _ => None,
        })
        .collect();
    let last = ReadExchange { exchange: exchanges.last().expect("a request").clone() };
    let sent = app.workbench.exchange_read(last).await.expect("it is kept").sent;
    assert!(sent.contains("31"), "{sent}");
    assert!(!sent.contains("dited") && !sent.contains("imulated") && !sent.contains("origin"), "{sent}");
}
