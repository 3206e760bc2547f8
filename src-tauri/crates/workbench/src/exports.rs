//! Files that are written for a person: whole under their name, or not there.

use crate::contract::{CommandError, SavedFile};
use notices::Describe;
use sessions::StoreError;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Names that are tried where files of that name are there already.
const NAMES: u32 = 1_000;

/// A file on its way. It gets its name when everything is in it.
pub(crate) struct ExportFile {
    unfinished: PathBuf,
    path: PathBuf,
    size: u64,
    out: Option<BufWriter<File>>,
}

/// Why a file could not be written. What there was is unchanged.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "export-file")]
pub(crate) enum NotWritten {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{path} can't be written: {reason}")]
    #[advice("Check that there is space and that you may write there, then try again.")]
    File {
        path: PathBuf,
        #[notice(cause)]
        reason: std::io::Error,
    },
}

impl From<NotWritten> for CommandError {
    fn from(error: NotWritten) -> Self {
        match error {
            NotWritten::Store(error) => error.into(),
            file @ NotWritten::File { .. } => Self::of(&file),
        }
    }
}

impl ExportFile {
    /// Begins a file with this name, or with a number behind it where there is one already.
    pub(crate) fn create(folder: &Path, name: &str) -> Result<Self, NotWritten> {
        let not_written = |path: &Path| {
            let path = path.to_owned();
            move |reason| NotWritten::File { path, reason }
        };
        disk::make_folder(folder).map_err(not_written(folder))?;
        let (stem, ending) = parts_of(name);
        let free = (1..NAMES).map(|number| {
            let name =
                if number == 1 { format!("{stem}{ending}") } else { format!("{stem}-{number}{ending}") };
            folder.join(name)
        });
        for path in free {
            let unfinished = path.with_added_extension("unfinished");
            if path.exists() {
                continue;
            }
            match disk::private().write(true).create_new(true).open(&unfinished) {
                Ok(file) => {
                    return Ok(Self { unfinished, path, size: 0, out: Some(BufWriter::new(file)) });
                }
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(not_written(&path)(error)),
            }
        }
        Err(not_written(folder)(std::io::ErrorKind::AlreadyExists.into()))
    }

    /// Writes a whole file.
    pub(crate) fn write_all_of(folder: &Path, name: &str, bytes: &[u8]) -> Result<SavedFile, NotWritten> {
        let mut file = Self::create(folder, name)?;
        let not_written = file.not_written();
        file.write_all(bytes).map_err(not_written)?;
        file.finish()
    }

    /// The failure of writing to this file.
    pub(crate) fn not_written(&self) -> impl Fn(std::io::Error) -> NotWritten + use<> {
        let path = self.path.clone();
        // What was to be written may have come from the store.
        move |reason| match reason.downcast::<StoreError>() {
            Ok(error) => NotWritten::Store(error),
            Err(reason) => NotWritten::File { path: path.clone(), reason },
        }
    }

    pub(crate) fn finish(mut self) -> Result<SavedFile, NotWritten> {
        let not_written = self.not_written();
        if let Some(mut out) = self.out.take() {
            out.flush().and_then(|()| out.get_ref().sync_all()).map_err(&not_written)?;
        }
        disk::rename(&self.unfinished, &self.path).map_err(&not_written)?;
        Ok(SavedFile { path: self.path.display().to_string(), size: self.size })
    }
}

impl Write for ExportFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let out = self.out.as_mut().ok_or(std::io::ErrorKind::BrokenPipe)?;
        let written = out.write(bytes)?;
        self.size += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for ExportFile {
    /// What did not get its name is of no use to anyone.
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.unfinished);
    }
}

/// A name that every file system takes. Letters of any language stay.
pub(crate) fn clean_name(name: &str) -> String {
    let kept = name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { ' ' }).take(80);
    kept.collect::<String>().split_whitespace().collect::<Vec<_>>().join("-")
}

/// A name that every file system takes, and its ending.
fn parts_of(name: &str) -> (String, String) {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "txt"));
    let (stem, ending) = (clean_name(stem), clean_name(ending));
    let stem = if stem.is_empty() { "export".to_owned() } else { stem };
    let ending = if ending.is_empty() { "txt".to_owned() } else { ending };
    (stem, format!(".{ending}"))
}

#[cfg(test)]
mod tests {
    use super::{ExportFile, parts_of};
    use std::io::Write;

    #[test]
    fn a_name_stays_in_its_folder() {
        let check = |name: &str, stem: &str, ending: &str| {
            assert_eq!(parts_of(name), (stem.to_owned(), ending.to_owned()));
        };
        check("result of a call.json", "result-of-a-call", ".json");
        check("../../etc/passwd", "export", ".etc-passwd");
        check("..", "export", ".txt");
    }

    #[test]
    fn a_file_that_is_there_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        for expected in ["a.txt", "a-2.txt"] {
            let mut file = ExportFile::create(folder.path(), "a.txt").expect("it begins");
            file.write_all(b"text").expect("it is written");
            let saved = file.finish().expect("it is finished");
            assert_eq!((saved.path, saved.size), (folder.path().join(expected).display().to_string(), 4));
        }
    }

    #[test]
    fn a_file_that_was_not_finished_is_not_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut file = ExportFile::create(folder.path(), "a.txt").expect("it begins");
        file.write_all(b"text").expect("it is written");
        drop(file);
        assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0);
    }
}
