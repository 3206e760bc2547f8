//! Child processes that end with the test.

use anyhow::{Context, Result};
use std::fs::File;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A process and everything it starts: one group, ended as one.
#[derive(Debug)]
pub struct Process {
    child: Child,
    log: PathBuf,
}

impl Process {
    /// Starts a program with a home of its own. What it prints goes to a file in that home.
    pub fn start(command: &mut Command, home: &Path, name: &str) -> Result<Self> {
        let log = home.join(format!("{name}.log"));
        let file = File::create(&log).with_context(|| format!("can't write {}", log.display()))?;
        let child = in_group(at_home(command, home))
            .stdin(Stdio::null())
            .stdout(file.try_clone()?)
            .stderr(file)
            .spawn()
            .with_context(|| format!("can't start {:?}", command.get_program()))?;
        Ok(Self { child, log })
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its output so far.
    pub fn printed(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Waits until something is found in its output.
    pub async fn until_printed<T>(&mut self, find: impl Fn(&str) -> Option<T>) -> Result<T> {
        let mut tick = tokio::time::interval(Duration::from_millis(20));
        loop {
            tick.tick().await;
            self.check_runs()?;
            if let Some(found) = find(&self.printed()) {
                return Ok(found);
            }
        }
    }

    /// Fails if it has ended, and shows its output.
    pub fn check_runs(&mut self) -> Result<()> {
        match self.child.try_wait()? {
            None => Ok(()),
            Some(status) => anyhow::bail!("it ended with {status}:\n{}", self.printed()),
        }
    }

    /// Ends it at once, without a chance to clean up.
    pub fn kill(mut self) {
        self.end();
    }

    fn end(&mut self) {
        signal_group(self.child.id());
        let _ = self.child.kill();
        // It was just killed, so there is nothing to wait long for.
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Gives a command an empty home, so that it sees nothing of the person who runs the tests and leaves nothing behind.
pub fn at_home<'a>(command: &'a mut Command, home: &Path) -> &'a mut Command {
    for (name, folder) in [
        ("HOME", ""),
        ("XDG_CONFIG_HOME", ".config"),
        ("XDG_DATA_HOME", ".local/share"),
        ("XDG_CACHE_HOME", ".cache"),
        ("XDG_STATE_HOME", ".local/state"),
        ("XDG_RUNTIME_DIR", ".run"),
        ("CALLWRIGHT_HOME", "callwright"),
    ] {
        command.env(name, home.join(folder));
    }
    command.env("DBUS_SESSION_BUS_ADDRESS", "disabled:").env("NO_AT_BRIDGE", "1")
}

/// Kills a process that a process of ours started.
pub fn kill(id: u32) {
    signal(&id.to_string());
}

#[cfg(unix)]
fn in_group(command: &mut Command) -> &mut Command {
    std::os::unix::process::CommandExt::process_group(command, 0)
}

/// Windows knows the descendants of a process without it.
#[cfg(windows)]
fn in_group(command: &mut Command) -> &mut Command {
    command
}

#[cfg(unix)]
fn signal_group(id: u32) {
    signal(&format!("-{id}"));
}

#[cfg(unix)]
fn signal(target: &str) {
    // Whatever has ended already needs no signal.
    let _ = Command::new("sh")
        .args(["-c", r#"kill -s KILL -- "$1""#, "sh", target])
        .stderr(Stdio::null())
        .status();
}

#[cfg(windows)]
fn signal_group(id: u32) {
    signal(&id.to_string());
}

#[cfg(windows)]
fn signal(process: &str) {
    let _ = Command::new("taskkill")
        .args(["/T", "/F", "/PID", process])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
}

/// The process with this name among the descendants of another.
pub fn descendant(of: u32, name: &str) -> Option<u32> {
    let children = std::fs::read_to_string(format!("/proc/{of}/task/{of}/children")).ok()?;
    children
        .split_whitespace()
        .filter_map(|id| id.parse().ok())
        .find_map(|child: u32| if is_called(child, name) { Some(child) } else { descendant(child, name) })
}

/// The memory of a process and its descendants in megabytes, with shared pages divided among their owners.
pub fn memory(of: u32) -> Result<f64> {
    memory_in(of, "Pss:")
}

/// The same without mapped files.
pub fn own_memory(of: u32) -> Result<f64> {
    memory_in(of, "Pss_Anon:")
}

fn memory_in(of: u32, name: &str) -> Result<f64> {
    let mapped = std::fs::read_to_string(format!("/proc/{of}/smaps_rollup")).context("this needs Linux")?;
    let line = mapped.lines().find_map(|line| line.strip_prefix(name)).context("its memory")?;
    let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse()?;
    let children = std::fs::read_to_string(format!("/proc/{of}/task/{of}/children"))?;
    let children = children.split_whitespace().filter_map(|id| id.parse().ok());
    let children = children.map(|child| memory_in(child, name));
    Ok(kilobytes * 1024.0 / 1e6 + children.sum::<Result<f64>>()?)
}

/// Whether there is a process with this id and name.
pub fn is_called(id: u32, name: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{id}/comm")).is_ok_and(|called| called.trim() == name)
}

/// An unused port.
pub fn free_port() -> Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}
