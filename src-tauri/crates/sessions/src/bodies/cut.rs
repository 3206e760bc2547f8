//! Cuts a body at places that its own content marks, so that an insertion moves only nearby cuts.

const LEAST: usize = 2 * 1024;
pub(super) const MOST: usize = 64 * 1024;

/// The upper bits of the rolling hash, which depend on the last 64 bytes. One place in 8,192 has none of them set.
const MARK: u64 = 0x1fff << 51;

/// The addend of each byte in the rolling hash: numbers without a pattern, the same in every version forever.
const GEAR: [u64; 256] = gear();

/// The length of the next piece, in bytes.
pub(super) fn next_cut(bytes: &[u8]) -> usize {
    let most = bytes.len().min(MOST);
    let mut value = 0_u64;
    for (at, byte) in bytes.iter().enumerate().take(most).skip(LEAST) {
        value = (value << 1).wrapping_add(GEAR[usize::from(*byte)]);
        if value & MARK == 0 {
            return at + 1;
        }
    }
    most
}

/// The first 256 numbers of SplitMix64, seeded with zero.
const fn gear() -> [u64; 256] {
    let mut gear = [0; 256];
    let mut state = 0_u64;
    let mut at = 0;
    while at < gear.len() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        gear[at] = mixed ^ (mixed >> 31);
        at += 1;
    }
    gear
}
