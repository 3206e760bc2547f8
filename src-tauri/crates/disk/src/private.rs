//! Keeps a person's files private on this computer: folders 700, files 600. On Windows a file inherits the rights of
//! its folder, and the system closes the folders of a person's data to others.

use notices::{Carrier, Describe, Notice};
use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::sync::OnceLock;

#[cfg(unix)]
static BEFORE: OnceLock<rustix::fs::Mode> = OnceLock::new();

/// A file or folder that others can read and that could not be closed.
#[derive(Debug)]
pub struct Open {
    pub path: PathBuf,
    pub reason: Notice,
}

notices::declare! {
    #[derive(Copy)]
    pub(crate) enum Unkept: "private" {
        Modes = "its file system keeps no modes",
    }
}

/// Makes everything this process creates from now on private by default. Call it before anything else.
pub fn close_umask() {
    #[cfg(unix)]
    {
        let closed = rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO;
        // A second call would find its own mask.
        let _ = BEFORE.set(rustix::process::umask(closed));
    }
}

/// Does something with the person's own umask: starts a program whose files are as open as that person has set. Files that
/// other threads create meanwhile are as open, so nothing else should be under way.
pub fn with_umask_of_person<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(unix)]
    let closed = umask_of_person().map(rustix::process::umask);
    let worked = work();
    #[cfg(unix)]
    if let Some(closed) = closed {
        rustix::process::umask(closed);
    }
    worked
}

/// The person's own umask, for programs this process starts, if it was changed.
#[cfg(unix)]
pub fn umask_of_person() -> Option<rustix::fs::Mode> {
    BEFORE.get().copied()
}

/// Options to create a file that is private from its first byte.
pub fn private() -> OpenOptions {
    #[allow(unused_mut, reason = "on Windows a file has the rights of its folder")]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Creates a private folder and its missing parents. An existing folder is left unchanged.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// How deep the contents of a folder are closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    Nothing,
    Itself,
    Everything,
}

/// Closes a folder to others, and its contents to the depth given by their names. Links are left unchanged. Returns
/// everything that stays open.
#[cfg(unix)]
pub fn tighten(folder: &Path, depth_of: impl Fn(&str) -> Depth) -> Vec<Open> {
    let mut open = Vec::new();
    close(folder, &mut open);
    let mut deep = Vec::new();
    for entry in entries(folder) {
        let depth = entry.file_name().to_str().map_or(Depth::Nothing, &depth_of);
        if depth == Depth::Nothing {
            continue;
        }
        close(&entry.path(), &mut open);
        if depth == Depth::Everything && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            deep.push(entry.path());
        }
    }
    while let Some(folder) = deep.pop() {
        for entry in entries(&folder) {
            close(&entry.path(), &mut open);
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                deep.push(entry.path());
            }
        }
    }
    open
}

#[cfg(not(unix))]
pub fn tighten(_: &Path, _: impl Fn(&str) -> Depth) -> Vec<Open> {
    Vec::new()
}

#[cfg(unix)]
fn entries(folder: &Path) -> impl Iterator<Item = std::fs::DirEntry> + use<> {
    std::fs::read_dir(folder).into_iter().flatten().flatten()
}

#[cfg(unix)]
fn close(path: &Path, open: &mut Vec<Open>) {
    if let Err(error) = close_one(path) {
        open.push(Open { path: path.to_owned(), reason: error.notice() });
    }
}

#[cfg(unix)]
fn close_one(path: &Path) -> io::Result<()> {
    use std::fs::{Permissions, set_permissions, symlink_metadata};
    use std::os::unix::fs::PermissionsExt;
    const OF_OTHERS: u32 = 0o077;
    let before = symlink_metadata(path)?;
    let mode = before.permissions().mode();
    if before.is_symlink() || mode & OF_OTHERS == 0 {
        return Ok(());
    }
    set_permissions(path, Permissions::from_mode(mode & 0o7700))?;
    // Some file systems report success and store no modes.
    if symlink_metadata(path)?.permissions().mode() & OF_OTHERS == 0 {
        return Ok(());
    }
    Err(io::Error::other(Carrier::of(&Unkept::Modes)))
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::{Depth, tighten};
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    fn mode(path: &Path) -> u32 {
        fs::symlink_metadata(path).expect("it is there").permissions().mode() & 0o777
    }

    #[test]
    fn what_others_could_read_is_closed_and_what_runs_still_runs() {
        let home = tempfile::tempdir().expect("a folder");
        let at = |name: &str| home.path().join(name);
        for (name, given) in
            [("in", 0o755), ("in/deep", 0o777), ("plugins", 0o755), ("plugins/one", 0o755), ("own", 0o755)]
        {
            fs::create_dir(at(name)).expect("a folder");
            fs::set_permissions(at(name), PermissionsExt::from_mode(given)).expect("its mode");
        }
        for (name, given) in [("in/deep/a", 0o644), ("in/run", 0o755), ("plugins/one/b", 0o644)] {
            fs::write(at(name), "").expect("a file");
            fs::set_permissions(at(name), PermissionsExt::from_mode(given)).expect("its mode");
        }
        let other = tempfile::NamedTempFile::new().expect("another file");
        fs::set_permissions(other.path(), PermissionsExt::from_mode(0o644)).expect("its mode");
        std::os::unix::fs::symlink(other.path(), at("in/link")).expect("a link");
        let depth = |name: &str| match name {
            "plugins" => Depth::Itself,
            "in" => Depth::Everything,
            _ => Depth::Nothing,
        };
        assert!(tighten(home.path(), depth).is_empty());
        let modes =
            ["in", "in/deep", "in/deep/a", "in/run", "plugins", "plugins/one", "plugins/one/b", "own"];
        let expected = [0o700, 0o700, 0o600, 0o700, 0o700, 0o755, 0o644, 0o755];
        assert_eq!(modes.map(|name| mode(&at(name))), expected);
        assert_eq!(mode(other.path()), 0o644, "what a link leads to is not ours");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_cannot_be_closed_is_named() {
        let found = tighten(Path::new("/proc/self/fdinfo"), |_| Depth::Nothing);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].path, Path::new("/proc/self/fdinfo"));
    }
}
