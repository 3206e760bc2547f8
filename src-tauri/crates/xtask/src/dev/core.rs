//! The core under development: how it is built, started and restarted.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{ChildStdout, Command};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result};

use super::children::Child;
use super::ending::Ending;
use super::sources::Snapshot;
use crate::arguments::DevStage;
use crate::files;
use crate::process;
use crate::project::{Profile, Project};
use crate::setup::Engine;

/// How long a server may take until it tells its address.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// How often a build is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The page of the server, which nobody needs: Vite has the page.
const NO_PAGE: &str = "<!doctype html><title>Callwright</title><p>Vite serves the page of this core.</p>\n";

/// A program with the core in it: the server, or the application with its window.
#[derive(Debug)]
pub(super) struct Core<'a> {
    project: &'a Project,
    stage: DevStage,
    engine: Engine,
    running: Option<Running>,
    has_started: bool,
}

#[derive(Debug)]
struct Running {
    child: Child,
    /// When the program was built that runs.
    built: SystemTime,
}

/// Where a server listens, and the token it asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Location {
    host: String,
    pub(super) token: String,
}

impl<'a> Core<'a> {
    pub(super) fn new(project: &'a Project, stage: DevStage, engine: Engine) -> Self {
        Self { project, stage, engine, running: None, has_started: false }
    }

    /// The state of the files it is built from.
    pub(super) fn sources(&self) -> Result<Snapshot> {
        let inside = ["Cargo.toml", "Cargo.lock", "plugins", "src-tauri/crates"];
        let shell =
            ["src-tauri/Cargo.toml", "src-tauri/build.rs", "src-tauri/tauri.conf.json", "src-tauri/src"];
        let shell = shell.iter().filter(|_| self.stage == DevStage::Window);
        let places: Vec<_> =
            inside.iter().chain(shell).map(|place| self.project.root().join(place)).collect();
        Snapshot::of(&places).context("could not look at the sources")
    }

    /// Returns whether the build succeeded. It ends early where a person wants to end.
    pub(super) fn build(&self, ending: &Ending) -> Result<bool> {
        let command = self.build_command();
        println!("$ {}", process::show(&command));
        let mut build = Child::start(command).context("could not start Cargo")?;
        while !ending.is_asked() {
            if let Some(status) = build.ended()? {
                return Ok(status.success());
            }
            thread::sleep(POLL_INTERVAL);
        }
        Ok(false)
    }

    fn build_command(&self) -> Command {
        let mut build = self.project.cargo(&["build", "--locked", "--package"]);
        match self.stage {
            // Without their default features they have no page inside: Vite serves it.
            DevStage::Window => build.args(["window", "--no-default-features"]),
            DevStage::Browser | DevStage::Gallery => build.args(["cli", "--no-default-features"]),
        };
        if self.engine == Engine::Built {
            build.args(["--features", "llama"]);
        }
        build
    }

    /// Whether the program that was built is not the one that runs.
    pub(super) fn is_outdated(&self) -> Result<bool> {
        Ok(self.running.as_ref().map(|running| running.built) != Some(self.built()?))
    }

    pub(super) fn has_started(&self) -> bool {
        self.has_started
    }

    /// What a person reads after a failed build.
    pub(super) fn standing(&self) -> &'static str {
        if self.running.is_some() { "The core from before goes on." } else { "No core runs." }
    }

    /// Says so where the core ended by itself.
    pub(super) fn report_end(&mut self) -> Result<()> {
        let Some(running) = &mut self.running else { return Ok(()) };
        if let Some(status) = running.child.ended()? {
            println!("The core has ended ({status}). It is started again with the next edit of Rust.");
            self.running = None;
        }
        Ok(())
    }

    /// Ends what runs and starts what was built. Returns where a server is; a window needs no server.
    pub(super) fn restart(&mut self) -> Result<Option<Location>> {
        let built = self.built()?;
        // The data folder belongs to one core at a time.
        self.running = None;
        let (child, location) = match self.stage {
            DevStage::Window => (self.start_window()?, None),
            DevStage::Browser | DevStage::Gallery => self.start_server()?,
        };
        self.has_started |= self.stage == DevStage::Window || location.is_some();
        self.running = Some(Running { child, built });
        Ok(location)
    }

    fn start_window(&self) -> Result<Child> {
        Child::start(process::command(self.project.app(Profile::Debug))).context("could not start the window")
    }

    fn start_server(&self) -> Result<(Child, Option<Location>)> {
        let page = self.project.scratch().join("dev");
        files::write(&page.join("index.html"), NO_PAGE.as_bytes())?;
        let mut server = process::command(self.project.program(Profile::Debug));
        server.args(["serve", "--ui"]).arg(page);
        let (child, said) = Child::start_heard(server).context("could not start the server")?;
        let location = said.and_then(location_told_by);
        Ok((child, location))
    }

    fn built(&self) -> Result<SystemTime> {
        let program = self.program();
        let facts = fs::metadata(&program).and_then(|facts| facts.modified());
        facts.with_context(|| format!("could not look at {}", program.display()))
    }

    fn program(&self) -> PathBuf {
        match self.stage {
            DevStage::Window => self.project.app(Profile::Debug),
            DevStage::Browser | DevStage::Gallery => self.project.program(Profile::Debug),
        }
    }
}

impl Location {
    /// Reads the line by which a server tells its address.
    fn read(line: &str) -> Option<Self> {
        let (host, token) = line.strip_prefix("Callwright is at http://")?.split_once("/#token=")?;
        Some(Self { host: host.to_owned(), token: token.trim_end().to_owned() })
    }

    /// The line by which Vite is told.
    pub(super) fn line(&self) -> String {
        serde_json::json!({ "host": self.host, "token": self.token }).to_string()
    }
}

/// Waits for the address, and reads on for as long as the server writes.
fn location_told_by(said: ChildStdout) -> Option<Location> {
    let (found, address) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(said).lines().map_while(std::io::Result::ok) {
            if let Some(location) = Location::read(&line) {
                // Nobody waits for a second one.
                let _ = found.send(location);
            }
        }
    });
    address.recv_timeout(START_TIMEOUT).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_server_is_read_from_its_line() {
        let location = Location::read("Callwright is at http://127.0.0.1:4000/#token=5f\n").unwrap();
        assert_eq!(location.line(), r#"{"host":"127.0.0.1:4000","token":"5f"}"#);
        assert_eq!(Location::read("Only this computer can open it."), None);
    }
}
