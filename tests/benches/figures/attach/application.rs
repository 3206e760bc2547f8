//! The application with an attached program, in a process of its own so that its memory is nobody else's.

use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use tempfile::TempDir;
use workbench::contract::{AttachProgram, Upstreams};
use workbench::{Config, System, Workbench};

/// The argument with which this program is the application.
pub(crate) const ALONE: &str = "--alone-attached";

/// The file in its home with the address of the provider.
const UPSTREAM: &str = "upstream.txt";

/// Ends when it is dropped.
pub(super) struct Application {
    process: Child,
    /// Open as long as it is to run.
    input: Option<ChildStdin>,
    /// Where its program asks, without the scheme.
    pub(super) base: String,
    home: TempDir,
}

impl Application {
    pub(super) fn start(upstream: &str) -> Result<Self> {
        let home = tempfile::tempdir()?;
        std::fs::write(home.path().join(UPSTREAM), format!("http://{upstream}"))?;
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(ALONE).arg(home.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().context("the application")?;
        let (input, output) = (process.stdin.take(), process.stdout.take().context("its output")?);
        let mut base = String::new();
        BufReader::new(output).read_line(&mut base)?;
        let base = base.trim().strip_prefix("http://").context("an address of the application")?.to_owned();
        Ok(Self { process, input, base, home })
    }

    /// The memory it has now, in megabytes.
    pub(super) fn memory(&self) -> Result<f64> {
        self.status("VmRSS:")
    }

    /// The most memory it ever had, in megabytes.
    pub(super) fn peak(&self) -> Result<f64> {
        self.status("VmHWM:")
    }

    fn status(&self, field: &str) -> Result<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()))
            .context("this needs Linux")?;
        let Some(line) = status.lines().find_map(|line| line.strip_prefix(field)) else {
            bail!("no {field}")
        };
        let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse()?;
        Ok(kilobytes * 1024.0 / 1e6)
    }

    /// The size of its home, in megabytes.
    #[allow(clippy::cast_precision_loss, reason = "a size of files")]
    pub(super) fn disk(&self) -> Result<f64> {
        let mut bytes = 0;
        for entry in std::fs::read_dir(self.home.path())? {
            bytes += entry?.metadata()?.len();
        }
        Ok(bytes as f64 / 1e6)
    }
}

impl Drop for Application {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.process.wait();
    }
}

/// What the process of its own does: it prints the address of its program, and serves until its input ends.
pub(crate) async fn run_alone(home: &Path) -> Result<()> {
    let app = Workbench::new(Config::in_folder(home), System::real());
    let upstream = std::fs::read_to_string(home.join(UPSTREAM))?;
    let upstreams = Upstreams { openai: Some(upstream), ..Upstreams::default() };
    let program = app.program_attach(AttachProgram { title: "Bench".to_owned(), upstreams }).await?;
    let line = program.lines.iter().find(|line| line.client == "OpenAI SDKs").context("a line")?;
    let (_, base) = line.text.split_once('=').context("a variable")?;
    writeln!(std::io::stdout(), "{base}")?;
    tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new())).await??;
    app.close().await;
    Ok(())
}
