//! What was said, as a whole: in, out, checked, mended, gone back in, and thrown away.

use content::SessionId;
use formats::Format;
use functions::sources::pasted::PastedSettings;
use invocation::{Decision, StopPlace};
use sessions::History;
use support::app::{Followed, TestApp};
use workbench::contract::{
    CommandError, ExportSession, ImportSession, ImportedSession, MoveHead, NamedSession, Nothing,
    RepairHistory, RerunFrom, RerunTurn, StartTurn,
};

/// A request to OpenAI as a production log holds it: one call was never answered. Synthetic.
const REQUEST: &str = r#"{
  "model": "gpt-4o",
  "messages": [
    { "role": "system", "content": "You are brief." },
    { "role": "user", "content": "Weather in Oslo and Boston?" },
    { "role": "assistant", "content": null, "tool_calls": [
      { "id": "call_a", "type": "function", "function": { "name": "get_weather", "arguments": "{\"city\":\"Oslo\"}" } },
      { "id": "call_b", "type": "function", "function": { "name": "get_weather", "arguments": "{\"city\":\"Boston\"}" } }
    ] },
    { "role": "tool", "tool_call_id": "call_a", "content": "3 degrees" }
  ]
}"#;

async fn import(app: &TestApp, text: &str) -> Result<ImportedSession, CommandError> {
    let args = ImportSession { text: text.to_owned(), format: None, title: None };
    app.workbench.session_import(args).await
}

fn named(session: &SessionId) -> NamedSession {
    NamedSession { session: session.clone() }
}

async fn heard(app: &TestApp, session: &SessionId) -> Followed {
    let mut followed = app.follow(session).await;
    followed.until(|_| Some(())).await;
    followed
}

#[tokio::test]
async fn a_production_request_becomes_a_session_that_can_go_on() {
    let app = TestApp::new();
    let imported = import(&app, REQUEST).await.expect("it is read");
    assert_eq!((imported.format, imported.messages), (Format::OpenAiChat, 4));
    assert_eq!(imported.session.title, "Weather in Oslo and Boston?");
    app.workbench
        .history_repair(RepairHistory { session: imported.session.id.clone(), finding: None })
        .await
        .expect("it is mended");
    let start = StartTurn { session: imported.session.id.clone(), text: Some("Go on".into()), speaker: None };
    app.workbench.turn_start(start).await.expect("a turn starts");
    heard(&app, &imported.session.id).await.pause(1).await;
}

#[tokio::test]
async fn a_text_that_is_no_conversation_is_refused_with_its_place_and_leaves_nothing_behind() {
    let app = TestApp::new();
    let error = import(&app, "{\n  \"messages\": [,]\n}").await.expect_err("it is not JSON");
    assert!(error.message.to_string().contains("line 2, column 16"), "{}", error.message);
    let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
    assert!(overview.sessions.is_empty());
}

#[tokio::test]
async fn functions_of_a_request_that_are_not_here_can_be_added() {
    let app = TestApp::new();
    let text = r#"{
      "messages": [{ "role": "user", "content": "Hello" }],
      "tools": [
        { "type": "function", "function": { "name": "get_tide", "parameters": {} } },
        { "type": "function", "function": { "name": "weather-get_forecast", "parameters": {} } }
      ]
    }"#;
    let imported = import(&app, text).await.expect("it is read");
    assert_eq!(imported.losses, []);
    let names: Vec<_> = imported.functions.iter().map(|function| function.name.as_str()).collect();
    assert_eq!(names, ["get_tide"], "what is here by its name on the wire is not missed");

    let (title, definitions) = (imported.session.title, imported.functions);
    let added = PastedSettings { id: String::new(), title, definitions };
    app.workbench.definitions_save(added).await.expect("they are kept");
    let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
    assert!(
        overview.functions.iter().any(|spec| spec.name.function == "get_tide"),
        "{:?}",
        overview.functions
    );
    assert!(import(&app, text).await.expect("it is read again").functions.is_empty());
}

