//! `cargo xtask eval-selection`: the quality of function selection. The product defines the measures.

use anyhow::Result;

use crate::arguments::EvaluationChoices;
use crate::output::Output;
use crate::process;
use crate::project::{Profile, Project, absolute};
use crate::setup;

pub(crate) fn evaluate(project: &Project, choices: &EvaluationChoices) -> Result<()> {
    let packages =
        ["build", "--locked", "--release", "--package", "workbench", "--package", "embedding", "--bins"];
    process::run(project.cargo(&packages), &Output::Terminal)?;
    setup::fetch_models(project, Profile::Release, &Output::Terminal)?;

    let mut evaluate = process::command(project.binary(Profile::Release, "evaluate-selection"));
    evaluate.arg("--data").arg(absolute(&choices.data)?).arg("--models").arg(project.models());
    if let Some(cap) = choices.cap {
        evaluate.arg("--cap").arg(cap.to_string());
    }
    if let Some(file) = &choices.json {
        evaluate.arg("--json").arg(absolute(file)?);
    }
    process::run(evaluate, &Output::Terminal)
}
