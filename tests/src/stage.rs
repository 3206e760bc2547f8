//! The application in a browser or in its real window, with a home of its own, to be killed and reopened.

use crate::display::Display;
use crate::process::{self, Process, free_port};
use crate::webdriver::Page;
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// The place the page is shown in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    Browser,
    Window,
}

/// One running application with its page.
#[derive(Debug)]
pub struct Stage {
    surface: Surface,
    pub page: Page,
    /// The server of the browser's page. The window needs none.
    server: Option<Process>,
    /// The window's own process, which the driver starts and does not always end.
    app: Option<App>,
    driver: Process,
    display: Option<Display>,
    home: TempDir,
}

/// Decides for a new folder that words are compared alone, because the first screen fetches a model otherwise.
fn choose_words(callwright: &Path) -> Result<()> {
    let (sessions, decided) = (callwright.join("sessions.db"), callwright.join("meaning.json"));
    if !sessions.exists() && !decided.exists() {
        std::fs::create_dir_all(callwright)?;
        let words = json!({ "format": 1, "model": { "type": "usual" }, "isRefused": true });
        std::fs::write(decided, words.to_string())?;
    }
    Ok(())
}

/// The process of a window, ended with it.
#[derive(Debug)]
struct App(u32);

impl Drop for App {
    fn drop(&mut self) {
        if process::is_called(self.0, APP) {
            process::kill(self.0);
        }
    }
}

/// Starts in a quarter of the time that a whole browser takes. Some systems only have the whole one.
const HEADLESS_SHELL: &str = "/usr/bin/chromium-headless-shell";

/// What the application's process is called. Linux keeps fifteen letters of `callwright-window`.
const APP: &str = "callwright-wind";

impl Stage {
    pub async fn open(surface: Surface) -> Result<Self> {
        let home = tempfile::tempdir()?;
        Self::open_at(surface, home).await
    }

    /// Opens in a folder that may contain sessions.
    pub async fn open_at(surface: Surface, home: TempDir) -> Result<Self> {
        std::fs::create_dir_all(home.path().join(".run"))?;
        choose_words(&home.path().join("callwright"))?;
        match surface {
            Surface::Browser => Self::open_browser(home).await,
            Surface::Window => {
                let opened = match Opened::window(home.path()).await {
                    Ok(opened) => opened,
                    // On a busy machine a driver now and then never gets its window. A second one does.
                    Err(error) => {
                        eprintln!("the window's driver is started once more, because of: {error:#}");
                        Opened::window(home.path()).await?
                    }
                };
                let Opened { page, app, driver, display } = opened;
                let (server, app, display) = (None, Some(app), Some(display));
                Ok(Self { surface, page, server, app, driver, display, home })
            }
        }
    }

    /// The application's data folder.
    pub fn callwright_home(&self) -> PathBuf {
        self.home.path().join("callwright")
    }

    /// The memory of the window and its helpers in megabytes. Shared pages are counted once.
    pub fn memory(&self) -> Result<f64> {
        process::memory(self.app.as_ref().context("there is a window")?.0)
    }

    /// The screen a window is on.
    pub fn display(&self) -> Result<&Display> {
        self.display.as_ref().context("a page in a browser has no screen")
    }

    /// Waits until the window has logged these words.
    pub async fn until_told(&mut self, words: &str) -> Result<()> {
        let mut tick = tokio::time::interval(Duration::from_millis(50));
        for _ in 0..400 {
            tick.tick().await;
            self.driver.check_runs()?;
            if self.driver.printed().contains(words) {
                return Ok(());
            }
        }
        anyhow::bail!("nobody told {words:?}:\n{}", self.driver.printed())
    }

    /// Kills the application and reopens it with its data on disk.
    pub async fn kill_and_reopen(mut self) -> Result<Self> {
        match self.surface {
            Surface::Browser => {
                let server = self.server.take().context("there is a server")?;
                server.kill();
            }
            Surface::Window => drop(self.app.take().context("there is a window")?),
        }
        // Closes what is left of the page; the application behind it has gone.
        let _ = self.page.close().await;
        let Self { surface, driver, server, app, display, home, .. } = self;
        drop((driver, server, app, display));
        Self::open_at(surface, home).await
    }

