//! Values that are too large to be shown: kept whole, shown in part, sent and exported whole.

use content::{FunctionResult, Message, SessionId};
use formats::Format;
use invocation::{Decision, StopPlace, TurnEvent};
use sessions::{Durability, End, LargeKind, LargeValue, LogEntry, SessionEvent, Store};
use support::app::{Followed, TestApp};
use workbench::contract::{
    ExportSession, FindInBody, ImportSession, LocateInBody, NamedSession, Note, ReadBody, ReadExchange,
    SaveBody,
};

/// Half a megabyte of text that does not repeat itself, with one word that stands nowhere else.
fn long_text() -> String {
    let words =
        |from: u32| (from..from + 30_000).map(|word| format!("{:08x} ", word.wrapping_mul(2_654_435_761)));
    words(0).chain(std::iter::once("Quixotisch é ".to_owned())).chain(words(30_000)).collect()
}

/// A session in which a function returned a long text.
async fn imported(app: &TestApp) -> (SessionId, String) {
    imported_with(app, long_text()).await
}

async fn imported_with(app: &TestApp, text: String) -> (SessionId, String) {
    let messages = serde_json::json!([
        { "role": "user", "content": "Read the file" },
        { "role": "assistant", "content": null, "tool_calls": [
            { "id": "call_1", "type": "function", "function": { "name": "read", "arguments": "{}" } } ] },
        { "role": "tool", "tool_call_id": "call_1", "content": text },
        { "role": "assistant", "content": "It is long." }
    ]);
    let args = ImportSession { text: messages.to_string(), format: None, title: None };
    let imported = app.workbench.session_import(args).await.expect("it is read");
    (imported.session.id, text)
}

async fn heard(app: &TestApp, session: &SessionId) -> Followed {
    let mut followed = app.follow(session).await;
    followed.until(|_| Some(())).await;
    followed
}

/// The one value of a log that is shown in part.
#[track_caller]
fn only_large(log: &[LogEntry<Note>]) -> LargeValue {
    let large: Vec<_> = log.iter().flat_map(|entry| &entry.large).collect();
    assert_eq!(large.len(), 1, "{large:?}");
    large[0].clone()
}

fn results(message: &Message) -> Vec<FunctionResult> {
    message.results().cloned().collect()
}

fn returned(text: &str) -> content::Outcome {
    content::Outcome::Returned { output: content::Output::Text { text: text.to_owned() } }
}

#[tokio::test]
async fn a_page_is_shown_the_beginning_and_told_where_the_rest_is() {
    let app = TestApp::new();
    let (session, text) = imported(&app).await;
    let followed = heard(&app, &session).await;
    let large = only_large(&followed.log);
    assert_eq!(large.place, "/message/items/0/result/outcome/output/text");
    assert_eq!((large.kind, large.size), (LargeKind::Text, text.len() as u64));
    let shown = serde_json::to_string(&followed.log).expect("it is JSON");
    assert!(shown.len() < 20_000, "{} bytes are sent", shown.len());
    assert!(shown.contains(&text[..4_000]));
}

#[tokio::test]
async fn a_large_value_is_read_part_by_part_to_its_end() {
    let app = TestApp::new();
    let (session, text) = imported(&app).await;
    let body = only_large(&heard(&app, &session).await.log).body;
    let (mut read, mut from) = (String::new(), 0);
    loop {
        let args = ReadBody { session: session.clone(), body, from, length: 100_003 };
        let passage = app.workbench.body_read(args).await.expect("it is read");
        assert_eq!((passage.from, passage.size), (from, text.len() as u64));
        read.push_str(&passage.text);
        from = passage.to;
        if passage.to == passage.size {
            break;
        }
    }
    assert!(read == text, "{} of {} bytes", read.len(), text.len());
}

