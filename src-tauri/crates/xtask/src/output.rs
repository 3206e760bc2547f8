//! The destination of a child's output, and the line that shows the progress of a step.

use std::cell::RefCell;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// The interval at which a long step reports that it is alive.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(60);

/// The destination of a child's output.
#[derive(Debug)]
pub(crate) enum Output {
    Terminal,
    Log(StepLog),
}

impl Output {
    /// Writes a line among the children's output.
    pub(crate) fn note(&self, line: &str) -> Result<()> {
        match self {
            Self::Terminal => println!("{line}"),
            Self::Log(log) => log.write(line)?,
        }
        Ok(())
    }

    /// Writes a line that a person must see even when the step passes.
    pub(crate) fn announce(&self, line: &str) -> Result<()> {
        if let Self::Log(log) = self {
            log.say(line);
        }
        self.note(line)
    }

    /// Called every [`HEARTBEAT`] while a child runs.
    pub(crate) fn still_running(&self) {
        if let Self::Log(log) = self
            && !matches!(*log.line.borrow(), Line::Later(_))
        {
            log.say(&format!("… still running {}, {} s", log.step, log.elapsed().as_secs()));
        }
    }

    pub(crate) fn attach(&self, command: &mut Command) -> Result<()> {
        if let Self::Log(log) = self {
            // A file and not a pipe: a process that outlives its parent must not keep this tool waiting.
            command.stdin(Stdio::null()).stdout(log.open()?).stderr(log.open()?);
        }
        Ok(())
    }
}

/// The log file of one step, with the step's line on the terminal.
#[derive(Debug)]
pub(crate) struct StepLog {
    step: &'static str,
    position: String,
    path: PathBuf,
    started: Instant,
    line: RefCell<Line>,
}

/// How much of a step's line is on the terminal.
#[derive(Debug)]
pub(crate) enum Line {
    /// Its beginning.
    Open,
    /// Its beginning, and below it what the step had to say.
    Left,
    /// Nothing before the step has ended, because the line of another one is open. With what is to be said then.
    Later(Vec<String>),
}

impl StepLog {
    /// Empties the log at `path`.
    pub(crate) fn start(step: &'static str, position: String, path: PathBuf, line: Line) -> Result<Self> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(|| format!("could not create {}", folder.display()))?;
        }
        File::create(&path).with_context(|| format!("could not create {}", path.display()))?;
        if matches!(line, Line::Open) {
            print!("{position} {step} … ");
            flush();
        }
        Ok(Self { step, position, path, started: Instant::now(), line: RefCell::new(line) })
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Completes the step's line, or writes it as a whole.
    pub(crate) fn finish(&self, verdict: &str, took: Duration) {
        let line = self.line.replace(Line::Left);
        if !matches!(line, Line::Open) {
            print!("{} {} … ", self.position, self.step);
        }
        println!(" {verdict}  {:.1} s", took.as_secs_f64());
        if let Line::Later(said) = line {
            said.iter().for_each(|line| println!("    {line}"));
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn read(&self) -> Result<String> {
        let bytes =
            fs::read(&self.path).with_context(|| format!("could not read {}", self.path.display()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    pub(crate) fn write(&self, line: &str) -> Result<()> {
        writeln!(self.open()?, "{line}").with_context(|| format!("could not write {}", self.path.display()))
    }

    fn say(&self, line: &str) {
        let mut own = self.line.borrow_mut();
        if let Line::Later(said) = &mut *own {
            return said.push(line.to_owned());
        }
        if matches!(*own, Line::Open) {
            println!();
            *own = Line::Left;
        }
        println!("    {line}");
        flush();
    }

    fn open(&self) -> Result<File> {
        let file = OpenOptions::new().append(true).open(&self.path);
        file.with_context(|| format!("could not open {}", self.path.display()))
    }
}

/// Shows an unfinished line. A failure is ignored, because the next line will fail as well.
fn flush() {
    let _ = std::io::stdout().flush();
}
