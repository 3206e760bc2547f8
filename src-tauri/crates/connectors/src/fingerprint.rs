//! A short mark of some bytes: the same on every machine and in every version, so that caches of providers hold.

/// The mark of nothing.
pub(crate) const BEGINNING: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a: a mark that goes on with more bytes. The hasher of the standard library may differ from one release to the next.
pub(crate) fn grown(mark: u64, bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(mark, |mark, byte| (mark ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// The mark of some bytes, with its halves mixed because its low bits are looked at most.
pub(crate) fn of(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let mark = grown(BEGINNING, bytes);
    mark ^ (mark >> 32)
}
