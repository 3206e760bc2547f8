//! What a file is, by its hash.

use crate::origin::Unfit;
use crate::progress::Pace;
use ring::digest::{Context, SHA256};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// The hash of a whole file.
pub fn sha256(path: &Path) -> io::Result<String> {
    hash_of(disk::open(path)?, |_| Ok(()))
}

/// Whether a text has the form of a hash that [`sha256`] returns.
pub(crate) fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|letter| matches!(letter, b'0'..=b'9' | b'a'..=b'f'))
}

/// The same, stopped where nobody wants it any more.
pub(crate) fn sha256_at(path: &Path, pace: &Pace) -> io::Result<String> {
    hash_of(disk::open(path)?, |bytes| pace.went(bytes))
}

/// The hash of all there is to read.
pub(crate) fn hash_of(
    mut from: impl Read,
    mut went: impl FnMut(u64) -> io::Result<()>,
) -> io::Result<String> {
    let (mut context, mut piece) = (Context::new(&SHA256), vec![0; 1 << 18]);
    loop {
        let read = match from.read(&mut piece) {
            Ok(0) => return Ok(hex(context)),
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        context.update(piece.get(..read).unwrap_or_default());
        went(read as u64)?;
    }
}

fn hex(context: Context) -> String {
    context.finish().as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes no more than it should and knows the hash of what it wrote.
pub(crate) struct Checked<'a> {
    to: &'a mut File,
    context: Context,
    left: u64,
    pace: &'a Pace,
}

impl<'a> Checked<'a> {
    pub(crate) fn new(to: &'a mut File, most: u64, pace: &'a Pace) -> Self {
        Self { to, context: Context::new(&SHA256), left: most, pace }
    }

    /// Whether it wrote just what has this hash.
    pub(crate) fn is(self, sha256: &str) -> bool {
        self.left == 0 && hex(self.context) == sha256
    }
}

impl Write for Checked<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.left.checked_sub(bytes.len() as u64).ok_or_else(too_long)?;
        self.pace.went(0)?;
        let written = self.to.write(bytes)?;
        self.context.update(bytes.get(..written).unwrap_or_default());
        self.left = left + (bytes.len() - written) as u64;
        self.pace.went(written as u64)?;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Nobody fills a disk with what nobody asked for.
pub(crate) fn too_long() -> io::Error {
    Unfit::TooLong.into()
}
