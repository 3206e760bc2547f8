//! Lists of pieces, cut by the same idea as text.

/// A list ends after one entry in this many, as the entry's own content decides.
const USUAL: u8 = 64;

/// The longest list, in entries.
const MOST: usize = 512;

/// Ten bytes per number, two numbers per entry.
pub(super) const MOST_BYTES: usize = MOST * 20;

/// One piece in a list, and the number of body bytes it covers.
pub(super) struct Entry {
    pub(super) id: i64,
    pub(super) size: u64,
    pub(super) ends_list: bool,
}

pub(super) fn ends_at(hash: [u8; 32]) -> bool {
    hash[0].is_multiple_of(USUAL)
}

/// At least two entries, except in the last list, so that each level is shorter than the one below.
pub(super) fn cut(entries: &[Entry]) -> impl Iterator<Item = &[Entry]> {
    let mut rest = entries;
    std::iter::from_fn(move || {
        let ended = rest.iter().skip(1).take(MOST - 1).position(|entry| entry.ends_list);
        let length = ended.map_or(MOST, |at| at + 2).min(rest.len());
        let (list, after) = rest.split_at(length);
        rest = after;
        (!list.is_empty()).then_some(list)
    })
}

pub(super) fn encode(entries: &[Entry]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for entry in entries {
        put(&mut bytes, entry.id.unsigned_abs());
        put(&mut bytes, entry.size);
    }
    bytes
}

pub(super) fn decode(mut bytes: &[u8]) -> Option<Vec<Entry>> {
    let mut entries = Vec::new();
    while !bytes.is_empty() {
        let id = i64::try_from(take(&mut bytes)?).ok()?;
        entries.push(Entry { id, size: take(&mut bytes)?, ends_list: false });
    }
    Some(entries)
}

/// Seven bits per byte, lowest first; the eighth bit marks continuation.
fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 0x7f {
        bytes.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}

fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}
