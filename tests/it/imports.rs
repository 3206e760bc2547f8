//! Conversations that come in piece by piece: whole, or not at all.

use content::{Message, SessionId};
use formats::{Document, Format};
use search::Order;
use sessions::{End, Store};
use std::sync::Arc;
use std::time::Duration;
use support::app::TestApp;
use upkeep::Severity;
use workbench::contract::{
    BeginImport, CommandError, ExportSession, ImportPiece, ImportSession, ImportedSession, IndexState,
    NamedSession, Nothing, Search, SearchOutcome, TagSession,
};

fn lines(messages: usize) -> String {
    let line = |number| format!("{{\"role\":\"user\",\"content\":\"saying {number} — naïve\"}}\n");
    (0..messages).map(line).collect()
}

async fn begin(app: &TestApp, name: &str) -> SessionId {
    let begun = app.workbench.import_begin(BeginImport { name: Some(name.to_owned()) }).await;
    begun.expect("it begins").session
}

async fn piece(app: &TestApp, session: &SessionId, number: u32, text: &str) -> Result<usize, CommandError> {
    let args = ImportPiece { session: session.clone(), number, text: text.to_owned() };
    app.workbench.import_piece(args).await.map(|progress| progress.messages)
}

/// Sends a text in pieces of so many characters, as a page does.
async fn send(app: &TestApp, name: &str, text: &str, size: usize) -> Result<ImportedSession, CommandError> {
    let session = begin(app, name).await;
    let letters: Vec<_> = text.chars().collect();
    for (number, letters) in (0..).zip(letters.chunks(size)) {
        piece(app, &session, number, &letters.iter().collect::<String>()).await?;
    }
    app.workbench.import_end(NamedSession { session }).await
}

/// The sessions that are seen, by their titles.
async fn titles(app: &TestApp) -> Vec<String> {
    let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
    assert!(overview.discarded.is_empty());
    overview.sessions.into_iter().map(|session| session.title).collect()
}

/// How much is found once everything has been read.
async fn hits(app: &TestApp, text: &str) -> u64 {
    let mut tick = tokio::time::interval(Duration::from_millis(10));
    let query =
        Search { text: text.to_owned(), session: None, order: Order::Best, offset: 0, limit: 50, zone: None };
    loop {
        tick.tick().await;
        let searched = app.workbench.search(query.clone()).await.expect("it is searched");
        match (searched.outcome, searched.index) {
            (SearchOutcome::Found { found }, IndexState::Current) => return found.total,
            (_, IndexState::Reading { .. }) => {}
            (outcome, index) => panic!("{text}: {outcome:?}, {index:?}"),
        }
    }
}

/// What the file on the disk holds of a session, when nobody has it open.
async fn kept(app: TestApp, session: &SessionId) -> Result<Vec<Message>, sessions::StoreError> {
    let home = Arc::clone(&app.home);
    app.workbench.close().await;
    drop(app);
    Store::open(&home.path().join("sessions.db")).expect("it opens").messages_to(session, End::Head)
}

#[tokio::test]
async fn lines_become_a_session_whatever_the_pieces_and_are_found() {
    let app = TestApp::new();
    let imported = send(&app, "long.jsonl", &lines(1_000), 777).await.expect("it is imported");
    assert_eq!((imported.format, imported.messages), (Format::JsonLines, 1_000));
    assert_eq!((imported.losses.len(), imported.session.title.as_str()), (0, "saying 0 — naïve"));
    assert_eq!(titles(&app).await, ["saying 0 — naïve"]);
    assert_eq!(hits(&app, "\"saying 999\"").await, 1);
    let said = kept(app, &imported.session.id).await.expect("it is there");
    assert_eq!(said.len(), 1_000);
    assert_eq!(said[999].text(), "saying 999 — naïve");
    assert!(said.windows(2).all(|pair| pair[1].parent.as_ref() == Some(&pair[0].id)));
}

#[tokio::test]
async fn of_very_many_findings_those_that_matter_most_are_told() {
    let app = TestApp::new();
    let orphan = r#"{"role":"tool","tool_call_id":"nobody's","content":"late"}"#;
    let imported = send(&app, "long.jsonl", &format!("{}{orphan}\n", lines(1_000)), 5_000).await;
    let session = imported.expect("it is imported").session.id;
    let checked = app.workbench.history_check(NamedSession { session }).await.expect("it is checked");
    assert_eq!((checked.findings.len(), checked.more), (500, 500));
    let broken = checked.findings.iter().filter(|finding| finding.severity == Severity::Broken);
    assert_eq!(broken.count(), 1);
    app.workbench.close().await;
}

