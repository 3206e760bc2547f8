//! `cargo xtask judge`: the corpus of requests before its judges, and the table of what they say. The step `requests` of
//! `cargo xtask test` has the same judges.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::arguments::Table;
use crate::output::Output;
use crate::process;
use crate::project::Project;
use crate::setup;

pub(crate) fn judge(project: &Project, table: Table) -> Result<ExitCode> {
    setup::install_judges(project, &Output::Terminal)?;
    let corpus = corpus(project);
    let tests = project.cargo(&["test", "--locked", "--package", "connectors"]);
    process::run(writing(tests, &corpus), &Output::Terminal)?;

    let mut judge = judging(project, &corpus);
    match table {
        Table::Printed => judge.arg("--markdown"),
        Table::Written => judge.arg("--write").arg(project.root().join("docs").join("judged-requests.md")),
    };
    process::run(judge, &Output::Terminal).context("a request was refused, or a judge needs care")?;
    Ok(ExitCode::SUCCESS)
}

/// The file with every request of the corpus.
pub(crate) fn corpus(project: &Project) -> PathBuf {
    project.scratch().join("requests.jsonl")
}

/// A Cargo that runs tests, made to write the corpus.
pub(crate) fn writing(mut tests: Command, corpus: &Path) -> Command {
    tests.args(["--lib", "--", "corpus::written::"]).env("CALLWRIGHT_CORPUS", corpus);
    tests
}

/// Judges a corpus.
pub(crate) fn judging(project: &Project, corpus: &Path) -> Command {
    let mut judge = setup::judge(project);
    judge.arg(project.root().join("tests").join("judges").join("judge.py")).arg(corpus);
    judge
}
