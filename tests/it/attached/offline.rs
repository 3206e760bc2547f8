//! A program that its provider doesn't answer sends nothing to its provider.

use super::stage::{KEY, Stage, events, request, saying, user};
use content::ModelId;
use serde_json::Value;
use workbench::contract::{Answerer, ProgramSettings, Replayed};

/// Requests that no turn takes, with the status of their refusal.
const UNWATCHED: [(&str, &str, &str, u16); 6] = [
    ("GET", "openai/v1/models", "", 404),
    ("POST", "openai/v1/embeddings", r#"{"model":"m","input":"Hello"}"#, 404),
    ("POST", "anthropic/v1/messages/count_tokens", r#"{"model":"m","messages":[]}"#, 404),
    ("POST", "gemini/v1beta/models/m:countTokens", r#"{"contents":[]}"#, 404),
    ("POST", "openai/v1/chat/completions", "no JSON", 400),
    ("POST", "anthropic/v1/messages", "no JSON", 400),
];

/// A program whose providers would reply to everything.
async fn stage() -> Stage {
    let replies = (0..=UNWATCHED.len()).map(|_| events(&saying("Hello."))).collect();
    let mut stage = Stage::with(replies).await;
    let mut settings = stage.program.settings.clone();
    let origin = stage.provider.address().trim_end_matches("/v1").to_owned();
    settings.upstreams.anthropic = Some(origin.clone());
    settings.upstreams.gemini = Some(origin);
    stage.settles(settings).await;
    stage
}

async fn answered_by(stage: &mut Stage, answerer: Answerer) {
    let settings = ProgramSettings { answerer, ..stage.program.settings.clone() };
    stage.settles(settings).await;
}

/// Asks for something below the program's address.
async fn asks(stage: &Stage, key: &str, (method, path, body): (&str, &str, &str)) -> (u16, String) {
    let root = stage.base.trim_end_matches("openai/v1");
    let client = support::http::client().build().expect("a client");
    let method = method.parse().expect("a method");
    let asked = client.request(method, format!("{root}{path}")).bearer_auth(key).body(body.to_owned());
    let response = asked.send().await.expect("a response");
    (response.status().as_u16(), response.text().await.expect("a body"))
}

/// Asserts that each request is refused in the form of its provider, and that none was sent on.
async fn check_refused(stage: &Stage, key: &str, reason: &str) {
    let before = stage.provider.heard().len();
    for (method, path, body, status) in UNWATCHED {
        let (found, text) = asks(stage, key, (method, path, body)).await;
        assert_eq!(found, status, "{path}: {text}");
        let answer: Value = serde_json::from_str(&text).expect("JSON");
        let error = &answer["error"];
        assert!(error["message"].as_str().is_some_and(|message| message.contains(reason)), "{path}: {text}");
        let is_in_form = match path.split('/').next() {
            Some("anthropic") => answer["type"] == "error" && error["type"].is_string(),
            Some("gemini") => error["code"] == status && error["status"].is_string(),
            _ => error["type"] == "invalid_request_error",
        };
        assert!(is_in_form, "{path}: {text}");
    }
    assert_eq!(stage.provider.heard().len(), before, "a provider was asked");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_a_session_answers_asks_no_provider_for_anything() {
    let mut stage = stage().await;
    stage.asks(request(&[user("Hello")])).await;
    stage.followed().await.outcome().await;
    let session = stage.session().await;
    answered_by(&mut stage, Answerer::Session { session, by: Replayed::InOrder }).await;
    check_refused(&stage, KEY, "a recorded session answers this program").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_another_model_answers_asks_no_provider_for_anything() {
    let mut stage = stage().await;
    answered_by(&mut stage, Answerer::Model { model: ModelId::new("example:weather") }).await;
    check_refused(&stage, KEY, "another model answers this program").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_without_a_key_asks_no_provider_for_anything() {
    check_refused(&stage().await, "callwright", "its key is \"callwright\"").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_no_session_takes_in_is_sent_to_no_provider_either() {
    let mut stage = stage().await;
    let long = request(&[user(&"Hello ".repeat(40_000))]);
    for answerer in [Answerer::Model { model: ModelId::new("example:weather") }, Answerer::Provider] {
        let is_passed = answerer == Answerer::Provider;
        answered_by(&mut stage, answerer).await;
        stage.app.workbench.limit_pages(1).expect("the limit is set");
        let (status, body) = stage.asks(long.clone()).await;
        stage.app.workbench.limit_pages(1_000_000).expect("the limit is lifted");
        assert_eq!(status, if is_passed { 200 } else { 503 }, "{body}");
        assert!(is_passed || body.contains("another model answers this program"), "{body}");
        assert_eq!(stage.provider.heard().len(), usize::from(is_passed));
    }
}
