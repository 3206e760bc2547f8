//! A key goes to what it was typed for and nowhere else, whatever becomes of the settings beside it.

use crate::services::{KEY, acme};
use connectors::Secret;
use invocation::TurnOutcome;
use std::fs;
use std::sync::Arc;
use support::app::TestApp;
use support::provider::{Provider, Reply};
use workbench::contract::{KeySource, Nothing, ProxyChoice, SaveService, ServiceSettings};
use workbench::english;

const HELLO: &str = "data: {\"choices\":[{\"delta\":{\"content\":\"Hello\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

/// The application once more, with a file of settings that somebody has edited meanwhile.
async fn edited(app: TestApp, edit: impl FnOnce(&str) -> String) -> TestApp {
    app.workbench.close().await;
    let file = app.home.path().join("services.json");
    let text = fs::read_to_string(&file).expect("the file");
    let changed = edit(&text);
    assert_ne!(changed, text);
    fs::write(&file, changed).expect("it is written");
    TestApp::opened_again(Arc::clone(&app.home))
}

/// Why a turn with the service fails, which is also what the list of services says.
async fn withheld(app: &TestApp) -> String {
    let mut session = app.session("acme-co/m", &[]).await;
    session.says("Hello?").await;
    let TurnOutcome::Failed { message, .. } = session.outcome().await else { panic!("it was sent") };
    let listed = app.workbench.services_list(Nothing {}).await.expect("a list").services;
    let problem = listed[0].problem.as_ref().expect("it is told").to_string();
    let message = english(&message);
    assert!(message.contains(&problem), "{message} does not say {problem}");
    problem
}

async fn asked(app: &TestApp) -> TurnOutcome {
    let mut session = app.session("acme-co/m", &[]).await;
    session.says("Hello?").await;
    session.outcome().await
}

fn origin(provider: &Provider) -> String {
    provider.address().strip_suffix("/v1").expect("an address").to_owned()
}

fn untyped(settings: ServiceSettings) -> SaveService {
    SaveService { settings, key: None, header_values: [].into() }
}

#[tokio::test]
async fn an_address_edited_in_the_file_gets_no_key_and_both_addresses_are_told() {
    let (good, evil) = (Provider::start(vec![]).await, Provider::start(vec![]).await);
    let app = TestApp::new();
    app.workbench.service_save(acme(good.address())).await.expect("it is saved");
    let (from, to) = (good.address(), evil.address());
    let app = edited(app, |text| text.replace(&from, &to)).await;
    let (typed_for, now) = (origin(&good), origin(&evil));
    assert_eq!(
        withheld(&app).await,
        format!(
            "its key was typed for {typed_for} and is not sent to {now}. Type the key again if it is meant for {now}"
        )
    );
    assert_eq!((good.heard(), evil.heard()), (Vec::new(), Vec::new()));
}

#[tokio::test]
async fn a_key_that_is_typed_again_goes_to_the_new_address() {
    let evil = Provider::start(vec![Reply::events(HELLO)]).await;
    let app = TestApp::new();
    let saved =
        app.workbench.service_save(acme("https://acme.example/v1".into())).await.expect("it is saved");
    let moved = ServiceSettings { address: evil.address(), ..saved };
    let typed = SaveService { settings: moved, ..acme(String::new()) };
    app.workbench.service_save(typed).await.expect("it is saved");
    assert_eq!(asked(&app).await, TurnOutcome::Answered);
    assert!(evil.heard().concat().contains(KEY));
}

#[tokio::test]
async fn a_backslash_before_the_host_is_read_as_whoever_connects_reads_it() {
    let (good, evil) = (Provider::start(vec![]).await, Provider::start(vec![]).await);
    let app = TestApp::new();
    let saved = app.workbench.service_save(acme(good.address())).await.expect("it is saved");
    let address = format!("{}\\@{}", origin(&evil), good.address().replace("http://", ""));
    let disguised = untyped(ServiceSettings { address: address.clone(), ..saved });
    app.workbench.service_test(disguised.clone()).await.expect_err("it has no key");
    app.workbench.service_save(disguised).await.expect_err("it has no key");
    let app = edited(app, |text| text.replace(&good.address(), &address.replace('\\', "\\\\"))).await;
    let told = withheld(&app).await;
    assert!(told.contains(&format!("is not sent to {}", origin(&evil))), "{told}");
    assert_eq!((good.heard(), evil.heard()), (Vec::new(), Vec::new()));
}

