//! What a file of a program is, so that another one in its place is noticed.

use limits::PROGRAM_READ;
use sha2::{Digest, Sha256};
use std::fs::{self, Metadata};
use std::path::Path;

/// Stands for a file as it is now: for what is in it, or, where it is long, for its size and its times. Nothing, where
/// there is no such file.
pub(super) fn stamp(path: &Path) -> String {
    let Some(found) = fs::metadata(path).ok().filter(Metadata::is_file) else { return String::new() };
    disk::read(path, PROGRAM_READ).map_or_else(
        |_| format!("{} {:?} {}", found.len(), found.modified().ok(), changed(&found)),
        |read| hash([&*read]),
    )
}

/// Stands for pieces in their order.
pub(crate) fn hash<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = Pieces::default();
    pieces.into_iter().for_each(|piece| hash.add(piece));
    hash.finish()
}

/// A hash of pieces, one after the other.
#[derive(Default)]
pub(super) struct Pieces(Sha256);

impl Pieces {
    pub(super) fn add(&mut self, piece: &[u8]) {
        // Where one piece ends counts too.
        self.0.update((piece.len() as u64).to_le_bytes());
        self.0.update(piece);
    }

    pub(super) fn finish(self) -> String {
        self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// When anything about a file was last changed, which nobody but the system can say otherwise.
#[cfg(unix)]
fn changed(found: &Metadata) -> String {
    use std::os::unix::fs::MetadataExt;
    format!("{}.{} {}", found.ctime(), found.ctime_nsec(), found.ino())
}

#[cfg(not(unix))]
fn changed(_: &Metadata) -> String {
    String::new()
}
