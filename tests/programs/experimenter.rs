//! Runs a case many times in a folder, or goes on with its runs, and prints how many are finished. It is made to be killed.

use anyhow::{Context, Result};
use content::ModelId;
use std::ffi::OsString;
use std::io::Write;
use std::time::Duration;
use workbench::contract::{
    AddCaseSet, ExperimentId, ExperimentState, ExperimentSteering, ExperimentSummary, Nothing,
    ReadExperiment, SaveCase, StartExperiment, SteerExperiment,
};
use workbench::{Config, System, Workbench};

const CASE: &str = r#"{
    "format": 1, "id": "hello", "history": [{ "role": "user", "text": "Hello?" }],
    "expect": { "says": [{ "contains": "Hello" }] }
}"#;

#[tokio::main]
pub(crate) async fn run(arguments: &[OsString]) -> Result<()> {
    let home = arguments.first().context("usage: programs experimenter FOLDER")?;
    let app = Workbench::new(Config::in_folder(home), System::real());
    let begun = app.experiments_list(Nothing {}).await?.experiments.into_iter().next();
    let experiment = match begun {
        None => begin(&app).await?,
        Some(begun) => begun.id,
    };
    let steered = SteerExperiment { experiment: experiment.clone(), steer: ExperimentSteering::GoOn };
    app.experiment_steer(steered).await?;
    let mut out = std::io::stdout().lock();
    let mut often = tokio::time::interval(Duration::from_millis(2));
    let mut shown = None;
    loop {
        often.tick().await;
        let named = ReadExperiment { experiment: experiment.clone(), against: None };
        let ExperimentSummary { made, state, .. } = app.experiment_read(named).await?.summary;
        if shown.replace(made) != Some(made) {
            writeln!(out, "{made}")?;
            out.flush()?;
        }
        if state == ExperimentState::Finished {
            app.close().await;
            return Ok(());
        }
    }
}

async fn begin(app: &Workbench) -> Result<ExperimentId> {
    let folder = app.case_set_add(AddCaseSet { name: "Hello".to_owned() }).await?.folder;
    let case = serde_json::from_str(CASE)?;
    app.case_save(SaveCase { folder: folder.clone(), case, replaces: None }).await?;
    let start = StartExperiment {
        folder,
        models: vec![ModelId::new("script:slow")],
        varied: Vec::new(),
        repeats: 24,
        jobs: 3,
        max_tokens: None,
        max_cost: None,
        rates: Vec::new(),
        scripts: Vec::new(),
        live: Vec::new(),
    };
    Ok(app.experiment_start(start).await?.id)
}
