//! `cargo xtask run`: the app in its window, or in a browser.

use std::env;
use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::arguments::{Front, RunChoices};
use crate::output::Output;
use crate::process;
use crate::project::{Profile, Project};
use crate::setup::{self, Engine, Purpose};

pub(crate) fn run(project: &Project, choices: &RunChoices) -> Result<ExitCode> {
    match choices.front {
        Front::Window => run_window(project, choices),
        Front::Browser { port } => run_server(project, choices, port),
    }
}

fn run_window(project: &Project, choices: &RunChoices) -> Result<ExitCode> {
    // Said before anything is installed or built: the build takes minutes.
    require_display("cargo xtask run --browser")?;
    let engine = prepare(project, Purpose::Window, choices)?;
    build(project, choices, "window", engine)?;
    let mut app = process::command(project.app(choices.profile));
    app.args(&choices.passed_on);
    process::become_program(app)
}

fn run_server(project: &Project, choices: &RunChoices, port: Option<u16>) -> Result<ExitCode> {
    let engine = prepare(project, Purpose::Browser, choices)?;
    build(project, choices, "cli", engine)?;
    let mut server = process::command(project.program(choices.profile));
    server.arg("serve");
    if let Some(port) = port {
        server.arg("--port").arg(port.to_string());
    }
    server.args(&choices.passed_on);
    process::become_program(server)
}

fn prepare(project: &Project, purpose: Purpose, choices: &RunChoices) -> Result<Engine> {
    let engine = setup::prepare_system(purpose, Engine::Built, choices.installation, &Output::Terminal)?;
    setup::prepare_page(project, &Output::Terminal)?;
    Ok(engine)
}

fn build(project: &Project, choices: &RunChoices, package: &str, engine: Engine) -> Result<()> {
    let mut build = project.cargo(&["build", "--locked", "--package", package]);
    build.args(choices.profile.options());
    if choices.profile == Profile::Release {
        build.args(["--features", "jemalloc"]);
    }
    if engine == Engine::Built {
        build.args(["--features", "llama"]);
    }
    process::run(build, &Output::Terminal)
}

/// Fails where a window can't open. `instead` is the command that needs none.
pub(crate) fn require_display(instead: &str) -> Result<()> {
    if cfg!(target_os = "linux") && !has_display() {
        bail!(
            "there is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set.\n\
             Start it from a desktop session, or use `{instead}`."
        );
    }
    Ok(())
}

fn has_display() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()))
}
