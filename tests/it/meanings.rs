//! The model by which meanings are compared: missing, damaged, chosen, and what serves meanwhile.

use crate::selection::models;
use content::FunctionName;
use embedding::ModelChoice;
use functions::sources::pasted::{Definition, PastedSettings};
use invocation::SelectionPlan;
use ports::{Effect, FunctionInput, Selection};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use support::app::TestApp;
use workbench::contract::{ChooseModel, MeaningReadiness, MeaningState, Nothing, TrySelection};
use workbench::english;

/// An application whose files for comparing meanings were changed.
fn app_with(change: impl FnOnce(&Path)) -> TestApp {
    let app = TestApp::new();
    let folder = app.home.path().join("models");
    std::fs::create_dir_all(&folder).expect("a folder");
    for file in std::fs::read_dir(models()).expect("`cargo xtask test` fetches the model").flatten() {
        if file.path().is_file() {
            std::fs::copy(file.path(), folder.join(file.file_name())).expect("a copy");
        }
    }
    change(&folder);
    app
}

/// Why words alone are compared, once that is known.
async fn reason(app: &TestApp) -> String {
    loop {
        let state = app.workbench.meaning_state(Nothing {}).await.expect("a state");
        match state.readiness {
            MeaningReadiness::WordsOnly { reason } if english(&reason) == "the model is being loaded" => {}
            MeaningReadiness::WordsOnly { reason } => break english(&reason),
            other @ (MeaningReadiness::Embedding { .. } | MeaningReadiness::Ready) => {
                panic!("damaged files are used: {other:?}")
            }
        }
        tokio::task::yield_now().await;
    }
}

async fn tried(app: &TestApp) -> Selection {
    let session = app.session("example:weather", &[]).await.session;
    let (text, plan) = ("Tell me the weather forecast".to_owned(), SelectionPlan::ranked(1));
    let tried = TrySelection { session, text, plan, changed: None, shown: Vec::new() };
    app.workbench.selection_try(tried).await.expect("a selection")
}

fn runtime_in(folder: &Path) -> PathBuf {
    let mut files = std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    let is_runtime = |path: &PathBuf| path.to_string_lossy().contains("onnxruntime");
    files.find(is_runtime).expect("the runtime is there")
}

/// What is done to a folder of sound files.
type Change = fn(&Path);

/// Changes a file without changing its length, so that only its content tells.
fn damage(file: &Path) {
    let mut bytes = std::fs::read(file).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(file, bytes).expect("a damaged file");
}

#[tokio::test]
async fn without_sound_files_words_alone_choose_and_the_reason_is_told() {
    let cases: [(Change, &str); 5] = [
        (|folder| std::fs::remove_dir_all(folder).expect("it is gone"), "is not there"),
        (
            |folder| std::fs::write(folder.join("model_quantized.onnx"), "cut off").expect("it is cut off"),
            "all-MiniLM-L6-v2, weights in 8 bits is not the file it should be",
        ),
        (|folder| damage(&folder.join("model_quantized.onnx")), "its bytes are others"),
        (|folder| damage(&folder.join("config.json")), "all-MiniLM-L6-v2, settings"),
        (|folder| damage(&runtime_in(folder)), "ONNX Runtime"),
    ];
    for (change, expected) in cases {
        let app = app_with(change);
        let reason = reason(&app).await;
        assert!(reason.contains(expected), "{reason}");
        let selection = tried(&app).await;
        assert_eq!(selection.without_meaning.as_ref().map(english), Some(reason));
        assert_eq!(selection.offered().next(), Some(&FunctionName::new("weather", "get_forecast")));
    }
}

#[tokio::test]
async fn words_are_enough_until_a_person_decides_otherwise() {
    let app = TestApp::new();
    let asked = app.workbench.meaning_state(Nothing {}).await.expect("a state");
    assert!(!asked.is_refused, "nobody decided yet");
    assert!(
        matches!(&asked.readiness, MeaningReadiness::WordsOnly { reason } if reason.id() == "file-flaw.missing")
    );
    app.workbench.meaning_refuse(Nothing {}).await.expect("it can be refused");
    let app = app.restarted().await;
    let refused = app.workbench.meaning_state(Nothing {}).await.expect("a state");
    assert!(refused.is_refused, "it was forgotten");
    assert!(!choose(&app, ModelChoice::Usual).await.is_refused);
}

