//! The window and the command line in an installer of Windows, by NSIS.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::describing::filled;
use super::tree::Tree;
use super::{Facts, write};
use crate::output::Output;
use crate::process;

const SCRIPT: &str = include_str!("../../../../packaging/windows/callwright.nsi");

/// The licences of others, which each program has of its own.
const THIRD_PARTY: &str = "THIRD-PARTY";

/// Only there are the programs it installs.
pub(super) fn can_be_made() -> bool {
    cfg!(windows) && process::on_path("makensis").is_some()
}

pub(super) fn make(tree: &Tree, of_window: &Tree, facts: &Facts, out: &Path) -> Result<PathBuf> {
    let work = out.join("installer");
    for (name, bytes) in side_by_side(tree, of_window) {
        write(&work.join(name), &bytes)?;
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

/// Programs and licences, side by side. What both programs have from others stands in one list after the other.
pub(super) fn side_by_side<'a>(tree: &'a Tree, of_window: &'a Tree) -> BTreeMap<&'a str, Vec<u8>> {
    let mut files: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
    for entry in tree.entries().iter().chain(of_window.entries()) {
        let Some(name) = installed_name(&entry.path) else { continue };
        let bytes = files.entry(name).or_default();
        if bytes.is_empty() || name == THIRD_PARTY {
            bytes.extend_from_slice(&entry.bytes);
        }
    }
    files
}

/// Manuals, completions and icons are for other systems.
fn installed_name(path: &str) -> Option<&str> {
    let is_installed = path.starts_with("bin/") || path.starts_with("share/doc/");
    path.rsplit('/').next().filter(|_| is_installed)
}

#[cfg(test)]
mod tests {
    use super::side_by_side;
    use crate::package::tree::{Entry, PLAIN, Tree};

    fn tree(files: &[(&str, &str)]) -> Tree {
        let entry = |(path, text): &(&str, &str)| Entry {
            path: (*path).to_owned(),
            mode: PLAIN,
            bytes: text.as_bytes().to_vec(),
        };
        Tree::from_entries(files.iter().map(entry).collect())
    }

    #[test]
    fn programs_and_all_licences_are_installed_side_by_side() {
        let program = tree(&[
            ("bin/callwright.exe", "program"),
            ("share/doc/callwright/LICENSE-MIT", "MIT"),
            ("share/doc/callwright/THIRD-PARTY", "clap\n"),
            ("share/man/man1/callwright.1", "manual"),
        ]);
        let window = tree(&[
            ("bin/callwright-window.exe", "window"),
            ("share/doc/callwright-window/LICENSE-MIT", "MIT"),
            ("share/doc/callwright-window/THIRD-PARTY", "tauri\n"),
        ]);
        let files: Vec<_> = side_by_side(&program, &window).into_iter().collect();
        let expected = [
            ("LICENSE-MIT", "MIT"),
            ("THIRD-PARTY", "clap\ntauri\n"),
            ("callwright-window.exe", "window"),
            ("callwright.exe", "program"),
        ];
        assert_eq!(files, expected.map(|(name, text)| (name, text.as_bytes().to_vec())));
    }
}
