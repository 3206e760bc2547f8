//! The leash of a server on Windows: a job, which the system ends with all that is in it when the application is gone.

use super::super::super::leash::{Pipes, Start};
use process_wrap::tokio::{ChildWrapper, CommandWrap, JobObject, KillOnDrop};
use std::io::{Error, Result};
use std::process::{ExitStatus, Stdio};

pub(super) struct Leashed(Box<dyn ChildWrapper>);

impl Leashed {
    pub(super) async fn start(start: &Start) -> Result<(Self, Pipes)> {
        let mut command = CommandWrap::with_new(&start.program, |command| {
            let environment = start.environment.iter().map(|(name, value)| (name, value));
            command.args(&start.arguments).env_clear().envs(environment);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            if let Some(folder) = &start.folder {
                command.current_dir(folder);
            }
        });
        command.wrap(KillOnDrop);
        command.wrap(JobObject);
        let mut child = command.spawn()?;
        let pipes = (child.stdin().take(), child.stdout().take(), child.stderr().take());
        match pipes {
            (Some(stdin), Some(stdout), Some(stderr)) => Ok((Self(child), Pipes { stdin, stdout, stderr })),
            _ => Err(Error::other("it has no pipes")),
        }
    }

    pub(super) async fn ended(&mut self) -> Result<ExitStatus> {
        self.0.wait().await
    }

    /// There is no way to ask.
    pub(super) async fn ask_and_end(self) -> Result<ExitStatus> {
        self.end().await
    }

    pub(super) async fn end(mut self) -> Result<ExitStatus> {
        // One that is gone by now needs no killing.
        let _ = self.0.start_kill();
        self.0.wait().await
    }
}
