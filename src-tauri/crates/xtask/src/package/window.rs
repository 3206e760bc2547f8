//! The files of the window, below a prefix such as `/usr`: its program, its place in menus, its icon and its licences.

use std::env::consts::EXE_SUFFIX;
use std::path::Path;

use anyhow::Result;

use super::describing::filled;
use super::tree::{EXECUTABLE, Entry, PLAIN, Tree};
use super::{Facts, NAME, read};
use crate::project::Project;

/// The name of the application in menus, software centres and stores.
pub(super) const ID: &str = "dev.callwright.Callwright";
/// The program, and the packages it is in.
pub(super) const WINDOW: &str = "callwright-window";
/// Packages of Debian and Ubuntu that have the libraries it draws with.
pub(super) const LIBRARIES: [&str; 2] = ["libwebkit2gtk-4.1-0", "libgtk-3-0 | libgtk-3-0t64"];

const DESKTOP: &str = include_str!("../../../../packaging/linux/dev.callwright.Callwright.desktop");
const METAINFO: &str = include_str!("../../../../packaging/linux/dev.callwright.Callwright.metainfo.xml");

pub(super) fn tree(project: &Project, program: &Path, third_party: &str, facts: &Facts) -> Result<Tree> {
    let bytes = read(program)?;
    let mut entries = vec![Entry { path: format!("bin/{WINDOW}{EXE_SUFFIX}"), mode: EXECUTABLE, bytes }];
    let mut add = |path: String, bytes: Vec<u8>| entries.push(Entry { path, mode: PLAIN, bytes });
    add(format!("share/applications/{ID}.desktop"), DESKTOP.as_bytes().to_vec());
    add(format!("share/metainfo/{ID}.metainfo.xml"), filled(METAINFO, facts, &[]).into_bytes());
    let icons = project.root().join("src-tauri/icons");
    add(format!("share/icons/hicolor/512x512/apps/{ID}.png"), read(&icons.join("icon.png"))?);
    add(format!("share/icons/hicolor/scalable/apps/{ID}.svg"), read(&icons.join("icon.svg"))?);
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        add(format!("share/doc/{WINDOW}/{name}"), read(&project.root().join(name))?);
    }
    add(format!("share/doc/{WINDOW}/THIRD-PARTY"), third_party.as_bytes().to_vec());
    debug_assert_ne!(WINDOW, NAME);
    Ok(Tree::from_entries(entries))
}

/// Files that are not those of a window, for tests.
#[cfg(test)]
pub(super) fn sample() -> Tree {
    let file = |path: &str, mode| Entry { path: path.to_owned(), mode, bytes: path.as_bytes().to_vec() };
    Tree::from_entries(vec![
        file("bin/callwright-window", EXECUTABLE),
        file("share/applications/dev.callwright.Callwright.desktop", PLAIN),
        file("share/icons/hicolor/512x512/apps/dev.callwright.Callwright.png", PLAIN),
    ])
}
