//! Kept runs as answers that were recorded: their lanes over the cases of a set, without asking their models again.

use super::Kept;
use crate::case::{Case, CaseId};
use crate::run::{LanePlan, Run, RunKey};
use std::collections::BTreeMap;

/// The beginning of the names of recorded lanes.
const PREFIX: &str = "recorded:";

/// Lanes whose runs were made before.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordedLanes {
    pub lanes: Vec<LanePlan>,
    pub runs: Vec<Run>,
    /// By the names of lanes, the cases that they have no answer to. That says nothing about their models.
    pub missing: BTreeMap<String, Vec<CaseId>>,
}

impl Kept {
    /// The names of its lanes, as recorded ones.
    pub fn recorded_names(&self) -> impl Iterator<Item = String> {
        self.plan.iter().flat_map(|plan| &plan.lanes).map(name)
    }

    /// The lanes of its last plan, with the runs of cases that ask the same, whatever their ids and what is expected of them. A run
    /// that lacks the verdict of a judge is none.
    pub fn recorded(&self, cases: &[Case]) -> RecordedLanes {
        let mut by_case: BTreeMap<(&str, &CaseId), Vec<&Run>> = BTreeMap::new();
        for run in self.runs() {
            by_case.entry((&run.key.lane, &run.key.case)).or_default().push(run);
        }
        let asked: Vec<_> = cases.iter().map(|case| (case, self.asked_as(case))).collect();
        let mut recorded = RecordedLanes::default();
        for lane in self.plan.iter().flat_map(|plan| &plan.lanes) {
            for (case, before) in &asked {
                let made = before.and_then(|before| by_case.get(&(lane.name.as_str(), before)));
                let made = made.into_iter().flatten().filter(|run| case.expect.is_judged(run));
                let made: Vec<_> = made.collect();
                if made.is_empty() {
                    recorded.missing.entry(name(lane)).or_default().push(case.id.clone());
                }
                recorded.runs.extend(made.into_iter().map(|run| {
                    let (case, repeat) = (case.id.clone(), run.key.repeat);
                    Run { key: RunKey { case, lane: name(lane), repeat }, ..Run::clone(run) }
                }));
            }
            recorded.lanes.push(LanePlan { name: name(lane), ..lane.clone() });
        }
        recorded.runs.sort_by(|one, other| one.key.cmp(&other.key));
        recorded
    }

    /// The id that a case with the same conversation had.
    fn asked_as(&self, case: &Case) -> Option<&CaseId> {
        let own = self.asked.get(&case.id).filter(|before| is_same(before, case));
        own.or_else(|| self.asked.values().find(|before| is_same(before, case))).map(|before| &before.id)
    }
}

fn name(lane: &LanePlan) -> String {
    format!("{PREFIX}{}", lane.name)
}

/// Whether a model is asked the same, and its calls are answered alike.
fn is_same(one: &Case, other: &Case) -> bool {
    let Case { format: _, id: _, title: _, history, functions, results, settings, expect: _ } = one;
    (history, functions, results, settings)
        == (&other.history, &other.functions, &other.results, &other.settings)
}
