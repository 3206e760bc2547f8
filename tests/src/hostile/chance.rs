//! Numbers nobody can foresee and everybody can have again.

/// Numbers that follow from a seed (splitmix64).
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below this one, and 0 below 0.
    pub fn below(&mut self, limit: usize) -> usize {
        match limit as u64 {
            0 => 0,
            limit => (self.number() % limit) as usize,
        }
    }

    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    #[track_caller]
    pub fn pick<T: Clone>(&mut self, among: &[T]) -> T {
        among.get(self.below(among.len())).cloned().expect("there is something to pick")
    }
}
