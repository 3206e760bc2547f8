//! A folder nothing leads out of.

use super::arguments::{Entry, Existing, Kind, Listed, ReadArguments, ReadText, WriteArguments, Written};
use super::error::{FileError, FolderError, MAX_FILE_BYTES};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, DirEntry, File, FileType, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Component, Path};

/// How much of a folder is listed.
const MAX_LISTED: usize = 1_000;

pub(super) struct Folder {
    pub(super) root: Dir,
}

impl Folder {
    pub(super) fn open(path: &Path) -> Result<Self, FolderError> {
        let root = Dir::open_ambient_dir(path, ambient_authority());
        root.map(|root| Self { root })
            .map_err(|error| FolderError::Unopened { path: path.to_owned(), source: error.into() })
    }

    pub(super) fn list(&self, path: &str) -> Result<Listed, FolderError> {
        let about = |error: io::Error| FolderError::at(path, error);
        let entries = self.root.read_dir(plain(path)?).map_err(about)?;
        let mut listed = entries.take(MAX_LISTED + 1).map(|entry| entry.map(|entry| entry_of(&entry)));
        let mut entries = listed.by_ref().collect::<io::Result<Vec<_>>>().map_err(about)?;
        let has_more = entries.len() > MAX_LISTED;
        entries.truncate(MAX_LISTED);
        entries.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(Listed { entries, has_more })
    }

    pub(super) fn read(&self, arguments: &ReadArguments) -> Result<ReadText, FolderError> {
        let ReadArguments { path, from_line, lines } = arguments;
        let text = self.text(plain(path)?).map_err(|error| FolderError::at(path, error))?;
        let lines_in_all = text.lines().count();
        let text = match (from_line, lines) {
            (None, None) => text,
            (from, most) => {
                let skipped = from.map_or(0, |from| from.saturating_sub(1));
                text.split_inclusive('\n').skip(skipped).take(most.unwrap_or(usize::MAX)).collect()
            }
        };
        Ok(ReadText { text, lines_in_all })
    }

    pub(super) fn write(&self, arguments: &WriteArguments) -> Result<Written, FolderError> {
        let WriteArguments { path, text, existing } = arguments;
        if text.len() as u64 > MAX_FILE_BYTES {
            return Err(FolderError::TextTooLong);
        }
        let about = |error: io::Error| FolderError::at(path, error);
        let place = plain(path)?;
        if let Some(parent) = place.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            self.root.create_dir_all(parent).map_err(about)?;
        }
        let mut options = OpenOptions::new();
        match existing {
            Existing::Refuse => options.write(true).create_new(true),
            Existing::Replace => options.write(true).create(true),
            Existing::Append => options.append(true).create(true),
        };
        let mut file = self.regular(place, options).map_err(|error| FolderError::at(path, error))?;
        // Emptied only once it is known to be a file.
        if *existing == Existing::Replace {
            file.set_len(0).map_err(about)?;
        }
        file.write_all(text.as_bytes()).map_err(about)?;
        let size = file.metadata().map_err(about)?.len();
        Ok(Written { size })
    }

    /// The text of a file.
    pub(super) fn text(&self, path: &Path) -> Result<String, FileError> {
        let mut options = OpenOptions::new();
        options.read(true);
        let file = self.regular(path, options)?;
        let mut text = Vec::new();
        file.take(MAX_FILE_BYTES + 1).read_to_end(&mut text)?;
        if text.len() as u64 > MAX_FILE_BYTES {
            return Err(FileError::TooLong);
        }
        String::from_utf8(text).map_err(|_| FileError::NoText)
    }

    /// Opens a file that is a file: a pipe or a device could keep its reader waiting for ever.
    fn regular(&self, path: &Path, mut options: OpenOptions) -> Result<File, FileError> {
        without_waiting(&mut options);
        let file = self.root.open_with(path, &options)?;
        if file.metadata()?.is_file() { Ok(file) } else { Err(FileError::Irregular) }
    }
}

#[cfg(unix)]
fn without_waiting(options: &mut OpenOptions) {
    use cap_std::fs::OpenOptionsExt;
    options.custom_flags(i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()).unwrap_or(0));
}

#[cfg(not(unix))]
fn without_waiting(_: &mut OpenOptions) {}

/// A path from the root. One that begins elsewhere is told so in words a model can act on; the handle would refuse it
/// as well.
pub(super) fn plain(path: &str) -> Result<&Path, FolderError> {
    let written = Path::new(path);
    if path.contains('\0') {
        return Err(FolderError::ZeroByte);
    }
    let leads_out = |part: Component<'_>| matches!(part, Component::Prefix(_) | Component::RootDir);
    if written.components().any(leads_out) {
        return Err(FolderError::Outside { path: path.to_owned() });
    }
    Ok(if path.is_empty() { Path::new(".") } else { written })
}

fn entry_of(entry: &DirEntry) -> Entry {
    let kind = entry.file_type().map_or(Kind::Other, kind_of);
    // What is behind a link is not looked at.
    let size = entry.metadata().ok().filter(|_| kind == Kind::File).map(|found| found.len());
    Entry { name: entry.file_name().to_string_lossy().into_owned(), kind, size }
}

pub(super) fn kind_of(found: FileType) -> Kind {
    if found.is_symlink() {
        Kind::Link
    } else if found.is_dir() {
        Kind::Folder
    } else if found.is_file() {
        Kind::File
    } else {
        Kind::Other
    }
}
