//! Measures of a ranking.

use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::hash::Hash;
use ts_rs::TS;

/// The cut-offs of the measures.
const CUTS: [usize; 3] = [1, 5, 10];

/// Averages over queries, each between 0 and 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Measures {
    /// The share of the fitting functions among the first 1, 5 and 10.
    pub recall: [f64; 3],
    /// The share of the queries with all fitting functions among the first 1, 5 and 10.
    pub completeness: [f64; 3],
    /// One divided by the rank of the first fitting function.
    pub reciprocal_rank: f64,
    /// Normalized discounted gain over the first ten, where the best order is 1.
    pub gain: f64,
}

impl Measures {
    /// The measures of one query. `ranked` lists the functions, best first.
    pub fn of<T: Eq + Hash>(ranked: &[T], fitting: &HashSet<T>) -> Self {
        let among = |cut: usize| ranked.iter().take(cut).filter(|one| fitting.contains(one)).count();
        let recall = CUTS.map(|cut| share(among(cut), fitting.len()));
        let completeness = CUTS.map(|cut| if among(cut) == fitting.len() { 1.0 } else { 0.0 });
        let first = ranked.iter().position(|one| fitting.contains(one));
        let reciprocal_rank = first.map_or(0.0, |place| share(1, place + 1));
        let discount = |place: usize| 1.0 / share(place + 2, 1).log2();
        let gained: f64 =
            (0..ranked.len().min(10)).filter(|&place| fitting.contains(&ranked[place])).map(discount).sum();
        let best: f64 = (0..fitting.len().min(10)).map(discount).sum();
        let gain = if best > 0.0 { gained / best } else { 0.0 };
        Self { recall, completeness, reciprocal_rank, gain }
    }

    /// The unweighted mean.
    pub fn mean(all: &[Self]) -> Self {
        let mean =
            |value: &dyn Fn(&Self) -> f64| all.iter().map(value).sum::<f64>() / share(all.len().max(1), 1);
        Self {
            recall: [0, 1, 2].map(|cut| mean(&|one| one.recall[cut])),
            completeness: [0, 1, 2].map(|cut| mean(&|one| one.completeness[cut])),
            reciprocal_rank: mean(&|one| one.reciprocal_rank),
            gain: mean(&|one| one.gain),
        }
    }
}

/// The probability that a query with a fitting function scores above one without. One half is chance.
pub fn auroc(with: &[f32], without: &[f32]) -> Option<f64> {
    if with.is_empty() || without.is_empty() {
        return None;
    }
    let mut sorted = without.to_vec();
    sorted.sort_unstable_by(f32::total_cmp);
    let won = with.iter().map(|score| {
        let below = sorted.partition_point(|other| other < score);
        let not_above = sorted.partition_point(|other| other <= score);
        share(below + not_above, 2)
    });
    Some(won.sum::<f64>() / share(with.len(), 1) / share(without.len(), 1))
}

#[allow(clippy::cast_precision_loss, reason = "counts of queries are far below 2^53")]
fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole as f64
}

#[cfg(test)]
mod tests {
    use super::{Measures, auroc};
    use std::collections::HashSet;

    #[test]
    fn a_ranking_is_measured() {
        let ranked = ["a", "b", "c", "d", "e", "f"];
        let found = Measures::of(&ranked, &HashSet::from(["b", "f"]));
        assert_eq!(found.recall, [0.0, 0.5, 1.0]);
        assert_eq!(found.completeness, [0.0, 0.0, 1.0]);
        assert_eq!(found.reciprocal_rank, 0.5);
        let best = 1.0 + 1.0 / 3f64.log2();
        assert!((found.gain - (1.0 / 3f64.log2() + 1.0 / 7f64.log2()) / best).abs() < 1e-12);
        assert_eq!(Measures::of(&ranked, &HashSet::from(["x"])), Measures::default());
    }

    #[test]
    fn the_mean_counts_each_query_the_same() {
        let fitting = HashSet::from(["a"]);
        let both = [Measures::of(&["a"], &fitting), Measures::of(&["b", "a"], &fitting)];
        let mean = Measures::mean(&both);
        assert_eq!((mean.recall, mean.reciprocal_rank), ([0.5, 1.0, 1.0], 0.75));
        assert_eq!(Measures::mean(&[]), Measures::default());
    }

    #[test]
    fn equal_scores_are_half_won() {
        assert_eq!(auroc(&[2.0, 1.0], &[1.0, 0.0]), Some(0.875));
        assert_eq!(auroc(&[], &[1.0]), None);
    }
}
