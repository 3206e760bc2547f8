//! Where the weights end, which tells whether all of a file is there.

use super::reader::Reader;
use super::{Damage, GgufError, Piece, damaged};
use std::io::{Read, Seek};

/// How many dimensions a tensor may have.
const DIMENSIONS: u32 = 4;

/// The end of the last tensor, counted from the beginning of the file. The table of tensors is read for it.
pub(super) fn end<R: Read + Seek>(
    reader: &mut Reader<R>,
    tensors: u64,
    alignment: u64,
) -> Result<u64, GgufError> {
    let mut last = 0_u64;
    for _ in 0..tensors {
        let name = reader.text(|| Piece::TensorName)?;
        let dimensions = reader.u32()?;
        if dimensions > DIMENSIONS {
            return Err(damaged(Damage::Dimensions { name, dimensions }));
        }
        let endless = || damaged(Damage::Endless { name: name.clone() });
        let mut values = 1_u64;
        for _ in 0..dimensions {
            let size = reader.u64()?;
            values = values.checked_mul(size).ok_or_else(endless)?;
        }
        let (kind, offset) = (reader.u32()?, reader.u64()?);
        if offset % alignment != 0 {
            return Err(damaged(Damage::Misplaced { name }));
        }
        let end = bytes(kind, values).and_then(|bytes| offset.checked_add(bytes));
        last = last.max(end.ok_or_else(endless)?);
    }
    let head = reader.position().next_multiple_of(alignment);
    head.checked_add(last).ok_or_else(|| damaged(Damage::EndlessTensor))
}

/// So many values in so many bytes, by the number of the form they are written in. A form nobody here knows takes
/// no space, so that a new one is left to llama.cpp.
fn bytes(kind: u32, values: u64) -> Option<u64> {
    let (block, bytes) = match kind {
        0 | 26 => (1, 4),
        1 | 25 | 30 => (1, 2),
        2 | 20 => (32, 18),
        3 => (32, 20),
        6 => (32, 22),
        7 => (32, 24),
        8 => (32, 34),
        9 => (32, 36),
        10 => (256, 84),
        11 | 21 => (256, 110),
        12 => (256, 144),
        13 => (256, 176),
        14 => (256, 210),
        15 => (256, 292),
        16 | 35 => (256, 66),
        17 => (256, 74),
        18 => (256, 98),
        19 => (256, 50),
        22 => (256, 82),
        23 => (256, 136),
        24 => (1, 1),
        27 | 28 => (1, 8),
        29 => (256, 56),
        34 => (256, 54),
        39 => (32, 17),
        _ => return Some(0),
    };
    values.div_ceil(block).checked_mul(bytes)
}
