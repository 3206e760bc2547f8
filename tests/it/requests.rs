//! Requests looked at, written down as programs, and sent by hand.

mod estimates;
mod programs;
mod retrying;

use connectors::Secret;
use content::{Author, Item, ModelId, Origin, Role, SessionId};
use invocation::TurnOutcome;
use support::app::TestApp;
use support::provider::{Provider, Reply};
use workbench::contract::{
    CompareRequest, ComparedRequest, DraftRequest, KeySource, Note, ProxyChoice, RequestPartKind,
    RequestSource, RequestTarget, SaveService, ServiceSettings, TryRequest, UseTrial,
};

const KEY: &str = "sk-test-0123456789";

fn says(text: &str) -> Reply {
    says_counted(text, 11)
}

/// An answer, and how many tokens its request is said to have had.
fn says_counted(text: &str, input: u32) -> Reply {
    let first = serde_json::json!({ "choices": [{ "delta": { "content": text }, "finish_reason": "stop" }] });
    let last =
        serde_json::json!({ "choices": [], "usage": { "prompt_tokens": input, "completion_tokens": 2 } });
    Reply::events(&format!("data: {first}\n\ndata: {last}\n\ndata: [DONE]\n\n"))
}

pub(super) async fn with_service(provider: &Provider) -> TestApp {
    let app = TestApp::new();
    let settings = ServiceSettings {
        id: String::new(),
        kind: "openai-compatible".to_owned(),
        title: "Acme".to_owned(),
        address: provider.address(),
        key: KeySource::Kept,
        headers: Vec::new(),
        models: vec!["m".to_owned()],
        proxy: ProxyChoice::Direct,
        certificates: None,
        delivery: workbench::contract::AnswerDelivery::Streamed,
        idle_seconds: None,
        at_once: None,
        told: [].into(),
    };
    let service = SaveService { settings, key: Secret::new(KEY), header_values: [].into() };
    app.workbench.service_save(service).await.expect("it is saved");
    app
}

fn kind(kind: &str) -> RequestTarget {
    RequestTarget::Kind { kind: kind.to_owned(), model: None }
}

async fn compare(
    app: &TestApp,
    session: &SessionId,
    source: RequestSource,
    targets: Vec<RequestTarget>,
) -> ComparedRequest {
    let args = CompareRequest { session: session.clone(), source, targets };
    app.workbench.request_compare(args).await.expect("a comparison")
}

#[tokio::test]
async fn the_request_behind_a_message_is_written_by_every_protocol() {
    let provider = Provider::start(vec![says("Hello")]).await;
    let app = with_service(&provider).await;
    let mut session = app.session("acme/m", &[]).await;
    session.says("Is it warm in Oslo?").await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    let text = Some("And in \"Bergen\"?".to_owned());
    let source = RequestSource::Said { after: None, text };
    let all = [
        "openai",
        "openai-responses",
        "anthropic",
        "gemini",
        "gemini-interactions",
        "mistral",
        "ollama",
        "bedrock",
    ];
    for some in all.chunks(4) {
        let targets = some.iter().map(|one| kind(one)).collect();
        let compared = compare(&app, &session.session, source.clone(), targets).await;
        let kinds: Vec<_> = compared.parts.iter().map(|part| part.kind).collect();
        let said = [RequestPartKind::Person, RequestPartKind::Assistant, RequestPartKind::Person];
        assert_eq!(kinds.get(1..4), Some(said.as_slice()));
        assert!(kinds.contains(&RequestPartKind::Function));
        for column in compared.columns {
            let preview = column.preview.expect("a request");
            assert!(preview.body.contains("And in \\\"Bergen\\\"?"), "{}", preview.body);
            let place = "/messages/2".to_owned();
            assert!(column.pieces.iter().any(|piece| piece.places == [place.clone()]), "{}", column.service);
        }
    }
}

#[tokio::test]
async fn a_request_that_was_sent_is_made_once_more_as_it_was() {
    let provider = Provider::start(vec![says("Hello"), says("Goodbye")]).await;
    let app = with_service(&provider).await;
    let mut session = app.session("acme/m", &[]).await;
    session.says("Is it warm in Oslo?").await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    let exchange = session
        .until(|event| match event {
            sessions::SessionEvent::Noted {
                note: Note::Turn { event: invocation::TurnEvent::RequestSent { exchange, .. }, .. },
            } => Some(exchange.clone()),
            _ => None,
        })
        .await;
    let args = DraftRequest {
        session: session.session.clone(),
        source: RequestSource::Sent { exchange },
        model: ModelId::new("acme/m"),
    };
    let draft = app.workbench.request_draft(args).await.expect("a request");
    let heard = provider.heard();
    let sent = heard.first().and_then(|request| request.split_once("\r\n\r\n")).expect("a body").1;
    assert_eq!(draft.body, sent);
    assert!(!format!("{draft:?}").contains(KEY));
}