#[tokio::test]
async fn a_text_is_found_in_a_large_value_whatever_its_case() {
    let app = TestApp::new();
    let (session, text) = imported(&app).await;
    let body = only_large(&heard(&app, &session).await.log).body;
    let find = |text: &str, from| FindInBody { session: session.clone(), body, text: text.to_owned(), from };
    let at = app.workbench.body_find(find("quixotisch É", 0)).await.expect("it is looked for").at;
    assert_eq!(at, None, "only letters of the Latin alphabet are the same");
    let at = app.workbench.body_find(find("qUIXOTISCH", 0)).await.expect("it is looked for").at;
    assert_eq!(at, text.find("Quixotisch").map(|at| at as u64));
    let again = app.workbench.body_find(find("quixotisch", at.expect("a place") + 1)).await;
    assert_eq!(again.expect("it is looked for").at, None);
}

#[tokio::test]
async fn a_part_of_a_large_value_is_found_by_its_path() {
    let app = TestApp::new();
    let order = |number: u32| serde_json::json!({ "number": number, "note": format!("“order” {number}") });
    let orders = serde_json::json!({ "orders": (0..60_000).map(order).collect::<Vec<_>>(), "count": 60_000 });
    let (session, text) = imported_with(&app, orders.to_string()).await;
    let body = only_large(&heard(&app, &session).await.log).body;
    for (path, expected) in [
        ("$.orders[59999].note", Some(orders["orders"][59_999]["note"].to_string())),
        ("count", Some("60000".to_owned())),
        ("$.orders[60000]", None),
    ] {
        let args = LocateInBody { session: session.clone(), body, path: path.to_owned() };
        let place = app.workbench.body_locate(args).await.expect("it is looked for").place;
        let found = place.map(|place| {
            let range =
                usize::try_from(place.from).expect("short")..usize::try_from(place.to).expect("short");
            text[range].to_owned()
        });
        assert_eq!(found, expected, "{path}");
    }
}

#[tokio::test]
async fn a_large_value_is_saved_to_a_file_and_a_second_time_to_another() {
    let app = TestApp::new();
    let (session, text) = imported(&app).await;
    let body = only_large(&heard(&app, &session).await.log).body;
    let args = SaveBody { session, body, file_name: "../read result.txt".to_owned() };
    for expected in ["read-result.txt", "read-result-2.txt"] {
        let saved = app.workbench.body_save(args.clone()).await.expect("it is saved");
        let path = app.home.path().join("exports").join(expected);
        assert_eq!((saved.path.as_str(), saved.size), (path.to_str().expect("text"), text.len() as u64));
        assert!(std::fs::read_to_string(path).expect("the file") == text);
    }
}

#[tokio::test]
async fn a_session_reads_no_large_value_of_another() {
    let app = TestApp::new();
    let (session, _) = imported(&app).await;
    let body = only_large(&heard(&app, &session).await.log).body;
    let other = app.session("example:weather", &[]).await.session;
    let args = ReadBody { session: other, body, from: 0, length: 100 };
    let error = app.workbench.body_read(args).await.expect_err("it belongs to another");
    assert!(error.message.to_string().contains("no large value"), "{}", error.message);
}

#[tokio::test]
async fn a_model_is_sent_the_whole_value() {
    let app = TestApp::new();
    let text = long_text();
    let mut session = app.session("example:weather", &[StopPlace::AfterCall]).await;
    session.says("And the weather?").await;
    session.answers(1, Decision::WriteResult { outcome: returned(&text) }).await;
    session.pause(2).await;
    let home = std::sync::Arc::clone(&app.home);
    let id = session.session.clone();
    app.workbench.close().await;
    drop((app, session));

    // Another process has the log alone to go by.
    let app = TestApp::opened_again(home);
    let mut session = app.follow(&id).await;
    session.answers(2, Decision::Continue).await;
    session.outcome().await;
    let sent = session.log.iter().rev().find_map(|entry| match &entry.event {
        SessionEvent::Noted { note: Note::Turn { event: TurnEvent::RequestSent { exchange, .. }, .. } } => {
            Some(exchange.clone())
        }
        _ => None,
    });
    let args = ReadExchange { exchange: sent.expect("a request") };
    let kept = app.workbench.exchange_read(args).await.expect("it is kept");
    assert!(kept.sent.contains(&text), "{} bytes were sent", kept.sent.len());
}

