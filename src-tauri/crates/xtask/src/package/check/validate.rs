//! Descriptions for others, held against the tools that read them, where those are installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::Clean;
use crate::process;

/// Files that an installer of Windows is made of here. They start nothing: the script is checked, not the program.
const STAND_INS: [&str; 5] =
    ["callwright.exe", "callwright-window.exe", "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY"];

pub(super) fn check(files: &[PathBuf]) -> Result<()> {
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let work = Clean::folder("description")?;
        let Some((tool, command)) = reader(file, &work.0)? else {
            println!("{name}: written, and read by no tool here");
            continue;
        };
        if process::on_path(tool).is_none() {
            println!("{name}: not checked, because {tool} is not installed");
            continue;
        }
        process::capture(command).with_context(|| name.clone())?;
        println!("{name}: read by {tool}");
    }
    Ok(())
}

/// The tool that reads a description, and how it is asked to.
fn reader(file: &Path, work: &Path) -> Result<Option<(&'static str, Command)>> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let (tool, before): (&str, &[&str]) = match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "rb" => ("ruby", &["-c"]),
        "desktop" => ("desktop-file-validate", &[]),
        "xml" => ("appstreamcli", &["validate", "--no-net"]),
        "yml" => ("flatpak-builder", &["--show-manifest"]),
        "sh" => ("sh", &["-n"]),
        "plist" => ("python3", &["-c", "import plistlib, sys; plistlib.load(open(sys.argv[1], 'rb'))"]),
        "nsi" => return Ok(Some(("makensis", installer(file, work)?))),
        _ => return Ok(None),
    };
    let mut command = process::command(tool);
    command.args(before).arg(file);
    Ok(Some((tool, command)))
}

fn installer(script: &Path, work: &Path) -> Result<Command> {
    for name in STAND_INS {
        fs::write(work.join(name), name)?;
    }
    let out: PathBuf = work.join("callwright-setup.exe");
    let mut makensis = process::command("makensis");
    makensis.args(["-V2", "-WX"]).arg(format!("-DFILES={}", work.display()));
    makensis.arg(format!("-DOUT={}", out.display())).arg(script);
    Ok(makensis)
}
