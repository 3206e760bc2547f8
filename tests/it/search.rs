//! Search through the whole application: found once it was said, and whatever happens to the index.

use content::{Message, MessageId, SessionId};
use invocation::{Decision, StopPlace};
use search::{CallStatus, Found, Hit, HitKind, Order};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use support::app::TestApp;
use workbench::contract::{
    ImportSession, IndexState, MoveHead, NameBranch, NamedSession, RemarkMessage, RenameSession, Search,
    SearchOutcome, Searched,
};

fn query(text: &str) -> Search {
    let zone = Some("Europe/Oslo".to_owned());
    Search { text: text.to_owned(), session: None, order: Order::Best, offset: 0, limit: 50, zone }
}

/// What is found once everything that was written has been read.
pub(crate) async fn found(app: &TestApp, text: &str) -> Found {
    let mut tick = tokio::time::interval(Duration::from_millis(10));
    loop {
        tick.tick().await;
        let Searched { outcome, index } = app.workbench.search(query(text)).await.expect("it is searched");
        match (outcome, index) {
            (_, IndexState::Reading { .. }) => {}
            (SearchOutcome::Found { found }, IndexState::Current) => return found,
            (outcome, index) => panic!("{text}: {outcome:?}, {index:?}"),
        }
    }
}

async fn import(app: &TestApp, text: &str) -> SessionId {
    let said = format!(r#"[{{"role": "user", "content": "{text}"}}]"#);
    let args = ImportSession { text: said, format: None, title: None };
    app.workbench.session_import(args).await.expect("it is read").session.id
}

/// A turn with two calls and an answer, run to its end.
async fn weather(app: &TestApp) -> SessionId {
    let mut session = app.session("example:weather", &[]).await;
    session.says("And the weather?").await;
    session.outcome().await;
    session.session
}

fn calls(found: &Found) -> Vec<&Hit> {
    found.hits.iter().filter(|hit| hit.kind == HitKind::Call).collect()
}

/// Opened once more in the same folder, after something was done to the index.
async fn opened_again(app: TestApp, harm: impl FnOnce(&Path)) -> TestApp {
    let home = Arc::clone(&app.home);
    app.workbench.close().await;
    drop(app);
    harm(&home.path().join("search"));
    TestApp::opened_again(home)
}

#[tokio::test]
async fn what_was_said_is_found_with_its_place() {
    let app = TestApp::new();
    let session = weather(&app).await;
    let asked = found(&app, "weather kind").await;
    assert!(asked.hits.is_empty());
    let asked = found(&app, "and the weather").await;
    let hit = asked.hits.iter().find(|hit| hit.kind == HitKind::Person).expect("what the person said");
    assert_eq!((&hit.session, hit.item), (&session, Some(0)));
    assert_eq!(hit.snippets[0].text, "And the weather?");
    assert_eq!(asked.sessions[0].title, "And the weather?");
}

#[tokio::test]
async fn a_call_is_found_by_its_arguments_and_its_result_together_and_knows_where_both_are() {
    let app = TestApp::new();
    let session = weather(&app).await;
    let asked = found(&app, "function:get_forecast boston temperature").await;
    let [hit] = calls(&asked)[..] else { panic!("{asked:?}") };
    assert_eq!(hit.session, session);
    assert_eq!(hit.statuses, [CallStatus::Returned]);
    assert!(hit.took.is_some() && hit.call.is_some());
    assert_ne!(hit.message, hit.answer);
    assert!(hit.answer.is_some());
}

#[tokio::test]
async fn each_filter_finds_what_it_says() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[StopPlace::BeforeCall]).await;
    session.says("And the weather?").await;
    session.answers(1, Decision::Decline { reason: "Boston is not our business".to_owned() }).await;
    session.pause(2).await;
    let count = async |text: &str| found(&app, text).await.total;
    assert_eq!(count("status:unanswered").await, 2, "until the round is over, nothing is answered");
    session.answers(2, Decision::Continue).await;
    session.outcome().await;
    assert_eq!(count("status:declined").await, 1);
    assert_eq!(count("status:returned").await, 1);
    assert_eq!(count("status:declined,returned").await, 2);
    assert_eq!(count("status:unanswered").await, 0);
    assert_eq!(count("function:get_*").await, 2);
    assert_eq!(count("function:get_* -status:declined").await, 1);
    assert_eq!(count("plugin:weather").await, 2);
    assert_eq!(count("plugin:clock").await, 0);
    assert_eq!(count("model:example:weather status:returned").await, 1);
    assert_eq!(count("duration:>=0ms").await, 1, "a declined call did not run");
    assert_eq!(count("duration:>1h").await, 0);
    let all = count("after:2026-01-01").await;
    assert!(all > 3);
    assert_eq!(count("before:2026-01-01T01:00").await, 0, "the clock of the test begins at one in Oslo");
    assert_eq!(count("before:2026-01-02").await, all);
}

