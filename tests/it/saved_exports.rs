//! Exports written to a file: as long as they may be, whole or not at all.

use content::{Message, SessionId};
use formats::{Document, Format};
use serde_json::{Value, json};
use std::path::PathBuf;
use support::app::TestApp;
use workbench::contract::{
    CreateComparison, ExportForm, ExportSession, ExportedSession, ImportSession, NextRequest, Nothing,
    SavePicture, SavedSession,
};

/// A text of so many bytes that does not repeat itself.
fn long_text(bytes: usize) -> String {
    let words = (0_u32..).map(|word| format!("{:08x} ", word.wrapping_mul(2_654_435_761)));
    words.take(bytes / 9).collect()
}

/// A session in which a function returned a text.
async fn imported(app: &TestApp, text: &str) -> SessionId {
    let messages = serde_json::json!([
        { "role": "user", "content": "Read the file" },
        { "role": "assistant", "content": "", "tool_calls": [
            { "id": "call_1", "type": "function", "function": { "name": "read", "arguments": "{}" } } ] },
        { "role": "tool", "tool_call_id": "call_1", "content": text },
        { "role": "assistant", "content": "It is long." }
    ]);
    taken_in(app, messages.to_string()).await
}

async fn taken_in(app: &TestApp, text: String) -> SessionId {
    let args = ImportSession { text, format: None, title: Some("Long".to_owned()) };
    app.workbench.session_import(args).await.expect("it is read").session.id
}

async fn saved(app: &TestApp, session: &SessionId, format: impl Into<ExportForm>) -> SavedSession {
    let args = ExportSession { session: session.clone(), format: format.into() };
    app.workbench.session_save(args).await.expect("it is saved")
}

async fn shown(app: &TestApp, session: &SessionId, format: impl Into<ExportForm>) -> ExportedSession {
    let args = ExportSession { session: session.clone(), format: format.into() };
    app.workbench.session_export(args).await.expect("it is written")
}

fn exports(app: &TestApp) -> PathBuf {
    app.home.path().join("exports")
}

/// What was said, without the names the messages have in this session.
async fn said(app: &TestApp, session: &SessionId) -> Vec<Message> {
    let file = saved(app, session, Format::Own).await.file;
    let text = std::fs::read_to_string(&file.path).expect("the file");
    std::fs::remove_file(file.path).expect("it is removed");
    let mut read =
        formats::import_as(Format::Own, &text, &|| content::MessageId::new("")).expect("it is read");
    for message in &mut read.messages {
        message.parent = None;
    }
    read.messages
}

#[tokio::test]
async fn a_file_of_lines_with_a_large_value_comes_back_as_the_same_history() {
    let app = TestApp::new();
    let text = long_text(3_000_000);
    let session = imported(&app, &text).await;
    let args = ExportSession { session: session.clone(), format: Format::JsonLines.into() };
    let shown = app.workbench.session_export(args).await.expect("it is looked at");
    assert_eq!((shown.text, shown.file_name.as_str()), (None, "long.jsonl"));
    let SavedSession { file, losses } = saved(&app, &session, Format::JsonLines).await;
    assert_eq!(file.path, exports(&app).join("long.jsonl").display().to_string());
    let unsaid: Vec<_> =
        losses.iter().filter(|loss| !loss.what.to_string().starts_with("which model")).collect();
    assert!(unsaid.is_empty(), "{unsaid:?}");
    let written = std::fs::read_to_string(&file.path).expect("the file");
    assert_eq!((written.len() as u64, written.lines().count()), (file.size, 4));

    let again = taken_in(&app, written).await;
    let (before, after) = (said(&app, &session).await, said(&app, &again).await);
    assert!(before == after && before.len() == 4, "{} messages came back", after.len());
    assert!(serde_json::to_string(&after).expect("it is JSON").contains(&text), "the value is whole");
}

#[tokio::test]
async fn a_file_holds_what_is_shown_where_it_is_short() {
    let app = TestApp::new();
    let session = imported(&app, "Three degrees").await;
    for format in Format::ALL {
        let args = ExportSession { session: session.clone(), format: format.into() };
        let shown = app.workbench.session_export(args).await.expect("it is written");
        let saved = saved(&app, &session, format).await;
        let written = std::fs::read_to_string(saved.file.path).expect("the file");
        assert_eq!((Some(written), saved.losses), (shown.text, shown.losses), "{format}");
    }
}

