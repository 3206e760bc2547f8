//! The bytes of a head, one value after the other. Nothing is believed: a length counts only if the file is that long.

use super::{Counted, Damage, ENTRIES, Entry, GgufError, KEPT, Piece, TEXT, damaged};
use std::collections::BTreeMap;
use std::io::{ErrorKind, Read, Seek, SeekFrom};

pub(super) struct Reader<R> {
    source: R,
    position: u64,
    bytes: u64,
}

/// The types of values, by their numbers.
const TEXT_TYPE: u32 = 8;
const ARRAY_TYPE: u32 = 9;

impl<R: Read + Seek> Reader<R> {
    pub(super) fn new(source: R, bytes: u64) -> Self {
        Self { source, position: 0, bytes }
    }

    pub(super) fn position(&self) -> u64 {
        self.position
    }

    /// What every file begins with.
    pub(super) fn begin(&mut self) -> Result<(), GgufError> {
        let magic: [u8; 4] = self.array().map_err(|_| GgufError::Foreign)?;
        if magic != *b"GGUF" {
            return Err(GgufError::Foreign);
        }
        match self.u32()? {
            2 | 3 => Ok(()),
            version => Err(GgufError::Version { version }),
        }
    }

    pub(super) fn count(&mut self, what: Counted) -> Result<u64, GgufError> {
        match self.u64()? {
            count if count <= ENTRIES => Ok(count),
            count => Err(damaged(Damage::Count { count, what })),
        }
    }

    pub(super) fn u32(&mut self) -> Result<u32, GgufError> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Result<u64, GgufError> {
        self.array().map(u64::from_le_bytes)
    }

    pub(super) fn text(&mut self, what: impl FnOnce() -> Piece) -> Result<String, GgufError> {
        let length = self.length(1)?;
        if length > TEXT {
            return Err(damaged(Damage::LongText { what: what(), length }));
        }
        let mut bytes = vec![0; usize::try_from(length).unwrap_or(0)];
        self.fill(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// One value and, where it is an array, how long it is.
    pub(super) fn entry(&mut self, name: &str) -> Result<(Entry, u64), GgufError> {
        let kind = self.u32()?;
        if kind != ARRAY_TYPE {
            return Ok((self.value(kind, name)?, 0));
        }
        let kind = self.u32()?;
        let smallest = if kind == TEXT_TYPE { 8 } else { size(kind).ok_or_else(|| unknown(kind, name))? };
        let length = self.length(smallest)?;
        if kind == TEXT_TYPE {
            for _ in 0..length {
                let text = self.length(1)?;
                self.skip(text)?;
            }
            return Ok((Entry::Passed, length));
        }
        if length > KEPT {
            self.skip(length * smallest)?;
            return Ok((Entry::Passed, length));
        }
        let mut numbers = Vec::new();
        for _ in 0..length {
            if let Entry::Number(number) = self.value(kind, name)? {
                numbers.push(number);
            }
        }
        Ok((Entry::Numbers(numbers), length))
    }

    /// Some words out of an array of texts that was passed over.
    pub(super) fn words(&mut self, at: u64, wanted: &[u64]) -> Result<BTreeMap<u64, String>, GgufError> {
        let last = wanted.iter().copied().max();
        self.seek(at + 8)?;
        let length = self.u64()?;
        let mut found = BTreeMap::new();
        for place in 0..length.min(last.map_or(0, |last| last.saturating_add(1))) {
            if wanted.contains(&place) {
                found.insert(place, self.text(|| Piece::Word)?);
            } else {
                let text = self.length(1)?;
                self.skip(text)?;
            }
        }
        Ok(found)
    }

    fn value(&mut self, kind: u32, name: &str) -> Result<Entry, GgufError> {
        Ok(match kind {
            0 => Entry::Number(i64::from(u8::from_le_bytes(self.array()?))),
            1 => Entry::Number(i64::from(i8::from_le_bytes(self.array()?))),
            2 => Entry::Number(i64::from(u16::from_le_bytes(self.array()?))),
            3 => Entry::Number(i64::from(i16::from_le_bytes(self.array()?))),
            4 => Entry::Number(i64::from(self.u32()?)),
            5 => Entry::Number(i64::from(i32::from_le_bytes(self.array()?))),
            6 => Entry::Real(f64::from(f32::from_le_bytes(self.array()?))),
            7 => Entry::Flag(self.array::<1>()? != [0]),
            TEXT_TYPE => Entry::Text(self.text(|| Piece::Entry { name: name.to_owned() })?),
            10 => Entry::Number(i64::try_from(self.u64()?).unwrap_or(i64::MAX)),
            11 => Entry::Number(i64::from_le_bytes(self.array()?)),
            12 => Entry::Real(f64::from_le_bytes(self.array()?)),
            _ => return Err(unknown(kind, name)),
        })
    }

    /// How many things follow, each of at least so many bytes.
    fn length(&mut self, smallest: u64) -> Result<u64, GgufError> {
        let length = self.u64()?;
        let needed = length.checked_mul(smallest).and_then(|more| more.checked_add(self.position));
        match needed {
            Some(needed) if needed <= self.bytes => Ok(length),
            Some(needed) if needed >> 40 == 0 => Err(GgufError::Incomplete { present: self.bytes, needed }),
            Some(_) | None => Err(damaged(Damage::Parts { length })),
        }
    }

    fn skip(&mut self, bytes: u64) -> Result<(), GgufError> {
        // Small steps stay in the buffer, where a jump would throw it away.
        if bytes <= 512 {
            let mut passed = [0; 512];
            let part = passed.get_mut(..usize::try_from(bytes).unwrap_or(0)).unwrap_or_default();
            return self.fill(part);
        }
        self.seek(self.position + bytes)
    }

    fn seek(&mut self, position: u64) -> Result<(), GgufError> {
        self.source.seek(SeekFrom::Start(position)).map_err(super::failed)?;
        self.position = position;
        Ok(())
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], GgufError> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), GgufError> {
        self.position += bytes.len() as u64;
        self.source.read_exact(bytes).map_err(|error| {
            if error.kind() == ErrorKind::UnexpectedEof {
                let needed = self.position.max(self.bytes + 1);
                GgufError::Incomplete { present: self.bytes, needed }
            } else {
                super::failed(error)
            }
        })
    }
}

/// The bytes of a value that has always as many.
fn size(kind: u32) -> Option<u64> {
    match kind {
        0 | 1 | 7 => Some(1),
        2 | 3 => Some(2),
        4..=6 => Some(4),
        10..=12 => Some(8),
        _ => None,
    }
}

fn unknown(kind: u32, name: &str) -> GgufError {
    damaged(Damage::UnknownKind { name: name.to_owned(), kind })
}
