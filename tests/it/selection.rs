//! Choosing functions with the real model.

use content::{FunctionName, Role};
use embedding::{ModelFiles, OnnxModel};
use ports::{
    CallScope, Choosing, Effect, FunctionInput, FunctionSpec, Ranking, Said, SelectionQuery, Selector, Signal,
};
use selection::{RankedSelector, STOP_WORDS};
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
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
        returns: None,
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
    let parts = ModelFiles::in_folder(models()).expect("a list of files");
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
