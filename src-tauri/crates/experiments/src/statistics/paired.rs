//! Two lanes over the same cases.

use super::distributions::{normal_quantile, student_quantile};
use super::{CONFIDENCE, Count, Interval};
use serde::{Deserialize, Serialize};
use std::fmt;
use ts_rs::TS;

/// How often a difference of the observed size should be noticed, where more runs are asked for.
const POWER: f64 = 0.8;

/// The finest grid that differences of cases are put on. Cases with the same number of runs need far less.
const FINEST: u64 = 5_040;

/// Repeats that are worth naming. Beyond, more cases help and repeats don't.
const MOST_REPEATS: f64 = 1_000.0;

/// The difference of two pass rates over the cases that both lanes ran.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "LaneDifference")]
pub struct Difference {
    pub cases: usize,
    /// The mean over cases of the second rate less the first.
    pub mean: f64,
    /// Student's interval over cases. Nothing with a single case, or where all cases differ alike.
    pub interval: Option<Interval>,
    /// The exact two-sided test that exchanges the lanes case by case. With one run a case it is McNemar's.
    pub p: f64,
    /// What would carry a verdict.
    pub more: More,
}

/// How much more is needed before a difference of this size shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
#[ts(rename = "MoreNeeded")]
pub enum More {
    /// The lanes pass alike: there is no difference to confirm.
    NoDifference,
    /// The repeats of each case.
    Repeats { repeats: u32 },
    /// The number of cases, with repeats as they are, where more repeats alone don't suffice.
    Cases { cases: u32 },
}

impl fmt::Display for More {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDifference => formatter.write_str("The models pass alike."),
            Self::Repeats { repeats } => {
                write!(formatter, "About {repeats} repeats of each case would carry one.")
            }
            Self::Cases { cases } => {
                write!(formatter, "About {cases} cases would carry one; repeats alone would not.")
            }
        }
    }
}

/// What a comparison comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "LaneVerdict")]
pub enum Verdict {
    Better,
    Worse,
    NoVerdict,
}

impl Verdict {
    /// `p` is the one of all comparisons together.
    pub fn of(mean: f64, p: f64) -> Self {
        if p > 1.0 - CONFIDENCE {
            Self::NoVerdict
        } else if mean > 0.0 {
            Self::Better
        } else {
            Self::Worse
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::NoVerdict => "no verdict",
        })
    }
}

/// Compares lanes case by case. Nothing, where they share no case.
pub fn difference(pairs: &[(Count, Count)]) -> Option<Difference> {
    let pairs: Vec<_> = pairs.iter().filter(|(first, second)| first.runs > 0 && second.runs > 0).collect();
    if pairs.is_empty() {
        return None;
    }
    let differences: Vec<f64> = pairs.iter().map(|(first, second)| second.share() - first.share()).collect();
    let cases = pairs.len() as f64;
    let mean = differences.iter().sum::<f64>() / cases;
    let variance = (pairs.len() > 1)
        .then(|| differences.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (cases - 1.0));
    let interval = variance.filter(|variance| *variance > 0.0).map(|variance| {
        let half = student_quantile(0.5 + CONFIDENCE / 2.0, cases - 1.0) * (variance / cases).sqrt();
        Interval { low: (mean - half).max(-1.0), high: (mean + half).min(1.0) }
    });
    let p = exchange_test(&pairs);
    Some(Difference { cases: pairs.len(), mean, interval, p, more: more(&pairs, mean, variance) })
}

/// The share of all exchanges of the two lanes, case by case, whose sum of differences is at least as far from zero. Exact:
/// sums lie on a grid, so their distribution is counted and not sampled.
fn exchange_test(pairs: &[&(Count, Count)]) -> f64 {
    let grid = pairs.iter().fold(1, |grid, (first, second)| {
        let common = least_common(least_common(grid, u64::from(first.runs)), u64::from(second.runs));
        common.min(FINEST)
    });
    let steps = pairs.iter().map(|(first, second)| {
        let scaled = (second.share() - first.share()) * grid as f64;
        #[allow(clippy::cast_possible_truncation, reason = "at most the grid, which is small")]
        let step = scaled.round() as i64;
        step
    });
    let steps: Vec<i64> = steps.collect();
    let observed = steps.iter().sum::<i64>().unsigned_abs() as usize;
    let sizes: Vec<usize> =
        steps.iter().map(|step| step.unsigned_abs() as usize).filter(|step| *step > 0).collect();
    let reach: usize = sizes.iter().sum();
    // The chance of each sum, from -reach on.
    let mut chances = vec![0.0; 2 * reach + 1];
    chances[reach] = 1.0;
    for size in sizes {
        let mut next = vec![0.0; chances.len()];
        for (place, chance) in chances.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            next[place - size] += chance / 2.0;
            next[place + size] += chance / 2.0;
        }
        chances = next;
    }
    let is_as_far = |place: usize| place.abs_diff(reach) >= observed;
    let p: f64 =
        chances.iter().enumerate().filter(|(place, _)| is_as_far(*place)).map(|(_, chance)| chance).sum();
    p.min(1.0)
}

fn least_common(one: u64, other: u64) -> u64 {
    let (mut a, mut b) = (one, other);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    one / a * other
}

/// By the normal approximation: the variance of a mean difference is (between cases + within cases / repeats) / cases.
fn more(pairs: &[&(Count, Count)], mean: f64, variance: Option<f64>) -> More {
    if mean == 0.0 {
        return More::NoDifference;
    }
    let cases = pairs.len() as f64;
    let wanted = (mean / (normal_quantile(0.5 + CONFIDENCE / 2.0) + normal_quantile(POWER))).powi(2);
    let repeats = pairs.iter().map(|(first, second)| first.runs.min(second.runs)).min().unwrap_or(1);
    let within = pairs.iter().map(|(first, second)| spread(*first) + spread(*second)).sum::<f64>() / cases;
    let observed = variance.unwrap_or(mean * mean);
    let between = (observed - within / f64::from(repeats)).max(0.0);
    // Fewer cases than this reach no p below the level, however they come out.
    let fewest = (1.0 + (1.0 / (1.0 - CONFIDENCE)).log2()).ceil();
    let room = wanted * cases - between;
    let needed = within / room;
    if repeats > 1 && cases >= fewest && room > 0.0 && needed <= MOST_REPEATS {
        return More::Repeats { repeats: whole(needed).max(repeats + 1) };
    }
    More::Cases { cases: whole((observed / wanted).max(fewest)).max(whole(cases) + 1) }
}

/// The variance of one run of a case, without bias. Nothing is known of it from a single run.
fn spread(count: Count) -> f64 {
    if count.runs < 2 {
        return 0.0;
    }
    let runs = f64::from(count.runs);
    count.share() * (1.0 - count.share()) * runs / (runs - 1.0)
}

fn whole(number: f64) -> u32 {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "rounded up, and kept in range"
    )]
    let whole = number.ceil().clamp(0.0, f64::from(u32::MAX)) as u32;
    whole
}

/// The p-values of several comparisons, adjusted by Holm so that one false verdict among all of them is rare.
pub fn adjusted(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|one, other| values[*one].total_cmp(&values[*other]));
    let (mut adjusted, mut highest) = (vec![0.0; values.len()], 0.0_f64);
    for (rank, place) in order.into_iter().enumerate() {
        highest = highest.max(values[place] * (values.len() - rank) as f64).min(1.0);
        adjusted[place] = highest;
    }
    adjusted
}
