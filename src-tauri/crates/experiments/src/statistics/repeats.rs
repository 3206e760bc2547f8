//! What several attempts come to, averaged over cases.

use super::Count;

/// pass@k: the chance that at least one of `k` attempts passes. Without bias where a case has at least `k` runs; nothing, where
/// no case has.
pub fn at_least_one(counts: &[Count], attempts: u32) -> Option<f64> {
    mean(counts, attempts, |count| 1.0 - none_of(count.runs - count.passes, count.runs, attempts))
}

/// pass^k: the chance that all of `k` attempts pass.
pub fn every_one(counts: &[Count], attempts: u32) -> Option<f64> {
    mean(counts, attempts, |count| none_of(count.passes, count.runs, attempts))
}

fn mean(counts: &[Count], attempts: u32, estimate: impl Fn(&Count) -> f64) -> Option<f64> {
    let estimates: Vec<_> = counts.iter().filter(|count| count.runs >= attempts).map(estimate).collect();
    (!estimates.is_empty() && attempts > 0).then(|| estimates.iter().sum::<f64>() / estimates.len() as f64)
}

/// The share of the selections of `attempts` runs that lie among `within` of all: C(within, k) / C(all, k).
fn none_of(within: u32, all: u32, attempts: u32) -> f64 {
    if within < attempts {
        return 0.0;
    }
    (0..attempts).map(|place| f64::from(within - place) / f64::from(all - place)).product()
}
