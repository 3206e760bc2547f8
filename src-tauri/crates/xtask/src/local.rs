//! `cargo xtask eval-local` and `cargo xtask bench local`: models in files. What is measured, and how, is decided in the
//! crate that runs them.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::arguments::EvaluationChoices;
use crate::output::Output;
use crate::process;
use crate::project::{Project, absolute};
use crate::setup;

/// What `bench` calls it.
pub(crate) const AREA: &str = "local";

pub(crate) fn evaluate(project: &Project, choices: &EvaluationChoices) -> Result<ExitCode> {
    let mut evaluate = program(project, "evaluate")?;
    evaluate.arg("--data").arg(absolute(&choices.data)?);
    if let Some(cap) = choices.cap {
        evaluate.arg("--cap").arg(cap.to_string());
    }
    run(evaluate, choices.json.as_deref())
}

pub(crate) fn measure(project: &Project, json: Option<&Path>) -> Result<ExitCode> {
    run(program(project, "figures")?, json)
}

fn program(project: &Project, task: &str) -> Result<Command> {
    let weights = project.weights()?;
    setup::install_engine_packages(&Output::Terminal)?;
    let package =
        ["bench", "--locked", "--package", "local-model", "--features", "llama", "--bench", "local"];
    let mut program = project.cargo(&package);
    program.arg("--").arg(task).arg("--model").arg(weights);
    Ok(program)
}

fn run(mut program: Command, json: Option<&Path>) -> Result<ExitCode> {
    if let Some(file) = json {
        program.arg("--json").arg(absolute(file)?);
    }
    process::run(program, &Output::Terminal)?;
    Ok(ExitCode::SUCCESS)
}
