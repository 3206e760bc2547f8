//! The one harness for all figures: warm-up, several runs, median and p95, and the reference in the same run.
//!
//! `cargo xtask bench [AREA] [--json FILE]` builds what is measured and starts this.

#![allow(clippy::print_stdout, reason = "figures are printed")]

mod connectors;
mod figure;
mod functions;
mod mcp;
mod search;
mod selection;
mod sessions;
mod swift;
mod turns;
mod window;

use anyhow::{Context, Result, bail};
use figure::Figure;
use std::path::PathBuf;

/// What can be measured, by the name it is asked for.
const AREAS: [&str; 8] =
    ["connectors", "functions", "loop", "selection", "sessions", "memory", "search", "window"];

#[tokio::main]
async fn main() -> Result<()> {
    if let Some(path) = alone(sessions::long::ALONE) {
        print!("{}", sessions::long::run_alone(&path)?);
        return Ok(());
    }
    if let Some(path) = alone(sessions::exported::ALONE) {
        print!("{}", sessions::exported::run_alone(&path).await?);
        return Ok(());
    }
    if let Some(path) = alone(sessions::imported::ALONE) {
        print!("{}", sessions::imported::run_alone(&path).await?);
        return Ok(());
    }
    if let Some(folder) = alone(selection::ALONE) {
        print!("{}", selection::run_alone(&folder)?);
        return Ok(());
    }
    let (area, json) = choices(std::env::args().skip(1))?;
    let is_asked = |name: &str| area.as_deref().is_none_or(|area| area == name);
    let mut figures = Vec::new();
    if is_asked("connectors") {
        figures.extend(connectors::measure().await.context("connectors")?);
    }
    if is_asked("functions") {
        figures.extend(mcp::measure().await.context("functions of MCP servers")?);
        figures.extend(functions::measure().await.context("functions")?);
    }
    if is_asked("loop") {
        figures.extend(turns::measure().await.context("loop")?);
    }
    if is_asked("selection") {
        figures.extend(selection::measure().await.context("selection")?);
    }
    if is_asked("sessions") {
        figures.extend(sessions::measure().await.context("sessions")?);
    }
    // The sessions' figures include what large ones cost, and those of searching them.
    if is_asked("sessions") || is_asked("memory") {
        figures.extend(sessions::measure_large().await.context("large sessions")?);
    }
    if is_asked("sessions") || is_asked("search") {
        figures.extend(search::measure().context("search")?);
    }
    if is_asked("window") {
        figures.extend(window::measure().await.context("window")?);
    }
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
            unknown => bail!("{unknown} can't be measured; there is {}", AREAS.join(", ")),
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
