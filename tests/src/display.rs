//! A screen nobody sees.

use crate::process::Process;
use anyhow::{Context, Result};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

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
}
