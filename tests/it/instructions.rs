//! The instructions of a session, from its settings to what is sent, shown and given out.

use crate::requests::with_service;
use content::{Role, SessionId};
use formats::Format;
use invocation::{Instructions, TurnEvent, TurnOutcome, TurnPlan};
use sessions::{History, SessionEvent};
use std::collections::BTreeMap;
use support::app::{Followed, TestApp};
use support::provider::{Provider, Reply};
use workbench::contract::{
    ConfigureSession, DraftRequest, EstimateRequest, ExportSession, ImportSession, NamedSession, Note,
    RequestPartKind, RequestSource,
};

const TEMPLATE: &str = "Today is {{today}}. You help in {{city}}.";
const SENT: &str = "Today is 2026-01-01. You help in Oslo.";

fn says(text: &str) -> Reply {
    let first = serde_json::json!({ "choices": [{ "delta": { "content": text }, "finish_reason": "stop" }] });
    Reply::events(&format!("data: {first}\n\ndata: [DONE]\n\n"))
}

fn instructions() -> Instructions {
    let values = BTreeMap::from([("city".to_owned(), "Oslo".to_owned())]);
    Instructions { text: TEMPLATE.to_owned(), values, resolved: None }
}

async fn instruct(app: &TestApp, session: &mut Followed, instructions: Option<Instructions>) {
    let plan = TurnPlan { instructions, ..session.plan().await };
    let args = ConfigureSession { session: session.session.clone(), plan };
    app.workbench.session_configure(args).await.expect("the plan is taken");
}

async fn exported(app: &TestApp, session: &SessionId) -> String {
    let args = ExportSession { session: session.clone(), format: Format::OpenAiChat.into() };
    let whole = app.workbench.session_export(args).await.expect("an export").text.expect("a text");
    let args = ExportSession { session: session.clone(), format: Format::Own.into() };
    let saved = app.workbench.session_save(args).await.expect("a file").file.path;
    assert!(std::fs::read_to_string(saved).expect("the file").contains(SENT));
    whole
}

#[tokio::test]
async fn what_a_turn_was_told_stands_in_its_request_and_in_its_log() {
    let provider = Provider::start(vec![says("Hello")]).await;
    let app = with_service(&provider).await;
    let mut session = app.session("acme/m", &[]).await;
    instruct(&app, &mut session, Some(instructions())).await;
    session.says("Hello?").await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    let heard = provider.heard();
    let sent = heard.first().and_then(|request| request.split_once("\r\n\r\n")).expect("a body").1;
    let body: serde_json::Value = serde_json::from_str(sent).expect("JSON");
    assert_eq!(body["messages"][0], serde_json::json!({ "role": "system", "content": SENT }));
    let told = session
        .until(|event| match event {
            SessionEvent::Noted { note: Note::Turn { event: TurnEvent::Began { plan, .. }, .. } } => {
                plan.instructions.clone()
            }
            _ => None,
        })
        .await;
    assert_eq!(told, Instructions { resolved: Some(SENT.to_owned()), ..instructions() });
    let history = session.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } => Some(message.role),
        _ => None,
    });
    assert_eq!(history.collect::<Vec<_>>(), [Role::User, Role::Assistant]);
}

#[tokio::test]
async fn a_draft_an_estimate_and_an_export_have_the_instructions() {
    let provider = Provider::start(vec![says("Hello")]).await;
    let app = with_service(&provider).await;
    let mut session = app.session("acme/m", &[]).await;
    instruct(&app, &mut session, Some(instructions())).await;
    session.says("Hello?").await;
    session.outcome().await;
    let source = || RequestSource::Said { after: None, text: Some("And now?".to_owned()) };
    let model = content::ModelId::new("acme/m");
    let args = DraftRequest { session: session.session.clone(), source: source(), model };
    let draft = app.workbench.request_draft(args).await.expect("a draft");
    assert!(draft.body.contains(SENT), "{}", draft.body);
    let args = EstimateRequest { session: session.session.clone(), source: source() };
    let estimate = app.workbench.request_estimate(args).await.expect("an estimate");
    assert!(estimate.parts.iter().any(|part| part.kind == RequestPartKind::System && part.tokens > 0));
    assert!(exported(&app, &session.session).await.contains(SENT));
}

#[tokio::test]
async fn instructions_of_a_history_become_those_of_the_session_and_are_sent_as_before() {
    let provider = Provider::start(vec![says("Arr.")]).await;
    let app = with_service(&provider).await;
    let text = r#"[{"role": "developer", "content": "Answer like a pirate."}, {"role": "user", "content": "Hi"},
        {"role": "assistant", "content": "Ahoy."}]"#;
    let args = ImportSession { text: text.to_owned(), format: None, title: None };
    let id = app.workbench.session_import(args).await.expect("an import").session.id;
    let named = || NamedSession { session: id.clone() };
    let before = app.workbench.instructions_adopt(named()).await.expect("instructions").before;
    let mut session = app.follow(&id).await;
    let adopted = |event: &SessionEvent<Note>| match event {
        SessionEvent::Noted { note: Note::Configured { plan } } if plan.instructions.is_some() => {
            Some(plan.clone())
        }
        _ => None,
    };
    let plan = TurnPlan { model: content::ModelId::new("acme/m"), ..session.until(adopted).await };
    assert_eq!(plan.instructions.as_ref().map(Instructions::sent), Some("Answer like a pirate."));
    assert_ne!(History::of(&session.log).head(), before.as_ref());
    let args = ConfigureSession { session: id.clone(), plan };
    app.workbench.session_configure(args).await.expect("the plan is taken");
    session.says("Again?").await;
    session.outcome().await;
    let heard = provider.heard();
    let sent = heard.first().and_then(|request| request.split_once("\r\n\r\n")).expect("a body").1;
    let body: serde_json::Value = serde_json::from_str(sent).expect("JSON");
    let said: Vec<_> =
        body["messages"].as_array().expect("messages").iter().map(|message| &message["content"]).collect();
    assert_eq!(said, ["Answer like a pirate.", "Hi", "Ahoy.", "Again?"]);

    let again = app.workbench.instructions_adopt(named()).await.expect_err("nothing is left to be adopted");
    assert_eq!(again.message.id(), "instructions.not-leading");
}

#[tokio::test]
async fn each_change_of_the_instructions_is_a_version() {
    let app = TestApp::new();
    let mut session = app.session("example:weather", &[]).await;
    let other = Instructions { text: "Be brief.".to_owned(), ..Instructions::default() };
    for version in [Some(instructions()), Some(instructions()), Some(other.clone()), None] {
        instruct(&app, &mut session, version).await;
    }
    let named = NamedSession { session: session.session.clone() };
    let versions = app.workbench.instructions_versions(named).await.expect("the versions");
    let versions: Vec<_> = versions.into_iter().map(|version| version.instructions).collect();
    assert_eq!(versions, [Some(instructions()), Some(other), None]);
}
