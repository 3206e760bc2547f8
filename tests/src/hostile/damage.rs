//! Damage to bytes, whatever they mean.

use super::chance::Chance;

/// Pieces that readers trip over.
const PIECES: [&[u8]; 26] = [
    b"\"",
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"null",
    b"\\ud800",
    b"\\udc00\\ud800",
    b"\\u0000",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"\0",
    b"-",
    b"1e999",
    b"-0",
    b"0.1e-400",
    b"18446744073709551616",
    b"99999999999999999999999999999999999999",
    b"\n",
    b"~",
    b"\"a\":1,\"a\":[],",
];

/// Does something to a few places.
pub fn damage(mut bytes: Vec<u8>, other: &[u8], chance: &mut Chance) -> Vec<u8> {
    for _ in 0..=chance.below(4) {
        bytes = once(bytes, other, chance);
    }
    bytes
}

fn once(mut bytes: Vec<u8>, other: &[u8], chance: &mut Chance) -> Vec<u8> {
    let at = chance.below(bytes.len() + 1);
    let end = (at + chance.below(40)).min(bytes.len());
    match chance.below(8) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..end)),
        2 => drop(bytes.splice(at..at, chance.pick(&PIECES).iter().copied())),
        3 => drop(bytes.splice(at..end, chance.pick(&PIECES).iter().copied())),
        4 => {
            let again = bytes.get(at..end).unwrap_or_default().repeat(1 + chance.below(4));
            bytes.splice(at..at, again);
        }
        5 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << chance.below(8);
            }
        }
        6 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = chance.number() as u8;
            }
        }
        _ => {
            let from = chance.below(other.len() + 1);
            let to = (from + chance.below(200)).min(other.len());
            bytes.splice(at..end, other.get(from..to).unwrap_or_default().iter().copied());
        }
    }
    bytes
}
