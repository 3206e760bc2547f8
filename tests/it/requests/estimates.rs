//! Tokens before anybody has counted them, and after.

use super::{says_counted, with_service};
use content::SessionId;
use invocation::TurnOutcome;
use support::app::TestApp;
use support::provider::Provider;
use workbench::contract::{EstimateBasis, EstimateRequest, EstimatedRequest, RequestPartKind, RequestSource};

async fn estimate(app: &TestApp, session: &SessionId, text: &str) -> EstimatedRequest {
    let source = RequestSource::Said { after: None, text: Some(text.to_owned()) };
    let args = EstimateRequest { session: session.clone(), source };
    app.workbench.request_estimate(args).await.expect("an estimate")
}

fn tokens(estimate: &EstimatedRequest, kind: RequestPartKind) -> u32 {
    estimate.parts.iter().filter(|part| part.kind == kind).map(|part| part.tokens).sum()
}

#[tokio::test]
async fn an_estimate_follows_what_the_provider_counts() {
    let provider = Provider::start(vec![says_counted("Hello", 150)]).await;
    let app = with_service(&provider).await;
    let mut session = app.session("acme/m", &[]).await;
    let question = "Is it warm in Oslo?";
    let before = estimate(&app, &session.session, question).await;
    assert!(matches!(before.basis, EstimateBasis::Usual { .. }), "{before:?}");
    assert!((50..2_000).contains(&before.total), "{before:?}");
    let smaller = before.smaller.iter().map(|smaller| smaller.tokens);
    let all: u32 = before.parts.iter().map(|part| part.tokens).chain(smaller).sum();
    assert!(all.abs_diff(before.total) <= 3, "{before:?}");
    assert!(tokens(&before, RequestPartKind::Function) > tokens(&before, RequestPartKind::Person));

    session.says(question).await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    let after = estimate(&app, &session.session, "And in Bergen?").await;
    assert_eq!(after.basis, EstimateBasis::Reported { requests: 1 });
    assert!((150..220).contains(&after.total), "{after:?}");
}

#[tokio::test]
async fn a_server_that_counts_nothing_teaches_nothing() {
    let provider = Provider::start(vec![says_counted("Hello", 0)]).await;
    let app = with_service(&provider).await;
    let mut session = app.session("acme/m", &[]).await;
    let before = estimate(&app, &session.session, "Is it warm in Oslo?").await;
    session.says("Is it warm in Oslo?").await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    let after = estimate(&app, &session.session, "And in Bergen?").await;
    assert_eq!(after.basis, before.basis);
    assert!(after.total > before.total, "{before:?} {after:?}");
}

#[tokio::test]
async fn a_longer_message_costs_what_it_is_longer() {
    let provider = Provider::start(Vec::new()).await;
    let app = with_service(&provider).await;
    let session = app.session("acme/m", &[]).await;
    let short = estimate(&app, &session.session, "Is it warm in Oslo?").await;
    let long = estimate(&app, &session.session, &"Is it warm in Oslo? ".repeat(100)).await;
    let more = tokens(&long, RequestPartKind::Person) - tokens(&short, RequestPartKind::Person);
    assert!((450..800).contains(&more), "{more}");
    assert_eq!(tokens(&long, RequestPartKind::Function), tokens(&short, RequestPartKind::Function));
}

#[tokio::test]
async fn a_script_is_counted_as_a_common_model_would_count() {
    let app = TestApp::new();
    let overview = app.workbench.overview(workbench::contract::Nothing {}).await.expect("an overview");
    let model = overview.models.first().expect("a script").model.clone();
    let mut session = app.session(model.as_str(), &[]).await;
    let question = "What is the weather in Boston?";
    let before = estimate(&app, &session.session, question).await;
    assert!(matches!(&before.basis, EstimateBasis::Usual { kind } if kind.contains("OpenAI")), "{before:?}");
    assert!(before.total > 50 && before.model == model);
    session.says(question).await;
    session.outcome().await;
    let after = estimate(&app, &session.session, question).await;
    assert_eq!(after.basis, before.basis);
    // What nobody can see of a request is a smaller part of a longer one.
    assert!(after.off < before.off && before.off < 0.6, "{before:?} {after:?}");
    assert!((before.total..1_000).contains(&after.total), "{before:?} {after:?}");
}
