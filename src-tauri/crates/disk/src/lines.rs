//! Files of lines that grow, such as a log that a killed process must not damage.

use crate::reading::open;
use crate::writing::sync_folder_of;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::Path;

/// A file that grows by whole lines, open in one process at a time, while others may read it. A line survives a power cut once [`Self::append`] has
/// returned; one whose writing was interrupted is cut off by the next append.
pub struct LineFile {
    file: File,
    /// The bytes of whole lines.
    length: u64,
}

impl LineFile {
    /// Opens a file, or creates a private one, and reads its whole lines. Fails with [`ErrorKind::WouldBlock`] while
    /// another process has it open. Nothing is changed before the first append.
    pub fn open<E: From<io::Error>>(path: &Path, take: impl FnMut(&str) -> Result<(), E>) -> Result<Self, E> {
        let file = open_alone(path)?;
        sync_folder_of(path)?;
        let length = read_lines(&file, take)?;
        Ok(Self { file, length })
    }

    /// Adds a line. The text has no line break.
    pub fn append(&mut self, line: &str) -> io::Result<()> {
        if self.file.metadata()?.len() != self.length {
            self.file.set_len(self.length)?;
        }
        let whole = format!("{line}\n");
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.write_all(whole.as_bytes())?;
        self.file.sync_data()?;
        self.length += whole.len() as u64;
        Ok(())
    }
}

/// A program that is being started has a copy of the file for a moment, and would keep the lock with it.
#[cfg(unix)]
impl Drop for LineFile {
    fn drop(&mut self) {
        // A file that is closed without this is free a moment later.
        drop(self.file.unlock());
    }
}

/// Opens a file, or creates a private one, that no other process opens so.
#[cfg(unix)]
fn open_alone(path: &Path) -> io::Result<File> {
    use std::fs::TryLockError;
    let file = crate::writing::append(path)?;
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => io::Error::from(ErrorKind::WouldBlock),
        TryLockError::Error(error) => error,
    })?;
    Ok(file)
}

/// A lock would keep readers out, so others are refused by how the file is opened. One that is opened for appending could
/// not be cut.
#[cfg(windows)]
fn open_alone(path: &Path) -> io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt;
    const SHARE_READ: u32 = 1;
    const SHARE_DELETE: u32 = 4;
    const SHARING_VIOLATION: i32 = 32;
    let mut options = crate::private::private();
    options.read(true).write(true).create(true).truncate(false).share_mode(SHARE_READ | SHARE_DELETE);
    let file = options.open(path).map_err(|error| match error.raw_os_error() {
        Some(SHARING_VIOLATION) => io::Error::from(ErrorKind::WouldBlock),
        Some(_) | None => error,
    })?;
    crate::reading::check_regular(&file)?;
    Ok(file)
}

/// Reads the whole lines of a file, one after the other. What follows the last line break is left out.
pub fn whole_lines<E: From<io::Error>>(
    path: &Path,
    take: impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    read_lines(&open(path)?, take).map(drop)
}

/// Returns how many bytes the whole lines have.
fn read_lines<E: From<io::Error>>(
    file: &File,
    mut take: impl FnMut(&str) -> Result<(), E>,
) -> Result<u64, E> {
    let (mut reader, mut line, mut length) = (BufReader::new(file), Vec::new(), 0);
    loop {
        line.clear();
        let read = reader.read_until(b'\n', &mut line)? as u64;
        let Some(whole) = line.strip_suffix(b"\n") else { return Ok(length) };
        let text = str::from_utf8(whole).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))?;
        take(text)?;
        length += read;
    }
}

#[cfg(test)]
mod tests {
    use super::{LineFile, whole_lines};
    use std::io::{self, ErrorKind};
    use std::path::Path;

    fn lines(path: &Path) -> Vec<String> {
        let mut lines = Vec::new();
        whole_lines(path, |line| {
            lines.push(line.to_owned());
            io::Result::Ok(())
        })
        .expect("the lines");
        lines
    }

    fn open(path: &Path) -> io::Result<LineFile> {
        LineFile::open(path, |_| Ok(()))
    }

    #[test]
    fn a_line_that_was_cut_off_is_no_line_and_the_next_one_is_whole() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("runs.jsonl");
        open(&path).and_then(|mut file| file.append("one")).expect("a line");
        let torn = "one\n{\"two\": é";
        for end in 4..torn.len() {
            std::fs::write(&path, &torn.as_bytes()[..end]).expect("the file");
            assert_eq!(lines(&path), ["one"]);
            open(&path).and_then(|mut file| file.append("three")).expect("a line");
            assert_eq!(std::fs::read_to_string(&path).expect("the file"), "one\nthree\n");
        }
    }

    #[test]
    fn opening_a_file_changes_nothing_in_it() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("notes.txt");
        std::fs::write(&path, "no line break").expect("the file");
        open(&path).expect("it opens");
        assert_eq!(std::fs::read_to_string(&path).expect("the file"), "no line break");
    }

    #[test]
    fn a_file_is_open_once() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("runs.jsonl");
        let first = open(&path).expect("it opens");
        let second = open(&path).err().expect("it is open elsewhere");
        assert_eq!(second.kind(), ErrorKind::WouldBlock);
        assert!(lines(&path).is_empty(), "others may read it");
        drop(first);
        assert!(open(&path).is_ok());
    }
}
