//! Services a person sets up: asked, kept, changed and forgotten, and their keys told to nobody.

use connectors::Secret;
use invocation::TurnOutcome;
use std::path::Path;
use std::sync::Arc;
use support::app::TestApp;
use support::provider::{Provider, Reply};
use workbench::contract::{
    AnswerDelivery, KeySource, NamedService, Nothing, ProxyChoice, SaveService, ServiceSettings,
};
use workbench::english;

pub(crate) const KEY: &str = "sk-test-0123456789";
const HELLO: &str = "data: {\"choices\":[{\"delta\":{\"content\":\"Hello\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
const MODELS: &str = r#"{"object":"list","data":[{"id":"m"},{"id":"a/b"},{"id":"m"}]}"#;

pub(crate) fn acme(address: String) -> SaveService {
    let settings = ServiceSettings {
        id: String::new(),
        kind: "openai-compatible".to_owned(),
        title: " Acme & Co ".to_owned(),
        address,
        key: KeySource::Kept,
        headers: vec!["x-more".to_owned()],
        models: vec!["m".to_owned()],
        proxy: ProxyChoice::Usual,
        certificates: None,
        delivery: AnswerDelivery::Streamed,
        idle_seconds: None,
        at_once: None,
        told: [].into(),
    };
    let more = Secret::new("more-of-the-secret").expect("a secret");
    SaveService { settings, key: Secret::new(KEY), header_values: [("x-more".to_owned(), more)].into() }
}

fn untyped(settings: ServiceSettings) -> SaveService {
    SaveService { settings, key: None, header_values: [].into() }
}

#[track_caller]
pub(crate) fn check_nowhere(secret: &str, folder: &Path) {
    for entry in std::fs::read_dir(folder).expect("the folder").flatten() {
        if entry.path().is_dir() {
            check_nowhere(secret, &entry.path());
        } else {
            let text = std::fs::read(entry.path()).expect("a file");
            let found = text.windows(secret.len()).any(|window| window == secret.as_bytes());
            assert!(!found, "{secret} is in {}", entry.path().display());
        }
    }
}

async fn models(app: &TestApp) -> Vec<String> {
    let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
    overview.models.iter().map(|profile| profile.model.as_str().to_owned()).collect()
}

#[tokio::test]
async fn an_answer_that_stays_silent_too_long_counts_as_broken_off() {
    let provider = Provider::start(vec![Reply::Silence(Reply::stream_head())]).await;
    let app = TestApp::new();
    let silent_for = |seconds| {
        let mut args = acme(provider.address());
        args.settings.idle_seconds = Some(seconds);
        app.workbench.service_save(args)
    };
    for seconds in [0, 3601] {
        silent_for(seconds).await.expect_err("nobody waits that long");
    }
    silent_for(1).await.expect("it is saved");
    let mut session = app.session("acme-co/m", &[]).await;
    session.says("Hello?").await;
    let outcome = session.outcome().await;
    let TurnOutcome::Failed { message, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!(english(&message), "Acme & Co took longer than 1 s to go on with its answer");
}

#[tokio::test]
async fn a_service_answers_as_many_requests_at_once_as_is_said_and_at_least_one() {
    let app = TestApp::new();
    for (most, is_taken) in [(0, false), (1, true), (100, true), (101, false)] {
        let mut args = acme("http://127.0.0.1:9/v1".to_owned());
        args.settings.at_once = Some(most);
        let saved = app.workbench.service_save(args).await;
        assert_eq!(saved.map(|saved| saved.at_once).ok(), is_taken.then_some(Some(most)), "{most}");
    }
}

#[tokio::test]
async fn a_service_is_set_up_asked_and_still_there_after_a_restart() {
    let provider = Provider::start(vec![Reply::events(HELLO), Reply::events(HELLO)]).await;
    let app = TestApp::new();
    let saved = app.workbench.service_save(acme(provider.address())).await.expect("it is saved");
    assert_eq!((saved.id.as_str(), saved.title.as_str()), ("acme-co", "Acme & Co"));
    assert_eq!(models(&app).await.first().map(String::as_str), Some("acme-co/m"));
    let mut session = app.session("acme-co/m", &[]).await;
    session.says("Hello?").await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);

    app.workbench.close().await;
    let home = Arc::clone(&app.home);
    let again = TestApp::opened_again(home);
    let mut session = again.session("acme-co/m", &[]).await;
    session.says("Hello again?").await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    let heard = provider.heard();
    assert_eq!(heard.len(), 2);
    for request in heard {
        assert!(request.contains(&format!("authorization: Bearer {KEY}\r\n")), "{request}");
        assert!(request.contains("x-more: more-of-the-secret\r\n"), "{request}");
    }
    again.workbench.close().await;
    check_nowhere(KEY, again.home.path());
    check_nowhere("more-of-the-secret", again.home.path());
}

