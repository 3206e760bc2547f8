//! `cargo xtask bench`: builds what is measured. What is measured, and how, is decided in the `figures` target.

use std::process::ExitCode;

use anyhow::Result;

use crate::arguments::BenchChoices;
use crate::local;
use crate::output::Output;
use crate::process;
use crate::project::{Profile, Project, absolute};
use crate::setup::{self, Purpose};

pub(crate) fn measure(project: &Project, choices: &BenchChoices) -> Result<ExitCode> {
    if choices.area.as_deref() == Some(local::AREA) {
        return local::measure(project, choices.json.as_deref());
    }
    setup::prepare(project, Purpose::Tests, &Output::Terminal)?;
    for command in builds(project) {
        process::run(command, &Output::Terminal)?;
    }

    setup::fetch_models(project, Profile::Release, &Output::Terminal)?;
    let mut figures =
        project.cargo(&["bench", "--locked", "--package", "callwright-figures", "--bench", "figures", "--"]);
    figures.args(&choices.area);
    if let Some(file) = &choices.json {
        figures.arg("--json").arg(absolute(file)?);
    }
    figures.envs(project.built_things(Profile::Release));
    figures.env("CALLWRIGHT_MODELS", project.models());
    figures.env("CALLWRIGHT_BLANK", project.binary(Profile::Release, "examples/blank"));
    process::run(figures, &Output::Terminal)?;
    Ok(ExitCode::SUCCESS)
}

/// Two builds, because asking for an example also turns on the features that only tests need. Both name the same
/// packages, so that what they share is built once.
fn builds(project: &Project) -> [std::process::Command; 2] {
    let packages = [
        "build",
        "--locked",
        "--release",
        "--package",
        "callwright",
        "--package",
        "server",
        "--package",
        "embedding",
    ];
    let mut blank = project.cargo(&packages);
    blank.args(["--example", "blank"]);
    [project.cargo(&packages), blank]
}
