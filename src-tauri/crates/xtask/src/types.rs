//! `cargo xtask types`: the contract's TypeScript side.

use anyhow::Result;

use crate::output::Output;
use crate::process;
use crate::project::Project;

pub(crate) fn export(project: &Project) -> Result<()> {
    let export = project.cargo(&["run", "--locked", "--package", "workbench", "--bin", "export-contract"]);
    process::run(export, &Output::Terminal)
}