#[tokio::test]
async fn our_own_form_comes_back_message_for_message() {
    let app = TestApp::new();
    let first = send(&app, "a.jsonl", &lines(20), 100).await.expect("it is imported").session.id;
    let args = ExportSession { session: first, format: Format::Own.into() };
    let text = app.workbench.session_export(args).await.expect("it is written").text.expect("it is short");
    let again = send(&app, "", &text, 10).await.expect("it is imported");
    assert_eq!((again.format, again.messages, again.losses.len()), (Format::Own, 20, 0));
    assert_eq!(again.session.title, "saying 0 — naïve");
    app.workbench.close().await;
}

#[tokio::test]
async fn tags_come_with_our_own_form_and_go_with_it() {
    let app = TestApp::new();
    let first = send(&app, "a.jsonl", &lines(3), 100).await.expect("it is imported").session.id;
    let tags = vec!["late".to_owned(), "refund".to_owned()];
    let tagged = TagSession { session: first.clone(), tags: tags.clone() };
    app.workbench.session_tag(tagged).await.expect("they are taken");
    let args = ExportSession { session: first, format: Format::Own.into() };
    let shown =
        app.workbench.session_export(args.clone()).await.expect("it is written").text.expect("a text");
    let saved = app.workbench.session_save(args.clone()).await.expect("it is saved").file.path;
    assert_eq!(std::fs::read_to_string(saved).expect("the file"), shown);
    let again = send(&app, "a.json", &shown, 50).await.expect("it is imported");
    assert_eq!((again.session.tags, again.losses.len()), (tags.clone(), 0));
    let whole = ImportSession { text: shown, format: None, title: None };
    let whole = app.workbench.session_import(whole).await.expect("it is read");
    assert_eq!((whole.session.tags, whole.losses.len()), (tags, 0));
    for form in [Document::Html, Document::Markdown] {
        let args = ExportSession { format: form.into(), ..args.clone() };
        let text = app.workbench.session_export(args).await.expect("it is written").text.expect("a text");
        assert!(text.contains("Tags:") && text.contains("refund"), "{text}");
    }
    app.workbench.close().await;
}

#[tokio::test]
async fn a_file_that_asks_nothing_is_called_by_its_name() {
    let app = TestApp::new();
    let said = "{\"role\":\"assistant\",\"content\":\"hello\"}\n";
    let imported = send(&app, "greeting.jsonl", &said.repeat(2), 100).await.expect("it is imported");
    assert_eq!(imported.session.title, "greeting.jsonl");
    app.workbench.close().await;
}

#[tokio::test]
async fn a_form_that_needs_all_at_once_is_imported_in_pieces_too() {
    let app = TestApp::new();
    let request = r#"{"model":"m","messages":[{"role":"user","content":"hello"}]}"#;
    let imported = send(&app, "request.json", request, 9).await.expect("it is imported");
    assert_eq!((imported.format, imported.messages), (Format::OpenAiChat, 1));
    app.workbench.close().await;
}

#[tokio::test]
async fn a_bad_line_at_the_end_is_named_and_nothing_is_imported() {
    let app = TestApp::new();
    let session = begin(&app, "long.jsonl").await;
    piece(&app, &session, 0, &lines(700)).await.expect("they are taken");
    assert_eq!(titles(&app).await, Vec::<String>::new());
    let error = piece(&app, &session, 1, "{\"role\":\"user\",\"content\":}\n").await.expect_err("it is bad");
    assert!(error.message.to_string().contains("line 701, column 26"), "{}", error.message);
    let advice = error.advice.expect("advice").to_string();
    assert_eq!(advice, "Nothing was imported. What you gave is unchanged.");
    assert_eq!(titles(&app).await, Vec::<String>::new());
    let over = app.workbench.import_end(NamedSession { session: session.clone() }).await;
    assert_eq!(over.expect_err("it is over").message.to_string(), "this import is over");
    kept(app, &session).await.expect_err("nothing of it is there");
}

#[tokio::test]
async fn an_import_that_is_stopped_leaves_nothing() {
    let app = TestApp::new();
    let session = begin(&app, "long.jsonl").await;
    piece(&app, &session, 0, &lines(10)).await.expect("they are taken");
    let named = NamedSession { session: session.clone() };
    app.workbench.import_stop(named.clone()).await.expect("it is stopped");
    app.workbench.import_stop(named).await.expect("it was stopped already");
    assert_eq!(titles(&app).await, Vec::<String>::new());
    kept(app, &session).await.expect_err("nothing of it is there");
}

#[tokio::test]
async fn an_import_that_came_to_nothing_gives_its_space_back() {
    let app = TestApp::new();
    let words =
        |from: u32| (from..from + 40_000).map(|word| format!("{:08x} ", word.wrapping_mul(2_654_435_761)));
    let line = |from| format!("{{\"role\":\"user\",\"content\":\"{}\"}}\n", words(from).collect::<String>());
    let file = app.home.path().join("sessions.db");
    let size = || file.metadata().expect("the file").len();
    for bad in [false, true] {
        let session = begin(&app, "long.jsonl").await;
        for number in 0..30_u32 {
            piece(&app, &session, number, &line(number * 40_000)).await.expect("they are taken");
        }
        // The log of changes is written into the file from time to time.
        assert!(size() > 2_000_000, "{} bytes", size());
        if bad {
            piece(&app, &session, 30, "{\"role\":}\n").await.expect_err("it is bad");
        } else {
            app.workbench.import_stop(NamedSession { session }).await.expect("it is stopped");
        }
        let mut tick = tokio::time::interval(Duration::from_millis(10));
        while size() > 2_000_000 {
            tick.tick().await;
        }
    }
    app.workbench.close().await;
}

