//! What models in files cost: `cargo xtask bench local` starts this.
//!
//! The same prompts are also put to llama.cpp without anything of ours around it (`raw`), in a process of its own,
//! because llama.cpp begins once in a process.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "figures are printed")]

mod asking;
mod figures;
mod questions;
mod raw;

use anyhow::{Context, Result, bail};
use std::path::PathBuf;

const USAGE: &str = "usage: local figures --model FILE [--json FILE]";

/// What is to be done.
pub(crate) struct Choices {
    task: String,
    pub(crate) model: PathBuf,
    /// The prompts that llama.cpp is asked alone.
    data: Option<PathBuf>,
    json: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let choices = choices(std::env::args().skip(1))?;
    let found = match choices.task.as_str() {
        "figures" => figures::measure(&choices.model).await?,
        "memory" => return figures::tell_memory(&choices.model).await,
        "raw" => return raw::run_alone(&choices.model, choices.data.as_deref().context(USAGE)?),
        _ => bail!(USAGE),
    };
    if let Some(file) = &choices.json {
        let text = serde_json::to_string_pretty(&found)?;
        std::fs::write(file, text + "\n").with_context(|| format!("can't write {}", file.display()))?;
    }
    Ok(())
}

fn choices(mut arguments: impl Iterator<Item = String>) -> Result<Choices> {
    let (mut task, mut model, mut data, mut json) = (None, None, None, None);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().with_context(|| format!("{argument} needs a value"));
        match argument.as_str() {
            // Cargo adds it to every benchmark.
            "--bench" => {}
            "--model" => model = Some(PathBuf::from(value()?)),
            "--data" => data = Some(PathBuf::from(value()?)),
            "--json" => json = Some(PathBuf::from(value()?)),
            word if task.is_none() && !word.starts_with('-') => task = Some(argument),
            unknown => bail!("{unknown} is not known; {USAGE}"),
        }
    }
    let (task, model) = (task.context(USAGE)?, model.context(USAGE)?);
    Ok(Choices { task, model, data, json })
}