#[tokio::test]
async fn a_save_that_fails_half_way_leaves_the_key_and_the_address_as_they_were() {
    let (old, new) = (Provider::start(vec![Reply::events(HELLO); 2]).await, Provider::start(vec![]).await);
    let app = TestApp::new();
    let saved = app.workbench.service_save(acme(old.address())).await.expect("it is saved");
    // Where the file is written before it takes its place, there is a folder now.
    let file = app.home.path().join("services.json");
    let kept = fs::read_to_string(&file).expect("the file");
    fs::remove_file(&file).expect("it is removed");
    fs::create_dir(&file).expect("a folder");
    fs::write(file.join("in the way"), "").expect("it is not empty");
    let mut moved = acme(new.address());
    moved.settings.id = saved.id;
    moved.key = Secret::new("sk-of-the-new-host");
    app.workbench.service_save(moved).await.expect_err("it can't be written");
    assert_eq!(asked(&app).await, TurnOutcome::Answered);
    fs::remove_dir_all(&file).expect("it is removed");
    fs::write(&file, kept).expect("it is there again");
    let app = app.restarted().await;
    assert_eq!(asked(&app).await, TurnOutcome::Answered);
    for request in old.heard() {
        assert!(request.contains(&format!("authorization: Bearer {KEY}\r\n")), "{request}");
    }
    assert_eq!((old.heard().len(), new.heard().len()), (2, 0));
}

#[tokio::test]
async fn a_proxy_that_was_not_there_gets_no_key_of_a_service_without_encryption() {
    let proxy = Provider::start(vec![]).await;
    let app = TestApp::new();
    let mut service = acme("http://acme.example/v1".into());
    service.settings.proxy = ProxyChoice::Direct;
    let saved = app.workbench.service_save(service).await.expect("it is saved");
    let through = ProxyChoice::Through { address: origin(&proxy) };
    let moved = untyped(ServiceSettings { proxy: through, ..saved });
    app.workbench.service_test(moved.clone()).await.expect_err("it has no key");
    app.workbench.service_save(moved).await.expect_err("it has no key");
    let (direct, through) =
        (r#""type": "direct""#, format!(r#""type": "through", "address": "{}""#, origin(&proxy)));
    let app = edited(app, |text| text.replace(direct, &through)).await;
    let told = withheld(&app).await;
    assert!(told.starts_with(&format!("the proxy {} could read its key", origin(&proxy))), "{told}");
    assert_eq!(proxy.heard(), Vec::<String>::new());
}

#[tokio::test]
async fn a_variable_of_the_environment_goes_where_somebody_has_said() {
    let (good, evil) = (Provider::start(vec![Reply::events(HELLO)]).await, Provider::start(vec![]).await);
    let app = TestApp::new();
    let mut service = acme(good.address());
    service.settings.headers.clear();
    service.settings.key = KeySource::Environment { variable: "CARGO_PKG_NAME".to_owned() };
    let saved = app.workbench.service_save(service).await.expect("it is saved");
    assert_eq!(asked(&app).await, TurnOutcome::Answered);
    let app = edited(app, |text| text.replace("CARGO_PKG_NAME", "PATH")).await;
    let told = withheld(&app).await;
    assert!(told.contains("nobody has confirmed that the environment variable PATH goes to"), "{told}");
    let app =
        edited(app, |text| text.replace("PATH", "CARGO_PKG_NAME").replace(&good.address(), &evil.address()));
    let app = app.await;
    assert!(withheld(&app).await.contains("is not sent to"));
    assert_eq!(evil.heard(), Vec::<String>::new());
    app.workbench.service_save(untyped(saved)).await.expect("it is confirmed");
}

#[tokio::test]
async fn a_redirect_takes_no_key_along() {
    let evil = Provider::start(vec![]).await;
    let location = format!("location: {}\r\n", evil.address().replace("http://", "http://user:password@"));
    let moved = Reply::response("307 Temporary Redirect", &location, "");
    let good = Provider::start(vec![moved]).await;
    let app = TestApp::new();
    app.workbench.service_save(acme(good.address())).await.expect("it is saved");
    let TurnOutcome::Failed { message, .. } = asked(&app).await else { panic!("it was followed") };
    let message = english(&message);
    assert!(message.contains("***@") && !message.contains("password"), "{message}");
    assert_eq!((good.heard().len(), evil.heard().len()), (1, 0));
}
