//! The window and the command line as one file that runs where it lies: an AppImage, where its runtime is at hand.
//!
//! An AppImage is a small program, the runtime, with a file system of SquashFS behind it. The runtime comes from no package
//! registry; without one the file system is made and checked all the same.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::tree::{EXECUTABLE, Entry, PLAIN, Tree};
use super::{Facts, NAME, read, window, write};
use crate::files::set_mode;
use crate::output::Output;
use crate::process;

/// The variable that names a runtime of type 2.
pub(super) const RUNTIME: &str = "APPIMAGE_RUNTIME";

/// What stands in the header of every runtime of type 2, and where.
const MARK: &[u8] = b"AI\x02";
const MARK_AT: usize = 8;

/// With a command it is the command line, else the window, or the page where no display is.
const RUN: &str = "#!/bin/sh\nexec \"$(dirname \"$(readlink -f \"$0\")\")/usr/bin/callwright\" \"$@\"\n";

pub(super) fn can_be_made() -> bool {
    process::on_path("mksquashfs").is_some()
}

pub(super) fn make(tree: &Tree, of_window: &Tree, facts: &Facts, out: &Path) -> Result<PathBuf> {
    ensure!(
        can_be_made(),
        "an AppImage is made by `mksquashfs`, which is not installed (on Debian: apt-get install squashfs-tools)"
    );
    let name = format!("Callwright-{}-{}", facts.version, std::env::consts::ARCH);
    let folder = out.join("AppDir");
    for entry in entries(tree, of_window)? {
        let file = folder.join(&entry.path);
        write(&file, &entry.bytes)?;
        set_mode(&file, entry.mode)?;
    }
    let packed = out.join(format!("{name}.squashfs"));
    let mut squash = process::command("mksquashfs");
    squash.arg(&folder).arg(&packed).args([
        "-noappend",
        "-root-owned",
        "-comp",
        "zstd",
        "-Xcompression-level",
        "19",
    ]);
    squash.args(["-all-time", "0", "-mkfs-time", "0", "-quiet", "-no-progress"]);
    process::run(squash, &Output::Terminal)?;
    std::fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let Some(runtime) = std::env::var_os(RUNTIME) else {
        println!("{} has no runtime: {RUNTIME} names none.", packed.display());
        return Ok(packed);
    };
    let file = out.join(format!("{name}.AppImage"));
    write(&file, &joined(read(Path::new(&runtime))?, &read(&packed)?)?)?;
    set_mode(&file, EXECUTABLE)?;
    std::fs::remove_file(&packed)?;
    Ok(file)
}

fn joined(mut runtime: Vec<u8>, packed: &[u8]) -> Result<Vec<u8>> {
    let is_marked = runtime.get(MARK_AT..).is_some_and(|rest| rest.starts_with(MARK));
    ensure!(is_marked, "{RUNTIME} names no runtime of an AppImage of type 2");
    runtime.extend_from_slice(packed);
    Ok(runtime)
}

fn entries(tree: &Tree, of_window: &Tree) -> Result<Vec<Entry>> {
    let all = tree.entries().iter().chain(of_window.entries());
    let mut entries: Vec<_> =
        all.map(|entry| Entry { path: format!("usr/{}", entry.path), ..entry.clone() }).collect();
    let find = |end: &str| entries.iter().find(|entry| entry.path.ends_with(end)).cloned();
    let desktop = find(".desktop").context("the window has no desktop file")?;
    let icon = find("512x512/apps/dev.callwright.Callwright.png").context("the window has no icon")?;
    let at_root = |path: &str, mode, bytes: Vec<u8>| Entry { path: path.to_owned(), mode, bytes };
    entries.extend([
        at_root("AppRun", EXECUTABLE, RUN.as_bytes().to_vec()),
        at_root(&format!("{}.desktop", window::ID), PLAIN, desktop.bytes),
        at_root(&format!("{}.png", window::ID), PLAIN, icon.bytes.clone()),
        at_root(".DirIcon", PLAIN, icon.bytes),
    ]);
    debug_assert!(entries.iter().any(|entry| entry.path == format!("usr/bin/{NAME}")));
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runtime_is_known_by_its_mark() {
        let runtime = [b"\x7fELF\x02\x01\x01\x00".as_slice(), MARK, b"rest"].concat();
        assert_eq!(joined(runtime.clone(), b"files").unwrap(), [runtime.as_slice(), b"files"].concat());
        joined(b"\x7fELF\x02\x01\x01\x00\x00\x00\x00".to_vec(), b"files").unwrap_err();
        joined(Vec::new(), b"files").unwrap_err();
    }

    #[test]
    fn the_folder_has_what_is_started_and_shown_at_its_root() {
        let entries = entries(&Tree::sample(), &window::sample()).unwrap();
        let paths: Vec<_> = entries.iter().map(|entry| entry.path.as_str()).collect();
        for path in [
            "AppRun",
            ".DirIcon",
            "dev.callwright.Callwright.desktop",
            "usr/bin/callwright",
            "usr/bin/callwright-window",
        ] {
            assert!(paths.contains(&path), "{path}: {paths:?}");
        }
    }
}
