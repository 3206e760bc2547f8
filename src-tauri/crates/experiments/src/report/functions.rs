//! How each function fared in each lane: how selection ranked it, how often it was called, and what was called in its place.

use super::JudgedRun;
use crate::case::{Case, CaseId};
use crate::expectation::Fault;
use crate::run::LanePlan;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use ts_rs::TS;

/// One function in one lane.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FunctionFigures {
    pub function: String,
    pub lane: String,
    /// Runs of cases that expect a call of it.
    pub wanted: u32,
    /// Those of them that called it.
    pub called: u32,
    /// Runs of cases that offer it and expect no call of it.
    pub unwanted: u32,
    /// Those of them that called it all the same.
    pub called_unwanted: u32,
    /// Its rank in the selection before the first request, among the runs that expect it, with the number of runs.
    pub ranks: Vec<(u32, u32)>,
    /// Functions that were called in its place, and how often.
    pub confused: Vec<(String, u32)>,
}

/// What a case says of functions.
struct CaseNames<'a> {
    wanted: BTreeSet<&'a str>,
    offered: BTreeSet<&'a str>,
}

impl<'a> CaseNames<'a> {
    fn of(case: &'a Case) -> Self {
        let calls = case.expect.calls.iter().flat_map(|calls| &calls.list);
        Self {
            wanted: calls.map(|call| call.function.as_str()).collect(),
            offered: case.functions.iter().map(|function| function.name.as_str()).collect(),
        }
    }
}

/// Functions of interest are those that a case expects, and those that were called without being expected.
pub(super) fn function_figures(
    cases: &[Case],
    lanes: &[LanePlan],
    by_lane: &[Vec<&JudgedRun<'_>>],
) -> Vec<FunctionFigures> {
    let names: BTreeMap<&CaseId, CaseNames> =
        cases.iter().map(|case| (&case.id, CaseNames::of(case))).collect();
    let mut figures = Vec::new();
    for (lane, judged) in lanes.iter().zip(by_lane) {
        let mut of_lane = OfLane::default();
        for one in judged {
            if let Some(names) = names.get(&one.run.key.case) {
                of_lane.take(one, names);
            }
        }
        figures.extend(of_lane.figures(&lane.name, &names));
    }
    figures.sort_by(|one, other| one.function.cmp(&other.function));
    figures
}

#[derive(Default)]
struct OfLane<'a> {
    runs: BTreeMap<&'a CaseId, u32>,
    called: BTreeMap<&'a str, u32>,
    called_unwanted: BTreeMap<&'a str, u32>,
    ranks: BTreeMap<&'a str, BTreeMap<u32, u32>>,
    confused: BTreeMap<&'a str, BTreeMap<&'a str, u32>>,
}

impl<'a> OfLane<'a> {
    fn take(&mut self, one: &'a JudgedRun<'_>, names: &CaseNames<'a>) {
        *self.runs.entry(&one.run.key.case).or_default() += 1;
        let called: BTreeSet<&str> =
            one.run.transcript.calls.iter().map(|call| call.function.as_str()).collect();
        for name in called {
            if names.wanted.contains(name) {
                *self.called.entry(name).or_default() += 1;
            } else if names.offered.contains(name) {
                *self.called_unwanted.entry(name).or_default() += 1;
            }
        }
        for (function, rank) in &one.run.figures.ranks {
            if names.wanted.contains(function.as_str()) {
                *self.ranks.entry(function).or_default().entry(*rank).or_default() += 1;
            }
        }
        for fault in one.faults {
            if let Fault::OtherFunction { wanted, called, .. } = fault {
                *self.confused.entry(wanted).or_default().entry(called).or_default() += 1;
            }
        }
    }

    fn figures(&self, lane: &str, names: &BTreeMap<&CaseId, CaseNames>) -> Vec<FunctionFigures> {
        let mut functions: BTreeSet<&str> = self.called_unwanted.keys().copied().collect();
        functions.extend(names.values().flat_map(|names| names.wanted.iter().copied()));
        let runs_where = |holds: &dyn Fn(&CaseNames) -> bool| -> u32 {
            let cases = names.iter().filter(|(_, names)| holds(names));
            cases.filter_map(|(case, _)| self.runs.get(*case)).sum()
        };
        let count = |counts: &BTreeMap<&str, u32>, name: &str| counts.get(name).copied().unwrap_or(0);
        let figure = |name: &&str| {
            let name = *name;
            let confused = self.confused.get(name).into_iter().flatten();
            let mut confused: Vec<_> =
                confused.map(|(called, times)| ((*called).to_owned(), *times)).collect();
            confused.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
            let ranks = self.ranks.get(name).into_iter().flatten();
            FunctionFigures {
                function: name.to_owned(),
                lane: lane.to_owned(),
                wanted: runs_where(&|names| names.wanted.contains(name)),
                called: count(&self.called, name),
                unwanted: runs_where(&|names| names.offered.contains(name) && !names.wanted.contains(name)),
                called_unwanted: count(&self.called_unwanted, name),
                ranks: ranks.map(|(rank, runs)| (*rank, *runs)).collect(),
                confused,
            }
        };
        functions.iter().map(figure).collect()
    }
}
