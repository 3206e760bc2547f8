use super::{FORMAT, Saved, Services};
use crate::config::KeychainChoice;
use crate::contract::{KeySource, ServiceSettings};
use crate::model_rows::RowFile;
use crate::services::keys::{Keys, ServiceSecrets};
use connectors::Secret;
use disk::SettingsFile;
use std::path::Path;
use std::sync::Arc;

fn acme(address: &str) -> ServiceSettings {
    let settings = serde_json::json!({
        "id": "acme", "kind": "openai-compatible", "title": "Acme", "address": address, "key": { "type": "kept" },
    });
    serde_json::from_value(settings).expect("settings")
}

/// What is wrong with the service once the application is started with these settings.
fn problem(home: &Path, settings: &ServiceSettings) -> Option<String> {
    let path = home.join("services.json");
    let file = SettingsFile::<Saved>::new(path.clone(), FORMAT);
    file.write(&Saved { services: vec![settings.clone()] }).expect("it is written");
    let keys = Arc::new(Keys::open(home, KeychainChoice::None));
    let services = Services::open(path, keys, RowFile::in_folder(home));
    // Whoever asks for the service gets what a request would get.
    let service = services.settled_secrets(settings).and_then(|secrets| services.service(settings, secrets));
    service.err().map(|error| error.to_string())
}

#[test]
fn a_key_of_before_bindings_is_bound_at_the_first_start_to_the_address_beside_it() {
    let home = tempfile::tempdir().expect("a folder");
    let before = ServiceSecrets { key: Secret::new("sk-12345678"), ..ServiceSecrets::default() };
    Keys::open(home.path(), KeychainChoice::None).write("acme", &before).expect("it is kept");
    assert_eq!(problem(home.path(), &acme("https://acme.example/v1")), None);
    let told = problem(home.path(), &acme("https://evil.example/v1")).expect("it is withheld");
    assert!(told.contains("https://acme.example and is not sent to https://evil.example"), "{told}");
    assert_eq!(problem(home.path(), &acme("https://acme.example/v2")), None);
}

#[test]
fn a_variable_that_nobody_has_confirmed_goes_nowhere() {
    let home = tempfile::tempdir().expect("a folder");
    let key = KeySource::Environment { variable: "PATH".to_owned() };
    let told = problem(home.path(), &ServiceSettings { key, ..acme("https://acme.example/v1") });
    assert!(told.expect("it is withheld").contains("PATH goes to https://acme.example"));
}
