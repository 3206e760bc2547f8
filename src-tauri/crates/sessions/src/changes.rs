//! The write-ahead log beside the file: checks that it can be read completely, before SQLite opens it and drops what it
//! can't read.
//!
//! SQLite silently applies changes up to the first frame with a wrong checksum. After a killed process that frame is the
//! last one, of an unfinished change. If whole frames of the same log follow it, committed changes are lost. The format:
//! <https://www.sqlite.org/fileformat2.html#the_write_ahead_log>.

use std::io::{self, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// The two magic numbers differ in the byte order of checksums.
const LITTLE: u32 = 0x377f_0682;
const BIG: u32 = 0x377f_0683;

/// A write-ahead log that SQLite can't apply completely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostChanges {
    /// The file the changes belong to.
    pub path: PathBuf,
    /// The number of pages lost.
    pub pages: u64,
    /// The copy of the log as it was.
    pub kept: PathBuf,
}

/// Checks that the write-ahead log of a file is complete, and keeps a copy of one that is not.
pub(crate) fn keep_damaged(path: &Path) -> io::Result<Option<LostChanges>> {
    let log = beside(path, "-wal");
    let pages = match disk::open(&log) {
        Ok(file) => unread(BufReader::with_capacity(1 << 18, file))?,
        Err(error) if error.kind() == ErrorKind::NotFound => 0,
        Err(error) => return Err(error),
    };
    if pages == 0 {
        return Ok(None);
    }
    let mut number = 1;
    let mut copy = loop {
        match disk::private().write(true).create_new(true).open(kept(path, number)) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            opened => break opened?,
        }
    };
    io::copy(&mut disk::open(&log)?, &mut copy)?;
    copy.sync_all()?;
    disk::sync_folder(path.parent().unwrap_or(Path::new(".")))?;
    Ok(Some(LostChanges { path: path.to_owned(), pages, kept: kept(path, number) }))
}