#[tokio::test]
async fn a_call_that_was_edited_is_found_as_it_ran_and_as_it_was_asked_for() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[StopPlace::BeforeCall]).await;
    session.says("And the weather?").await;
    let raw = r#"{"city": "Kyoto"}"#.to_owned();
    session.answers(1, Decision::EditArguments { raw }).await;
    session.answers(2, Decision::Continue).await;
    session.outcome().await;
    assert_eq!(found(&app, "status:unanswered").await.total, 0);
    assert_eq!(found(&app, "status:returned,failed city").await.total, 2);
    assert_eq!(calls(&found(&app, "boston ").await).len(), 1, "what the model wrote");
    assert_eq!(found(&app, "kyoto status:edited").await.total, 1);
    let thoughts = found(&app, "\"two cities\"").await;
    assert_eq!(thoughts.hits.iter().filter(|hit| hit.kind == HitKind::Reasoning).count(), 1);
}

#[tokio::test]
async fn a_turn_that_fails_is_found_by_its_error() {
    let app = TestApp::new();
    app.write_script(
        "cut.jsonl",
        "{\"format\": 1, \"title\": \"Cut off\"}\n{\"type\": \"text\", \"delta\": \"Let me \"}\n{\"type\": \"cut\"}\n",
    );
    let mut session = app.session("script:cut", &[]).await;
    session.says("Hello").await;
    session.outcome().await;
    let failed = found(&app, "status:failed").await;
    assert_eq!(failed.hits.iter().map(|hit| hit.kind).collect::<Vec<_>>(), [HitKind::Problem]);
    assert!(failed.hits[0].message.is_some());
}

#[tokio::test]
async fn a_query_that_is_none_yet_says_where_and_what_would_be_right() {
    let app = TestApp::new();
    let searched = app.workbench.search(query("boston statsu:failed")).await.expect("that is no failure");
    let SearchOutcome::NotUnderstood { fault } = searched.outcome else { panic!("{searched:?}") };
    assert_eq!((fault.start, fault.end, fault.instead.as_deref()), (7, 20, Some("status:failed")));
}

#[tokio::test]
async fn what_lies_on_another_branch_is_found_too() {
    let app = TestApp::new();
    let session = weather(&app).await;
    app.workbench.head_move(MoveHead { session: session.clone(), head: None }).await.expect("it moves");
    let hits = found(&app, "boston status:returned").await.hits;
    assert_eq!(hits.len(), 1);
    assert_eq!(hits[0].session, session);
}

