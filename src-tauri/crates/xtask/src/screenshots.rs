//! `cargo xtask screenshots`: pictures of the real window. If there are weights, they show a trained model too.

use anyhow::Result;

use crate::output::Output;
use crate::process;
use crate::project::{ENGINE, Profile, Project, WEIGHTS};
use crate::setup::{self, Purpose};

pub(crate) fn take(project: &Project) -> Result<()> {
    setup::prepare(project, Purpose::Tests, &Output::Terminal)?;
    let mut build = project.cargo(&["build", "--locked", "--workspace", "--bins"]);
    let weights = project.weights().ok();
    if weights.is_some() {
        setup::install_engine_packages(&Output::Terminal)?;
        build.args(ENGINE);
    }
    process::run(build, &Output::Terminal)?;

    let mut screenshots = process::command(project.binary(Profile::Debug, "programs"));
    screenshots
        .arg("screenshots")
        .env("CALLWRIGHT_APP", project.app(Profile::Debug))
        .envs(weights.map(|file| (WEIGHTS, file)));
    process::run(screenshots, &Output::Terminal)
}
