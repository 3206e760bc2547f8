//! The leash on Windows: a job. The system ends everything in it as soon as its last handle is closed, which this process
//! holds, so nothing outlives the application however it ends.

use super::{Pipes, Start, Unstarted};
use process_wrap::tokio::{ChildWrapper, CommandWrap, CreationFlags, JobObject, KillOnDrop};
use std::ffi::OsString;
use std::io::Result;
use std::process::{ExitStatus, Stdio};
use windows::Win32::System::Threading::CREATE_NO_WINDOW;

/// Variables without which the system's own libraries don't load and scripts of `cmd` don't start. They name folders of
/// the system and nothing of the person.
const SYSTEM: &[&str] = &["COMSPEC", "PATHEXT", "SYSTEMDRIVE", "SYSTEMROOT"];

/// A program that runs, with everything it starts. When this is dropped, all of it ends.
pub(in super::super) struct Leashed(Box<dyn ChildWrapper>);

impl Leashed {
    pub(in super::super) async fn start(start: &Start) -> Result<(Self, Pipes)> {
        let mut command = CommandWrap::with_new(&start.program, |command| {
            let of_system = SYSTEM.iter().filter_map(|name| Some((name.into(), std::env::var_os(name)?)));
            command.args(&start.arguments).env_clear().envs(of_system.collect::<Vec<(OsString, _)>>());
            command.envs(start.environment.iter().map(|(name, value)| (name, value)));
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            if let Some(folder) = &start.folder {
                command.current_dir(folder);
            }
        });
        // A program of the terminal would open one of its own beside the application's window.
        command.wrap(CreationFlags(CREATE_NO_WINDOW)).wrap(KillOnDrop).wrap(JobObject);
        let mut child = command.spawn()?;
        let pipes = (child.stdin().take(), child.stdout().take(), child.stderr().take());
        match pipes {
            (Some(stdin), Some(stdout), Some(stderr)) => Ok((Self(child), Pipes { stdin, stdout, stderr })),
            _ => Err(Unstarted::NoPipes.into()),
        }
    }

    /// Waits until the program itself has ended. The job would be waited for with everything in it.
    pub(in super::super) async fn ended(&mut self) -> Result<ExitStatus> {
        self.0.inner_mut().wait().await
    }

    /// Ends what the program has started and left running.
    pub(in super::super) fn end_rest(&mut self) {
        // A job that is empty has nothing to end.
        let _ = self.0.start_kill();
    }

    /// Ends the program: there is no way to ask one without a window.
    pub(in super::super) async fn ask_and_end(self) -> Result<ExitStatus> {
        self.end().await
    }

    /// Ends the program and all it has started.
    pub(in super::super) async fn end(mut self) -> Result<ExitStatus> {
        self.end_rest();
        self.ended().await
    }
}

#[cfg(test)]
mod tests {
    use super::{Leashed, Pipes, Start};
    use std::time::Duration;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::process::ChildStdout;

    /// Long enough for whatever comes to its end by itself.
    const AMPLE: Duration = Duration::from_secs(60);

    /// Leaves a program behind that holds the output open, so the end of one is the end of the other.
    const LEAVES: &str = "start /b ping -n 1000 127.0.0.1 & echo started";

    async fn shell(line: &str) -> (Leashed, Pipes) {
        let arguments = ["/d", "/c", line].map(Into::into).to_vec();
        let path = std::env::var_os("PATH").expect("a path");
        let environment = vec![("COLOUR".into(), "blue".into()), ("PATH".into(), path)];
        let start = Start { program: "cmd.exe".into(), arguments, folder: None, environment };
        Leashed::start(&start).await.expect("it starts")
    }

    async fn until_closed(mut stdout: ChildStdout) -> String {
        let mut text = String::new();
        let read = stdout.read_to_string(&mut text);
        tokio::time::timeout(AMPLE, read).await.expect("it is closed").expect("text");
        text
    }

    #[tokio::test]
    async fn a_program_reads_its_arguments_and_its_end_is_known() {
        let (mut leashed, mut pipes) = shell("findstr Oslo & exit 3").await;
        pipes.stdin.write_all(b"{\"city\":\"Oslo\"}\r\n").await.expect("it is written");
        drop(pipes.stdin);
        assert_eq!(leashed.ended().await.expect("it ends").code(), Some(3));
        assert_eq!(until_closed(pipes.stdout).await.trim(), "{\"city\":\"Oslo\"}");
    }

    #[tokio::test]
    async fn a_program_sees_what_it_was_given_and_what_the_system_needs() {
        let (mut leashed, pipes) = shell("set").await;
        leashed.ended().await.expect("it ends");
        let said = until_closed(pipes.stdout).await;
        let names: Vec<_> =
            said.lines().filter_map(|line| Some(line.split_once('=')?.0.to_uppercase())).collect();
        assert!(names.iter().any(|name| name == "COLOUR") && names.iter().any(|name| name == "SYSTEMROOT"));
        assert!(!names.iter().any(|name| name == "USERPROFILE" || name == "APPDATA"), "{names:?}");
    }

    #[tokio::test]
    async fn what_a_program_left_running_is_not_waited_for_and_ends_on_request() {
        let (mut leashed, pipes) = shell(LEAVES).await;
        assert!(leashed.ended().await.expect("it ends").success());
        leashed.end_rest();
        assert!(until_closed(pipes.stdout).await.contains("started"));
    }

    #[tokio::test]
    async fn a_program_that_is_dropped_ends_with_all_it_has_started() {
        let (leashed, pipes) = shell("ping -n 1000 127.0.0.1").await;
        drop(leashed);
        until_closed(pipes.stdout).await;
        let (leashed, pipes) = shell("ping -n 1000 127.0.0.1").await;
        assert_eq!(leashed.ask_and_end().await.expect("it ends").code(), Some(1));
        until_closed(pipes.stdout).await;
    }
}
