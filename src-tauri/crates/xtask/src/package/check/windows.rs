//! Packages of the window: installed beside the command line, opened on a display that nobody sees, and asked through it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use super::super::window::WINDOW;
use super::super::{Kind, NAME};
use super::upgrade::{self, BEFORE, Older};
use super::using::{Ending, find_nothing_broken};
use super::{Checked, Installed, Way, check_gone};
use crate::output::Output;
use crate::process;

/// How long the window may take until it announces itself.
const PATIENCE: Duration = Duration::from_secs(90);

pub(super) fn check(
    kind: Kind,
    files: &[PathBuf],
    checked: &Checked<'_>,
    older: &Older<'_>,
    root: &Path,
) -> Result<()> {
    let begun = Instant::now();
    match beside(kind) {
        Some(command_line) => check_beside(command_line, (kind, files), checked, older, root)?,
        None => check_image(files, &older.of(kind)?, root)?,
    }
    println!("{}: upgraded, opened, removed in {:.1} s", kind.name(), begun.elapsed().as_secs_f64());
    Ok(())
}

/// The package of the command line that one of the window is installed beside.
fn beside(kind: Kind) -> Option<Kind> {
    match kind {
        Kind::WindowTar => Some(Kind::Tar),
        Kind::WindowDeb => Some(Kind::Deb),
        Kind::WindowRpm => Some(Kind::Rpm),
        Kind::Tar
        | Kind::Deb
        | Kind::Rpm
        | Kind::Npm
        | Kind::Wheel
        | Kind::Oci
        | Kind::AppImage
        | Kind::Dmg
        | Kind::Installer
        | Kind::Descriptions
        | Kind::Updates => None,
    }
}

fn check_beside(
    command_line: Kind,
    (kind, files): (Kind, &[PathBuf]),
    checked: &Checked<'_>,
    older: &Older<'_>,
    root: &Path,
) -> Result<()> {
    let programs = checked.files(command_line);
    ensure!(!programs.is_empty(), "it is checked beside `{}`, which was not made", command_line.name());
    let way = Way::of(command_line, root).context("it is installed beside nothing")?;
    let add = |files: &[PathBuf]| way.add(files.first().context("there is no package")?);
    let before = way.install(&older.of(command_line)?, BEFORE)?;
    add(&older.of(kind)?)?;
    upgrade::write_session(&before, root)?;
    let installed =
        way.install(&programs, &checked.source.context("it was made of nothing")?.facts.version)?;
    add(files)?;
    upgrade::find_session(&installed, root)?;
    ensure!(way.programs().join(WINDOW).is_file(), "it has no window");
    open(&installed, root)?;
    way.remove(WINDOW)?;
    ensure!(!way.programs().join(WINDOW).exists(), "the package leaves its window behind");
    ensure!(installed.program.exists(), "the package takes the command line with it");
    way.remove(NAME)?;
    check_gone(root)
}

/// One file, which is removed by deleting it.
fn check_image(files: &[PathBuf], older: &[PathBuf], root: &Path) -> Result<()> {
    let unpack = |files: &[PathBuf]| unpacked_image(files.first().context("there is no package")?, root);
    let before = unpack(older)?;
    upgrade::write_session(&Installed::at(before.join("AppRun")), root)?;
    fs::remove_dir_all(before)?;
    let unpacked = unpack(files)?;
    upgrade::find_session(&Installed::at(unpacked.join("AppRun")), root)?;
    open(&Installed::at(unpacked.join("usr/bin").join(NAME)), root)
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
    let _screen = Ending::of(silent(screen).spawn().context("the display can't be started")?);
    let mut command = installed.command(root);
    // A session bus of this computer is not asked for keys, and a desktop not for its looks.
    command
        .env("DISPLAY", &display)
        .env("DBUS_SESSION_BUS_ADDRESS", "disabled:")
        .env("XDG_RUNTIME_DIR", root);
    let mut window = Ending::of(silent(command).spawn().context("the window can't be started")?);
    let announced = root.join("data/running.json");
    let begun = Instant::now();
    while !announced.exists() {
        if let Some(status) = window.child.try_wait()? {
            bail!("the window ended by itself ({status})");
        }
        ensure!(begun.elapsed() < PATIENCE, "the window did not announce itself in time");
        std::thread::sleep(Duration::from_millis(100));
    }
    let told: serde_json::Value = serde_json::from_str(&fs::read_to_string(&announced)?)?;
    ensure!(told["front"] == "window", "something else than the window runs: {told}");
    find_nothing_broken(installed, root)
}

fn silent(mut command: Command) -> Command {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}
