//! `cargo xtask eval-local` and `cargo xtask bench local`: models in files. The measuring programs define the measures.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::arguments::EvaluationChoices;
use crate::output::Output;
use crate::process;
use crate::project::{Profile, Project, absolute};
use crate::setup;

/// The cost of a model.
const FIGURES: [&str; 4] = ["--package", "local-model", "--bench", "local"];
/// The quality of its turns.
const TURNS: [&str; 4] = ["--package", "callwright-figures", "--bench", "turns"];

pub(crate) fn evaluate(project: &Project, choices: &EvaluationChoices) -> Result<()> {
    // The fit of functions is compared by meaning.
    let packages = ["build", "--locked", "--release", "--package", "workbench", "--bins"];
    process::run(project.cargo(&packages), &Output::Terminal)?;
    setup::fetch_models(project, Profile::Release, &Output::Terminal)?;
    let mut evaluate = program(project, &TURNS)?;
    evaluate.arg("--parts").arg(project.models()).arg("--data").arg(absolute(&choices.data)?);
    if let Some(cap) = choices.cap {
        evaluate.arg("--cap").arg(cap.to_string());
    }
    run(evaluate, choices.json.as_deref())
}

pub(crate) fn measure(project: &Project, json: Option<&Path>) -> Result<()> {
    let mut figures = program(project, &FIGURES)?;
    figures.arg("figures");
    run(figures, json)
}

fn program(project: &Project, bench: &[&str; 4]) -> Result<Command> {
    let weights = project.weights()?;
    setup::install_engine_packages(&Output::Terminal)?;
    let mut program = project.cargo(&["bench", "--locked", "--features", "llama"]);
    program.args(bench).arg("--").arg("--model").arg(weights);
    Ok(program)
}

fn run(mut program: Command, json: Option<&Path>) -> Result<()> {
    if let Some(file) = json {
        program.arg("--json").arg(absolute(file)?);
    }
    process::run(program, &Output::Terminal)
}
