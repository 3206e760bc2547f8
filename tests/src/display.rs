//! A virtual screen.

use crate::process::Process;
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// How often a window is answered before it counts as deaf.
const ATTEMPTS: usize = 3;

/// An X server of our own.
#[derive(Debug)]
pub struct Display {
    /// Ends with the display.
    _server: Process,
    name: String,
}

impl Display {
    pub async fn open(home: &Path) -> Result<Self> {
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset"]);
        let mut server =
            Process::start(&mut command, home, "xvfb").context("Xvfb is needed to open a window")?;
        let mut tick = tokio::time::interval(Duration::from_millis(20));
        loop {
            tick.tick().await;
            server.check_runs()?;
            let printed = server.printed();
            if let Some(number) = printed.lines().find_map(|line| line.trim().parse::<u32>().ok()) {
                return Ok(Self { _server: server, name: format!(":{number}") });
            }
        }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Waits for a window with this title, types into it, and presses the return key until it is gone. It is a window
    /// of the system, so no driver of a page reaches it.
    pub async fn answer(&self, title: &str, text: &str) -> Result<()> {
        let find = ["search", "--onlyvisible", "--limit", "1", "--name", title];
        for _ in 0..ATTEMPTS {
            self.until(&find, true).await.with_context(|| format!("there is no window {title:?}"))?;
            // A window that was just drawn loses the first keys, and looks for files of a name while it is written.
            let write =
                ["windowfocus", "sleep", "0.5", "key", "ctrl+a", "type", "--delay", "20", "--args", "1"];
            let end = [text, "sleep", "0.5", "key", "Return"];
            self.keys(&[find.as_slice(), &write, &end].concat()).await?;
            if self.until(&find, false).await.is_ok() {
                return Ok(());
            }
        }
        bail!("the window {title:?} does not take {text:?}")
    }

    async fn until(&self, find: &[&str], is_there: bool) -> Result<()> {
        let mut tick = tokio::time::interval(Duration::from_millis(100));
        for _ in 0..100 {
            tick.tick().await;
            if self.keys(find).await? == is_there {
                return Ok(());
            }
        }
        bail!("waited for 10 seconds")
    }

    /// Tells whether all of it could be done.
    async fn keys(&self, steps: &[&str]) -> Result<bool> {
        let mut keys = tokio::process::Command::new("xdotool");
        keys.args(steps).env("DISPLAY", &self.name).stdout(Stdio::null()).stderr(Stdio::null());
        let done = keys.kill_on_drop(true).status().await.context("xdotool is needed to press keys")?;
        Ok(done.success())
    }
}
