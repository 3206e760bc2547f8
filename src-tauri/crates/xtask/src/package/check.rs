//! Installs packages into clean folders, as the people who get them do, and uses them there.
//!
//! All go the same way: installed and served until the example stops at its first call, removed, installed as an older version
//! that is used, upgraded with what was written kept, and removed again with nothing left but that.

mod distribution;
mod image;
mod upgrade;
mod using;
mod validate;
mod ways;
mod windows;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use super::tree::EXECUTABLE;
use super::{Facts, Kind, Made, NAME, Source, write};
use crate::files::set_mode;
use crate::process;
use crate::project::Project;
use upgrade::{BEFORE, Older};
use ways::Way;

/// How much may be downloaded for the command line, and for the window.
const MAX_COMMAND_LINE_BYTES: u64 = 30_000_000;
const MAX_WINDOW_BYTES: u64 = 40_000_000;

/// How long it may take from an empty folder to the first stop of the example. `npx` fetches the program meanwhile.
const MAX_TIME: Duration = Duration::from_secs(30);
const MAX_TIME_OF_NPX: Duration = Duration::from_secs(60);

/// What is installed, and what is written there before the newer version comes.
pub(super) struct Checked<'a> {
    pub(super) project: &'a Project,
    pub(super) made: &'a [Made],
    /// Nothing, where only texts were made.
    pub(super) source: Option<&'a Source>,
}

pub(super) fn check(checked: &Checked<'_>) -> Result<()> {
    let older = Older::new(checked)?;
    for kind in Kind::ALL {
        let files = checked.files(kind);
        if !files.is_empty() {
            check_kind(kind, &files, checked, &older)
                .with_context(|| format!("the package `{}`", kind.name()))?;
        }
    }
    Ok(())
}

fn check_kind(kind: Kind, files: &[PathBuf], checked: &Checked<'_>, older: &Older<'_>) -> Result<()> {
    if kind == Kind::Descriptions {
        return validate::check(files);
    }
    check_sizes(kind, files)?;
    if matches!(kind, Kind::Dmg | Kind::Installer | Kind::Updates) {
        println!("{}: made, and installed by nothing here", kind.name());
        return Ok(());
    }
    let root = Clean::folder(kind.name())?;
    let source = checked.source.context("it was made of nothing")?;
    match Way::of(kind, &root.0) {
        Some(way) => walk(&way, files, &older.of(kind)?, source)?,
        None => windows::check(kind, files, checked, older, &root.0)?,
    }
    match files.first() {
        Some(file) if kind == Kind::Deb => distribution::check(file, &source.facts),
        _ => Ok(()),
    }
}

impl Checked<'_> {
    fn files(&self, kind: Kind) -> Vec<PathBuf> {
        self.made.iter().filter(|made| made.kind == kind).map(|made| made.file.clone()).collect()
    }
}

fn check_sizes(kind: Kind, files: &[PathBuf]) -> Result<()> {
    let most = if kind.has_window() { MAX_WINDOW_BYTES } else { MAX_COMMAND_LINE_BYTES };
    for file in files {
        let size = fs::metadata(file).with_context(|| file.display().to_string())?.len();
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        ensure!(
            size <= most,
            "{} has {:.1} MB, and may have {:.1}",
            file.display(),
            megabytes(size),
            megabytes(most)
        );
    }
    Ok(())
}

/// The whole way of a package of the command line.
fn walk(way: &Way<'_>, files: &[PathBuf], older: &[PathBuf], source: &Source) -> Result<()> {
    let Source { tree, facts, .. } = source;
    let root = way.root;
    let took = timed_to_the_first_stop(way, files, facts)?;
    way.remove(NAME)?;
    check_gone(root)?;
    fs::remove_dir_all(root.join("data"))?;

    let before = way.install(older, BEFORE)?;
    upgrade::write_session(&before, root)?;
    let installed = way.install(files, &facts.version)?;
    upgrade::find_session(&installed, root)?;
    using::ask(&installed, root, facts)?;
    using::to_the_first_stop(&installed, root)?;

    way.remove(NAME)?;
    check_gone(root)?;
    let apart = root.join("apart");
    write(&apart, &tree.program().bytes)?;
    set_mode(&apart, EXECUTABLE)?;
    upgrade::find_session(&Installed::at(apart), root).context("after the package was removed")?;
    println!("{}: at the first stop after {:.1} s, upgraded, removed", way.name(), took.as_secs_f64());
    Ok(())
}

