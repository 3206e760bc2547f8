//! A short mark of some bytes: the same on every machine and in every version, so that caches of providers hold.

/// FNV-1a, with its halves mixed because its low bits are looked at most.
pub(crate) fn of(bytes: impl Iterator<Item = u8>) -> u64 {
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    hash ^ (hash >> 32)
}
