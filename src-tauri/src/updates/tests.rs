use super::{Arrived, NewVersion, Origin, Problem, fetch, is_replaceable, look, with};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use loopback::provider::{Provider, Reply};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::json;
use std::path::Path;
use std::sync::Mutex;
use tauri::test::{MockRuntime, mock_builder, mock_context, noop_assets};
use tauri::{App, Manager};

/// The version of the application in these tests is 0.1.0.
const NEWER: &str = "0.2.0";
const PACKAGE: &str = "the package of version 0.2.0";

/// A key in the form of minisign, which signs as `tauri signer sign` does.
struct Signer {
    name: [u8; 8],
    pair: Ed25519KeyPair,
}

impl Signer {
    fn of(seed: u8) -> Self {
        let pair = Ed25519KeyPair::from_seed_unchecked(&[seed; 32]).expect("a seed of 32 bytes");
        Self { name: *b"callwrig", pair }
    }

    fn public_key(&self) -> String {
        let key = [b"Ed", &self.name[..], self.pair.public_key().as_ref()].concat();
        STANDARD.encode(format!("untrusted comment: a public key\n{}\n", STANDARD.encode(key)))
    }

    fn sign(&self, package: &str, comment: &str) -> String {
        let signed = self.pair.sign(package.as_bytes());
        let whole = self.pair.sign(&[signed.as_ref(), comment.as_bytes()].concat());
        let signature = STANDARD.encode([b"Ed", &self.name[..], signed.as_ref()].concat());
        let whole = STANDARD.encode(whole.as_ref());
        STANDARD.encode(format!(
            "untrusted comment: a signature\n{signature}\ntrusted comment: {comment}\n{whole}\n"
        ))
    }
}

/// A server that lists one version and has its package, and an application that asks it.
struct Stage {
    app: App<MockRuntime>,
    list: Provider,
    packages: Provider,
}

impl Stage {
    async fn with(version: &str, signature: String) -> Self {
        let packages = Provider::start(vec![Reply::response("200 OK", "", PACKAGE)]).await;
        let package = json!({ "url": packages.address(), "signature": signature });
        let arch = std::env::consts::ARCH;
        let os = if cfg!(target_os = "macos") { "darwin" } else { std::env::consts::OS };
        let listed = json!({ "version": version, "notes": "It is faster.",
            "platforms": { format!("{os}-{arch}"): package } });
        Self::listing(packages, &listed.to_string()).await
    }

    async fn listing(packages: Provider, listed: &str) -> Self {
        let list =
            Provider::start(vec![Reply::response("200 OK", "content-type: application/json\r\n", listed)])
                .await;
        let mut settings = Origin { address: "", key: "" }.settings();
        settings["pubkey"] = json!(Signer::of(1).public_key());
        settings["endpoints"] = json!([list.address()]);
        settings["dangerousInsecureTransportProtocol"] = json!(true);
        let mut context = mock_context(noop_assets());
        let shell = with(mock_builder(), &mut context, settings);
        Self { app: shell.build(context).expect("an application without a window"), list, packages }
    }

    /// What comes of the package of the version that is listed.
    async fn fetched(&self) -> Result<Vec<u8>, Problem> {
        look(self.app.handle()).await.expect("a list of versions").expect("a newer version");
        fetch(self.app.handle(), NEWER, |_| ()).await.map(|(_, package)| package)
    }
}

/// Whether the problem is a signature that does not hold.
fn is_unverified(problem: &Problem) -> bool {
    matches!(problem, Problem::Unverified { .. })
}

#[tokio::test]
async fn a_newer_version_is_told_with_its_notes_and_its_package_is_verified() {
    let stage = Stage::with(NEWER, Signer::of(1).sign(PACKAGE, "file:a\tversion:0.2.0")).await;
    let found = look(stage.app.handle()).await.expect("a list of versions");
    let expected = NewVersion { version: NEWER.to_owned(), notes: Some("It is faster.".to_owned()) };
    assert_eq!(found, Some(expected));
    assert!(stage.packages.heard().is_empty(), "looking downloads no package");
    let told = Mutex::new(Arrived::default());
    let (_, package) = fetch(stage.app.handle(), NEWER, |arrived| *told.lock().expect("a lock") = arrived)
        .await
        .expect("a verified package");
    assert_eq!(package, PACKAGE.as_bytes());
    let all = Arrived { bytes: PACKAGE.len(), of: Some(PACKAGE.len() as u64) };
    assert_eq!(*told.lock().expect("a lock"), all);
}

#[tokio::test]
async fn a_package_that_another_key_signed_is_refused() {
    let stage = Stage::with(NEWER, Signer::of(2).sign(PACKAGE, "version:0.2.0")).await;
    let problem = stage.fetched().await.expect_err("another key");
    assert!(is_unverified(&problem), "{problem:?}");
}

#[tokio::test]
async fn a_package_with_the_signature_of_another_is_refused() {
    let stage = Stage::with(NEWER, Signer::of(1).sign("another package", "version:0.2.0")).await;
    let problem = stage.fetched().await.expect_err("another package");
    assert!(is_unverified(&problem), "{problem:?}");
}

#[tokio::test]
async fn an_older_package_that_is_listed_as_newer_is_refused() {
    for comment in ["version:0.0.9", "without a version"] {
        let stage = Stage::with(NEWER, Signer::of(1).sign(PACKAGE, comment)).await;
        let problem = stage.fetched().await.expect_err(comment);
        assert!(is_unverified(&problem), "{problem:?}");
    }
}

#[tokio::test]
async fn an_older_version_is_none_and_a_version_that_was_not_found_is_not_fetched() {
    let stage = Stage::with("0.0.9", Signer::of(1).sign(PACKAGE, "version:0.0.9")).await;
    assert_eq!(look(stage.app.handle()).await, Ok(None));
    assert_eq!(stage.list.heard().len(), 1);
    let problem = fetch(stage.app.handle(), NEWER, |_| ()).await.map(|(_, package)| package);
    assert_eq!(problem, Err(Problem::NotOffered));
    assert!(stage.packages.heard().is_empty());
}

#[tokio::test]
async fn a_version_without_a_package_for_this_system_and_a_list_that_is_none_are_told_apart() {
    let none = json!({ "version": NEWER, "platforms": { "amiga-m68k": { "url": "http://127.0.0.1:9/", "signature": "" } } });
    let stage = Stage::listing(Provider::start(Vec::new()).await, &none.to_string()).await;
    assert_eq!(look(stage.app.handle()).await, Err(Problem::NoPackage));
    let stage = Stage::listing(Provider::start(Vec::new()).await, "no list").await;
    assert!(matches!(look(stage.app.handle()).await, Err(Problem::Unreachable { .. })));
}

#[tokio::test]
async fn without_a_key_in_the_build_there_is_nothing_to_look_for() {
    assert!(Origin::of_this_build().is_none(), "tests are built without a key");
    let mut context = mock_context(noop_assets());
    let shell = super::add(mock_builder(), &mut context);
    let app = shell.build(context).expect("an application without a window");
    assert!(app.try_state::<super::Found>().is_none());
    assert_eq!(look(app.handle()).await, Err(Problem::NotOffered));
}

#[test]
fn a_program_that_a_package_manager_installed_is_not_replaced() {
    assert!(!is_replaceable(Path::new("/usr/bin/callwright-window")));
}
