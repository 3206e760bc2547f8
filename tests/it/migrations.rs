//! Files of earlier formats: what is in them, and what is beside them afterwards.

use content::SessionId;
use invocation::{Decision, TurnOutcome};
use sessions::{End, History, Room, SessionEvent, Store, StoreError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use support::app::{Followed, TestApp, fixtures};
use tempfile::TempDir;
use workbench::contract::{NamedSession, Note, Nothing, ReadExchange};

/// A home in which an application of format 1 was at work.
/// The entries of the first session of the fixture.
const WHOLE: usize = 151;

fn home_of_format_1() -> TempDir {
    let home = tempfile::tempdir().expect("a folder");
    let fixture = fixtures().join("databases/format-1.db");
    std::fs::copy(fixture, home.path().join("sessions.db")).expect("the fixture");
    home
}

fn app_on_format_1() -> TestApp {
    TestApp::opened_again(Arc::new(home_of_format_1()))
}

fn backups(home: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(home).expect("the folder").map(|entry| entry.expect("a file").path());
    let mut found: Vec<_> = files.filter(|path| path.to_string_lossy().contains(".format-")).collect();
    found.sort();
    found
}

/// A session with all of its log, which comes in several pieces.
async fn heard(app: &TestApp, session: &str, entries: usize) -> Followed {
    let mut followed = app.follow(&SessionId::new(session)).await;
    followed.until_log(|log| (log.len() >= entries).then_some(())).await;
    followed
}

fn said(followed: &Followed) -> Vec<String> {
    let history = History::of(&followed.log);
    history.path_to(history.head()).iter().map(content::Message::text).collect()
}

#[tokio::test]
async fn a_file_of_format_1_opens_with_everything_in_it() {
    let app = app_on_format_1();
    let overview = app.workbench.overview(Nothing {}).await.expect("it opens");
    let mut titles: Vec<_> = overview.sessions.iter().map(|session| session.title.as_str()).collect();
    titles.sort_unstable();
    assert_eq!(titles, ["A long result", "Two branches", "What is the weather in Boston and in Oslo?"]);
    assert_eq!(overview.discarded[0].title, "Throw me away");

    let branches = heard(&app, "session-1", WHOLE).await;
    assert_eq!((branches.log.len(), said(&branches)[0].as_str()), (WHOLE, "And tomorrow?"));
    app.workbench.close().await;
    let store = Store::open(&app.home.path().join("sessions.db")).expect("it is there");
    let long = store.messages_to(&SessionId::new("session-3"), End::Head).expect("what was said");
    let result = long[2].results().next().expect("a result");
    let text = serde_json::to_string(&result.outcome).expect("it is JSON");
    assert!(text.len() > 120_000 && text.ends_with(r#"A long result. "}}"#), "{} bytes", text.len());
}

#[tokio::test]
async fn a_turn_that_waited_in_format_1_goes_on() {
    let app = app_on_format_1();
    let mut paused = heard(&app, "session-2", 1).await;
    paused.answers(1, Decision::Continue).await;
    paused.answers(2, Decision::Continue).await;
    assert_eq!(paused.outcome().await, TurnOutcome::Answered);
}

#[tokio::test]
async fn an_exchange_of_format_1_is_read_as_it_was() {
    let app = app_on_format_1();
    app.workbench.overview(Nothing {}).await.expect("it opens");
    let exchange = content::ExchangeId::new("exchange-2");
    let kept = app.workbench.exchange_read(ReadExchange { exchange }).await.expect("it is kept");
    assert_eq!((kept.sent.len(), kept.frames.len()), (1485, 26));
    assert!(kept.sent.contains(r#""temperature_c":31"#), "{}", kept.sent);
    assert_eq!(kept.frames[25].frame.frame().expect("a frame").text, r#"{"type": "end"}"#);
}

#[tokio::test]
async fn before_a_file_is_migrated_a_copy_is_made_that_can_be_opened() {
    let app = app_on_format_1();
    app.workbench.overview(Nothing {}).await.expect("it opens");
    let backups = backups(app.home.path());
    assert_eq!(backups.len(), 1, "{backups:?}");
    assert!(backups[0].to_string_lossy().contains("sessions.format-1.20"), "{backups:?}");

    let elsewhere = tempfile::tempdir().expect("a folder");
    std::fs::copy(&backups[0], elsewhere.path().join("sessions.db")).expect("the backup");
    let restored = TestApp::opened_again(Arc::new(elsewhere));
    assert_eq!(
        said(&heard(&restored, "session-1", WHOLE).await),
        said(&heard(&app, "session-1", WHOLE).await)
    );
}

/// A file of format 1, opened with so much room. It must be what it was, and open where there is room again.
#[track_caller]
fn check_refused(room: Room, expected: fn(&StoreError) -> bool) {
    let home = home_of_format_1();
    let path = home.path().join("sessions.db");
    let before = std::fs::read(&path).expect("the file");
    let error = Store::open_with_room(&path, room).expect_err("there is no room");
    assert!(expected(&error), "{error:?}");
    assert!(std::fs::read(&path).expect("the file") == before, "the file was changed");
    let files = std::fs::read_dir(home.path()).expect("the folder").count();
    assert_eq!(files, 1 + backups(home.path()).len(), "something is left beside it");
    let store = Store::open(&path).expect("there is room again");
    assert_eq!(store.list().expect("a list").len(), 3);
}

#[test]
fn without_room_for_a_copy_the_file_is_left_as_it_is() {
    let room = Room { backup: Some(10), file: None };
    check_refused(room, |error| matches!(error, StoreError::NoRoomForBackup { .. }));
}

#[test]
fn a_migration_that_fails_leaves_the_file_as_it_was() {
    let room = Room { backup: None, file: Some(53) };
    check_refused(room, |error| matches!(error, StoreError::Full { .. }));
}

#[test]
fn the_last_three_copies_are_kept() {
    let home = home_of_format_1();
    let names = ["1.2024-01-01T00-00-00-000Z", "1.2025-01-01T00-00-00-000Z", "1.2023-01-01T00-00-00-000Z"];
    for name in names {
        std::fs::write(home.path().join(format!("sessions.format-{name}.db")), "").expect("a file");
    }
    drop(Store::open(&home.path().join("sessions.db")).expect("it is migrated"));
    let left = backups(home.path());
    assert_eq!(left.len(), 3, "{left:?}");
    assert!(!left.iter().any(|path| path.to_string_lossy().contains("2023")), "{left:?}");
}

#[tokio::test]
async fn an_erased_session_is_gone_from_the_copies_too() {
    let app = app_on_format_1();
    app.workbench.overview(Nothing {}).await.expect("it opens");
    let holds = |secret: &str| {
        let bytes = std::fs::read(&backups(app.home.path())[0]).expect("the copy");
        bytes.windows(secret.len()).any(|window| window == secret.as_bytes())
    };
    assert!(holds("Throw me away") && holds("Read the long file"));
    app.workbench
        .session_erase(NamedSession { session: SessionId::new("session-4") })
        .await
        .expect("it is erased");
    assert!(!holds("Throw me away") && holds("Read the long file"));
}

#[tokio::test]
async fn a_migrated_session_is_erased_with_all_that_went_over_its_wire() {
    let app = app_on_format_1();
    let session = NamedSession { session: SessionId::new("session-1") };
    let exchanges: Vec<_> = heard(&app, "session-1", WHOLE).await.log.iter().filter_map(sent).collect();
    assert_eq!(exchanges.len(), 4);
    app.workbench.session_discard(session.clone()).await.expect("it is discarded");
    app.workbench.session_erase(session).await.expect("it is erased");
    for exchange in exchanges {
        let gone = app.workbench.exchange_read(ReadExchange { exchange }).await.expect_err("it is gone");
        assert!(gone.message.to_string().contains("no exchange"), "{}", gone.message);
    }
}

fn sent(entry: &sessions::LogEntry<Note>) -> Option<content::ExchangeId> {
    match &entry.event {
        SessionEvent::Noted {
            note: Note::Turn { event: invocation::TurnEvent::RequestSent { exchange, .. }, .. },
        } => Some(exchange.clone()),
        _ => None,
    }
}