#[tokio::test]
async fn a_large_result_is_found_to_its_end_with_its_call() {
    let app = TestApp::new();
    let hay = "straw ".repeat(150_000);
    let text = format!(
        r#"{{ "messages": [
          {{ "role": "user", "content": "Look" }},
          {{ "role": "assistant", "content": null, "tool_calls": [
            {{ "id": "a", "type": "function", "function": {{ "name": "search_barn", "arguments": "{{\"colour\":\"silver\"}}" }} }}
          ] }},
          {{ "role": "tool", "tool_call_id": "a", "content": "{hay}needle" }}
        ] }}"#
    );
    let args = ImportSession { text, format: None, title: None };
    app.workbench.session_import(args).await.expect("it is read");
    let needle = found(&app, "function:search_barn needle ").await;
    assert_eq!(calls(&needle).len(), 1);
    assert!(needle.hits[0].snippets[0].text.ends_with("straw needle"), "{:?}", needle.hits[0].snippets);
    assert_eq!(found(&app, "silver ").await.total, 1);
}

#[tokio::test]
async fn a_title_is_followed_when_it_changes() {
    let app = TestApp::new();
    let session = import(&app, "one two three").await;
    let title = "Provençal recipes".to_owned();
    app.workbench
        .session_rename(RenameSession { session: session.clone(), title })
        .await
        .expect("it is renamed");
    let hits = found(&app, "provencal").await;
    assert_eq!((hits.hits[0].kind, &hits.hits[0].session), (HitKind::Title, &session));
    assert_eq!(found(&app, "two").await.sessions[0].title, "Provençal recipes");
}

#[tokio::test]
async fn notes_and_names_of_branches_are_found_until_they_are_taken_away() {
    let app = TestApp::new();
    let session = weather(&app).await;
    let message = found(&app, "and the weather").await.hits[0].message.clone().expect("a message");
    let remark = async |text: Option<&str>| {
        let (session, message, text) = (session.clone(), message.clone(), text.map(str::to_owned));
        app.workbench.message_remark(RemarkMessage { session, message, text }).await.expect("it is noted");
    };
    remark(Some("ask Quentin about it")).await;
    let name =
        NameBranch { session: session.clone(), message: message.clone(), name: Some("umbrellas".into()) };
    app.workbench.branch_name(name).await.expect("it is named");
    let hits = found(&app, "quentin").await.hits;
    assert_eq!((hits[0].kind, hits[0].message.as_ref()), (HitKind::Note, Some(&message)));
    assert_eq!(found(&app, "umbrellas").await.hits[0].kind, HitKind::Branch);
    remark(None).await;
    assert_eq!(found(&app, "quentin").await.total, 0);
}

#[tokio::test]
async fn the_bin_is_not_searched_and_the_erased_are_gone_from_the_files() {
    let app = TestApp::new();
    let secret = "quixotically";
    let session = import(&app, secret).await;
    let kept = import(&app, "kept beside it").await;
    assert_eq!(found(&app, secret).await.sessions[0].session, session);
    let named = || NamedSession { session: session.clone() };
    app.workbench.session_discard(named()).await.expect("it is discarded");
    assert_eq!(found(&app, secret).await.total, 0);
    app.workbench.session_restore(named()).await.expect("it is restored");
    assert!(found(&app, secret).await.total > 0);
    app.workbench.session_discard(named()).await.expect("it is discarded");
    app.workbench.session_erase(named()).await.expect("it is erased");
    assert_eq!(found(&app, secret).await.total, 0);
    assert_eq!(found(&app, "beside").await.sessions[0].session, kept);
    for file in files(app.home.path()) {
        let bytes = std::fs::read(&file).expect("the file");
        let still = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
        assert!(!still, "{} still says it", file.display());
    }
}

#[tokio::test]
async fn what_was_read_is_not_read_again_after_a_restart() {
    let app = TestApp::new();
    weather(&app).await;
    let before = found(&app, "boston").await;
    let app = opened_again(app, |_| {}).await;
    assert_eq!(found(&app, "boston").await, before);
    import(&app, "Boston once more").await;
    assert!(found(&app, "\"boston once\"").await.total > 0);
}

