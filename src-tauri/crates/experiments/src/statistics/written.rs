//! Statistics over made-up counts as a file, for a judge that is not written in Rust.

use super::{Count, Difference, Rate, adjusted, at_least_one, difference, every_one, rate};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Comparisons nobody thought of, the same each time.
const COMPARISONS: usize = 1_000;

/// The passes and runs of a case in one lane, then in the other.
type Pair = (u32, u32, u32, u32);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Written {
    pairs: Vec<Pair>,
    /// Of the first lane.
    rate: Option<Rate>,
    /// Attempts, with pass@k and pass^k of the first lane.
    attempts: Vec<(u32, f64, f64)>,
    difference: Option<Difference>,
    values: Vec<f64>,
    adjusted: Vec<f64>,
}

/// Cases with one run, with the same number of repeats, or with any; lanes of any skill, among them such that always pass.
fn pairs() -> impl Strategy<Value = Vec<Pair>> {
    let repeats = prop_oneof![
        (1..40_usize).prop_map(|cases| vec![(1, 1); cases]),
        (1..13_usize, 2..21_u32).prop_map(|(cases, repeats)| vec![(repeats, repeats); cases]),
        proptest::collection::vec((0..15_u32, 0..15_u32), 1..11),
    ];
    let skill = || prop_oneof![Just(0.0), Just(1.0), 0.0..1.0_f64];
    (repeats, skill(), skill(), any::<u64>()).prop_map(|(repeats, one, other, seed)| {
        let mut chance = Chance(seed | 1);
        let mut passes = |runs: u32, skill: f64| {
            // Cases differ: some are hard for a lane that is good at others.
            let own = (skill + chance.next() - 0.5).clamp(0.0, 1.0);
            let own = if skill == 0.0 || skill == 1.0 { skill } else { own };
            (0..runs).map(|_| u32::from(chance.next() < own)).sum::<u32>()
        };
        repeats.into_iter().map(|(m, n)| (passes(m, one), m, passes(n, other), n)).collect()
    })
}

/// Numbers from 0 to 1 by xorshift.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        f64::from(u32::try_from(self.0 >> 32).expect("32 bits")) / f64::from(u32::MAX)
    }
}

fn written(pairs: Vec<Pair>, values: Vec<f64>) -> Written {
    let count = |passes, runs| Count { passes, runs };
    let firsts: Vec<_> = pairs.iter().map(|(passes, runs, ..)| count(*passes, *runs)).collect();
    let both: Vec<_> = pairs.iter().map(|(a, m, b, n)| (count(*a, *m), count(*b, *n))).collect();
    let attempts = [1, 2, 4, 8, 20];
    let attempts =
        attempts.into_iter().filter_map(|k| Some((k, at_least_one(&firsts, k)?, every_one(&firsts, k)?)));
    Written {
        rate: rate(&firsts),
        attempts: attempts.collect(),
        difference: difference(&both),
        adjusted: adjusted(&values),
        pairs,
        values,
    }
}

#[test]
fn made_up_comparisons_are_written_with_what_is_concluded_from_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let asked_for = std::env::var_os("CALLWRIGHT_STATISTICS").map(PathBuf::from);
    let path = asked_for.unwrap_or_else(|| folder.path().join("statistics.jsonl"));
    let mut file = BufWriter::new(File::create(&path).expect("the file is made"));
    let mut runner = TestRunner::deterministic();
    let any = (pairs(), proptest::collection::vec(0.0..1.0_f64, 1..12));
    for _ in 0..COMPARISONS {
        let (pairs, values) = any.new_tree(&mut runner).expect("a comparison").current();
        serde_json::to_writer(&mut file, &written(pairs, values)).expect("it is written");
        file.write_all(b"\n").expect("it is written");
    }
    file.flush().expect("it is written");
    let lines = std::fs::read_to_string(&path).expect("the file").lines().count();
    assert_eq!(lines, COMPARISONS);
}
