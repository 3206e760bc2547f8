//! The leash where there are process groups.

#[cfg(target_os = "linux")]
use super::escaped::{MARK, end_marked};
#[cfg(target_os = "linux")]
use super::keeper;
use super::{Pipes, Start, Unstarted};
use rustix::process::{Pid, Signal, kill_process_group};
use std::io::{Error, Result};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
#[cfg(target_os = "linux")]
use tokio::net::unix::pipe::Sender;
use tokio::process::{Child, Command};

const SHELL: &str = "/bin/sh";

/// Waits for a line and becomes the program, with the umask of the person. Where the pipe closes before that, it ends
/// without having run anything. What a shell itself puts into the environment is taken out again.
const GATE: &str = "read -r go || exit 1; [ -z \"$1\" ] || umask \"$1\"; shift; \
    unset go PWD OLDPWD SHLVL _; exec \"$@\"";

/// Waits for the end of the application, and ends the group and whatever else carries the mark then.
const KEEPER: &str = "read -r never; kill -s KILL -- \"-$1\" 2>/dev/null; \
    for found in $(grep -lzF \"$2\" /proc/[0-9]*/environ 2>/dev/null); do \
    found=${found#/proc/}; kill -s KILL \"${found%/environ}\" 2>/dev/null; done";

/// How long a program has that was asked to end.
const GRACE_PERIOD: Duration = Duration::from_millis(500);

/// A program that runs, with everything it starts. When this is dropped, all of it ends.
pub(in super::super) struct Leashed {
    /// The program, or its keeper, which ends as the program does.
    child: Child,
    hold: Hold,
    mark: String,
}

/// What ends a program with everything it has started.
enum Hold {
    /// Its parent, which hears from here.
    #[cfg(target_os = "linux")]
    Parent(Sender),
    /// Its group, and a shell that ends the group when the application is gone.
    Group { group: Pid, keeper: Child },
    /// All of it is over.
    Over,
}

impl Leashed {
    pub(in super::super) async fn start(start: &Start) -> Result<(Self, Pipes)> {
        let mark = format!("{:032x}", fastrand::u128(..));
        #[cfg(target_os = "linux")]
        if keeper::is_possible() {
            let order = keeper::order(start, (MARK, &mark))?;
            let (child, sender) = keeper::spawn(start.folder.as_deref())?;
            let (mut leashed, pipes) = Self::with_pipes(child, Hold::Parent(sender), mark)?;
            if let Hold::Parent(sender) = &mut leashed.hold {
                // A keeper that is gone already is found out by waiting for it.
                let _ = sender.write_all(&order).await;
            }
            return Ok((leashed, pipes));
        }
        let child = gate(start, &mark).spawn()?;
        let id = child.id().ok_or(Unstarted::EndedAtOnce)?;
        let raw = i32::try_from(id).map_err(Error::other)?;
        let group = Pid::from_raw(raw).ok_or(Unstarted::NoId)?;
        // From here on the program is ended when this is dropped, so it can't run without a keeper.
        let keeper = match keeper_of(id, &mark).spawn() {
            Ok(keeper) => keeper,
            Err(error) => {
                let _ = kill_process_group(group, Signal::KILL);
                return Err(error);
            }
        };
        let (leashed, mut pipes) = Self::with_pipes(child, Hold::Group { group, keeper }, mark)?;
        // A gate that is gone already is found out by waiting for it.
        let _ = pipes.stdin.write_all(b"\n").await;
        Ok((leashed, pipes))
    }

    fn with_pipes(mut child: Child, hold: Hold, mark: String) -> Result<(Self, Pipes)> {
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let leashed = Self { child, hold, mark };
        match pipes {
            (Some(stdin), Some(stdout), Some(stderr)) => Ok((leashed, Pipes { stdin, stdout, stderr })),
            _ => Err(Unstarted::NoPipes.into()),
        }
    }

    /// Waits until the program itself has ended.
    pub(in super::super) async fn ended(&mut self) -> Result<ExitStatus> {
        self.child.wait().await
    }

    /// Ends what the program has started and left running.
    pub(in super::super) fn end_rest(&mut self) {
        match &self.hold {
            Hold::Group { group, .. } => {
                // Nothing may be left, and that is what is wanted.
                let _ = kill_process_group(*group, Signal::KILL);
                end_marked(&self.mark);
            }
            // It does so by itself, unless the program has ended it.
            #[cfg(target_os = "linux")]
            Hold::Parent(_) => end_marked(&self.mark),
            Hold::Over => {}
        }
    }

    /// Asks the program to end, and ends it if it does not.
    pub(in super::super) async fn ask_and_end(mut self) -> Result<ExitStatus> {
        match &mut self.hold {
            Hold::Group { group, .. } => {
                let _ = kill_process_group(*group, Signal::TERM);
            }
            #[cfg(target_os = "linux")]
            Hold::Parent(sender) => {
                let _ = sender.write_all(keeper::ASK).await;
            }
            Hold::Over => {}
        }
        let _ = tokio::time::timeout(GRACE_PERIOD, self.child.wait()).await;
        self.end().await
    }

    /// Ends the program and all it has started.
    pub(in super::super) async fn end(mut self) -> Result<ExitStatus> {
        self.end_rest();
        match std::mem::replace(&mut self.hold, Hold::Over) {
            Hold::Group { mut keeper, .. } => {
                let status = self.child.wait().await;
                // Its work is done, and it must not do it a second time.
                let _ = keeper.kill().await;
                status
            }
            #[cfg(target_os = "linux")]
            Hold::Parent(sender) => {
                drop(sender);
                self.child.wait().await
            }
            Hold::Over => self.child.wait().await,
        }
    }
}

/// One that is dropped half-way, because its turn was stopped, leaves nothing behind either.
impl Drop for Leashed {
    fn drop(&mut self) {
        self.end_rest();
    }
}

/// Only Linux shows the environment of a process.
#[cfg(not(target_os = "linux"))]
fn end_marked(_: &str) {}

fn gate(start: &Start, mark: &str) -> Command {
    let mut gate = Command::new(SHELL);
    let umask =
        disk::umask_of_person().map(|umask| format!("{:03o}", umask.as_raw_mode())).unwrap_or_default();
    gate.args(["-c", GATE, "callwright", &umask])
        .arg(&start.program)
        .args(&start.arguments)
        .env_clear()
        .envs(start.environment.iter().map(|(name, value)| (name, value)))
        .env(MARK, mark)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .kill_on_drop(true);
    if let Some(folder) = &start.folder {
        gate.current_dir(folder);
    }
    gate
}

fn keeper_of(group: u32, mark: &str) -> Command {
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