#[tokio::test]
async fn a_call_that_was_open_at_the_end_is_closed_after_a_restart() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[StopPlace::BeforeCall]).await;
    session.says("And the weather?").await;
    session.pause(1).await;
    assert_eq!(found(&app, "status:unanswered").await.total, 2);
    let id = session.session.clone();
    drop(session);
    let app = opened_again(app, |_| {}).await;
    let mut session = app.follow(&id).await;
    session.answers(1, Decision::Continue).await;
    session.answers(2, Decision::Continue).await;
    session.outcome().await;
    assert_eq!(found(&app, "status:unanswered").await.total, 0);
    assert_eq!(found(&app, "status:returned boston").await.total, 1);
}

#[tokio::test]
async fn an_index_that_is_gone_or_damaged_is_made_anew() {
    type Harm = fn(&Path);
    let cases: [(&str, Harm); 4] = [
        ("deleted", |folder| std::fs::remove_dir_all(folder).expect("it goes")),
        ("a file in its place", |folder| {
            std::fs::remove_dir_all(folder).expect("it goes");
            std::fs::write(folder, "nothing").expect("it is written");
        }),
        ("cut off", |folder| each(folder, |bytes| bytes.truncate(bytes.len() / 2))),
        ("garbage", |folder| each(folder, |bytes| bytes.fill(b'?'))),
    ];
    for (name, harm) in cases {
        let app = TestApp::new();
        weather(&app).await;
        let before = found(&app, "boston").await;
        assert!(before.total > 0);
        let app = opened_again(app, harm).await;
        assert_eq!(found(&app, "boston").await, before, "{name}");
    }
}

#[tokio::test]
async fn an_imported_call_finds_its_results_even_if_each_is_a_message_of_its_own() {
    let app = TestApp::new();
    let text = r#"{ "messages": [
      { "role": "user", "content": "Both, please" },
      { "role": "assistant", "content": null, "tool_calls": [
        { "id": "a", "type": "function", "function": { "name": "get_weather", "arguments": "{\"city\":\"Oslo\"}" } },
        { "id": "b", "type": "function", "function": { "name": "get_weather", "arguments": "{\"city\":\"Bergen\"}" } }
      ] },
      { "role": "tool", "tool_call_id": "a", "content": "snowfall" },
      { "role": "tool", "tool_call_id": "b", "content": "drizzle" },
      { "role": "tool", "tool_call_id": "c", "content": "nobody asked" }
    ] }"#;
    let args = ImportSession { text: text.to_owned(), format: None, title: None };
    app.workbench.session_import(args).await.expect("it is read");
    for both in ["oslo snowfall", "bergen drizzle"] {
        assert_eq!(calls(&found(&app, both).await).len(), 1, "{both}");
    }
    let alone = found(&app, "\"nobody asked\"").await;
    assert_eq!(alone.hits[0].kind, HitKind::Result);
    assert_eq!(found(&app, "status:unanswered").await.total, 0);
}

/// Which message a page has to show so that both the call and its result are on the way to it.
#[tokio::test]
async fn the_place_of_a_hit_is_a_message_of_the_session() {
    let app = TestApp::new();
    let id = weather(&app).await;
    let mut followed = app.follow(&id).await;
    followed.outcome().await;
    let messages: Vec<MessageId> = followed
        .log
        .iter()
        .filter_map(|entry| match &entry.event {
            sessions::SessionEvent::MessageAdded { message: Message { id, .. }, .. } => Some(id.clone()),
            _ => None,
        })
        .collect();
    for hit in found(&app, "after:2025").await.hits {
        for place in [hit.message, hit.answer].into_iter().flatten() {
            assert!(messages.contains(&place), "{place} is not there");
        }
    }
}

fn each(folder: &Path, harm: impl Fn(&mut Vec<u8>)) {
    for file in
        files(folder).into_iter().filter(|file| file.extension().is_none_or(|ending| ending != "lock"))
    {
        let mut bytes = std::fs::read(&file).expect("the file");
        harm(&mut bytes);
        std::fs::write(&file, bytes).expect("it is written");
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder").flatten() {
        let path = entry.path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}
