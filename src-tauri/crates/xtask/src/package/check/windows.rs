//! Packages of the window: installed beside the command line, opened on a display that nobody sees, and asked through it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use super::super::window::WINDOW;
use super::super::{Kind, Made, NAME};
use super::{Dpkg, Installed, Started, ask_doctor, extract, install_rpm};
use crate::output::Output;
use crate::process;

/// How long the window may take until it announces itself.
const PATIENCE: Duration = Duration::from_secs(90);

pub(super) fn check(kind: Kind, file: &Path, made: &[Made], root: &Path) -> Result<()> {
    let command_line = |kind: Kind| {
        let found = made.iter().find(|made| made.kind == kind).map(|made| made.file.clone());
        found.with_context(|| format!("it is checked beside `{}`, which was not made", kind.name()))
    };
    let bin = if kind == Kind::WindowTar {
        extract(&command_line(Kind::Tar)?, root)?;
        extract(file, root)?;
        root.join("bin")
    } else if kind == Kind::WindowDeb {
        let dpkg = Dpkg::into(root)?;
        dpkg.install(&command_line(Kind::Deb)?)?;
        dpkg.install(file)?;
        root.join("usr/bin")
    } else if kind == Kind::WindowRpm {
        install_rpm(&command_line(Kind::Rpm)?, root)?;
        install_rpm(file, root)?;
        root.join("usr/bin")
    } else {
        unpacked_image(file, root)?.join("usr/bin")
    };
    ensure!(bin.join(WINDOW).is_file(), "it has no window");
    open(&Installed::at(bin.join(NAME)), root)?;
    if kind == Kind::WindowDeb {
        Dpkg(root).purge(WINDOW)?;
        ensure!(!bin.join(WINDOW).exists(), "the package leaves its window behind");
        ensure!(bin.join(NAME).exists(), "the package takes the command line with it");
    }
    Ok(())
}

/// An AppImage unpacks itself; a file system without its runtime is unpacked.
fn unpacked_image(file: &Path, root: &Path) -> Result<PathBuf> {
    if file.extension().is_some_and(|ending| ending == "AppImage") {
        let mut extract = process::command(file);
        extract.arg("--appimage-extract").current_dir(root);
        process::capture(extract)?;
    } else {
        let mut extract = process::command("unsquashfs");
        extract.args(["-quiet", "-no-progress", "-dest"]).arg(root.join("squashfs-root")).arg(file);
        process::run(extract, &Output::Terminal)?;
    }
    let unpacked = root.join("squashfs-root");
    let mut version = Installed::at(unpacked.join("AppRun")).command(root);
    version.arg("--version");
    process::capture(version).context("what the image starts does not answer")?;
    Ok(unpacked)
}

/// `callwright` without arguments opens the window that lies beside it. The window announces itself in the data folder.
fn open(installed: &Installed, root: &Path) -> Result<()> {
    ensure!(
        process::on_path("Xvfb").is_some(),
        "a window is checked on `Xvfb` (on Debian: apt-get install xvfb)"
    );
    let display = format!(":{}", 200 + std::process::id() % 1_000);
    let mut screen = process::command("Xvfb");
    screen.arg(&display).args(["-screen", "0", "1280x800x24", "-nolisten", "tcp"]);
    let _screen = Started(silent(screen).spawn().context("the display can't be started")?);
    let mut command = installed.command(root);
    // A session bus of this computer is not asked for keys, and a desktop not for its looks.
    command
        .env("DISPLAY", &display)
        .env("DBUS_SESSION_BUS_ADDRESS", "disabled:")
        .env("XDG_RUNTIME_DIR", root);
    let mut window = Started(silent(command).spawn().context("the window can't be started")?);
    let announced = root.join("data/running.json");
    let begun = Instant::now();
    while !announced.exists() {
        if let Some(status) = window.0.try_wait()? {
            bail!("the window ended by itself ({status})");
        }
        ensure!(begun.elapsed() < PATIENCE, "the window did not announce itself in time");
        std::thread::sleep(Duration::from_millis(100));
    }
    let told: serde_json::Value = serde_json::from_str(&fs::read_to_string(&announced)?)?;
    ensure!(told["front"] == "window", "something else than the window runs: {told}");
    ask_doctor(installed, root)
}

fn silent(mut command: Command) -> Command {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}
