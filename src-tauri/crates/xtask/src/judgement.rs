//! `cargo xtask judge`: requests before their judges, and the table of what they say. The step `requests` of
//! `cargo xtask test` has the same judges.
//!
//! There are two files of requests: the corpus of the connectors, which is written without sending anything, and what the
//! running application sent to a server that catches it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::arguments::Table;
use crate::output::Output;
use crate::process;
use crate::project::Project;
use crate::setup;

pub(crate) fn judge(project: &Project, table: Table) -> Result<()> {
    setup::JUDGES.install(project, &Output::Terminal)?;
    let files = Requests::of(project);
    process::run(
        files.written(project.cargo(&["test", "--locked", "--package", "connectors"])),
        &Output::Terminal,
    )?;
    let tests = project.cargo(&["test", "--locked", "--package", "callwright-tests"]);
    process::run(files.captured(tests, Sessions::All), &Output::Terminal)?;

    let mut judge = files.judged(project);
    match table {
        Table::Printed => judge.arg("--markdown"),
        Table::Written => judge.arg("--write").arg(project.root().join("docs").join("judged-requests.md")),
    };
    process::run(judge, &Output::Terminal).context("a request was refused, or a judge needs care")
}

/// The files with requests.
pub(crate) struct Requests {
    corpus: PathBuf,
    captured: PathBuf,
}

/// The number of sessions whose requests are captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sessions {
    Sample,
    All,
}

impl Requests {
    pub(crate) fn of(project: &Project) -> Self {
        let file = |name: &str| project.scratch().join(name);
        Self { corpus: file("requests.jsonl"), captured: file("captured.jsonl") }
    }

    /// Makes a Cargo command that runs tests write the corpus.
    pub(crate) fn written(&self, mut tests: Command) -> Command {
        tests.args(["--lib", "--", "corpus::written::"]).env("CALLWRIGHT_CORPUS", &self.corpus);
        tests
    }

    /// Makes a Cargo command that runs tests write the requests of the application.
    pub(crate) fn captured(&self, mut tests: Command, sessions: Sessions) -> Command {
        tests.args(["--test", "it", "--", "captured::"]).env("CALLWRIGHT_CAPTURED", &self.captured);
        if sessions == Sessions::All {
            tests.env("CALLWRIGHT_CAPTURE_ALL", "1");
        }
        tests
    }

    /// Judges both files.
    pub(crate) fn judged(&self, project: &Project) -> Command {
        let script = Path::new("tests").join("judges").join("judge.py");
        let mut judge = setup::JUDGES.python(project);
        judge.arg(project.root().join(script)).args([&self.corpus, &self.captured]);
        judge
    }
}
