//! Finished runs in a file, so that none is made twice, and those of several files together.

mod line;
mod recorded;

pub use line::KeptRun;
pub use recorded::RecordedLanes;

use crate::case::{Case, CaseError, CaseId};
use crate::parts::in_parts;
use crate::rate::ServiceRate;
use crate::run::{LanePlan, Run, RunKey};
use line::{Line, SharedCalls};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use thiserror::Error;

/// The version of the form that this program reads.
const FORMAT: u32 = 1;

/// A set with everything that its runs need to be judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    format: u32,
    pub lanes: Vec<LanePlan>,
    pub repeats: u32,
    pub cases: Vec<Case>,
    /// Where they are run from, in the window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begun: Option<Begun>,
}

/// How the runs of a plan were begun in the window, so that they go on as they began.
#[serde_with_macros::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Begun {
    /// The folder of the set.
    pub set: String,
    /// Milliseconds since 1970.
    pub at: i64,
    /// Runs that are made at the same time.
    pub jobs: usize,
    pub max_tokens: Option<u64>,
    /// In dollars.
    pub max_cost: Option<f64>,
    /// The limits of services.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rates: Vec<ServiceRate>,
    /// The scripts that a person has allowed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scripts: Vec<Vec<String>>,
    /// The functions that a person has allowed to run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub live: Vec<String>,
}

/// The lines of a file that have been read: with whole runs, or with their keys alone, which is faster.
#[derive(Debug)]
pub struct Kept<R = Run> {
    plan: Option<Plan>,
    runs: HashMap<RunKey, R>,
    /// The cases of all plans without what they expect: runs of another conversation are no runs of a case.
    asked: BTreeMap<CaseId, Case>,
    /// The lanes of all plans: runs with other instructions or settings are no runs of a lane.
    lanes: BTreeMap<String, LanePlan>,
}

/// Why a line can't be read.
#[derive(Debug, Error)]
pub enum KeptError {
    #[error("it is no line of kept runs")]
    Unfit(#[source] serde_json::Error),
    #[error("it has format {0}, and this version reads format {FORMAT} only")]
    Format(u32),
    #[error("case {:?} can't be used", .0.as_str())]
    Case(CaseId, #[source] CaseError),
    #[error("a run stands before any plan")]
    NoPlan,
}

/// Why the runs of two files are not runs of one set.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum Mismatch {
    #[error("there is no run in it")]
    Empty,
    #[error("its models are others")]
    Lanes,
    #[error("its number of repeats is another")]
    Repeats,
    #[error("its case {:?} is another", .0.as_str())]
    Case(CaseId),
    #[error("it has run {} of case {:?} with {} too", .0.repeat, .0.case.as_str(), .0.lane)]
    Twice(RunKey),
}

impl Plan {
    pub fn new(cases: &[Case], lanes: &[LanePlan], repeats: u32) -> Self {
        Self { format: FORMAT, lanes: lanes.to_vec(), repeats, cases: cases.to_vec(), begun: None }
    }

    /// The same, begun in the window.
    pub fn begun(self, begun: Begun) -> Self {
        Self { begun: Some(begun), ..self }
    }

    /// The same with other cases.
    pub fn with_cases(self, cases: Vec<Case>) -> Self {
        Self { cases, ..self }
    }

    /// All runs of the set, every case and lane once before any of them again.
    pub fn keys(&self) -> Vec<RunKey> {
        let mut keys = Vec::new();
        for repeat in 1..=self.repeats {
            for case in &self.cases {
                let key = |lane: &LanePlan| RunKey { case: case.id.clone(), lane: lane.name.clone(), repeat };
                keys.extend(self.lanes.iter().map(key));
            }
        }
        keys
    }

    /// The same, if it can be run and judged.
    fn checked(self) -> Result<Self, KeptError> {
        if self.format != FORMAT {
            return Err(KeptError::Format(self.format));
        }
        for case in &self.cases {
            case.check().map_err(|error| KeptError::Case(case.id.clone(), error))?;
        }
        Ok(self)
    }
}

impl<R> Default for Kept<R> {
    fn default() -> Self {
        let (asked, lanes) = (BTreeMap::new(), BTreeMap::new());
        Self { plan: None, runs: HashMap::new(), asked, lanes }
    }
}

impl<R: KeptRun> Kept<R> {
    /// Takes in the next lines of a file, up to the first that can't be read. An error says which it is, counted from 0.
    pub fn take(&mut self, lines: &[impl AsRef<str> + Sync]) -> Result<(), (usize, KeptError)> {
        let read = in_parts(lines, |part| {
            let mut calls = SharedCalls::default();
            part.iter().map(|line| R::read_line(line.as_ref(), &mut calls)).collect()
        });
        for (place, line) in read.into_iter().enumerate() {
            match line.map_err(|error| (place, error))? {
                Line::Plan(plan) => self.begin(plan),
                Line::Run(_) if self.plan.is_none() => return Err((place, KeptError::NoPlan)),
                Line::Run(run) => _ = self.runs.insert(run.key().clone(), run),
            }
        }
        Ok(())
    }

    /// Goes on with a plan. The runs of a case whose conversation, functions, results or settings have changed are
    /// forgotten, and those of a lane that has changed; what is expected may change.
    pub fn begin(&mut self, plan: Plan) {
        for case in &plan.cases {
            let asked = case.without_expectations();
            let before = self.asked.insert(case.id.clone(), asked.clone());
            if before.is_some_and(|before| before != asked) {
                self.runs.retain(|key, _| key.case != case.id);
            }
        }
        for lane in &plan.lanes {
            let before = self.lanes.insert(lane.name.clone(), lane.clone());
            if before.is_some_and(|before| before != *lane) {
                self.runs.retain(|key, _| key.lane != lane.name);
            }
        }
        self.plan = Some(plan);
    }

    /// Adds the runs of another part of the same set.
    pub fn merge(&mut self, other: Self) -> Result<(), Mismatch> {
        let (Some(plan), Some(others)) = (&self.plan, &other.plan) else { return Err(Mismatch::Empty) };
        if plan.lanes != others.lanes {
            return Err(Mismatch::Lanes);
        }
        if plan.repeats != others.repeats {
            return Err(Mismatch::Repeats);
        }
        let is_among = |case: &&Case, cases: &[Case]| cases.contains(case);
        let own = plan.cases.iter().find(|case| !is_among(case, &others.cases));
        if let Some(case) = own.or_else(|| others.cases.iter().find(|case| !is_among(case, &plan.cases))) {
            return Err(Mismatch::Case(case.id.clone()));
        }
        if let Some(key) = other.runs.keys().filter(|key| self.runs.contains_key(key)).min() {
            return Err(Mismatch::Twice(key.clone()));
        }
        self.runs.extend(other.runs);
        Ok(())
    }

    pub fn plan(&self) -> Option<&Plan> {
        self.plan.as_ref()
    }

    pub fn run(&self, key: &RunKey) -> Option<&R> {
        self.runs.get(key)
    }

    pub fn has(&self, key: &RunKey) -> bool {
        self.runs.contains_key(key)
    }

    /// All runs, of cases and lanes of earlier plans too.
    pub fn runs(&self) -> impl Iterator<Item = &R> {
        self.runs.values()
    }

    /// The runs of the last plan.
    pub fn into_runs(mut self) -> Vec<R> {
        let keys = self.plan.as_ref().map(Plan::keys).unwrap_or_default();
        keys.iter().filter_map(|key| self.runs.remove(key)).collect()
    }
}

#[cfg(test)]
mod tests;