    async fn open_browser(home: TempDir) -> Result<Self> {
        let (server, address) = serve(home.path()).await?;
        let (driver, port) = chromedriver(home.path()).await?;
        let arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            // The shell hints letters fully by default, a whole browser slightly.
            "--font-render-hinting=slight",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-component-update",
            "--no-first-run",
            "--window-size=1440,900",
        ];
        let mut options = json!({ "args": arguments });
        if Path::new(HEADLESS_SHELL).exists() {
            options["binary"] = json!(HEADLESS_SHELL);
        }
        let capabilities = json!({ "goog:chromeOptions": options });
        let page = Page::open(port, capabilities).await?;
        page.go_to(&address).await?;
        Ok(Self {
            surface: Surface::Browser,
            page,
            server: Some(server),
            app: None,
            driver,
            display: None,
            home,
        })
    }
}

/// Starts the driver of the browser. The port it chooses for IPv6 may be taken for IPv4, and it ends then.
async fn chromedriver(home: &Path) -> Result<(Process, u16)> {
    loop {
        let mut command = Command::new("chromedriver");
        // The profile of the browser lies there.
        command.arg("--port=0").env("TMPDIR", home);
        let mut driver = Process::start(&mut command, home, "driver")
            .context("chromedriver is needed for browser tests")?;
        match driver.until_printed(chosen_port).await {
            Ok(port) => return Ok((driver, port)),
            Err(_) if driver.printed().contains("Address already in use") => {}
            Err(error) => return Err(error),
        }
    }
}

/// A window with its driver and its screen.
struct Opened {
    page: Page,
    app: App,
    driver: Process,
    display: Display,
}

impl Opened {
    async fn window(home: &Path) -> Result<Self> {
        let display = Display::open(home).await?;
        let port = free_port()?;
        let mut command = Command::new("WebKitWebDriver");
        command
            .args([format!("--port={port}"), "--host=127.0.0.1".to_owned()])
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .env("DISPLAY", display.name())
            .env("GDK_BACKEND", "x11")
            .env("CALLWRIGHT_LOG", "warn,callwright_window=debug")
            .env_remove("WAYLAND_DISPLAY");
        let driver = Process::start(&mut command, home, "driver")
            .context("WebKitWebDriver is needed for window tests")?;
        let binary = from_environment("CALLWRIGHT_APP")?;
        let options = json!({ "binary": binary, "args": Value::Array(Vec::new()) });
        let page = Page::open(port, json!({ "webkitgtk:browserOptions": options })).await?;
        let app = process::descendant(driver.id(), APP).map(App).context("the driver started no window")?;
        Ok(Self { page, app, driver, display })
    }
}

/// Starts the server and reads the address it prints.
pub async fn serve(home: &Path) -> Result<(Process, String)> {
    let mut command = Command::new(from_environment("CALLWRIGHT_PROGRAM")?);
    command.args(["serve", "--ui"]).arg(from_environment("CALLWRIGHT_UI")?);
    let mut server = Process::start(&mut command, home, "server")?;
    let address = |printed: &str| {
        let address = printed.split_whitespace().find(|word| word.starts_with("http://"));
        address.map(str::to_owned)
    };
    let address = server.until_printed(address).await?;
    Ok((server, address))
}

/// The port that ChromeDriver was given, which ends a sentence.
fn chosen_port(printed: &str) -> Option<u16> {
    let (_, behind) = printed.split_once("started successfully on port ")?;
    behind.lines().next()?.trim_end_matches('.').parse().ok()
}

fn from_environment(name: &str) -> Result<PathBuf> {
    let path = std::env::var_os(name).map(PathBuf::from);
    path.with_context(|| format!("{name} is not set; run the end-to-end tests by `cargo xtask test`"))
}
