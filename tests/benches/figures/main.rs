//! The one harness for all figures: warm-up, several runs, median and p95, and the reference in the same run.
//!
//! `cargo xtask bench [AREA] [--json FILE]` builds what is measured and starts this.

#![allow(clippy::print_stdout, reason = "figures are printed")]
#![cfg_attr(not(feature = "all"), allow(dead_code, reason = "one area alone needs parts of what they share"))]

#[cfg(feature = "attach")]
mod attach;
#[cfg(feature = "connectors")]
mod connectors;
#[cfg(feature = "experiments")]
mod experiments;
mod figure;
#[cfg(feature = "functions")]
mod functions;
#[cfg(feature = "functions")]
mod mcp;
#[cfg(feature = "search")]
mod search;
#[cfg(feature = "selection")]
mod selection;
#[cfg(feature = "sessions")]
mod sessions;
#[cfg(any(feature = "functions", feature = "loop"))]
mod swift;
#[cfg(feature = "loop")]
mod turns;
#[cfg(feature = "window")]
mod window;

use anyhow::{Context, Result, bail};
use figure::Figure;
use std::path::PathBuf;

/// What this build measures, by the name it is asked for.
const AREAS: &[&str] = &[
    #[cfg(feature = "attach")]
    "attach",
    #[cfg(feature = "connectors")]
    "connectors",
    #[cfg(feature = "experiments")]
    "experiments",
    #[cfg(feature = "functions")]
    "functions",
    #[cfg(feature = "loop")]
    "loop",
    #[cfg(feature = "selection")]
    "selection",
    #[cfg(feature = "sessions")]
    "sessions",
    #[cfg(feature = "memory")]
    "memory",
    #[cfg(feature = "search")]
    "search",
    #[cfg(feature = "window")]
    "window",
];

#[tokio::main]
async fn main() -> Result<()> {
    if is_done_alone().await? {
        return Ok(());
    }
    let (area, json) = choices(std::env::args().skip(1))?;
    let figures = measure(&|name| area.as_deref().is_none_or(|area| area == name)).await?;
    for figure in &figures {
        println!("{figure}");
    }
    tell_misses(&figures);
    if let Some(file) = json {
        let text = serde_json::to_string_pretty(&figures)?;
        std::fs::write(&file, text + "\n").with_context(|| format!("can't write {}", file.display()))?;
    }
    Ok(())
}

async fn measure(is_asked: &dyn Fn(&str) -> bool) -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    #[cfg(feature = "attach")]
    if is_asked("attach") {
        figures.extend(attach::measure().await.context("attach")?);
    }
    #[cfg(feature = "connectors")]
    if is_asked("connectors") {
        figures.extend(connectors::measure().await.context("connectors")?);
    }
    #[cfg(feature = "experiments")]
    if is_asked("experiments") {
        figures.extend(experiments::measure().await.context("experiments")?);
    }
    #[cfg(feature = "functions")]
    if is_asked("functions") {
        figures.extend(mcp::measure().await.context("functions of MCP servers")?);
        figures.extend(functions::measure().await.context("functions")?);
    }
    #[cfg(feature = "loop")]
    if is_asked("loop") {
        figures.extend(turns::measure().await.context("loop")?);
    }
    #[cfg(feature = "selection")]
    if is_asked("selection") {
        figures.extend(selection::measure().await.context("selection")?);
    }
    #[cfg(feature = "sessions")]
    if is_asked("sessions") {
        figures.extend(sessions::measure().await.context("sessions")?);
    }
    // The sessions' figures include what large ones cost, and those of searching them.
    #[cfg(feature = "sessions")]
    if is_asked("sessions") || is_asked("memory") {
        figures.extend(sessions::measure_large().await.context("large sessions")?);
    }
    #[cfg(feature = "search")]
    if is_asked("sessions") || is_asked("search") {
        figures.extend(search::measure().context("search")?);
    }
    #[cfg(feature = "window")]
    if is_asked("window") {
        figures.extend(window::measure().await.context("window")?);
    }
    Ok(figures)
}

/// Whether this process was started to measure one thing alone, which is then done.
async fn is_done_alone() -> Result<bool> {
    #[cfg(feature = "attach")]
    if let Some(path) = alone(attach::ALONE) {
        attach::run_alone(&path).await?;
        return Ok(true);
    }
    #[cfg(feature = "sessions")]
    if let Some(path) = alone(sessions::long::ALONE) {
        print!("{}", sessions::long::run_alone(&path)?);
        return Ok(true);
    }
    #[cfg(feature = "sessions")]
    if let Some(path) = alone(sessions::exported::ALONE) {
        print!("{}", sessions::exported::run_alone(&path).await?);
        return Ok(true);
    }
    #[cfg(feature = "sessions")]
    if let Some(path) = alone(sessions::imported::ALONE) {
        print!("{}", sessions::imported::run_alone(&path).await?);
        return Ok(true);
    }
    #[cfg(feature = "selection")]
    if let Some(folder) = alone(selection::ALONE) {
        print!("{}", selection::run_alone(&folder)?);
        return Ok(true);
    }
    Ok(false)
}

/// The file this process is to look at and do nothing else, where it was started for that.
fn alone(task: &str) -> Option<PathBuf> {
    let mut arguments = std::env::args_os().skip(1);
    arguments.next().filter(|first| first == task)?;
    arguments.next().map(PathBuf::from)
}

fn choices(mut arguments: impl Iterator<Item = String>) -> Result<(Option<String>, Option<PathBuf>)> {
    let (mut area, mut json) = (None, None);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            // Cargo adds it to every benchmark.
            "--bench" => {}
            "--json" => json = Some(arguments.next().context("--json needs a file")?.into()),
            known if AREAS.contains(&known) => area = Some(argument),
            unknown => bail!("{unknown} can't be measured; this build has {}", AREAS.join(", ")),
        }
    }
    Ok((area, json))
}

fn tell_misses(figures: &[Figure]) {
    let missed: Vec<_> = figures.iter().filter(|figure| figure.is_missed()).collect();
    if missed.is_empty() {
        println!("Every figure with a target meets it.");
    }
    for figure in missed {
        println!("MISSES ITS TARGET: {figure}");
    }
}
