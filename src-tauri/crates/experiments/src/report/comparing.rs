//! Lanes against one of them.

use super::{CaseOutcome, Report};
use crate::statistics::{Difference, Verdict, adjusted, difference};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Two lanes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "PairedLanes")]
pub struct Comparison {
    pub first: String,
    pub second: String,
    #[serde(flatten)]
    pub difference: Difference,
    /// Adjusted for the number of comparisons.
    pub adjusted_p: f64,
    /// Of the second lane.
    pub verdict: Verdict,
}

impl Report {
    /// Compares every other lane with this one. False, where there is no such lane.
    #[must_use]
    pub fn compare_with(&mut self, lane: &str) -> bool {
        let place = self.lanes.iter().position(|one| one.name == lane);
        if let Some(place) = place {
            self.comparisons = comparisons(&self.cases, place);
        }
        place.is_some()
    }
}

/// Every other lane against the one at this place. Each p is adjusted for all of them.
pub(super) fn comparisons(cases: &[CaseOutcome], first: usize) -> Vec<Comparison> {
    let lanes = cases.first().map(|case| case.lanes.as_slice()).unwrap_or_default();
    let Some(compared_with) = lanes.get(first) else { return Vec::new() };
    let pairs = |place: usize| -> Vec<_> {
        cases.iter().map(|case| (case.lanes[first].count, case.lanes[place].count)).collect()
    };
    let others = lanes.iter().enumerate().filter(|(place, _)| *place != first);
    let differences: Vec<_> =
        others.filter_map(|(place, lane)| Some((lane, difference(&pairs(place))?))).collect();
    let values = adjusted(&differences.iter().map(|(_, difference)| difference.p).collect::<Vec<_>>());
    let compared = differences.into_iter().zip(values).map(|((lane, difference), adjusted_p)| Comparison {
        first: compared_with.lane.clone(),
        second: lane.lane.clone(),
        difference,
        adjusted_p,
        verdict: Verdict::of(difference.mean, adjusted_p),
    });
    compared.collect()
}
