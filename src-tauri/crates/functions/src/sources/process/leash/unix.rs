//! The leash where there are process groups and a shell.

use super::super::run::Program;
use rustix::process::{Pid, Signal, kill_process_group};
use std::io::{Error, Result};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};

const SHELL: &str = "/bin/sh";

/// Waits for a line and becomes the program. Where the pipe closes before that, it ends without having run anything.
/// What a shell itself puts into the environment is taken out again.
const GATE: &str = "read -r go || exit 1; unset go PWD OLDPWD SHLVL _; exec \"$@\"";

/// Waits for the end of the application, and ends the group and whatever else carries the mark then.
const KEEPER: &str = "read -r never; kill -s KILL -- \"-$1\" 2>/dev/null; \
    for found in $(grep -lzF \"$2\" /proc/[0-9]*/environ 2>/dev/null); do \
    found=${found#/proc/}; kill -s KILL \"${found%/environ}\" 2>/dev/null; done";

/// The variable that marks everything a call has started, wherever it went.
pub(super) const MARK: &str = "CALLWRIGHT_CALL";

/// How long a program has that was asked to end.
const GRACE: Duration = Duration::from_millis(500);

/// A program that runs, with everything it starts.
pub(in super::super) struct Leashed {
    child: Child,
    keeper: Child,
    /// Nothing once all of it is over.
    group: Option<Pid>,
    mark: String,
}

/// The three ways in and out of a program.
pub(in super::super) struct Pipes {
    pub(in super::super) stdin: ChildStdin,
    pub(in super::super) stdout: ChildStdout,
    pub(in super::super) stderr: ChildStderr,
}

impl Leashed {
    pub(in super::super) fn start(program: &Program, more: &[String]) -> Result<(Self, Pipes)> {
        let mark = format!("{:032x}", fastrand::u128(..));
        let mut child = gate(program, more, &mark).spawn()?;
        let id = child.id().ok_or_else(|| Error::other("it ended at once"))?;
        let raw = i32::try_from(id).map_err(Error::other)?;
        let group = Pid::from_raw(raw).ok_or_else(|| Error::other("it has no process id"))?;
        // From here on the program is ended when this is dropped, so it can't run without a keeper.
        let keeper = match keeper(id, &mark).spawn() {
            Ok(keeper) => keeper,
            Err(error) => {
                let _ = kill_process_group(group, Signal::KILL);
                return Err(error);
            }
        };
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let leashed = Self { child, keeper, group: Some(group), mark };
        match (stdin, stdout, stderr) {
            (Some(stdin), Some(stdout), Some(stderr)) => Ok((leashed, Pipes { stdin, stdout, stderr })),
            _ => Err(Error::other("it has no pipes")),
        }
    }

    /// Waits until the program itself has ended.
    pub(in super::super) async fn ended(&mut self) -> Result<ExitStatus> {
        self.child.wait().await
    }

    /// Ends what the program has started and left running.
    pub(in super::super) fn end_rest(&self) {
        if let Some(group) = self.group {
            // Nothing may be left, and that is what is wanted.
            let _ = kill_process_group(group, Signal::KILL);
            #[cfg(target_os = "linux")]
            super::escaped::end_marked(&self.mark);
        }
    }

    /// Asks the program to end, and ends it if it does not.
    pub(in super::super) async fn ask_and_end(mut self) {
        if let Some(group) = self.group {
            let _ = kill_process_group(group, Signal::TERM);
        }
        let _ = tokio::time::timeout(GRACE, self.child.wait()).await;
        self.end().await;
    }

    /// Ends the program and all it has started.
    pub(in super::super) async fn end(mut self) {
        self.end_rest();
        self.group = None;
        let _ = self.child.wait().await;
        // Its work is done, and it must not do it a second time.
        let _ = self.keeper.kill().await;
    }
}

/// A call that is dropped half-way, because its turn was stopped, leaves nothing behind either.
impl Drop for Leashed {
    fn drop(&mut self) {
        self.end_rest();
    }
}

impl Pipes {
    /// Lets the program begin.
    pub(in super::super) async fn open(&mut self) {
        // A gate that is gone already is found out by waiting for it.
        let _ = self.stdin.write_all(b"\n").await;
    }
}

fn gate(program: &Program, more: &[String], mark: &str) -> Command {
    let seen = program.seen.iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
    let mut gate = Command::new(SHELL);
    gate.args(["-c", GATE, "callwright"])
        .arg(&program.path)
        .args(&program.arguments)
        .args(more)
        .current_dir(&program.folder)
        .env_clear()
        .envs(seen)
        .envs(program.variables.iter().map(|(name, value)| (name, value)))
        .env(MARK, mark)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .kill_on_drop(true);
    gate
}

fn keeper(group: u32, mark: &str) -> Command {
    let mut keeper = Command::new(SHELL);
    keeper
        .args(["-c", KEEPER, "callwright-keeper", &group.to_string(), &format!("{MARK}={mark}")])
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .kill_on_drop(true);
    keeper
}
