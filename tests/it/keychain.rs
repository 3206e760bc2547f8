//! Keys in a real keychain, as a desktop has one. Where there is none to be started, these tests have nothing to look at.

use crate::services::{KEY, acme, check_nowhere};
use support::app::TestApp;
use support::keychain::PrivateKeychain;
use support::provider::{Provider, Reply};
use workbench::KeychainChoice;
use workbench::contract::{
    KeyPlace, KeychainState, ListedServices, NamedService, Nothing, SaveService, ServiceSettings,
};

const MODELS: &str = r#"{"object":"list","data":[{"id":"m"}]}"#;

async fn listed(app: &TestApp) -> ListedServices {
    app.workbench.services_list(Nothing {}).await.expect("a list")
}

/// Tries a service with the key that is kept, and tells whether it was sent.
async fn sends_its_key(app: &TestApp, provider: &Provider, settings: &ServiceSettings) -> bool {
    let args = SaveService { settings: settings.clone(), key: None, header_values: [].into() };
    let before = provider.heard().len();
    app.workbench.service_test(args).await.is_ok()
        && provider.heard()[before].contains(&format!("authorization: Bearer {KEY}\r\n"))
}

fn models() -> Reply {
    Reply::response("200 OK", "content-type: application/json\r\n", MODELS)
}

#[tokio::test]
async fn a_key_lies_in_the_keychain_and_nowhere_in_the_folder_and_is_there_after_a_restart() {
    let Some(keychain) = PrivateKeychain::start() else { return };
    let provider = Provider::start(vec![models(), models()]).await;
    let app = TestApp::with_keychain(KeychainChoice::Bus(keychain.address()));
    let saved = app.workbench.service_save(acme(provider.address())).await.expect("it is saved");
    let list = listed(&app).await;
    assert_eq!(
        (list.keychain, list.keeping.to_string().as_str()),
        (KeychainState::Open, "Keys are kept in the keychain of this system.")
    );
    assert_eq!(list.services[0].key_place, Some(KeyPlace::Keychain));
    assert!(!app.home.path().join("keys.sealed").exists());
    check_nowhere(KEY, app.home.path());
    let on_disk = keychain.on_disk();
    assert!(!on_disk.is_empty() && !on_disk.windows(KEY.len()).any(|window| window == KEY.as_bytes()));

    keychain.log_in_again();
    let again = app.restarted().await;
    assert!(sends_its_key(&again, &provider, &saved).await);
    again.workbench.service_remove(NamedService { service: saved.id.clone() }).await.expect("it is removed");
    let last = again.restarted().await;
    last.workbench.service_save(acme(provider.address())).await.expect("it is saved");
    assert!(sends_its_key(&last, &provider, &ServiceSettings { id: saved.id, ..saved }).await);
}

#[tokio::test]
async fn while_the_keychain_is_locked_a_key_waits_in_the_file_and_both_are_told() {
    let Some(keychain) = PrivateKeychain::start() else { return };
    let provider = Provider::start(vec![models(), models(), models()]).await;
    let app = TestApp::with_keychain(KeychainChoice::Bus(keychain.address()));
    let first = app.workbench.service_save(acme(provider.address())).await.expect("it is saved");
    keychain.lock();
    let second =
        app.workbench.service_save(acme(provider.address())).await.expect("it is saved all the same");
    let list = listed(&app).await;
    assert_eq!(list.keychain, KeychainState::Locked);
    assert!(
        list.keeping.to_string().starts_with(
            "While the keychain of this system is locked, keys that are typed are kept encrypted in "
        ),
        "{}",
        list.keeping
    );
    let places: Vec<_> = list.services.iter().map(|service| service.key_place).collect();
    assert_eq!(places, [Some(KeyPlace::Keychain), Some(KeyPlace::File)]);
    check_nowhere(KEY, app.home.path());

    let again = app.restarted().await;
    let list = listed(&again).await;
    let problem = list.services[0].problem.as_ref().map(ToString::to_string);
    assert_eq!(problem.as_deref(), Some("its key is not available: the keychain of this system is locked"));
    assert_eq!(list.services[1].problem, None);
    assert!(sends_its_key(&again, &provider, &second).await);

    keychain.log_in_again();
    let list = again.workbench.keychain_unlock(Nothing {}).await.expect("it is open");
    assert_eq!(list.keychain, KeychainState::Open);
    for service in &list.services {
        assert_eq!((service.key_place, service.problem.as_ref()), (Some(KeyPlace::Keychain), None));
    }
    assert!(sends_its_key(&again, &provider, &first).await);
    assert!(sends_its_key(&again, &provider, &second).await);
}

#[tokio::test]
async fn where_no_keychain_answers_the_file_is_used_and_the_reason_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let nowhere = format!("unix:path={}", folder.path().join("nobody").display());
    for choice in
        [KeychainChoice::None, KeychainChoice::Bus(nowhere), KeychainChoice::Bus("nonsense".to_owned())]
    {
        let app = TestApp::with_keychain(choice);
        app.workbench.service_save(acme("https://acme.example/v1".to_owned())).await.expect("it is saved");
        let list = listed(&app).await;
        assert_eq!(
            (list.keychain, list.services[0].key_place),
            (KeychainState::Missing, Some(KeyPlace::File))
        );
        assert!(
            list.keeping
                .to_string()
                .starts_with("No keychain answers on this system. Keys are kept encrypted in ")
        );
        assert!(app.workbench.keychain_unlock(Nothing {}).await.is_err());
        check_nowhere(KEY, app.home.path());
    }
}
