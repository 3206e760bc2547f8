//! `cargo xtask types`: the contract's TypeScript side.

use std::process::ExitCode;

use anyhow::Result;

use crate::output::Output;
use crate::process;
use crate::project::Project;

pub(crate) fn export(project: &Project) -> Result<ExitCode> {
    let export = project.cargo(&["run", "--locked", "--package", "workbench", "--bin", "export-contract"]);
    process::run(export, &Output::Terminal)?;
    Ok(ExitCode::SUCCESS)
}