#[tokio::test]
async fn a_picture_that_a_page_drew_is_saved_under_the_title_and_nothing_else_is() {
    let app = TestApp::new();
    let session = imported(&app, "Three degrees").await;
    let save = async |png: &str| {
        app.workbench.picture_save(SavePicture { session: session.clone(), png: png.to_owned() }).await
    };
    let file = save("iVBORw0KGgoAAAA=").await.expect("it is saved");
    assert_eq!(file.path, exports(&app).join("long.png").display().to_string());
    assert_eq!(std::fs::read(file.path).expect("the file"), b"\x89PNG\r\n\x1a\n\0\0\0");
    for other in ["", "not Base64!", "PGh0bWw+"] {
        let error = save(other).await.expect_err("it is no picture");
        assert_eq!(error.message.to_string(), "the picture is not a PNG file");
    }
    assert_eq!(std::fs::read_dir(exports(&app)).expect("the folder").count(), 1);
}

#[tokio::test]
async fn a_session_is_written_for_people_as_a_page_and_as_markdown() {
    let app = TestApp::new();
    let session = imported(&app, "Three degrees").await;
    for (form, name, words) in
        [(Document::Html, "long.html", "<!doctype html>\n"), (Document::Markdown, "long.md", "# `Long`\n")]
    {
        let shown = shown(&app, &session, form).await;
        let text = shown.text.expect("it is short");
        assert_eq!(shown.file_name, name);
        assert!(text.starts_with(words) && text.contains("Three degrees"), "{text}");
        let SavedSession { file, losses } = saved(&app, &session, form).await;
        assert_eq!(file.path, exports(&app).join(name).display().to_string());
        let written = std::fs::read_to_string(&file.path).expect("the file");
        assert_eq!((written, losses), (text, shown.losses), "{form}");
    }
}

#[tokio::test]
async fn a_comparison_is_one_document_with_every_lane() {
    let app = TestApp::new();
    let session = imported(&app, "Three degrees").await;
    let args = CreateComparison { session: session.clone(), model: None, asks: false };
    let comparison = app.workbench.comparison_create(args).await.expect("a comparison").id;
    let page = shown(&app, &comparison, Document::Html).await.text.expect("it is short");
    assert_eq!(page.matches("<article>").count(), 2, "{page}");
    assert_eq!(page.matches("Three degrees").count(), 2, "{page}");
    let saved = saved(&app, &comparison, Document::Html).await;
    assert_eq!(std::fs::read_to_string(saved.file.path).expect("the file"), page);

    let args = ExportSession { session: comparison, format: Format::Own.into() };
    let error = app.workbench.session_export(args).await.expect_err("it is several conversations");
    assert!(error.message.to_string().contains("several conversations"), "{}", error.message);
}

#[tokio::test]
async fn the_next_request_holds_messages_functions_and_settings() {
    let app = TestApp::new();
    let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
    let model = overview.models.first().expect("a script").model.clone();
    let mut session = app.session(model.as_str(), &[]).await;
    session.says("Is it warm in Oslo?").await;
    session.outcome().await;
    let session = session.session;
    let form = ExportForm::Request(NextRequest::NextRequest);
    let ahead = shown(&app, &session, form).await;
    let text = ahead.text.expect("it is short");
    let body: Value = serde_json::from_str(&text).expect("JSON");
    assert!(body["tools"].as_array().is_some_and(|tools| !tools.is_empty()), "{text}");
    assert_eq!(body["messages"][0]["content"], json!("Is it warm in Oslo?"), "{text}");
    assert_eq!(body["model"], json!(model), "{text}");
    assert!(ahead.file_name.ends_with(".request.json"), "{}", ahead.file_name);
    let first = ahead.losses.first().map(|loss| loss.what.to_string());
    let expected =
        "the model takes no request, so this one is written in the protocol OpenAI chat completions";
    assert_eq!(first.as_deref(), Some(expected));
    let SavedSession { file, losses } = saved(&app, &session, form).await;
    assert_eq!(std::fs::read_to_string(file.path).expect("the file"), text);
    assert_eq!(losses, ahead.losses);
}

#[tokio::test]
async fn a_form_that_needs_all_at_once_refuses_what_is_above_its_limit() {
    let app = TestApp::new();
    let session = imported(&app, &long_text(34_000_000)).await;
    let args = ExportSession { session, format: Format::Gemini.into() };
    let error = app.workbench.session_save(args).await.expect_err("it is too much");
    assert!(error.message.to_string().contains("more than 32 MB"), "{}", error.message);
    let advice = error.advice.map(|advice| advice.to_string()).unwrap_or_default();
    assert!(advice.contains("Callwright and JSON Lines"), "{advice}");
    assert!(!exports(&app).exists(), "what was refused left nothing behind");
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_is_told() {
    let app = TestApp::new();
    let session = imported(&app, "Three degrees").await;
    std::fs::write(exports(&app), "not a folder").expect("it is written");
    for format in [Format::Own, Format::Gemini] {
        let args = ExportSession { session: session.clone(), format: format.into() };
        let error = app.workbench.session_save(args).await.expect_err("there is no folder");
        assert!(error.message.to_string().contains("exports can't be written"), "{}", error.message);
        assert!(error.advice.is_some_and(|advice| advice.to_string().contains("there is space")));
    }
}