/// From an empty folder.
fn timed_to_the_first_stop(way: &Way<'_>, files: &[PathBuf], facts: &Facts) -> Result<Duration> {
    let begun = Instant::now();
    let most = if let Some((installed, _registry)) = way.without_installing(files)? {
        using::to_the_first_stop(&installed, way.root)?;
        MAX_TIME_OF_NPX
    } else {
        using::to_the_first_stop(&way.install(files, &facts.version)?, way.root)?;
        MAX_TIME
    };
    let took = begun.elapsed();
    ensure!(took <= most, "the first stop came after {took:.1?}, and may take {most:.1?}");
    Ok(took)
}

/// Nothing of the package is left but what a person wrote.
fn check_gone(root: &Path) -> Result<()> {
    for entry in fs::read_dir(root)? {
        let path = entry?.path();
        if path != root.join("data")
            && let Some(left) = left_in(&path)
        {
            bail!("the package leaves {} behind", left.display());
        }
    }
    Ok(())
}

fn left_in(path: &Path) -> Option<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if name.contains(NAME) || name == "THIRD-PARTY" {
        return Some(path.to_owned());
    }
    if path.is_symlink() {
        return None;
    }
    fs::read_dir(path).ok()?.flatten().find_map(|entry| left_in(&entry.path()))
}

/// A folder of its own that goes with its owner.
struct Clean(PathBuf);

impl Clean {
    fn folder(name: &str) -> Result<Self> {
        let path = std::env::temp_dir().join(format!("{NAME}-package-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).with_context(|| path.display().to_string())?;
        Ok(Self(path))
    }
}

impl Drop for Clean {
    fn drop(&mut self) {
        // What stays in the folder for temporary files does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// How an installed program is started, and with what before its own arguments.
struct Installed {
    program: PathBuf,
    before: Vec<String>,
    environment: Vec<(String, PathBuf)>,
    /// The folder that the program takes for the whole disk.
    inside: Option<PathBuf>,
}

impl Installed {
    fn at(program: PathBuf) -> Self {
        Self { program, before: Vec::new(), environment: Vec::new(), inside: None }
    }

    /// With nothing of this computer's own but the search path, and what Windows starts nothing without.
    fn command(&self, root: &Path) -> Command {
        let mut command = process::command(&self.program);
        command.env_clear().current_dir(root);
        for kept in ["PATH", "SystemRoot", "TEMP"] {
            command.envs(std::env::var_os(kept).map(|value| (kept, value)));
        }
        command.args(&self.before).env("HOME", root).env("CALLWRIGHT_HOME", root.join("data"));
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Where a file lies that the program knows by this path.
    fn on_disk(&self, path: &Path) -> PathBuf {
        match &self.inside {
            Some(inside) => inside.join(path.strip_prefix("/").unwrap_or(path)),
            None => path.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_package_leaves_behind_is_found_and_data_is_no_part_of_it() {
        let root = Clean::folder("left").unwrap();
        write(&root.0.join("data/callwright.json"), b"kept").unwrap();
        write(&root.0.join("var/lib/rpm/rpmdb.sqlite"), b"a database").unwrap();
        check_gone(&root.0).unwrap();
        fs::create_dir_all(root.0.join("usr/share/doc/callwright")).unwrap();
        let left = check_gone(&root.0).unwrap_err().to_string();
        assert!(left.ends_with("usr/share/doc/callwright behind"), "{left}");
    }

    #[test]
    fn a_package_that_is_too_large_is_refused() {
        let root = Clean::folder("large").unwrap();
        let file = root.0.join("package.deb");
        fs::File::create(&file).unwrap().set_len(MAX_COMMAND_LINE_BYTES + 1).unwrap();
        let refused = check_sizes(Kind::Deb, std::slice::from_ref(&file)).unwrap_err().to_string();
        assert!(refused.contains("30.0 MB, and may have 30.0"), "{refused}");
        check_sizes(Kind::WindowDeb, &[file]).unwrap();
    }

    #[test]
    fn a_program_with_a_root_of_its_own_has_its_files_there() {
        let installed = Installed { inside: Some("/images/one".into()), ..Installed::at("chroot".into()) };
        assert_eq!(installed.on_disk(Path::new("/tmp/data")), Path::new("/images/one/tmp/data"));
    }
}