#[tokio::test]
async fn a_request_written_by_hand_is_sent_once_and_leaves_the_history_alone() {
    let provider = Provider::start(vec![says("Hello"), says("By hand")]).await;
    let app = with_service(&provider).await;
    let mut session = app.session("acme/m", &[]).await;
    session.says("Is it warm in Oslo?").await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    let before = session.log.len();
    let body = r#"{ "model": "m", "stream": true, "messages": [{ "role": "user", "content": "x\u0041" }] }"#;
    let args = TryRequest {
        session: session.session.clone(),
        source: RequestSource::Said { after: None, text: None },
        model: ModelId::new("acme/m"),
        body: body.to_owned(),
    };
    let trial = app.workbench.request_try(args).await.expect("an answer");
    assert_eq!(trial.items, [Item::Text { text: "By hand".to_owned() }]);
    assert_eq!((trial.failure, trial.usage.and_then(|usage| usage.input)), (None, Some(11)));
    let heard = provider.heard();
    let (head, sent) = heard.get(1).and_then(|request| request.split_once("\r\n\r\n")).expect("a request");
    assert_eq!(sent, body);
    assert!(head.contains(&format!("authorization: Bearer {KEY}")));
    let read = workbench::contract::ReadExchange { exchange: trial.exchange.clone() };
    let kept = app.workbench.exchange_read(read).await.expect("it is kept");
    assert_eq!(kept.sent, body);
    assert!(
        kept.frames
            .iter()
            .filter_map(|timed| timed.frame.frame())
            .any(|frame| frame.text.contains("By hand"))
    );
    let added = |event: &sessions::SessionEvent<Note>| {
        matches!(event, sessions::SessionEvent::Noted { note: Note::Tried { .. } }).then_some(())
    };
    session.until(added).await;
    let new = session.log.get(before..).unwrap_or_default();
    assert!(!new.iter().any(|entry| matches!(entry.event, sessions::SessionEvent::MessageAdded { .. })));

    let using = UseTrial { session: session.session.clone(), exchange: trial.exchange };
    app.workbench.trial_use(using).await.expect("it is used");
    let grown = session
        .until(|event| match event {
            sessions::SessionEvent::MessageAdded { message, turn: None } => Some(message.clone()),
            _ => None,
        })
        .await;
    assert_eq!((grown.role, grown.origin), (Role::Assistant, Origin::Model));
    assert_eq!(grown.author, Author::Model { model: ModelId::new("acme/m") });
    assert_eq!(grown.items, trial.items);
}

#[tokio::test]
async fn what_goes_wrong_with_a_request_by_hand_is_kept_as_well() {
    let refusal = r#"{"error":{"message":"messages: field required","code":"bad"}}"#;
    let json = "content-type: application/json\r\n";
    let provider = Provider::start(vec![Reply::response("400 Bad Request", json, refusal)]).await;
    let app = with_service(&provider).await;
    let session = app.session("acme/m", &[]).await;
    let args = TryRequest {
        session: session.session.clone(),
        source: RequestSource::Said { after: None, text: Some("Hello?".to_owned()) },
        model: ModelId::new("acme/m"),
        body: "{ this is no JSON".to_owned(),
    };
    let trial = app.workbench.request_try(args).await.expect("it is told");
    let failure = trial.failure.expect("a failure").to_string();
    assert!(failure.contains("messages: field required"), "{failure}");
    assert!(trial.items.is_empty());
    let using = UseTrial { session: session.session.clone(), exchange: trial.exchange };
    app.workbench.trial_use(using).await.expect_err("there is nothing to use");
}

#[tokio::test]
async fn what_an_answer_to_a_request_by_hand_had_said_before_it_broke_off_is_kept() {
    let first = serde_json::json!({ "choices": [{ "delta": { "content": "It is 12 " } }] });
    let provider = Provider::start(vec![Reply::events(&format!("data: {first}\n\n"))]).await;
    let app = with_service(&provider).await;
    let session = app.session("acme/m", &[]).await;
    let args = TryRequest {
        session: session.session.clone(),
        source: RequestSource::Said { after: None, text: Some("How warm is it?".to_owned()) },
        model: ModelId::new("acme/m"),
        body: r#"{ "model": "m", "stream": true, "messages": [] }"#.to_owned(),
    };
    let trial = app.workbench.request_try(args).await.expect("it is told");
    assert_eq!(trial.items, [Item::Text { text: "It is 12 ".to_owned() }]);
    assert!(trial.failure.is_some(), "{trial:?}");
}

#[tokio::test]
async fn a_scripted_model_has_no_request_to_show() {
    let app = TestApp::new();
    let overview = app.workbench.overview(workbench::contract::Nothing {}).await.expect("an overview");
    let model = overview.models.first().expect("a script").model.clone();
    let session = app.session(model.as_str(), &[]).await;
    let source = RequestSource::Said { after: None, text: Some("Hello?".to_owned()) };
    let targets = vec![RequestTarget::Model { model }, kind("anthropic")];
    let compared = compare(&app, &session.session, source, targets).await;
    let problems: Vec<_> = compared.columns.iter().map(|column| column.problem.is_some()).collect();
    assert_eq!(problems, [true, false]);
}
