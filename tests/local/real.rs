//! A model that was really taught, through the whole loop to the answer. In the long mode, where the weights are there:
//! `CALLWRIGHT_LOCAL_MODEL` names the file.

use crate::turns::last_words;
use content::{FunctionName, ModelId};
use invocation::TurnOutcome;
use std::path::PathBuf;
use std::sync::Arc;
use support::app::TestApp;
use workbench::contract::{ConfigureSession, Note};

/// The weights, where this run is to use them. A long run without them has not been one.
fn weights() -> Option<PathBuf> {
    std::env::var_os("CALLWRIGHT_LONG")?;
    let path = std::env::var_os("CALLWRIGHT_LOCAL_MODEL").map(PathBuf::from);
    Some(path.expect("CALLWRIGHT_LOCAL_MODEL names the weights for the long run"))
}

/// An application with the real model, which may call these functions.
async fn turn(text: &str, functions: &[(&str, &str)], strict: Option<bool>) -> Option<(Vec<String>, String)> {
    let path = weights()?;
    let home = tempfile::tempdir().expect("a folder");
    let listed = serde_json::json!({ "files": [path] }).to_string();
    std::fs::write(home.path().join("local-models.json"), listed).expect("the list is written");
    let app = TestApp::in_home(Arc::new(home));
    let model = format!("local:{}", path.file_stem().expect("a name").to_string_lossy());
    let mut followed = app.session(&model, &[]).await;
    let mut plan = followed.plan().await;
    plan.breakpoints = Vec::new();
    plan.model = ModelId::new(model);
    plan.choice.functions =
        Some(functions.iter().map(|(plugin, function)| FunctionName::new(plugin, function)).collect());
    plan.choice.calls.strict = strict;
    plan.settings.max_output_tokens = Some(300);
    let args = ConfigureSession { session: followed.session.clone(), plan };
    app.workbench.session_configure(args).await.expect("the plan is taken");
    followed.says(text).await;
    assert_eq!(followed.outcome().await, TurnOutcome::Answered);
    let results = followed.log.iter().filter_map(|entry| match &entry.event {
        sessions::SessionEvent::Noted {
            note: Note::Turn { event: invocation::TurnEvent::CallEnded { outcome, .. }, .. },
        } => Some(format!("{outcome:?}")),
        _ => None,
    });
    let said = (results.collect(), last_words(&followed));
    app.workbench.close().await;
    Some(said)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_function_that_fits_is_called_for_the_city_that_was_asked_for_and_the_turn_ends() {
    for strict in [None, Some(true)] {
        let functions = [("weather", "get_forecast"), ("clock", "now"), ("arithmetic", "sum")];
        let text = "What is the weather like in Oslo tomorrow?";
        // What it says of the result is its own affair: one of this size may say nothing at all.
        let Some((results, _)) = turn(text, &functions, strict).await else { return };
        assert!(results.iter().any(|result| result.contains("Oslo")), "Oslo in {results:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_needs_no_function_is_answered_without_one() {
    let functions = [("weather", "get_forecast"), ("arithmetic", "convert_temperature")];
    let Some((results, answer)) = turn("Say hello to my cat Minka.", &functions, None).await else { return };
    assert!(results.is_empty(), "{results:?}");
    assert!(answer.contains("Minka"), "{answer}");
}
