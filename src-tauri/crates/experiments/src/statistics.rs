//! What can be concluded from runs. Repeats of one case resemble each other, so every interval and every test counts cases,
//! never runs. Why, and by which methods, stands in `docs/decisions/2026-11-25-lanes-are-exchanged-case-by-case.md`.

mod distributions;
mod paired;
mod rates;
mod repeats;

pub use paired::{Difference, More, Verdict, adjusted, difference};
pub use rates::{Rate, rate};
pub use repeats::{at_least_one, every_one};

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The confidence of intervals; tests use the rest as their level.
pub const CONFIDENCE: f64 = 0.95;

/// The runs of one case in one lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "PassCount")]
pub struct Count {
    pub passes: u32,
    pub runs: u32,
}

impl Count {
    pub fn share(self) -> f64 {
        f64::from(self.passes) / f64::from(self.runs)
    }
}

/// A range of values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod written;
