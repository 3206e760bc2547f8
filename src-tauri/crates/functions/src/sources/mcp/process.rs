//! The program of a server: on a leash, with a clean environment, gone when it is not needed.

use super::super::leash::{Leashed, Pipes, ProgramError, Start, find_program};
use super::program::fingerprint;
use super::settings::McpSecrets;
use notices::{Describe, Notice};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;
use tokio::task::JoinError;
use tokio::time::timeout;

/// What a program needs to run at all. Whatever else it gets is named by the person.
const USUAL: &[&str] = if cfg!(windows) {
    &["APPDATA", "LOCALAPPDATA", "PATH", "PATHEXT", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERPROFILE"]
} else {
    &["HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "USER"]
};

/// How long a program may take to end after its input was closed.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// What is started.
pub(super) struct Program<'a> {
    pub(super) program: &'a str,
    pub(super) arguments: &'a [String],
    pub(super) folder: Option<&'a str>,
    pub(super) variables: &'a [String],
    pub(super) inherited: &'a [String],
}

/// A program that runs. When this is dropped, it and everything it has started is killed.
pub(super) struct Process(Leashed);

/// The program of a server that can't be started.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "server-program")]
#[error("{program} can't be started: {reason}")]
pub(crate) struct StartError {
    program: String,
    #[source]
    reason: StartReason,
}

#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "server-start")]
pub(crate) enum StartReason {
    #[error(transparent)]
    Program(#[from] ProgramError),
    #[error(transparent)]
    System(#[from] io::Error),
    #[error("{reason}")]
    Task { reason: Notice },
}

impl From<JoinError> for StartReason {
    fn from(error: JoinError) -> Self {
        Self::Task { reason: notices::said(&error.to_string()) }
    }
}

/// How a program came to its end.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "server-end")]
pub(crate) enum ProcessEnd {
    #[cfg_attr(not(unix), allow(dead_code, reason = "there are no signals"))]
    #[error("it was ended by signal {signal}")]
    Signal { signal: i32 },
    #[error("it ended with exit code {code}")]
    Code { code: i32 },
    #[error("it ended")]
    Unsaid,
    #[error("how it ended is not known: {source}")]
    Unknown { source: io::Error },
}

/// Starts a program, and says what stands for it: what was there just before it began.
pub(super) async fn start(
    program: &Program<'_>,
    secrets: &McpSecrets,
) -> Result<(Process, Pipes, String), StartError> {
    begin(program, secrets).await.map_err(|reason| StartError { program: program.program.to_owned(), reason })
}

async fn begin(program: &Program<'_>, secrets: &McpSecrets) -> Result<(Process, Pipes, String), StartReason> {
    let start = program.start(secrets)?;
    let names: Vec<_> = program.variables.iter().chain(program.inherited).cloned().collect();
    let looked_at = tokio::task::spawn_blocking(move || (fingerprint(&start, &names), start)).await;
    let (fingerprint, start) = looked_at?;
    let (leashed, pipes) = Leashed::start(&start).await?;
    Ok((Process(leashed), pipes, fingerprint))
}

impl Program<'_> {
    fn start(&self, secrets: &McpSecrets) -> Result<Start, StartReason> {
        let environment = self.environment(secrets);
        let folder = self.folder.filter(|folder| !folder.trim().is_empty()).map(PathBuf::from);
        let places = environment.iter().rev().find(|(name, _)| name == "PATH").map(|(_, places)| &**places);
        let from = std::path::absolute(folder.as_deref().unwrap_or(Path::new(".")))?;
        let program = find_program(self.program, &from, places)?.into_os_string();
        let arguments = self.arguments.iter().map(OsString::from).collect();
        Ok(Start { program, arguments, folder, environment })
    }

    fn environment(&self, secrets: &McpSecrets) -> Vec<(OsString, OsString)> {
        let inherited = USUAL.iter().copied().chain(self.inherited.iter().map(String::as_str));
        let inherited = inherited.filter_map(|name| Some((name.into(), std::env::var_os(name)?)));
        let named =
            self.variables.iter().filter_map(|name| Some((name.into(), secrets.variables.get(name)?.into())));
        inherited.chain(named).collect()
    }
}

impl Process {
    /// Waits until it has ended, and ends it if that takes too long. Its input has to be closed before.
    pub(super) async fn end(mut self) -> ProcessEnd {
        let status = match timeout(EXIT_TIMEOUT, self.0.ended()).await {
            // What it has started and left behind goes with it, if there is any.
            Ok(_) => self.0.end().await,
            Err(_) => self.0.ask_and_end().await,
        };
        match status {
            Ok(status) => end_of(status),
            Err(source) => ProcessEnd::Unknown { source },
        }
    }
}

fn end_of(status: ExitStatus) -> ProcessEnd {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return ProcessEnd::Signal { signal };
    }
    status.code().map_or(ProcessEnd::Unsaid, |code| ProcessEnd::Code { code })
}

#[cfg(all(test, unix))]
mod tests {
    use super::{Program, start};
    use crate::sources::mcp::McpSecrets;
    use std::time::Duration;
    use tokio::io::AsyncReadExt;
    use tokio::time::timeout;

    #[tokio::test]
    async fn what_a_program_leaves_behind_ends_with_it() {
        // The program it leaves behind holds its output, so the end of one is the end of the other.
        let arguments = ["-c".to_owned(), "sleep 1000 & echo started".to_owned()];
        let (variables, inherited) = (&[], &[]);
        let program = Program { program: "sh", arguments: &arguments, folder: None, variables, inherited };
        let (process, mut pipes, _) = start(&program, &McpSecrets::default()).await.expect("it starts");
        drop(pipes.stdin);
        assert_eq!(process.end().await.to_string(), "it ended with exit code 0");
        let mut said = String::new();
        let read = timeout(Duration::from_secs(10), pipes.stdout.read_to_string(&mut said)).await;
        assert!(read.is_ok_and(|read| read.is_ok()));
        assert_eq!(said, "started\n");
    }
}