#[tokio::test]
async fn a_broken_history_is_found_mended_and_the_repair_undone() {
    let app = TestApp::new();
    let session = import(&app, REQUEST).await.expect("it is read").session.id;
    let findings = app.workbench.history_check(named(&session)).await.expect("it is checked").findings;
    let broken: Vec<_> =
        findings.iter().filter(|finding| finding.severity == upkeep::Severity::Broken).collect();
    assert_eq!(
        broken.iter().map(|finding| finding.kind).collect::<Vec<_>>(),
        [upkeep::FindingKind::UnansweredCall]
    );

    let args =
        RepairHistory { session: session.clone(), finding: broken.first().map(|&finding| finding.clone()) };
    let repaired = app.workbench.history_repair(args).await.expect("it is mended");
    let after = app.workbench.history_check(named(&session)).await.expect("it is checked").findings;
    assert!(after.iter().all(|finding| finding.severity != upkeep::Severity::Broken), "{after:?}");

    let undo = MoveHead { session: session.clone(), head: repaired.before };
    app.workbench.head_move(undo).await.expect("the head moves");
    let again = app.workbench.history_check(named(&session)).await.expect("it is checked").findings;
    assert_eq!(again, findings, "the history is as it was");
}

#[tokio::test]
async fn a_conversation_goes_out_and_comes_back_the_same() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[StopPlace::AfterCall]).await;
    session.says("And the weather?").await;
    session.answers(1, Decision::Continue).await;
    session.answers(2, Decision::Continue).await;
    session.outcome().await;
    let said = |followed: &Followed| {
        let history = History::of(&followed.log);
        history
            .path_to(history.head())
            .into_iter()
            .map(|message| (message.role, message.items))
            .collect::<Vec<_>>()
    };
    let args = ExportSession { session: session.session.clone(), format: Format::Own.into() };
    let exported = app.workbench.session_export(args).await.expect("it is written");
    assert_eq!(
        (exported.file_name.as_str(), exported.losses.as_slice()),
        ("and-the-weather.json", [].as_slice())
    );
    let imported = import(&app, &exported.text.expect("it is short")).await.expect("it is read");
    assert_eq!(said(&heard(&app, &imported.session.id).await), said(&session));
}

#[tokio::test]
async fn every_format_is_written_and_recognised_again() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[]).await;
    session.says("And the weather?").await;
    session.outcome().await;
    for format in Format::ALL {
        let args = ExportSession { session: session.session.clone(), format: format.into() };
        let exported = app.workbench.session_export(args).await.expect("it is written");
        let text = exported.text.expect("it is short");
        let imported = import(&app, &text).await.unwrap_or_else(|error| panic!("{format}: {error}"));
        assert_eq!(imported.format, format);
    }
}

#[tokio::test]
async fn going_back_and_asking_again_grows_a_branch() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[]).await;
    session.says("And the weather?").await;
    session.outcome().await;
    let id = session.session.clone();
    app.workbench.head_move(MoveHead { session: id.clone(), head: None }).await.expect("the head moves");
    let mut again = heard(&app, &id).await;
    again.says("And tomorrow?").await;
    let turns = |followed: &Followed| {
        let said = followed.log.iter().filter_map(|entry| match &entry.event {
            sessions::SessionEvent::MessageAdded { message, .. } if message.role == content::Role::User => {
                Some((message.text(), message.parent.clone()))
            }
            _ => None,
        });
        said.collect::<Vec<_>>()
    };
    again.until(|event| matches!(event, sessions::SessionEvent::MessageAdded { message, .. } if message.text() == "And tomorrow?").then_some(())).await;
    assert_eq!(turns(&again), [("And the weather?".to_owned(), None), ("And tomorrow?".to_owned(), None)]);
}

#[tokio::test]
async fn a_history_a_turn_works_on_can_not_be_moved_or_thrown_away() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[StopPlace::BeforeCall]).await;
    session.says("And the weather?").await;
    session.pause(1).await;
    let refused = app.workbench.head_move(MoveHead { session: session.session.clone(), head: None }).await;
    assert!(refused.expect_err("a turn waits").message.to_string().contains("still under way"));
    app.workbench.session_discard(named(&session.session)).await.expect_err("a turn waits");
}

