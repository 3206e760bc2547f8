//! `cargo xtask screenshots`: pictures of the real window.

use std::process::ExitCode;

use anyhow::Result;

use crate::output::Output;
use crate::process;
use crate::project::{Profile, Project};
use crate::setup::{self, Purpose};

pub(crate) fn take(project: &Project) -> Result<ExitCode> {
    setup::prepare(project, Purpose::Tests, &Output::Terminal)?;
    process::run(project.cargo(&["build", "--locked", "--package", "callwright"]), &Output::Terminal)?;

    let mut screenshots =
        project.cargo(&["run", "--locked", "--package", "callwright-tests", "--bin", "screenshots"]);
    screenshots.env("CALLWRIGHT_APP", project.app(Profile::Debug));
    process::run(screenshots, &Output::Terminal)?;
    Ok(ExitCode::SUCCESS)
}