fn kept(path: &Path, number: u32) -> PathBuf {
    beside(path, &format!("-wal.damaged-{number}"))
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// The number of valid frames behind the first invalid one, if they contain a commit. Changes that the application
/// itself rolled back have none.
fn unread(mut log: impl Read) -> io::Result<u64> {
    let mut header = [0; HEADER];
    if !fill(&mut log, &mut header)? {
        return Ok(0);
    }
    let Some(mut state) = Checked::begin(&header) else {
        // SQLite reads nothing of a log with a damaged header.
        let mut rest = Vec::new();
        let left = log.take(1 << 16).read_to_end(&mut rest)?;
        return Ok(u64::from(left > FRAME_HEADER && header.iter().any(|byte| *byte != 0)));
    };
    let mut frame = vec![0; FRAME_HEADER + state.page];
    let (mut lost, mut is_ended) = (None, false);
    while fill(&mut log, &mut frame)? {
        let is_of_this_log = frame.get(8..16) == Some(&state.salt);
        match &mut lost {
            None if is_of_this_log && state.takes(&frame) => {}
            // Frames of an earlier log may follow the end of this one.
            None => lost = Some(0),
            Some(pages) if is_of_this_log => {
                *pages += 1;
                is_ended |= frame.get(4..8) != Some(&[0; 4]);
            }
            Some(_) => {}
        }
    }
    Ok(lost.filter(|_| is_ended).unwrap_or(0))
}

/// Fills the buffer. Returns false at the end, also in the middle of a frame.
fn fill(log: &mut impl Read, into: &mut [u8]) -> io::Result<bool> {
    match log.read_exact(into) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// The running checksum of the frames read.
struct Checked {
    is_big: bool,
    page: usize,
    salt: [u8; 8],
    sum: (u32, u32),
}

impl Checked {
    fn begin(header: &[u8; HEADER]) -> Option<Self> {
        let number = |at: usize| Some(u32::from_be_bytes(header.get(at..at + 4)?.try_into().ok()?));
        let is_big = match number(0)? {
            LITTLE => false,
            BIG => true,
            _ => return None,
        };
        let page = usize::try_from(number(8)?).ok().filter(|page| (512..=65_536).contains(page))?;
        let salt = header.get(16..24)?.try_into().ok()?;
        let mut state = Self { is_big, page, salt, sum: (0, 0) };
        state.add(header.get(..24)?);
        (state.sum == (number(24)?, number(28)?)).then_some(state)
    }

    /// Advances by a frame, if it is the next one.
    fn takes(&mut self, frame: &[u8]) -> bool {
        let (Some(head), Some(page)) = (frame.get(..8), frame.get(FRAME_HEADER..)) else { return false };
        let number = |at: usize| {
            let bytes = frame.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
            bytes.map(u32::from_be_bytes)
        };
        self.add(head);
        self.add(page);
        (number(16), number(20)) == (Some(self.sum.0), Some(self.sum.1))
    }

    fn add(&mut self, bytes: &[u8]) {
        let number = |four: &[u8]| {
            let four = four.try_into().unwrap_or_default();
            if self.is_big { u32::from_be_bytes(four) } else { u32::from_le_bytes(four) }
        };
        let (mut one, mut two) = self.sum;
        for eight in bytes.chunks_exact(8) {
            let (left, right) = eight.split_at(4);
            one = one.wrapping_add(number(left)).wrapping_add(two);
            two = two.wrapping_add(number(right)).wrapping_add(one);
        }
        self.sum = (one, two);
    }
}

#[cfg(test)]
mod tests {
    use super::{FRAME_HEADER, HEADER, LostChanges, keep_damaged};
    use crate::{Durability, SessionEvent, Store};
    use content::{SessionId, Timestamp};
    use std::path::{Path, PathBuf};
    use tempfile::TempDir;

    const PAGE: usize = 4096;

    /// A file with its write-ahead log as a killed process leaves it: copied while it is open.
    fn killed() -> (TempDir, PathBuf) {
        let home = tempfile::tempdir().expect("a folder");
        let store = Store::open(&home.path().join("open.db")).expect("a new file");
        let session = SessionId::new("session");
        store.create::<String>(&session, Timestamp(0), "Kept", Vec::new()).expect("it is created");
        for number in 0..5 {
            let renamed = SessionEvent::<String>::Renamed { title: format!("Title {number}") };
            store.append(&session, Timestamp(0), vec![renamed], Durability::Process).expect("it is kept");
        }
        let path = home.path().join("sessions.db");
        std::fs::copy(home.path().join("open.db"), &path).expect("the file");
        std::fs::copy(home.path().join("open.db-wal"), home.path().join("sessions.db-wal")).expect("its log");
        (home, path)
    }

    fn log(path: &Path) -> PathBuf {
        path.with_file_name("sessions.db-wal")
    }

    fn titles(path: &Path) -> Vec<String> {
        let store = Store::open(path).expect("it opens");
        store.list().expect("the list").into_iter().map(|summary| summary.title).collect()
    }

    #[test]
    fn a_log_that_ends_with_its_process_is_whole() {
        let (_home, path) = killed();
        assert_eq!(keep_damaged(&path).expect("it is read"), None);
        let bytes = std::fs::read(log(&path)).expect("the log");
        // The last frame was being written, so nothing in it was committed.
        std::fs::write(log(&path), &bytes[..bytes.len() - 100]).expect("it is cut");
        assert_eq!(keep_damaged(&path).expect("it is read"), None);
        let mut torn = bytes;
        let last = torn.len() - 1;
        torn[last] ^= 1;
        std::fs::write(log(&path), torn).expect("it is torn");
        assert_eq!(keep_damaged(&path).expect("it is read"), None);
    }

    #[test]
    fn a_damaged_log_is_noticed_and_kept_before_its_changes_are_lost() {
        let (home, path) = killed();
        let mut bytes = std::fs::read(log(&path)).expect("the log");
        let frames = (bytes.len() - HEADER) / (FRAME_HEADER + PAGE);
        let middle = HEADER + (frames / 2) * (FRAME_HEADER + PAGE) + FRAME_HEADER + 7;
        bytes[middle] ^= 1;
        std::fs::write(log(&path), &bytes).expect("it is damaged");
        let kept = home.path().join("sessions.db-wal.damaged-1");
        let pages = (frames - frames / 2 - 1) as u64;
        let lost = LostChanges { path: path.clone(), pages, kept: kept.clone() };
        let store = Store::open(&path).expect("it opens");
        assert_eq!(store.lost_changes(), Some(&lost));
        drop(store);
        assert_eq!(std::fs::read(kept).expect("the copy"), bytes);
        assert_ne!(titles(&path), ["Title 4"]);
        assert_eq!(Store::open(&path).expect("it opens").lost_changes(), None, "it is told once");
    }

    #[test]
    fn a_log_with_a_damaged_head_is_noticed() {
        let (_home, path) = killed();
        let mut bytes = std::fs::read(log(&path)).expect("the log");
        bytes[13] ^= 1;
        std::fs::write(log(&path), &bytes).expect("it is damaged");
        assert_eq!(keep_damaged(&path).expect("it is read").map(|lost| lost.pages), Some(1));
    }
}
