//! How long a start takes, from the process to a page that can be used.

use crate::figure::{Figure, Runs, Unit};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use support::crowd::{self, FUNCTIONS, SESSIONS};
use support::display::Display;
use support::process::at_home;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;
use workbench::{Config, System, Workbench};

const WARM_UP: usize = 2;
const RUNS: usize = 15;
const PATIENCE: Duration = Duration::from_secs(30);

/// What is asked of a start, in milliseconds.
const TARGET: f64 = 1_000.0;
const REFERENCE: &str = "an empty window of the same toolkit";

pub(crate) async fn measure() -> Result<Vec<Figure>> {
    let home = tempfile::tempdir()?;
    std::fs::create_dir_all(home.path().join(".run"))?;
    let folder = home.path().join("callwright");
    std::fs::create_dir_all(&folder)?;
    crowd::add_models(&folder)?;
    let app = Workbench::new(Config::in_folder(&folder), System::real());
    crowd::add_functions_and_sessions(&app).await?;
    app.close().await;
    let display = Display::open(home.path()).await?;
    let (app, blank) = (from_environment("CALLWRIGHT_APP")?, from_environment("CALLWRIGHT_BLANK")?);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    // In turn, so that a busy moment of the machine meets both.
    for run in 0..WARM_UP + RUNS {
        let (our, their) =
            (start(&app, home.path(), &display).await?, start(&blank, home.path(), &display).await?);
        if run >= WARM_UP {
            ours.push(our);
            theirs.push(their);
        }
    }
    let what =
        format!("process start to usable window with {FUNCTIONS} functions and {SESSIONS} sessions, warm");
    let (unit, target, reference) = (Unit::Milliseconds, TARGET, REFERENCE);
    Ok(Runs { area: "window", what, unit, target, reference, ours, theirs }.figures())
}

/// Starts a program and waits until it says that it is ready.
async fn start(program: &Path, home: &Path, display: &Display) -> Result<Duration> {
    let mut command = std::process::Command::new(program);
    at_home(&mut command, home).env("DISPLAY", display.name()).env("GDK_BACKEND", "x11");
    command.env("CALLWRIGHT_REPORT_READY", "1").env_remove("WAYLAND_DISPLAY");
    let begun = Instant::now();
    let mut command = Command::from(command);
    let spawned =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true).spawn();
    let mut child = spawned.with_context(|| format!("can't start {}", program.display()))?;
    let mut lines = BufReader::new(child.stdout.take().context("its output")?).lines();
    let line = tokio::time::timeout(PATIENCE, lines.next_line()).await.context("it does not get ready")??;
    let took = begun.elapsed();
    anyhow::ensure!(line.as_deref() == Some("ready"), "it said {line:?}");
    child.kill().await?;
    Ok(took)
}

fn from_environment(name: &str) -> Result<PathBuf> {
    std::env::var_os(name)
        .map(PathBuf::from)
        .with_context(|| format!("{name} is not set; use `cargo xtask bench`"))
}
