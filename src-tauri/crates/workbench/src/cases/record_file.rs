//! What happened in each run, packed, in a file beside that of the runs.
//!
//! The runs of a case in a lane send almost the same, so each is packed against the first of them and takes little more than what is new
//! in it. A block is a line that says what follows, the packed text, and a line break. The last block of a run counts.

use experiments::{CaseId, RunKey};
use limits::RUN_RECORD;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::CParameter;

/// The zstd level: fast, and good enough for JSON that repeats itself.
const LEVEL: i32 = 3;

/// The part of the first run that others are packed against at most.
const SHARED: usize = 1 << 20;

/// The bytes of a line that says what follows at most.
const HEAD: u64 = 64 << 10;

/// The file for the runs in another one.
pub(super) fn records_of(runs: &Path) -> PathBuf {
    runs.with_extension("records")
}

/// A file that grows by blocks. Its opener holds the lock on the runs it belongs to.
pub(super) struct RecordFile {
    file: File,
    /// The bytes of whole blocks.
    length: u64,
    first: BTreeMap<(CaseId, String), Block>,
}

/// What stands before a packed text.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Head {
    #[serde(flatten)]
    run: RunKey,
    /// Bytes of the packed text.
    packed: u64,
    /// Bytes of the text.
    whole: u64,
    /// Where the block begins that it is packed against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    like: Option<u64>,
}

#[derive(Clone, Debug)]
struct Block {
    head: Head,
    /// Where it begins.
    at: u64,
    /// Where its packed text begins.
    packed_at: u64,
}

impl RecordFile {
    /// A block whose writing was interrupted is cut off.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = disk::private().read(true).write(true).create(true).truncate(false).open(path)?;
        disk::check_regular(&file)?;
        let mut first = BTreeMap::new();
        let length = each_block(&file, |block| {
            first.entry(family(&block.head.run)).or_insert(block);
        })?;
        file.set_len(length)?;
        Ok(Self { file, length, first })
    }

    pub(super) fn append(&mut self, run: &RunKey, text: &[u8]) -> io::Result<()> {
        let first = self.first.get(&family(run));
        let shared = first.map(|first| unpacked(&self.file, first, &[])).transpose()?.unwrap_or_default();
        let like = first.map(|first| first.at);
        let mut compressor = Compressor::with_dictionary(LEVEL, beginning(&shared))?;
        compressor.set_parameter(CParameter::ChecksumFlag(true))?;
        let packed = compressor.compress(text)?;
        let head = Head { run: run.clone(), packed: packed.len() as u64, whole: text.len() as u64, like };
        let mut block = serde_json::to_vec(&head)?;
        block.push(b'\n');
        let (at, packed_at) = (self.length, self.length + block.len() as u64);
        block.extend(packed);
        block.push(b'\n');
        self.file.seek(SeekFrom::Start(at))?;
        self.file.write_all(&block)?;
        self.length += block.len() as u64;
        self.first.entry(family(run)).or_insert(Block { head, at, packed_at });
        Ok(())
    }
}

/// What happened in a run. Nothing, where that was not kept.
pub(super) fn read_record(path: &Path, run: &RunKey) -> io::Result<Option<Vec<u8>>> {
    let file = match disk::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    let (mut first, mut found) = (None, None);
    each_block(&file, |block| {
        if block.head.run == *run {
            found = Some(block.clone());
        }
        if first.is_none() && family(&block.head.run) == family(run) {
            first = Some(block);
        }
    })?;
    let Some(found) = found else { return Ok(None) };
    let first = first.filter(|first| Some(first.at) == found.head.like);
    let shared = first.map(|first| unpacked(&file, &first, &[])).transpose()?.unwrap_or_default();
    unpacked(&file, &found, &shared).map(Some)
}

/// Runs that send almost the same.
fn family(run: &RunKey) -> (CaseId, String) {
    (run.case.clone(), run.lane.clone())
}

fn beginning(text: &[u8]) -> &[u8] {
    text.get(..SHARED).unwrap_or(text)
}

fn unpacked(mut file: &File, block: &Block, shared: &[u8]) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(block.packed_at))?;
    let mut packed = vec![0; usize::try_from(block.head.packed).map_err(io::Error::other)?];
    file.read_exact(&mut packed)?;
    let whole = usize::try_from(block.head.whole).map_err(io::Error::other)?;
    Decompressor::with_dictionary(beginning(shared))?.decompress(&packed, whole)
}

/// Returns how many bytes the whole blocks have. What follows them was interrupted.
fn each_block(file: &File, mut take: impl FnMut(Block)) -> io::Result<u64> {
    let length = file.metadata()?.len();
    let mut reader = BufReader::with_capacity(1 << 16, file);
    reader.seek(SeekFrom::Start(0))?;
    let (mut at, mut line) = (0, Vec::new());
    loop {
        line.clear();
        reader.by_ref().take(HEAD).read_until(b'\n', &mut line)?;
        if line.pop() != Some(b'\n') {
            return Ok(at);
        }
        let head: Head = serde_json::from_slice(&line)?;
        if head.whole > RUN_RECORD.most {
            return Err(io::Error::from(ErrorKind::InvalidData));
        }
        let packed_at = at + line.len() as u64 + 1;
        let end = packed_at.saturating_add(head.packed).saturating_add(1);
        if end > length {
            return Ok(at);
        }
        reader.seek_relative(i64::try_from(head.packed).map_err(io::Error::other)? + 1)?;
        take(Block { head, at, packed_at });
        at = end;
    }
}

#[cfg(test)]
mod tests;
