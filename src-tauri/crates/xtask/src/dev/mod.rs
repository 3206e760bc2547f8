//! `cargo xtask dev`: the application with the page served by Vite, which reloads what is edited, and with the core
//! rebuilt and restarted on each edit of Rust.
//!
//! In a browser the page keeps its address and its token. Vite carries its requests to the core and is told of each
//! start of it (`ui/dev/core.mjs`). A build that fails leaves the core that runs alone.

mod children;
mod core;
mod ending;
mod sources;

use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use self::children::Child;
use self::core::Core;
use self::ending::Ending;
use self::sources::Snapshot;
use crate::arguments::{DevChoices, DevStage};
use crate::output::Output;
use crate::process;
use crate::project::Project;
use crate::run;
use crate::setup::{self, Engine, Purpose};

/// How often files, children and signals are looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// How long Vite may take until it answers.
const VITE_START_TIMEOUT: Duration = Duration::from_secs(60);

const NEXT: &str = "It is built again with the next edit.";

pub(crate) fn develop(project: &Project, choices: DevChoices) -> Result<()> {
    if choices.stage == DevStage::Window {
        run::require_display("cargo xtask dev")?;
    }
    let ending = Ending::on_signals()?;
    let engine = match choices.stage {
        DevStage::Browser => prepare(Purpose::Browser, choices)?,
        DevStage::Window => prepare(Purpose::Window, choices)?,
        DevStage::Gallery => Engine::LeftOut,
    };
    setup::install_page_packages(project, &Output::Terminal)?;
    let mut vite = serve_page(project, choices.port)?;
    await_page(&mut vite, choices.port, &ending)?;
    let page = format!("http://127.0.0.1:{}", choices.port);
    println!("The gallery is at {page}/gallery.html");
    if choices.stage == DevStage::Gallery {
        println!("Press Ctrl+C to end.");
        return until_ended(&mut vite, &ending);
    }
    Desk { core: Core::new(project, choices.stage, engine), stage: choices.stage, vite, page, ending }.work()
}

fn prepare(purpose: Purpose, choices: DevChoices) -> Result<Engine> {
    setup::prepare_system(purpose, choices.engine, choices.installation, &Output::Terminal)
}

/// Vite itself and not npm, which would be one more process to end.
fn serve_page(project: &Project, port: u16) -> Result<Child> {
    let mut vite = process::command("node");
    vite.arg("node_modules/vite/bin/vite.js").args(["--config", "dev/vite.config.mjs"]);
    vite.current_dir(project.ui()).env("CALLWRIGHT_DEV_PORT", port.to_string());
    Child::start_told(vite).context("could not start Vite; is Node installed and on the PATH?")
}

/// Waits for Vite. Where its port is taken, it has said so and has ended.
fn await_page(vite: &mut Child, port: u16, ending: &Ending) -> Result<()> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let until = Instant::now() + VITE_START_TIMEOUT;
    while Instant::now() < until && !ending.is_asked() {
        require_vite(vite)?;
        if TcpStream::connect_timeout(&address, POLL_INTERVAL).is_ok() {
            // Another program on that port answers as well, and Vite ends then.
            thread::sleep(POLL_INTERVAL);
            return require_vite(vite);
        }
        thread::sleep(POLL_INTERVAL);
    }
    if ending.is_asked() { Ok(()) } else { bail!("Vite does not answer on port {port}") }
}

fn require_vite(vite: &mut Child) -> Result<()> {
    match vite.ended()? {
        None => Ok(()),
        Some(status) => {
            bail!("Vite has ended ({status}); where its port is in use, name another with `--port`")
        }
    }
}

fn until_ended(vite: &mut Child, ending: &Ending) -> Result<()> {
    while !ending.is_asked() {
        require_vite(vite)?;
        thread::sleep(POLL_INTERVAL);
    }
    Ok(())
}

/// The children at work. They end with it.
struct Desk<'a> {
    core: Core<'a>,
    stage: DevStage,
    vite: Child,
    page: String,
    ending: Ending,
}

impl Desk<'_> {
    fn work(mut self) -> Result<()> {
        let mut built: Option<Snapshot> = None;
        while !self.ending.is_asked() {
            require_vite(&mut self.vite)?;
            self.core.report_end()?;
            let now = self.core.sources()?;
            if built.as_ref() != Some(&now) {
                built = Some(now);
                self.rebuild()?;
            }
            thread::sleep(POLL_INTERVAL);
        }
        println!("\nEnding.");
        Ok(())
    }

    /// Builds, and restarts the core where that made another program.
    fn rebuild(&mut self) -> Result<()> {
        let begun = Instant::now();
        if !self.core.build(&self.ending)? {
            if !self.ending.is_asked() {
                println!("The build failed. {} {NEXT}", self.core.standing());
            }
            return Ok(());
        }
        if !self.core.is_outdated()? {
            return Ok(());
        }
        let is_first = !self.core.has_started();
        let location = self.core.restart()?;
        if let Some(location) = &location {
            self.vite.tell(&location.line()).context("Vite does not read where the core is")?;
        }
        match location {
            None if self.stage == DevStage::Browser => println!("The core does not start. {NEXT}"),
            _ if !is_first => println!("The core runs again after {:.1} s.", begun.elapsed().as_secs_f64()),
            None => println!("The window opens. Press Ctrl+C to end."),
            Some(location) => {
                println!("Callwright is at {}/#token={}", self.page, location.token);
                println!("Only this computer can open it, and only with this address. Press Ctrl+C to end.");
            }
        }
        Ok(())
    }
}
