//! Choosing functions with the real model, and without it.

use content::{FunctionName, Role};
use embedding::{OnnxModel, Parts};
use invocation::{Keeping, SelectionMode, SelectionPlan, TurnOutcome};
use ports::{
    CallScope, Choosing, Effect, FunctionInput, FunctionSpec, Ranking, Said, SelectionQuery, Selector, Signal,
};
use selection::{RankedSelector, STOP_WORDS};
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use support::conversation::Conversation;
use support::told::Told;
use tokio_util::sync::CancellationToken;

/// Where `cargo xtask test` has put the model.
pub(crate) fn models() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../target/models")
}

fn function(plugin: &str, name: &str, description: &str) -> Arc<FunctionSpec> {
    let (name, description) = (FunctionName::new(plugin, name), description.to_owned());
    Arc::new(FunctionSpec {
        name,
        description,
        parameters: json!({}),
        effect: Effect::ReadsOnly,
        input: FunctionInput::default(),
    })
}

fn asking(text: &str, candidates: Vec<Arc<FunctionSpec>>) -> SelectionQuery {
    SelectionQuery {
        context: vec![Said { role: Role::User, text: text.to_owned() }],
        candidates,
        pinned: Vec::new(),
        used: Vec::new(),
        kept: Vec::new(),
        choosing: Choosing::Ranked,
        limit: 1,
        ranking: Ranking::default(),
        shown: Vec::new(),
        with_need: false,
    }
}

#[tokio::test]
async fn what_means_the_same_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let functions = vec![
        function("files", "remove", "Deletes a document from the disk"),
        function("weather", "forecast", "Tells whether it will rain"),
        function("music", "play", "Plays a song"),
    ];
    let parts = Parts::in_folder(models()).expect("a list of files");
    let model = OnnxModel::open(&parts, &STOP_WORDS).expect("the model; `cargo xtask test` fetches it");
    let vectors = folder.path().join("vectors");
    let selector = RankedSelector::keeping_vectors(Some(vectors.clone()));
    selector.use_model(Arc::new(model)).await.expect("the model is used");
    let scope = CallScope::unobserved(CancellationToken::new());
    let query = asking("Do I need an umbrella?", functions);
    let selected = selector.select(query, &scope).await.expect("a selection");

    assert_eq!(selected.without_meaning, None);
    assert_eq!(selected.offered().next(), Some(&FunctionName::new("weather", "forecast")));
    assert!(selected.candidates[0].scores.iter().all(|score| score.signal == Signal::Meaning));
    assert_eq!(std::fs::read_dir(vectors).expect("the folder").count(), 1);
}

const FORECAST: &str = r#"{"city": "Boston"}"#;

/// A turn of two rounds, the first of which calls a function.
fn two_rounds(change: impl FnOnce(&mut SelectionPlan)) -> Conversation {
    Conversation::new()
        .user("What is the weather in Boston?")
        .model_calls("call-1", "weather-get_forecast", FORECAST)
        .model_says("12 degrees.")
        .offers_at_most(1)
        .planned(|plan| change(&mut plan.selection))
}

#[tokio::test]
async fn everything_is_offered_where_nobody_chooses() {
    let told = two_rounds(|plan| plan.mode = SelectionMode::Everything).run().await;
    assert!(told.offered().iter().all(|offered| offered.len() > 1), "{:?}", told.offered());
}

#[tokio::test]
async fn a_person_chooses_by_name_or_by_a_search() {
    let chosen = vec![FunctionName::new("weather", "get_forecast"), FunctionName::new("clock", "now")];
    let both = ["clock · now", "weather · get_forecast"];
    for mode in [
        SelectionMode::Manual { functions: chosen.clone() },
        SelectionMode::External { search: "weather".into(), functions: chosen },
    ] {
        let told = two_rounds(|plan| plan.mode = mode).run().await;
        let mut offered = told.offered();
        offered.iter_mut().for_each(|names| names.sort());
        assert_eq!(offered, [both, both]);
    }
}

fn misspelt() -> Vec<FunctionName> {
    vec![FunctionName::new("clock", "now"), FunctionName::new("weather", "get_forcast")]
}

#[track_caller]
fn assert_refused(told: &Told) {
    let Some(TurnOutcome::Failed { message, advice, .. }) = told.outcome() else {
        panic!("it was not refused: {:?}", told.outcome())
    };
    let expected =
        "the selection names unknown functions: weather · get_forcast (nearest: weather · get_forecast)";
    assert_eq!((message.as_str(), advice.is_empty()), (expected, false));
    assert!(told.requests.is_empty(), "nothing is sent");
}

#[tokio::test]
async fn a_pinned_function_that_is_not_there_is_refused_with_the_nearest() {
    for mode in [SelectionMode::Everything, SelectionMode::PerRequest, SelectionMode::Searched] {
        let pinned = two_rounds(|plan| (plan.mode, plan.pinned) = (mode, misspelt()));
        assert_refused(&pinned.run_with_any_answers().await);
    }
}

#[tokio::test]
async fn a_function_chosen_by_hand_that_is_not_there_is_refused_with_the_nearest() {
    for mode in [
        SelectionMode::Manual { functions: misspelt() },
        SelectionMode::External { search: "weather".into(), functions: misspelt() },
    ] {
        assert_refused(&two_rounds(|plan| plan.mode = mode).run_with_any_answers().await);
    }
}

#[tokio::test]
async fn what_the_selection_names_need_not_be_there_where_the_choice_lists_the_functions() {
    let listed = vec![FunctionName::new("weather", "get_forecast")];
    let told = two_rounds(|plan| {
        plan.pinned = misspelt();
        plan.mode = SelectionMode::Manual { functions: misspelt() };
    });
    let told = told.planned(|plan| plan.choice.functions = Some(listed)).run().await;
    assert_eq!(told.offered(), [["weather · get_forecast"], ["weather · get_forecast"]]);
}

#[tokio::test]
async fn once_a_turn_means_that_all_its_requests_offer_the_same() {
    let told = two_rounds(|plan| plan.mode = SelectionMode::PerOperation).run().await;
    assert_eq!(told.offered()[0], told.offered()[1]);
    assert_eq!(told.offered()[0].len(), 1);
}

#[tokio::test]
async fn what_was_offered_stays_where_the_new_is_added() {
    let told = two_rounds(|plan| plan.keeping = Keeping::Additive).run().await;
    let [first, second] = told.offered().try_into().expect("two requests");
    assert!(first.iter().all(|name| second.contains(name)), "{first:?} {second:?}");
}
