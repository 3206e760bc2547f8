//! The file in which long texts wait while a conversation comes in. It has no name, and is gone when the import is.

use formats::{Spool, Spooled, SpooledText};
use sessions::Supplied;
use std::fs::File;
use std::io::{Read, Result, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Texts with more bytes than this, as they are written, wait there.
pub(super) const LONGEST: usize = 1 << 20;

/// What is put aside, one text behind the other.
#[derive(Clone)]
pub(super) struct Aside {
    sign: String,
    folder: PathBuf,
    /// Made for the first text that is put aside. Most conversations have none.
    file: Arc<OnceLock<File>>,
    begun: u64,
    end: u64,
}

impl Aside {
    pub(super) fn new(sign: String, folder: &Path) -> Self {
        Self { sign, folder: folder.to_owned(), file: Arc::default(), begun: 0, end: 0 }
    }

    /// A text of a message, for the store to read.
    pub(super) fn supplied(&self, SpooledText { place, text }: SpooledText) -> Supplied {
        let file = Arc::clone(&self.file);
        let open = move || -> Result<Box<dyn Read>> {
            Ok(Box::new(Part { file: Arc::clone(&file), at: text.from, left: text.size }))
        };
        Supplied { place: format!("/message{place}"), size: text.size, open: Box::new(open) }
    }

    fn file(&self) -> Result<&File> {
        if self.file.get().is_none() {
            let made = tempfile::tempfile_in(&self.folder)?;
            return Ok(self.file.get_or_init(|| made));
        }
        found(&self.file)
    }
}

impl Spool for Aside {
    fn sign(&self) -> String {
        self.sign.clone()
    }

    fn push(&mut self, text: &str) -> Result<()> {
        let mut file = self.file()?;
        // It may have been read since.
        file.seek(SeekFrom::Start(self.end))?;
        file.write_all(text.as_bytes())?;
        self.end += text.len() as u64;
        Ok(())
    }

    fn end(&mut self) -> Result<Spooled> {
        let from = std::mem::replace(&mut self.begun, self.end);
        Ok(Spooled { from, size: self.end - from })
    }

    fn read(&mut self, text: Spooled) -> Result<String> {
        let mut whole = String::new();
        Part { file: Arc::clone(&self.file), at: text.from, left: text.size }.read_to_string(&mut whole)?;
        Ok(whole)
    }
}

/// One text in the file.
struct Part {
    file: Arc<OnceLock<File>>,
    at: u64,
    left: u64,
}

impl Read for Part {
    fn read(&mut self, into: &mut [u8]) -> Result<usize> {
        let mut file = found(&self.file)?;
        file.seek(SeekFrom::Start(self.at))?;
        let read = file.take(self.left).read(into)?;
        self.at += read as u64;
        self.left -= read as u64;
        Ok(read)
    }
}

fn found(file: &OnceLock<File>) -> Result<&File> {
    file.get().ok_or_else(|| std::io::ErrorKind::NotFound.into())
}

#[cfg(test)]
mod tests {
    use super::Aside;
    use formats::{Spool, SpooledText};
    use std::io::Read;

    #[test]
    fn texts_are_read_as_they_were_put_aside_and_leave_no_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut aside = Aside::new("sign-".to_owned(), folder.path());
        let mut put = |pieces: &[&str]| {
            pieces.iter().for_each(|piece| aside.push(piece).expect("it is put aside"));
            aside.end().expect("it is ended")
        };
        let (first, empty) = (put(&["one ", "tëxt"]), put(&[]));
        assert_eq!((aside.read(first).expect("it is read"), empty.size), ("one tëxt".to_owned(), 0));
        aside.push("another").expect("it is put aside");
        let text = aside.end().expect("it is ended");
        let supplied = aside.supplied(SpooledText { place: "/items/0/text".to_owned(), text });
        let mut read = String::new();
        (supplied.open)().and_then(|mut open| open.read_to_string(&mut read)).expect("it is read");
        assert_eq!(
            (supplied.place.as_str(), read.as_str(), supplied.size),
            ("/message/items/0/text", "another", 7)
        );
        assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0);
    }
}