#[tokio::test]
async fn texts_that_are_put_aside_while_they_come_in_are_whole() {
    let app = TestApp::new();
    let words = (0_u32..400_000).map(|word| format!("{:08x}\n\"é ", word.wrapping_mul(2_654_435_761)));
    let text: String = words.collect();
    let quoted = serde_json::to_string(&text).expect("it is JSON");
    let lines = format!(
        "{}\n{}\n{}\n",
        format_args!(r#"{{"role":"user","content":{quoted}}}"#),
        r#"{"role":"assistant","content":"","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]}"#,
        format_args!(r#"{{"role":"tool","tool_call_id":"a","content":{quoted}}}"#),
    );
    let imported = send(&app, "lines.jsonl", &lines, 300_000).await.expect("it is imported");
    assert_eq!((imported.messages, imported.losses.len()), (3, 0));
    let exported = app
        .workbench
        .session_save(ExportSession { session: imported.session.id.clone(), format: Format::Own.into() });
    let own = std::fs::read_to_string(exported.await.expect("it is saved").file.path).expect("the file");
    let again = send(&app, "own.json", &own, 300_000).await.expect("it is imported");
    let home = Arc::clone(&app.home);
    app.workbench.close().await;
    drop(app);
    let store = Store::open(&home.path().join("sessions.db")).expect("it opens");
    for session in [imported.session.id, again.session.id] {
        let said = store.messages_to(&session, End::Head).expect("it is there");
        assert!(said[0].text() == text, "what was said is whole");
        let result = said[2].results().next().expect("a result");
        let expected = content::Outcome::Returned { output: content::Output::Text { text: text.clone() } };
        assert!(result.outcome == expected, "what a function gave is whole");
    }
}

#[tokio::test]
async fn an_import_whose_process_ended_is_gone_at_the_next_start() {
    let app = TestApp::new();
    let session = begin(&app, "long.jsonl").await;
    piece(&app, &session, 0, &lines(10)).await.expect("they are taken");
    kept(app, &session).await.expect_err("nothing of it is there");
}

#[tokio::test]
async fn a_missing_piece_ends_the_import() {
    let app = TestApp::new();
    let session = begin(&app, "long.jsonl").await;
    piece(&app, &session, 0, &lines(3)).await.expect("they are taken");
    let error = piece(&app, &session, 2, &lines(3)).await.expect_err("one is missing");
    assert_eq!(error.message.to_string(), "a piece of the file is missing");
    piece(&app, &session, 1, &lines(3)).await.expect_err("it is over");
    assert_eq!(titles(&app).await, Vec::<String>::new());
    app.workbench.close().await;
}

#[tokio::test]
async fn imports_that_nobody_goes_on_with_are_given_up_when_others_begin() {
    let app = TestApp::new();
    let first = begin(&app, "first.jsonl").await;
    piece(&app, &first, 0, &lines(3)).await.expect("they are taken");
    for number in 0..4 {
        begin(&app, &format!("{number}.jsonl")).await;
    }
    piece(&app, &first, 1, &lines(3)).await.expect_err("it was given up");
    kept(app, &first).await.expect_err("nothing of it is there");
}

#[tokio::test]
async fn a_file_that_is_named_at_the_start_is_imported_or_refused() {
    let app = TestApp::new();
    let file = |name: &str, bytes: &[u8]| {
        let path = app.home.path().join(name);
        std::fs::write(&path, bytes).expect("it is written");
        path
    };
    let good = file("good.jsonl", lines(50).as_bytes());
    assert_eq!(app.workbench.import_file(&good).await.expect("it is imported").messages, 50);
    let bytes = file("bytes.jsonl", b"{\"role\":\"user\",\"content\":\"\xff\"}\n");
    let error = app.workbench.import_file(&bytes).await.expect_err("it is no text");
    assert_eq!(error.message.to_string(), "the file is not text in UTF-8");
    let cut = file("cut.json", br#"{"format":1,"messages":["#);
    let error = app.workbench.import_file(&cut).await.expect_err("it is cut off");
    assert!(error.message.to_string().contains("line 1, column 25"), "{}", error.message);
    let error = app.workbench.import_file(&app.home.path().join("none")).await.expect_err("there is none");
    assert!(error.message.to_string().contains("can't be read"), "{}", error.message);
    assert_eq!(titles(&app).await, ["saying 0 — naïve"]);
    app.workbench.close().await;
}
