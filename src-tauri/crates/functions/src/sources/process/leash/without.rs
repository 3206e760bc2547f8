//! Where there are no process groups. A program that can't be held is not run.

use super::super::run::Program;
use std::io::{Error, ErrorKind, Result};
use std::process::ExitStatus;
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};

pub(in super::super) struct Leashed;

pub(in super::super) struct Pipes {
    pub(in super::super) stdin: ChildStdin,
    pub(in super::super) stdout: ChildStdout,
    pub(in super::super) stderr: ChildStderr,
}

impl Leashed {
    pub(in super::super) fn start(_: &Program, _: &[String]) -> Result<(Self, Pipes)> {
        Err(Error::new(
            ErrorKind::Unsupported,
            "programs can't be contained on this system yet, so none is run",
        ))
    }

    pub(in super::super) async fn ended(&mut self) -> Result<ExitStatus> {
        Err(Error::from(ErrorKind::Unsupported))
    }

    pub(in super::super) fn end_rest(&self) {}

    pub(in super::super) async fn ask_and_end(self) {}

    pub(in super::super) async fn end(self) {}
}

impl Pipes {
    pub(in super::super) async fn open(&mut self) {}
}