#[tokio::test]
async fn a_session_in_the_bin_comes_back_and_an_erased_one_is_gone_from_the_disk() {
    let app = TestApp::new();
    let secret = "a word nobody else would write: quixotically";
    let text = format!(r#"[{{"role": "user", "content": "{secret}"}}]"#);
    let session = import(&app, &text).await.expect("it is read").session.id;
    app.workbench.session_erase(named(&session)).await.expect_err("only what is in the bin is erased");

    app.workbench.session_discard(named(&session)).await.expect("it is discarded");
    let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
    assert_eq!((overview.sessions.len(), overview.discarded.len()), (0, 1));
    app.workbench.session_restore(named(&session)).await.expect("it is restored");
    app.workbench.session_discard(named(&session)).await.expect("it is discarded");
    app.workbench.session_erase(named(&session)).await.expect("it is erased");

    let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
    assert_eq!((overview.sessions.len(), overview.discarded.len()), (0, 0));
    for entry in std::fs::read_dir(app.home.path())
        .expect("the folder")
        .flatten()
        .filter(|entry| entry.path().is_file())
    {
        let bytes = std::fs::read(entry.path()).expect("the file");
        let found = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
        assert!(!found, "{} still says it", entry.path().display());
    }
}

#[tokio::test]
async fn a_call_for_information_only_is_shown_never_run_and_kept() {
    let app = TestApp::new();
    let text = r#"[
      { "role": "user", "contents": [{ "$type": "text", "text": "Weather in Oslo?" }] },
      { "role": "assistant", "contents": [
        { "$type": "functionCall", "callId": "c", "name": "weather-get_forecast", "arguments": { "city": "Oslo" }, "informationalOnly": true }
      ] }
    ]"#;
    let session = import(&app, text).await.expect("it is read").session.id;
    let findings = app.workbench.history_check(named(&session)).await.expect("it is checked").findings;
    assert!(findings.iter().all(|one| one.kind != upkeep::FindingKind::UnansweredCall), "{findings:?}");
    let start = StartTurn { session: session.clone(), text: None, speaker: None };
    app.workbench.turn_start(start).await.expect("a turn starts");
    let mut followed = heard(&app, &session).await;
    // The script goes on with its second answer, which is in words.
    followed.outcome().await;
    let started = followed.log.iter().any(|entry| format!("{:?}", entry.event).contains("CallStarted"));
    assert!(!started, "nothing runs");
    let history = History::of(&followed.log);
    let message = history.path_to(history.head())[1].id.clone();
    let from = RerunFrom::Call { message, call: content::CallId::new("c") };
    let again = RerunTurn { session: session.clone(), from, plan: None };
    let refused = app.workbench.turn_rerun(again).await.expect_err("nothing here runs it");
    assert_eq!(refused.message.to_string(), "this call is for information only");
    for format in [Format::ExtensionsAi, Format::Own] {
        let args = ExportSession { session: session.clone(), format: format.into() };
        let text =
            app.workbench.session_export(args).await.expect("it is written").text.expect("it is short");
        let back = import(&app, &text).await.expect("it is read again").session.id;
        let followed = heard(&app, &back).await;
        let history = History::of(&followed.log);
        let origin = history.path_to(history.head())[1].calls().next().map(|call| call.origin);
        assert_eq!(origin, Some(content::Origin::Informational), "{format}");
    }
}

/// What Gemini alone writes, as one finds it in a request to it.
#[tokio::test]
async fn functions_of_a_request_to_gemini_can_be_added_as_they_are() {
    let app = TestApp::new();
    let text = r#"{
      "contents": [{ "role": "user", "parts": [{ "text": "Hello" }] }],
      "tools": [{ "functionDeclarations": [{ "name": "get_tide", "parameters": {
        "type": "OBJECT", "properties": { "day": { "type": "STRING", "nullable": true, "enum": ["today"] } } } }] }]
    }"#;
    let imported = import(&app, text).await.expect("it is read");
    let day = &imported.functions[0].parameters["properties"]["day"];
    assert_eq!(*day, serde_json::json!({ "type": ["string", "null"], "enum": ["today", null] }));
}
