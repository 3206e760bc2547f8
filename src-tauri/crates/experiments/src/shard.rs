//! A part of the runs of a set, so that several machines share it.

use std::str::FromStr;
use thiserror::Error;

/// Every so many runs, beginning with one of the first. All shards of a set together are the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    place: usize,
    of: usize,
}

#[derive(Debug, Error, PartialEq, Eq)]
#[error("it is no shard such as 1/3, the first of three")]
pub struct ShardError;

impl Shard {
    /// Whether a run belongs to it, by the place of the run among all.
    pub fn holds(self, run: usize) -> bool {
        run % self.of == self.place
    }
}

/// As `1/3`, the first of three.
impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(written: &str) -> Result<Self, ShardError> {
        let (number, of) = written.split_once('/').ok_or(ShardError)?;
        let number: usize = number.parse().map_err(|_| ShardError)?;
        let of: usize = of.parse().map_err(|_| ShardError)?;
        let place = number.checked_sub(1).filter(|place| *place < of).ok_or(ShardError)?;
        Ok(Self { place, of })
    }
}

#[cfg(test)]
mod tests {
    use super::{Shard, ShardError};

    #[test]
    fn every_run_is_in_one_shard() {
        let shards: Vec<Shard> =
            ["1/3", "2/3", "3/3"].iter().map(|written| written.parse().expect("a shard")).collect();
        for run in 0..10 {
            assert_eq!(shards.iter().filter(|shard| shard.holds(run)).count(), 1, "{run}");
        }
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        for written in ["", "1", "0/3", "4/3", "1/0", "a/3", "-1/3", "1/3/3"] {
            assert_eq!(written.parse::<Shard>(), Err(ShardError), "{written}");
        }
    }
}
