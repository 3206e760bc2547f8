//! Reads regular files only, up to a limit. A pipe, a device or a link to one would never end.

use limits::Limit;
use notices::{Carrier, Describe};
use std::fs::{File, FileType, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// A thing in place of a file that can't be read as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "unsuitable-file")]
pub enum Unsuitable {
    #[error("it is {what}, not a file: put a file in its place, or remove it")]
    NotAFile { what: InItsPlace },
    #[error("it is larger than {most}: make it smaller, or remove it")]
    TooLarge { most: Limit },
}

notices::declare! {
    /// What may stand in the place of a file.
    #[derive(Copy)]
    pub enum InItsPlace: "in-its-place" {
        Folder = "a folder",
        Pipe = "a pipe",
        Socket = "a socket",
        Device = "a device",
    }
}

impl From<Unsuitable> for io::Error {
    fn from(unsuitable: Unsuitable) -> Self {
        Self::new(io::ErrorKind::InvalidInput, Carrier::new(unsuitable))
    }
}

/// Opens a regular file. Opening anything else fails at once.
pub fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    without_waiting(options.read(true));
    let file = options.open(path)?;
    check_regular(&file)?;
    Ok(file)
}

/// Rejects an open file that is not regular.
pub fn check_regular(file: &File) -> io::Result<()> {
    let kind = file.metadata()?.file_type();
    if kind.is_file() { Ok(()) } else { Err(Unsuitable::NotAFile { what: name_of(kind) }.into()) }
}

/// The contents of a file of at most this size.
pub fn read(path: &Path, most: Limit) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    if file.metadata()?.len() > most.most {
        return Err(Unsuitable::TooLarge { most }.into());
    }
    let mut bytes = Vec::new();
    // Some files are longer than they say.
    file.take(most.most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most.most { Err(Unsuitable::TooLarge { most }.into()) } else { Ok(bytes) }
}

/// The same as text.
pub fn read_text(path: &Path, most: Limit) -> io::Result<String> {
    String::from_utf8(read(path, most)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

#[cfg(unix)]
pub(crate) fn without_waiting(options: &mut OpenOptions) {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    options.custom_flags(i32::try_from(flags.bits()).unwrap_or(0));
}

#[cfg(not(unix))]
pub(crate) fn without_waiting(_: &mut OpenOptions) {}

fn name_of(kind: FileType) -> InItsPlace {
    if kind.is_dir() {
        return InItsPlace::Folder;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return InItsPlace::Pipe;
        }
        if kind.is_socket() {
            return InItsPlace::Socket;
        }
    }
    InItsPlace::Device
}

#[cfg(test)]
mod tests {
    use super::{read, read_text};
    use limits::Limit;
    use std::path::Path;

    const MOST: Limit = Limit::bytes(4);

    #[track_caller]
    fn check(path: &Path, told: &str) {
        assert_eq!(read(path, MOST).expect_err("it is refused").to_string(), told);
    }

    #[test]
    fn a_file_is_read_up_to_its_limit_and_not_beyond() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.txt");
        std::fs::write(&path, "four").expect("a file");
        assert_eq!(read_text(&path, MOST).expect("it is read"), "four");
        std::fs::write(&path, "five!").expect("a file");
        check(&path, "it is larger than 4 bytes: make it smaller, or remove it");
        std::fs::write(&path, b"\xff").expect("a file");
        assert_eq!(read_text(&path, MOST).expect_err("no text").kind(), std::io::ErrorKind::InvalidData);
    }

    #[test]
    fn a_folder_is_named_and_not_read() {
        let folder = tempfile::tempdir().expect("a folder");
        // Some systems can't open folders.
        assert!(read(folder.path(), MOST).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn pipes_sockets_and_links_to_devices_are_named_and_never_waited_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let made = std::process::Command::new("mkfifo").arg(at("pipe")).status();
        assert!(made.expect("mkfifo").success());
        let _socket = std::os::unix::net::UnixListener::bind(at("socket")).expect("a socket");
        std::os::unix::fs::symlink("/dev/zero", at("endless")).expect("a link");
        std::fs::write(at("file"), "file").expect("a file");
        std::os::unix::fs::symlink(at("file"), at("link")).expect("a link");
        let told = |what: &str| format!("it is {what}, not a file: put a file in its place, or remove it");
        check(&at("pipe"), &told("a pipe"));
        check(&at("endless"), &told("a device"));
        check(folder.path(), &told("a folder"));
        // Sockets can't be opened.
        assert!(super::open(&at("socket")).is_err());
        assert_eq!(read(&at("link"), MOST).expect("a link to a file is one"), b"file");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_is_longer_than_it_says_is_read_up_to_its_limit() {
        check(Path::new("/proc/self/status"), "it is larger than 4 bytes: make it smaller, or remove it");
    }
}
