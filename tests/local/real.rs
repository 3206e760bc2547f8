//! A model that was really taught, through the whole loop to the answer. In the long mode, where the weights are there:
//! `CALLWRIGHT_LOCAL_MODEL` names the file.

use crate::turns::last_words;
use content::{FunctionName, ModelId, Outcome, Output};
use formats::Format;
use invocation::{Breakpoint, Decision, StopPlace, TurnEvent, TurnOutcome};
use ports::FunctionChoice;
use sessions::SessionEvent;
use std::path::PathBuf;
use std::sync::Arc;
use support::app::{Followed, TestApp};
use workbench::contract::{ConfigureSession, ImportSession, Note};

/// The weights, where this run is to use them. A long run without them has not been one.
fn weights() -> Option<PathBuf> {
    std::env::var_os("CALLWRIGHT_LONG")?;
    let path = std::env::var_os("CALLWRIGHT_LOCAL_MODEL").map(PathBuf::from);
    Some(path.expect("CALLWRIGHT_LOCAL_MODEL names the weights for the long run"))
}

/// An application with the real model, and its name.
pub(crate) fn app() -> Option<(TestApp, String)> {
    let path = weights()?;
    let home = tempfile::tempdir().expect("a folder");
    let listed = serde_json::json!({ "files": [path] }).to_string();
    std::fs::write(home.path().join("local-models.json"), listed).expect("the list is written");
    let model = format!("local:{}", path.file_stem().expect("a name").to_string_lossy());
    Some((TestApp::in_home(Arc::new(home)), model))
}

/// A turn of the real model, which may call these functions.
async fn turn(text: &str, functions: &[(&str, &str)], strict: Option<bool>) -> Option<(Vec<String>, String)> {
    let (app, model) = app()?;
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
    let said = (results(&followed), last_words(&followed));
    app.workbench.close().await;
    Some(said)
}

fn results(followed: &Followed) -> Vec<String> {
    let ended = followed.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::Noted { note: Note::Turn { event: TurnEvent::CallEnded { outcome, .. }, .. } } => {
            Some(format!("{outcome:?}"))
        }
        _ => None,
    });
    ended.collect()
}

/// The first session as the page begins it: a turn that was made up, then a question that calls for functions.
async fn first_session(app: &TestApp, model: &str) -> Followed {
    let text = include_str!("../../ui/src/sessions/shown.json").to_owned();
    let args = ImportSession { text, format: Some(Format::Own), title: None };
    let imported = app.workbench.session_import(args).await.expect("the turn is taken in");
    let mut followed = app.follow(&imported.session.id).await;
    let mut plan = followed.plan().await;
    plan.breakpoints = vec![Breakpoint::at("after-call", StopPlace::AfterCall)];
    plan.model = ModelId::new(model);
    plan.choice.choice = FunctionChoice::Required;
    plan.selection.limit = 2;
    let args = ConfigureSession { session: followed.session.clone(), plan };
    app.workbench.session_configure(args).await.expect("the plan is taken");
    followed.says("What is the weather in Boston and in Oslo? Should I take an umbrella?").await;
    followed
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_session_calls_for_both_cities_and_answers_to_what_a_person_made_of_it() {
    let Some((app, model)) = app() else { return };
    let mut followed = first_session(&app, &model).await;
    followed.answers(1, Decision::Continue).await;
    let value = serde_json::json!({ "city": "Oslo", "country": "NO", "temperature_c": 27, "sky": "clear", "rain_mm": 0, "wind_kmh": 4 });
    let outcome = Outcome::Returned { output: Output::Json { value } };
    followed.answers(2, Decision::WriteResult { outcome }).await;
    assert_eq!(followed.outcome().await, TurnOutcome::Answered);
    let results = results(&followed);
    assert!(
        matches!(results.as_slice(), [boston, oslo] if boston.contains("Boston") && oslo.contains("Oslo")),
        "{results:?}"
    );
    let answer = last_words(&followed);
    assert!(["Boston", "12 °C", "Oslo", "27 °C"].iter().all(|word| answer.contains(word)), "{answer}");
    app.workbench.close().await;
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
    assert!(!answer.trim().is_empty(), "it says something, whatever that is");
}
