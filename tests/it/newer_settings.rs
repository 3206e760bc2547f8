//! Files that a newer version wrote: each is named with what to do, and none is changed or removed.

use crate::services::acme;
use content::FunctionName;
use embedding::ModelChoice;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;
use support::app::TestApp;
use workbench::contract::{
    AddLocalModel, AttachProgram, ChooseModel, CommandError, Guide, NamedFunction, NamedService, Nothing,
    PriceTable, SetReceiver, Upstreams,
};
use workbench::english;

/// Every settings file that has the version of its format, but for the window's, which the window tests.
const FILES: [&str; 10] = [
    "attached.json",
    "consents.json",
    "guide.json",
    "keychain.json",
    "keys.sealed",
    "local-models.json",
    "meaning.json",
    "prices.json",
    "services.json",
    "sources.json",
];

/// As a version to come might write it: fields that nobody here knows, and none of those that this version needs.
const NEWER: &str = r#"{ "format": 99, "everything": ["is", "elsewhere"] }"#;

fn contents(home: &Path) -> BTreeMap<&'static str, String> {
    let read = |name| (name, std::fs::read_to_string(home.join(name)).unwrap_or_default());
    FILES.into_iter().map(read).collect()
}

async fn app_with(files: &[&str]) -> TestApp {
    let app = TestApp::new();
    for name in files {
        std::fs::write(app.home.path().join(name), NEWER).expect("the file");
    }
    app.workbench.overview(Nothing {}).await.expect("it starts");
    app
}

/// Changes what the file keeps, and returns why that did not go.
async fn change(app: &TestApp, file: &str) -> CommandError {
    let workbench = &app.workbench;
    let changed = match file {
        "attached.json" => {
            let args = AttachProgram { title: "One".to_owned(), upstreams: Upstreams::default() };
            workbench.program_attach(args).await.map(drop)
        }
        "consents.json" => {
            let function = FunctionName::new("weather", "get_forecast");
            workbench.consent_forget(NamedFunction { function }).await.map(drop)
        }
        "guide.json" => workbench.guide_keep(Guide::default()).await.map(drop),
        "keychain.json" => {
            workbench.service_remove(NamedService { service: "none".to_owned() }).await.map(drop)
        }
        "keys.sealed" | "services.json" => {
            workbench.service_save(acme("http://127.0.0.1:9/v1".to_owned())).await.map(drop)
        }
        "local-models.json" => {
            let path = app.home.path().join("own.gguf");
            std::fs::write(&path, support::tiny::gguf()).expect("a model");
            workbench.local_model_add(AddLocalModel { path: path.display().to_string() }).await.map(drop)
        }
        "meaning.json" => workbench.meaning_choose(ChooseModel { model: ModelChoice::Usual }).await.map(drop),
        "prices.json" => {
            let args = PriceTable { as_of: "2026-11-26".to_owned(), models: Vec::new() };
            workbench.prices_save(args).await.map(drop)
        }
        "sources.json" => {
            let definition =
                json!({ "name": "get_tide", "description": "", "parameters": {}, "effect": "readsOnly" });
            let args = json!({ "id": "", "title": "Mine", "definitions": [definition] });
            workbench.definitions_save(serde_json::from_value(args).expect("definitions")).await.map(drop)
        }
        other => panic!("nothing changes {other}"),
    };
    changed.expect_err(file)
}

#[tokio::test]
async fn a_settings_file_of_a_newer_version_is_named_and_stays_whatever_is_changed() {
    for file in FILES {
        let app = app_with(&[file]).await;
        let refused = change(&app, file).await;
        let path = app.home.path().join(file).display().to_string();
        let expected = format!("{path} has format 99, and this version reads format 1 only");
        let told = serde_json::to_string(&refused).expect("JSON");
        assert!(english(&refused.message).contains(&expected) || told.contains(&path), "{file}: {told}");
        assert_eq!(contents(app.home.path())[file], NEWER, "{file}");
        app.workbench.close().await;
    }
}

#[tokio::test]
async fn all_of_them_together_keep_nobody_from_starting_and_are_told_with_what_to_do() {
    let app = app_with(&FILES).await;
    let overview = app.workbench.overview(Nothing {}).await.expect("it starts");
    let home = app.home.path().to_owned();
    // Prices are told of where they are shown, keys where one is needed, and nobody misses the tour.
    let elsewhere = ["guide.json", "keychain.json", "keys.sealed", "prices.json"];
    for file in FILES.into_iter().filter(|file| !elsewhere.contains(file)) {
        let path = home.join(file).display().to_string();
        let told = overview.problems.iter().find(|problem| english(&problem.message).contains(&path));
        let told = told.unwrap_or_else(|| panic!("{file} is not named: {:?}", overview.problems));
        assert!(english(&told.message).contains("has format 99"), "{told:?}");
        assert!(told.advice.is_some(), "{told:?}");
    }
    let prices = app.workbench.prices_read(Nothing {}).await.expect("those that ship");
    assert!(prices.problem.is_some_and(|problem| english(&problem).contains("has format 99")));
    app.workbench.prices_reset(Nothing {}).await.expect_err("they are of a newer version");
    app.workbench.receiver_set(SetReceiver { port: None }).await.expect("nothing was received");
    let mut session = app.session("example:weather", &[]).await;
    session.says("How is the weather in Oslo?").await;
    session.outcome().await;
    app.workbench.close().await;
    assert!(contents(&home).values().all(|text| text == NEWER));
}
