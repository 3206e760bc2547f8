//! Programs that run beside this tool and end with it, along with whatever they have started.

use std::io::{Result, Write};
use std::process::{ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a program may take to end by itself.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);

const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A program in a process group of its own: Ctrl+C in the terminal reaches this tool alone, which ends the group.
#[derive(Debug)]
pub(super) struct Child {
    process: std::process::Child,
    told: Option<ChildStdin>,
}

impl Child {
    pub(super) fn start(mut command: Command) -> Result<Self> {
        command.stdin(Stdio::null());
        Self::spawn(command)
    }

    /// One whose standard input carries lines of [`tell`](Self::tell).
    pub(super) fn start_told(mut command: Command) -> Result<Self> {
        command.stdin(Stdio::piped());
        Self::spawn(command)
    }

    /// One whose standard output is read here.
    pub(super) fn start_heard(mut command: Command) -> Result<(Self, Option<ChildStdout>)> {
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = Self::spawn(command)?;
        let heard = child.process.stdout.take();
        Ok((child, heard))
    }

    fn spawn(mut command: Command) -> Result<Self> {
        in_own_group(&mut command);
        let mut process = command.spawn()?;
        let told = process.stdin.take();
        Ok(Self { process, told })
    }

    pub(super) fn tell(&mut self, line: &str) -> Result<()> {
        match &mut self.told {
            Some(told) => writeln!(told, "{line}"),
            None => Ok(()),
        }
    }

    /// How it ended, if it has.
    pub(super) fn ended(&mut self) -> Result<Option<ExitStatus>> {
        self.process.try_wait()
    }

    /// Asks it to end, and ends it where it does not.
    pub(super) fn end(&mut self) {
        // Also where the program has ended: something it started may go on.
        self.signal(Signal::End);
        let until = Instant::now() + EXIT_TIMEOUT;
        while Instant::now() < until && matches!(self.process.try_wait(), Ok(None)) {
            thread::sleep(POLL_INTERVAL);
        }
        self.signal(Signal::Kill);
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    #[cfg(unix)]
    fn signal(&self, signal: Signal) {
        let Some(group) = i32::try_from(self.process.id()).ok().and_then(rustix::process::Pid::from_raw)
        else {
            return;
        };
        let signal = match signal {
            Signal::End => rustix::process::Signal::TERM,
            Signal::Kill => rustix::process::Signal::KILL,
        };
        // A group that is not there any more has ended.
        let _ = rustix::process::kill_process_group(group, signal);
    }

    /// A console there has told its programs of Ctrl+C already.
    #[cfg(not(unix))]
    fn signal(&self, _: Signal) {}
}

impl Drop for Child {
    fn drop(&mut self) {
        self.end();
    }
}

#[derive(Clone, Copy)]
enum Signal {
    End,
    Kill,
}

#[cfg(unix)]
fn in_own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn in_own_group(_: &mut Command) {}

#[cfg(all(test, unix))]
mod tests {
    use std::io::{BufRead, BufReader, Read};

    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn a_child_ends_with_what_it_started() {
        let (mut child, heard) = Child::start_heard(shell("sleep 600 & echo ready; wait")).unwrap();
        let mut heard = BufReader::new(heard.unwrap());
        let mut line = String::new();
        heard.read_line(&mut line).unwrap();
        assert_eq!((line.as_str(), child.ended().unwrap()), ("ready\n", None));

        drop(child);

        // Whatever had the pipe has ended, so it is closed.
        assert_eq!(heard.read_to_string(&mut line).unwrap(), 0);
    }

    #[test]
    fn a_child_is_told_lines() {
        let mut command = shell("read line; test \"$line\" = hello");
        command.stdout(Stdio::null());
        let mut child = Child::start_told(command).unwrap();
        child.tell("hello").unwrap();
        assert!(child.process.wait().unwrap().success());
    }
}
