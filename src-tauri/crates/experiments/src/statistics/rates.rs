//! The pass rate of one lane.

use super::distributions::normal_quantile;
use super::{CONFIDENCE, Count, Interval};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A pass rate over all runs, with the interval of Wilson.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "PassRate")]
pub struct Rate {
    pub rate: f64,
    pub interval: Interval,
    /// How many independent runs would say as much as these do.
    pub effective_runs: f64,
}

/// Nothing, where no case has a run.
pub fn rate(counts: &[Count]) -> Option<Rate> {
    let counts: Vec<_> = counts.iter().filter(|count| count.runs > 0).collect();
    let runs: f64 = counts.iter().map(|count| f64::from(count.runs)).sum();
    if counts.is_empty() {
        return None;
    }
    let rate = counts.iter().map(|count| f64::from(count.passes)).sum::<f64>() / runs;
    let effective_runs = effective_runs(&counts, runs, rate);
    Some(Rate { rate, interval: wilson(rate, effective_runs), effective_runs })
}

/// Runs divided by the design effect of their cases: the variance of the rate by clusters over that of independent runs.
/// Where runs are all alike, nothing tells how much cases differ, and each counts once. Without repeats there is no design
/// effect.
fn effective_runs(counts: &[&Count], runs: f64, rate: f64) -> f64 {
    let cases = counts.len() as f64;
    if counts.iter().all(|count| count.runs == 1) {
        return cases;
    }
    let independent = rate * (1.0 - rate) / runs;
    if independent == 0.0 || counts.len() < 2 {
        return cases;
    }
    let residual = |count: &&Count| f64::from(count.passes) - rate * f64::from(count.runs);
    let squares: f64 = counts.iter().map(|count| residual(count).powi(2)).sum();
    let clustered = cases / (cases - 1.0) * squares / runs.powi(2);
    (runs * independent / clustered.max(independent)).max(1.0)
}

fn wilson(rate: f64, runs: f64) -> Interval {
    let z = normal_quantile(0.5 + CONFIDENCE / 2.0);
    let scale = 1.0 + z * z / runs;
    let centre = (rate + z * z / (2.0 * runs)) / scale;
    let half = z / scale * (rate * (1.0 - rate) / runs + z * z / (4.0 * runs * runs)).sqrt();
    Interval { low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}
