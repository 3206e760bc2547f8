//! Where there are no process groups. A program that can't be held is not run.

use super::{Pipes, Start};
use std::io::{Error, ErrorKind, Result};
use std::process::ExitStatus;

pub(in super::super) struct Leashed;

impl Leashed {
    pub(in super::super) async fn start(_: &Start) -> Result<(Self, Pipes)> {
        Err(Error::new(
            ErrorKind::Unsupported,
            "programs can't be contained on this system yet, so none is run",
        ))
    }

    pub(in super::super) async fn ended(&mut self) -> Result<ExitStatus> {
        Err(Error::from(ErrorKind::Unsupported))
    }

    pub(in super::super) fn end_rest(&self) {}

    pub(in super::super) async fn ask_and_end(self) -> Result<ExitStatus> {
        Err(Error::from(ErrorKind::Unsupported))
    }

    pub(in super::super) async fn end(self) -> Result<ExitStatus> {
        Err(Error::from(ErrorKind::Unsupported))
    }
}