#[tokio::test]
async fn an_export_holds_the_whole_value() {
    let app = TestApp::new();
    let (session, text) = imported(&app).await;
    for format in Format::ALL {
        let args = ExportSession { session: session.clone(), format: format.into() };
        let exported = app.workbench.session_export(args).await.expect("it is written");
        let exported = exported.text.expect("it is short enough");
        assert!(exported.contains(&text[..5_000]) && exported.contains(&text[text.len() - 5_000..]));
    }
}

#[tokio::test]
async fn an_erased_session_takes_its_large_values_with_it() {
    let app = TestApp::new();
    let (session, text) = imported(&app).await;
    let large = only_large(&heard(&app, &session).await.log);
    let named = NamedSession { session: session.clone() };
    app.workbench.session_discard(named.clone()).await.expect("it is discarded");
    app.workbench.session_erase(named).await.expect("it is erased");
    let args = ReadBody { session, body: large.body, from: 0, length: 100 };
    app.workbench.body_read(args).await.expect_err("it is gone");
    let size = std::fs::metadata(app.home.path().join("sessions.db")).expect("the file").len();
    assert!(size < text.len() as u64 / 2, "{size} bytes are left");
}

#[test]
fn a_large_value_is_written_with_its_entry_or_not_at_all() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("sessions.db");
    let store = Store::open(&path).expect("a new file");
    let session = SessionId::new("one");
    let at = content::Timestamp(0);
    store.create::<String>(&session, at, "First", Vec::new()).expect("it is created");
    let before = std::fs::metadata(&path).expect("the file").len();
    store.limit_pages(40).expect("the limit is set");
    let event = || SessionEvent::<String>::Noted { note: long_text() };
    store.append(&session, at, vec![event()], Durability::Power).expect_err("it is full");
    store.limit_pages(u32::MAX - 1).expect("the limit is lifted");
    assert_eq!(store.read::<String>(&session, 0).expect("it is read").len(), 1);
    store.append(&session, at, vec![event()], Durability::Power).expect("there is room again");
    let log = store.read::<String>(&session, 0).expect("it is read");
    assert!(log[1].event == event() && log[1].large.is_empty(), "it is whole");
    drop(store);
    assert!(std::fs::metadata(&path).expect("the file").len() > before);
}

#[test]
fn what_is_asked_of_a_session_is_what_its_log_says() {
    let home = tempfile::tempdir().expect("a folder");
    let store = Store::open(&home.path().join("sessions.db")).expect("a new file");
    let missing = store.messages_to(&SessionId::new("nobody"), End::Head);
    assert!(matches!(missing, Err(sessions::StoreError::NoSession { .. })));

    let fixture = support::app::fixtures().join("databases/format-1.db");
    let old = home.path().join("old.db");
    std::fs::copy(fixture, &old).expect("the fixture");
    let store = Store::open(&old).expect("it is migrated");
    for summary in store.list().expect("a list") {
        let log: Vec<LogEntry<Note>> = store.read(&summary.id, 0).expect("the log");
        let history = sessions::History::of(&log);
        assert_eq!(
            store.messages_to(&summary.id, End::Head).expect("the path"),
            history.path_to(history.head())
        );
        for entry in &log {
            let SessionEvent::MessageAdded { message, .. } = &entry.event else { continue };
            let said = store.messages_to(&summary.id, End::At(Some(message.id.clone()))).expect("the path");
            assert_eq!(said, history.path_to(Some(&message.id)));
            assert_eq!(said.last().map(results), Some(results(message)));
        }
        assert_eq!(store.title(&summary.id).expect("a title"), summary.title);
    }
    let open = store.open_turns(&SessionId::new("session-2")).expect("the open turns");
    assert_eq!(open.len(), 1);
    assert!(store.open_turns(&SessionId::new("session-1")).expect("the open turns").is_empty());
}
