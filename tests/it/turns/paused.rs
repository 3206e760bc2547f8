//! A model whose provider runs tools of its own, and lets the answer rest in between.

use connectors::Secret;
use invocation::{RoundOpening, TurnEvent, TurnOutcome};
use serde_json::{Value, json};
use sessions::SessionEvent;
use support::app::TestApp;
use support::provider::{Provider, Reply};
use workbench::contract::{AnswerDelivery, KeySource, Note, ProxyChoice, SaveService, ServiceSettings};

fn answer(content: Value, stop: &str) -> Reply {
    let body = json!({
        "type": "message", "id": "msg_1", "role": "assistant", "content": content, "stop_reason": stop,
        "usage": { "input_tokens": 9, "output_tokens": 3 },
    });
    Reply::response("200 OK", "content-type: application/json\r\n", &body.to_string())
}

async fn app(provider: &Provider) -> TestApp {
    let app = TestApp::new();
    let settings = ServiceSettings {
        id: String::new(),
        kind: "anthropic".to_owned(),
        title: "Acme".to_owned(),
        address: provider.address().trim_end_matches("/v1").to_owned(),
        key: KeySource::Kept,
        headers: Vec::new(),
        models: vec!["m".to_owned()],
        proxy: ProxyChoice::Direct,
        certificates: None,
        delivery: AnswerDelivery::Whole,
        idle_seconds: None,
        at_once: None,
        told: [].into(),
    };
    let service = SaveService { settings, key: Secret::new("sk-test-0123456789"), header_values: [].into() };
    app.workbench.service_save(service).await.expect("it is saved");
    app
}

fn messages(heard: &str) -> Value {
    let (_, body) = heard.split_once("\r\n\r\n").expect("a body");
    serde_json::from_str::<Value>(body).expect("JSON")["messages"].clone()
}

#[tokio::test]
async fn a_turn_that_is_paused_goes_on_with_what_was_said_and_nothing_else() {
    let search = json!([
        { "type": "text", "text": "I search." },
        { "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": { "query": "tide" } },
    ]);
    let found = answer(json!([{ "type": "text", "text": "At 23:41." }]), "end_turn");
    let provider = Provider::start(vec![answer(search.clone(), "pause_turn"), found]).await;
    let app = app(&provider).await;
    let mut session = app.session("acme/m", &[]).await;
    session.says("When is high tide?").await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    let heard = provider.heard();
    assert_eq!(heard.len(), 2, "{heard:?}");
    assert_eq!(messages(&heard[1])[1], json!({ "role": "assistant", "content": search }));
    assert_eq!(messages(&heard[1]).as_array().map(Vec::len), Some(2));
    let openings = session.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::Noted { note: Note::Turn { event: TurnEvent::RoundBegan { opening, .. }, .. } } => {
            opening.clone()
        }
        _ => None,
    });
    let asked = RoundOpening::default();
    assert_eq!(openings.collect::<Vec<_>>(), [asked.clone(), asked], "no call of the provider is taken up");
}

#[tokio::test]
async fn a_turn_that_is_paused_for_ever_ends_at_its_limit() {
    let rests = || answer(json!([{ "type": "text", "text": "Hm." }]), "pause_turn");
    let provider = Provider::start((0..40).map(|_| rests()).collect()).await;
    let app = app(&provider).await;
    let mut session = app.session("acme/m", &[]).await;
    let rounds = session.plan().await.limits.rounds;
    session.says("When is high tide?").await;
    let outcome = session.outcome().await;
    assert!(matches!(outcome, TurnOutcome::LimitReached { .. }), "{outcome:?}");
    assert!(provider.heard().len() <= rounds as usize + 1, "{} requests", provider.heard().len());
}
