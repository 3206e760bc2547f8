//! Timestamps as they are stored. Nothing here reads a clock.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A moment, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(transparent)]
pub struct Timestamp(#[ts(type = "number")] pub i64);

impl Timestamp {
    /// The milliseconds since an earlier moment. Zero if the clock was set back.
    pub fn since(self, earlier: Self) -> u64 {
        u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0)
    }
}
