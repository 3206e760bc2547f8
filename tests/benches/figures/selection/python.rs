//! The same work in Python, with packages that people use for it, in a folder of their own.

use super::{made_up::unit_vector, texts};
use anyhow::{Context, Result, bail};
use ports::{SelectionQuery, SelectionView};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const PROGRAM: &str = include_str!("reference.py");
const PACKAGES: [&str; 3] = ["bm25s==0.3.16", "numpy==2.4.6", "PyStemmer==3.1.0"];

/// Only wheels are taken, because building a package would run its code.
const INSTALL: [&str; 6] =
    ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:"];

/// How long it takes to rank the functions against the same views, with the same vectors.
pub(super) fn measure(
    folder: &Path,
    query: &SelectionQuery,
    views: &[SelectionView],
    vectors: &[Vec<f32>],
) -> Result<Vec<Duration>> {
    let functions: Vec<_> = query
        .candidates
        .iter()
        .map(|spec| format!("{} {} {}", spec.name, spec.description, spec.parameters))
        .collect();
    let work = json!({ "functions": functions, "views": texts(views), "query_vectors": vectors, "limit": query.limit });
    std::fs::write(folder.join("work.json"), serde_json::to_vec(&work)?)?;
    let mut bytes = Vec::with_capacity(functions.len() * super::DIMENSIONS * 4);
    for number in 0..functions.len() {
        unit_vector(number).iter().for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()));
    }
    std::fs::write(folder.join("vectors.f32"), bytes)?;
    std::fs::write(folder.join("reference.py"), PROGRAM)?;
    let output = Command::new(python()?).arg("reference.py").current_dir(folder).output()?;
    if !output.status.success() {
        bail!("the reference failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    let seconds: Vec<f64> =
        serde_json::from_slice(&output.stdout).context("the reference prints its times")?;
    Ok(seconds.into_iter().map(Duration::from_secs_f64).collect())
}

/// An interpreter with the packages, made once and kept with what is built.
fn python() -> Result<PathBuf> {
    let target = std::env::current_exe()?;
    let target =
        target.ancestors().nth(2).context("the folder of what is built")?.join("selection-reference");
    let python = target.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !target.join("ready").exists() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&target))?;
        run(Command::new(&python).args(INSTALL).args(PACKAGES))?;
        std::fs::write(target.join("ready"), "")?;
    }
    Ok(python)
}

fn run(command: &mut Command) -> Result<()> {
    let output = command.output()?;
    if !output.status.success() {
        bail!("{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}