#[tokio::test]
async fn a_service_is_tried_before_it_is_saved_and_lists_its_models() {
    let json = "content-type: application/json\r\n";
    let refusal = r#"{"error":{"message":"No such key.","code":"invalid_api_key"}}"#;
    let replies =
        vec![Reply::response("200 OK", json, MODELS), Reply::response("401 Unauthorized", json, refusal)];
    let provider = Provider::start(replies).await;
    let app = TestApp::new();
    let tested = app.workbench.service_test(acme(provider.address())).await.expect("it answers");
    assert_eq!(tested.models, ["a/b", "m"]);
    assert!(provider.heard().concat().starts_with("GET /v1/models "));
    let refused = app.workbench.service_test(acme(provider.address())).await.expect_err("it refuses");
    assert_eq!(refused.message.to_string(), "Acme & Co refused: No such key. (401, invalid_api_key)");
    let advice = refused.advice.map(|advice| advice.to_string());
    assert_eq!(advice.as_deref(), Some("Check the key of this service."));
    assert!(app.workbench.services_list(Nothing {}).await.expect("a list").services.is_empty());
}

#[tokio::test]
async fn a_key_that_is_kept_goes_to_no_other_address() {
    let (provider, thief) = (Provider::start(vec![]).await, Provider::start(vec![]).await);
    let app = TestApp::new();
    let saved = app.workbench.service_save(acme(provider.address())).await.expect("it is saved");
    let moved = untyped(ServiceSettings { address: thief.address(), ..saved.clone() });
    assert!(app.workbench.service_test(moved.clone()).await.is_err());
    assert!(app.workbench.service_save(moved).await.is_err());
    assert_eq!(thief.heard(), Vec::<String>::new());
    let renamed = ServiceSettings { title: "Acme".to_owned(), ..saved };
    app.workbench.service_save(untyped(renamed)).await.expect("the key stays where the address does");
}

#[tokio::test]
async fn a_key_can_stay_in_the_environment() {
    let provider = Provider::start(vec![Reply::events(HELLO)]).await;
    let app = TestApp::new();
    let from = |variable: &str| KeySource::Environment { variable: variable.to_owned() };
    let mut service = acme(provider.address());
    // Every process has this one, and it is as good a key as any.
    service.settings.key = from("PATH");
    let saved = app.workbench.service_save(service).await.expect("it is saved");
    let mut session = app.session("acme-co/m", &[]).await;
    session.says("Hello?").await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    let path = std::env::var("PATH").expect("a path");
    assert!(provider.heard().concat().contains(&format!("authorization: Bearer {path}\r\n")));

    let missing = ServiceSettings { key: from("NO_SUCH_VARIABLE"), ..saved };
    app.workbench.service_save(untyped(missing)).await.expect("it is saved all the same");
    let listed = app.workbench.services_list(Nothing {}).await.expect("a list").services;
    let problem = listed[0].problem.as_ref().map(ToString::to_string);
    assert_eq!(problem.as_deref(), Some("the environment variable NO_SUCH_VARIABLE is not set"));
    let mut session = app.session("acme-co/m", &[]).await;
    session.says("Hello?").await;
    let TurnOutcome::Failed { message, .. } = session.outcome().await else { panic!("it has no key") };
    assert!(english(&message).contains("NO_SUCH_VARIABLE"), "{message}");
}

#[tokio::test]
async fn a_service_that_is_removed_is_gone_with_its_key() {
    let app = TestApp::new();
    let saved =
        app.workbench.service_save(acme("https://acme.example/v1".into())).await.expect("it is saved");
    app.workbench.service_remove(NamedService { service: saved.id.clone() }).await.expect("it is removed");
    assert!(!models(&app).await.iter().any(|model| model.starts_with("acme")));
    assert!(app.workbench.service_save(untyped(saved)).await.is_err(), "its key is gone");
}

#[tokio::test]
async fn what_is_no_service_is_refused_with_what_to_do() {
    let app = TestApp::new();
    let wrong: [fn(&mut ServiceSettings); 3] = [
        |settings| settings.title = " ".to_owned(),
        |settings| settings.address = "acme.example".to_owned(),
        |settings| settings.kind = "telepathy".to_owned(),
    ];
    for change in wrong {
        let mut service = acme("https://acme.example/v1".into());
        change(&mut service.settings);
        let refused = app.workbench.service_save(service).await.expect_err("it is refused");
        assert!(refused.advice.is_some(), "{refused:?}");
    }
}

#[tokio::test]
async fn a_file_of_another_version_is_told_and_never_written_over() {
    let app = TestApp::new();
    let file = app.home.path().join("services.json");
    std::fs::write(&file, r#"{"format":9,"services":[]}"#).expect("the file is written");
    let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
    assert!(
        overview.problems.iter().any(|problem| problem.message.to_string().contains("format 9")),
        "{:?}",
        overview.problems
    );
    assert!(app.workbench.service_save(acme("https://acme.example/v1".into())).await.is_err());
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), r#"{"format":9,"services":[]}"#);
}