#[tokio::test]
async fn where_nothing_can_be_kept_repairing_says_why() {
    let app = TestApp::new();
    std::fs::write(app.home.path().join("models"), "no folder").expect("a file");
    let refused =
        app.workbench.meaning_fetch(Nothing {}).await.expect_err("there is no folder to keep it in");
    assert!(refused.message.to_string().contains("can't be written"), "{refused:?}");
    assert!(refused.advice.is_some_and(|advice| advice.to_string().contains("try again")));
    assert_eq!(tried(&app).await.offered().count(), 1);
}

async fn choose(app: &TestApp, model: ModelChoice) -> MeaningState {
    app.workbench.meaning_choose(ChooseModel { model }).await.expect("it can be chosen")
}

#[tokio::test]
async fn a_model_in_a_folder_of_ones_own_is_used_and_remembered() {
    let app = app_with(|models| {
        let own = models.with_file_name("own");
        std::fs::create_dir_all(own.join("onnx")).expect("a folder");
        let moved =
            |from: &str, to: &str| std::fs::rename(models.join(from), own.join(to)).expect("it is moved");
        moved("model_quantized.onnx", "onnx/model.onnx");
        ["tokenizer.json", "tokenizer_config.json", "config.json"].iter().for_each(|name| moved(name, name));
    });
    assert!(reason(&app).await.contains("is not there"));
    let own = ModelChoice::Folder { path: app.home.path().join("own") };
    let mut state = choose(&app, own.clone()).await;
    while matches!(state.readiness, MeaningReadiness::Embedding { .. }) {
        tokio::task::yield_now().await;
        state = app.workbench.meaning_state(Nothing {}).await.expect("a state");
    }
    assert_eq!((&state.readiness, &state.model), (&MeaningReadiness::Ready, &own));
    assert_eq!(tried(&app).await.without_meaning, None);

    let home = Arc::clone(&app.home);
    app.workbench.close().await;
    drop(app);
    let again = TestApp::in_home(home);
    assert_eq!(again.workbench.meaning_state(Nothing {}).await.expect("a state").model, own);
}

#[tokio::test]
async fn functions_that_come_later_are_read_before_anybody_asks_about_them() {
    let app = app_with(|_| {});
    let readiness = async || app.workbench.meaning_state(Nothing {}).await.expect("a state").readiness;
    while readiness().await != MeaningReadiness::Ready {
        tokio::task::yield_now().await;
    }
    let definition = |number: usize| Definition {
        name: format!("function_{number}"),
        description: format!("Reads the gauge of tank {number}"),
        parameters: json!({ "type": "object", "properties": {} }),
        effect: Effect::ReadsOnly,
        input: FunctionInput::default(),
        returns: None,
    };
    let definitions = (0..40).map(definition).collect();
    let pasted = PastedSettings { id: String::new(), title: "Pasted".to_owned(), definitions };
    app.workbench.definitions_save(pasted).await.expect("they are kept");
    while !matches!(readiness().await, MeaningReadiness::Embedding { .. }) {
        tokio::task::yield_now().await;
    }
    while readiness().await != MeaningReadiness::Ready {
        tokio::task::yield_now().await;
    }
    assert_eq!(tried(&app).await.without_meaning, None);
}

#[tokio::test]
async fn a_model_that_is_not_there_is_named_and_one_that_nobody_knows_is_refused() {
    let app = app_with(|_| {});
    let named = |name: &str| ModelChoice::Named { name: name.to_owned() };
    choose(&app, named("Xenova/bge-small-en-v1.5")).await;
    assert!(reason(&app).await.contains("onnx/model.onnx of Xenova/bge-small-en-v1.5 is not there"));
    choose(&app, ModelChoice::Folder { path: app.home.path().join("nowhere") }).await;
    assert!(reason(&app).await.contains("nowhere is not there"));
    let refused = app.workbench.meaning_choose(ChooseModel { model: named("nobody/knows") }).await;
    assert!(refused.expect_err("nobody knows it").message.to_string().contains("nobody/knows"));
}
