//! The window and the command line in an installer of Windows, by NSIS.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::describing::filled;
use super::tree::Tree;
use super::{Facts, write};
use crate::output::Output;
use crate::process;

const SCRIPT: &str = include_str!("../../../../packaging/windows/callwright.nsi");

/// Only there are the programs it installs.
pub(super) fn can_be_made() -> bool {
    cfg!(windows) && process::on_path("makensis").is_some()
}

pub(super) fn make(tree: &Tree, of_window: &Tree, facts: &Facts, out: &Path) -> Result<PathBuf> {
    let work = out.join("installer");
    // Both have the licences; those of the window name what the command line contains too.
    for entry in tree.entries().iter().chain(of_window.entries()) {
        if let Some(name) = installed_name(&entry.path) {
            write(&work.join(name), &entry.bytes)?;
        }
    }
    let script = work.join("callwright.nsi");
    write(&script, filled(SCRIPT, facts, &[]).as_bytes())?;
    let file = out.join(format!("callwright-{}-windows-{}-setup.exe", facts.version, std::env::consts::ARCH));
    let mut makensis = process::command("makensis");
    makensis.args(["-V2", "-WX"]).arg(format!("-DFILES={}", work.display()));
    makensis.arg(format!("-DOUT={}", file.display())).arg(&script);
    process::run(makensis, &Output::Terminal)?;
    std::fs::remove_dir_all(&work).with_context(|| work.display().to_string())?;
    Ok(file)
}

/// Programs and licences lie side by side in the folder that is installed; nothing else does.
fn installed_name(path: &str) -> Option<&str> {
    let is_installed = path.starts_with("bin/") || path.starts_with("share/doc/");
    path.rsplit('/').next().filter(|_| is_installed)
}

#[cfg(test)]
mod tests {
    use super::installed_name;

    #[test]
    fn programs_and_licences_are_installed_side_by_side() {
        assert_eq!(installed_name("bin/callwright.exe"), Some("callwright.exe"));
        assert_eq!(installed_name("share/doc/callwright-window/THIRD-PARTY"), Some("THIRD-PARTY"));
        assert_eq!(installed_name("share/man/man1/callwright.1"), None);
    }
}
