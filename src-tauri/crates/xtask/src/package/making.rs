//! Each form of package by its module.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::window::WINDOW;
use super::{
    Facts, Kind, NAME, Packaged, Source, appimage, archive, debian, describing, dmg, installer, npm, oci,
    rpm, updates, wheel,
};
use crate::project::Project;

pub(super) fn make(
    project: &Project,
    kind: Kind,
    source: &Source,
    facts: &Facts,
    out: &Path,
) -> Result<Vec<PathBuf>> {
    let Source { tree, program, window, .. } = source;
    let of_window = || window.as_ref().context("the window was not built");
    let file = match kind {
        Kind::Tar => archive::make(NAME, tree, facts, out)?,
        Kind::Deb => debian::make(&Packaged::command_line(tree, facts), facts, out)?,
        Kind::Rpm => rpm::make(&Packaged::command_line(tree, facts), facts, out)?,
        Kind::Npm => return npm::make(tree, facts, out),
        Kind::Wheel => wheel::make(tree, facts, out)?,
        Kind::Oci => oci::make(tree, program, facts, out)?,
        Kind::WindowTar => archive::make(WINDOW, of_window()?, facts, out)?,
        Kind::WindowDeb => debian::make(&Packaged::window(of_window()?, facts), facts, out)?,
        Kind::WindowRpm => rpm::make(&Packaged::window(of_window()?, facts), facts, out)?,
        Kind::AppImage => appimage::make(tree, of_window()?, facts, out)?,
        Kind::Dmg => return dmg::make(project, tree, of_window()?, facts, out),
        Kind::Installer => installer::make(tree, of_window()?, facts, out)?,
        Kind::Descriptions | Kind::Updates => return make_text(project, kind, facts, out),
    };
    Ok(vec![file])
}

pub(super) fn make_text(project: &Project, kind: Kind, facts: &Facts, out: &Path) -> Result<Vec<PathBuf>> {
    if kind == Kind::Updates { updates::make(project, facts, out) } else { describing::make(facts, out) }
}
