//! Writes whole files. A function here returns once its data survives a power cut, provided the disk reports the truth.

use crate::private::{make_folder, private};
use crate::reading::{check_regular, open, without_waiting};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// Atomically replaces a file. No one else can read it, before or after.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    make_folder(folder_of(path))?;
    let beside = path.with_added_extension("new");
    let written = write_new(&beside, bytes).and_then(|()| rename(&beside, path));
    if written.is_err() {
        // Half a file is of no use.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Copies a regular file to a new path. The copy is private, and executable if the original is.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut source = open(from)?;
    let mut file = private().write(true).create_new(true).open(to)?;
    io::copy(&mut source, &mut file)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = source.metadata()?.permissions().mode() & 0o700;
        file.set_permissions(fs::Permissions::from_mode(mode | 0o600))?;
    }
    file.sync_all()
}

/// Opens a regular file for appending, or creates a private one.
pub fn append(path: &Path) -> io::Result<File> {
    let mut options = private();
    without_waiting(options.read(true).append(true).create(true));
    let file = options.open(path)?;
    check_regular(&file)?;
    Ok(file)
}

/// Removes a file, if there is one. The target of a link is left untouched.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Removes a leftover of an earlier process.
fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    remove(path)?;
    let mut file: File = private().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Renames a file whose contents are on disk, so that the new name survives a power cut too.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)?;
    sync_folder(folder_of(to))
}

/// Writes a file to disk that a library has written. Windows does so only through a handle that may write.
pub fn sync_file(path: &Path) -> io::Result<()> {
    File::options().write(true).open(path)?.sync_all()
}

/// Writes the names in a folder to disk. Windows does so by itself, and some file systems can't be asked to.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        Err(error) if !matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Writes the name of a file to disk.
pub(crate) fn sync_folder_of(path: &Path) -> io::Result<()> {
    sync_folder(folder_of(path))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::{replace, sync_file};

    #[test]
    fn a_file_is_replaced_whole_and_nothing_stays_beside_it() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("in/a.json");
        for text in ["one", "two"] {
            replace(&path, text.as_bytes()).expect("it is written");
            assert_eq!(std::fs::read_to_string(&path).expect("the file"), text);
        }
        assert_eq!(std::fs::read_dir(home.path().join("in")).expect("the folder").count(), 1);
    }

    #[test]
    fn a_file_of_another_writer_is_synced_and_left_as_it_is() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("a.db");
        std::fs::write(&path, "as it is").expect("a file");
        sync_file(&path).expect("it is on the disk");
        assert_eq!(std::fs::read_to_string(&path).expect("the file"), "as it is");
        assert!(sync_file(&home.path().join("none")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_can_read_it_and_what_a_link_beside_it_leads_to_is_left_alone() {
        use std::os::unix::fs::PermissionsExt;
        let home = tempfile::tempdir().expect("a folder");
        let (path, other) = (home.path().join("in/a.json"), home.path().join("other"));
        replace(&path, b"one").expect("it is written");
        std::fs::write(&other, "other").expect("another file");
        std::os::unix::fs::symlink(&other, home.path().join("in/a.json.new")).expect("a link");
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o644)).expect("anybody may read it");
        replace(&path, b"two").expect("it is written");
        let mode =
            |path: &std::path::Path| std::fs::metadata(path).expect("it is there").permissions().mode();
        assert_eq!((mode(&path) & 0o777, mode(&home.path().join("in")) & 0o777), (0o600, 0o700));
        assert_eq!(std::fs::read_to_string(other).expect("the other"), "other");
    }
}
