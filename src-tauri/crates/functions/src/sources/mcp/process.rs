//! The program of a server: in a process group of its own, with a clean environment, gone when it is not needed.

use super::settings::McpSecrets;
#[cfg(windows)]
use process_wrap::tokio::JobObject;
#[cfg(unix)]
use process_wrap::tokio::ProcessGroup;
use process_wrap::tokio::{ChildWrapper, CommandWrap, KillOnDrop};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

/// What a program needs to run at all. Whatever else it gets is named by the person.
const USUAL: &[&str] = if cfg!(windows) {
    &["APPDATA", "LOCALAPPDATA", "PATH", "PATHEXT", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERPROFILE"]
} else {
    &["HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "USER"]
};

/// How long a program may take to end after its input was closed.
const PATIENCE: Duration = Duration::from_secs(2);

/// What is started.
pub(super) struct Program<'a> {
    pub(super) program: &'a str,
    pub(super) arguments: &'a [String],
    pub(super) folder: Option<&'a str>,
    pub(super) variables: &'a [String],
    pub(super) inherited: &'a [String],
}

/// A program that runs. When this is dropped, it and everything it has started is killed.
pub(super) struct Process {
    child: Box<dyn ChildWrapper>,
    has_ended: bool,
}

/// The ends of its pipes.
pub(super) struct Pipes {
    pub(super) reads: ChildStdout,
    pub(super) writes: ChildStdin,
    pub(super) errors: ChildStderr,
}

pub(super) fn start(program: &Program<'_>, secrets: &McpSecrets) -> Result<(Process, Pipes), String> {
    let mut command = CommandWrap::with_new(program.program, |command| configure(command, program, secrets));
    command.wrap(KillOnDrop);
    #[cfg(unix)]
    command.wrap(ProcessGroup::leader());
    #[cfg(windows)]
    command.wrap(JobObject);
    let mut child =
        command.spawn().map_err(|error| format!("{} can't be started: {error}", program.program))?;
    let (reads, writes, errors) = (child.stdout().take(), child.stdin().take(), child.stderr().take());
    let process = Process { child, has_ended: false };
    match (reads, writes, errors) {
        (Some(reads), Some(writes), Some(errors)) => Ok((process, Pipes { reads, writes, errors })),
        (_, _, _) => Err(format!("{} was started without pipes", program.program)),
    }
}

fn configure(command: &mut Command, program: &Program<'_>, secrets: &McpSecrets) {
    command.args(program.arguments).env_clear();
    let inherited = program.inherited.iter().map(String::as_str);
    for name in USUAL.iter().copied().chain(inherited) {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    for name in program.variables {
        if let Some(value) = secrets.variables.get(name) {
            command.env(name, value);
        }
    }
    if let Some(folder) = program.folder.filter(|folder| !folder.trim().is_empty()) {
        command.current_dir(folder);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
}

impl Process {
    /// Waits until it has ended, and kills it if that takes too long. Its input has to be closed before.
    pub(super) async fn end(mut self) -> String {
        let status = match timeout(PATIENCE, self.child.wait()).await {
            Ok(status) => status,
            Err(_) => {
                // One that is gone by now needs no killing.
                let _ = self.child.start_kill();
                self.child.wait().await
            }
        };
        // What it has started and left behind goes with it, if there is any.
        let _ = self.child.start_kill();
        self.has_ended = true;
        match status {
            Ok(status) => in_words(status),
            Err(error) => format!("how it ended is not known: {error}"),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.has_ended {
            // There is nobody left who could be told.
            let _ = self.child.start_kill();
        }
    }
}

fn in_words(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("it was ended by signal {signal}");
    }
    match status.code() {
        Some(code) => format!("it ended with exit code {code}"),
        None => "it ended".to_owned(),
    }
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
        let (process, mut pipes) = start(&program, &McpSecrets::default()).expect("it starts");
        drop(pipes.writes);
        assert_eq!(process.end().await, "it ended with exit code 0");
        let mut said = String::new();
        let read = timeout(Duration::from_secs(10), pipes.reads.read_to_string(&mut said)).await;
        assert!(read.is_ok_and(|read| read.is_ok()));
        assert_eq!(said, "started\n");
    }
}
