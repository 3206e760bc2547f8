//! The window and the command line as an application of macOS: a .dmg to install it from, and the archive it is updated from.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::describing::filled;
use super::installer::side_by_side;
use super::tree::Tree;
use super::{Facts, write};
use crate::output::Output;
use crate::process;
use crate::project::Project;

const INFO: &str = include_str!("../../../../packaging/macos/Info.plist");
/// What the programs may do beyond what every notarised program may.
const ENTITLEMENTS: &str = include_str!("../../../../packaging/macos/Entitlements.plist");
/// Signs and notarises where its environment names an identity, and writes the archive beside the .dmg.
const SCRIPT: &str = include_str!("../../../../packaging/macos/make-dmg.sh");

pub(super) fn make(
    project: &Project,
    tree: &Tree,
    of_window: &Tree,
    facts: &Facts,
    out: &Path,
) -> Result<Vec<PathBuf>> {
    let work = out.join("application");
    for (name, bytes) in side_by_side(tree, of_window) {
        write(&work.join(name), &bytes)?;
    }
    write(&work.join("Info.plist"), filled(INFO, facts, &[]).as_bytes())?;
    write(&work.join("Entitlements.plist"), ENTITLEMENTS.as_bytes())?;
    write(&work.join("make-dmg.sh"), SCRIPT.as_bytes())?;
    let name = format!("Callwright-{}-macos-{}", facts.version, std::env::consts::ARCH);
    let made = ["dmg", "app.tar.gz"].map(|ending| out.join(format!("{name}.{ending}")));
    let mut script = process::command("sh");
    script.arg(work.join("make-dmg.sh")).arg(&work);
    script.arg(project.root().join("src-tauri/icons/icon.png")).args(&made);
    process::run(script, &Output::Terminal)?;
    std::fs::remove_dir_all(&work).with_context(|| work.display().to_string())?;
    Ok(made.into())
}
