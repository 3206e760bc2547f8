//! What came of the runs of a set.

mod comparing;
mod functions;

pub use comparing::Comparison;
pub use functions::FunctionFigures;

use crate::case::{Case, CaseId};
use crate::expectation::Fault;
use crate::parts::in_parts;
use crate::run::{LanePlan, LaneSetting, Run};
use crate::statistics::{Count, Rate, at_least_one, every_one, rate};
use content::{CallArguments, ModelId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// Different faults and values that are shown of a case or an argument.
const MAX_LISTED: usize = 20;

/// Everything that a report shows. The same runs give the same report, in whatever order they finished.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "CasesReport")]
pub struct Report {
    pub format: u32,
    pub lanes: Vec<LaneReport>,
    pub cases: Vec<CaseOutcome>,
    /// Each other lane against one of them: the first, unless another was chosen.
    pub comparisons: Vec<Comparison>,
    pub confusions: Vec<Confusion>,
    /// Arguments that were not as expected, with the values they had.
    pub arguments: Vec<ArgumentValues>,
    /// Each function in each lane, by function.
    #[serde(default)]
    pub functions: Vec<FunctionFigures>,
}

/// One lane over all cases.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LaneReport {
    pub name: String,
    pub model: ModelId,
    pub runs: u32,
    pub passes: u32,
    /// Nothing, where no run was finished.
    pub pass_rate: Option<Rate>,
    /// The number of attempts, and the chance that one of them passes.
    pub pass_at: Vec<(u32, f64)>,
    /// The number of attempts, and the chance that all of them pass.
    pub pass_every: Vec<(u32, f64)>,
    /// Cases that sometimes pass.
    pub flips: Vec<CaseId>,
    /// Runs whose calls went to the right functions, whatever their arguments.
    pub right_functions: u32,
    /// Runs in which the arguments of all calls could be read.
    pub readable_arguments: u32,
    pub mean_rounds: f64,
    pub median_milliseconds: u64,
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// What it has in the place of what the cases say.
    #[serde(default)]
    pub settings: Vec<LaneSetting>,
    /// Runs in which the arguments of all calls fit their schemas.
    #[serde(default)]
    pub valid_arguments: u32,
    /// Runs with a call whose name or arguments were repaired.
    #[serde(default)]
    pub repaired: u32,
    /// Milliseconds to the first piece of the first response.
    #[serde(default)]
    pub median_first_token: Option<u64>,
    /// In dollars, as far as prices are known.
    #[serde(default)]
    pub cost: Option<f64>,
    /// Requests that were sent again, because the service gave no answer.
    #[serde(default)]
    pub retries: u32,
    /// Runs that wait for the verdict of a script or a model. They count nowhere.
    #[serde(default)]
    pub unjudged: u32,
}

/// One case over all lanes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct CaseOutcome {
    pub case: CaseId,
    pub title: String,
    /// In the order of the lanes.
    pub lanes: Vec<LaneOutcome>,
}

/// One case in one lane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct LaneOutcome {
    pub lane: String,
    #[serde(flatten)]
    pub count: Count,
    pub milliseconds: u64,
    /// The most frequent first.
    pub faults: Vec<FaultCount>,
}

/// A fault and how many runs have it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct FaultCount {
    pub text: String,
    pub fault: Fault,
    pub runs: u32,
}

/// A function that was called in the place of another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
pub struct Confusion {
    pub lane: String,
    pub wanted: String,
    pub called: String,
    pub times: u32,
}

/// The values of an argument where it was not as expected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ArgumentValues {
    pub case: CaseId,
    pub lane: String,
    pub function: String,
    pub path: String,
    /// As JSON, the most frequent first. An argument that is missing has no value.
    pub values: Vec<(Option<String>, u32)>,
}

impl Report {
    /// Judges runs. Those of other cases and lanes are not looked at.
    pub fn of(all: &[Case], lanes: &[LanePlan], runs: &[Run]) -> Self {
        let faults = faults_of_runs(all, runs);
        Self::of_judged(all, lanes, &judged_runs(runs, &faults), runs)
    }

    /// The same of runs that are judged, among all that were made.
    pub fn of_judged(all: &[Case], lanes: &[LanePlan], judged: &[JudgedRun<'_>], runs: &[Run]) -> Self {
        let of_lane =
            |lane: &LanePlan| judged.iter().filter(|one| one.run.key.lane == lane.name).collect::<Vec<_>>();
        let by_lane: Vec<Vec<&JudgedRun<'_>>> = lanes.iter().map(of_lane).collect();
        let by_case: Vec<_> = by_lane.iter().map(|those| of_cases(those)).collect();
        let outcomes = |case: &Case| {
            let of_lane = |(lane, those): (&LanePlan, &BTreeMap<&CaseId, Vec<&JudgedRun<'_>>>)| {
                lane_outcome(lane, those.get(&case.id).map(Vec::as_slice).unwrap_or_default())
            };
            lanes.iter().zip(&by_case).map(of_lane).collect()
        };
        let cases: Vec<_> = all
            .iter()
            .map(|case| CaseOutcome {
                case: case.id.clone(),
                title: case.title.clone(),
                lanes: outcomes(case),
            })
            .collect();
        let unjudged = unjudged(all, runs);
        let functions = functions::function_figures(all, lanes, &by_lane);
        Self {
            format: 1,
            lanes: lanes
                .iter()
                .zip(&by_lane)
                .enumerate()
                .map(|(place, (lane, those))| LaneReport {
                    unjudged: unjudged.get(&lane.name).copied().unwrap_or(0),
                    ..lane_report(lane, those, &counts(&cases, place), &cases, place)
                })
                .collect(),
            comparisons: comparing::comparisons(&cases, 0),
            confusions: confusions(judged),
            arguments: argument_values(judged),
            functions,
            cases,
        }
    }
}

/// A run with what is wrong with it.
#[derive(Clone, Copy)]
pub struct JudgedRun<'a> {
    pub run: &'a Run,
    pub faults: &'a [Fault],
}

/// The faults of each run that every judge has seen. Runs of other cases have none.
pub fn faults_of_runs(cases: &[Case], runs: &[Run]) -> Vec<Option<Vec<Fault>>> {
    let by_id: BTreeMap<_, _> = cases.iter().map(|case| (&case.id, case)).collect();
    let faults = |run: &Run| {
        let case = by_id.get(&run.key.case).filter(|case| case.expect.is_judged(run))?;
        Some(case.expect.faults_of(run))
    };
    in_parts(runs, |part| part.iter().map(faults).collect())
}

/// The runs that are judged, in the order of their keys.
pub fn judged_runs<'a>(runs: &'a [Run], faults: &'a [Option<Vec<Fault>>]) -> Vec<JudgedRun<'a>> {
    let judged = runs.iter().zip(faults);
    let mut judged: Vec<_> =
        judged.filter_map(|(run, faults)| Some(JudgedRun { run, faults: faults.as_ref()? })).collect();
    judged.sort_by_key(|one| &one.run.key);
    judged
}

/// By lane, the runs that a judge has not seen yet.
fn unjudged(cases: &[Case], runs: &[Run]) -> BTreeMap<String, u32> {
    let judged = cases.iter().filter(|case| !case.expect.judges.is_empty());
    let by_id: BTreeMap<_, _> = judged.map(|case| (&case.id, case)).collect();
    let mut counts = BTreeMap::new();
    for run in runs {
        if by_id.get(&run.key.case).is_some_and(|case| !case.expect.is_judged(run)) {
            *counts.entry(run.key.lane.clone()).or_default() += 1;
        }
    }
    counts
}

fn counts(cases: &[CaseOutcome], place: usize) -> Vec<Count> {
    cases.iter().map(|case| case.lanes[place].count).collect()
}

fn of_cases<'a>(judged: &[&'a JudgedRun<'a>]) -> BTreeMap<&'a CaseId, Vec<&'a JudgedRun<'a>>> {
    let mut by_case: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for those in judged.chunk_by(|one, next| one.run.key.case == next.run.key.case) {
        if let Some(first) = those.first() {
            by_case.entry(&first.run.key.case).or_default().extend(those);
        }
    }
    by_case
}

fn lane_outcome(lane: &LanePlan, own: &[&JudgedRun<'_>]) -> LaneOutcome {
    let mut faults: Vec<FaultCount> = Vec::new();
    for one in own {
        // A run has the same fault once, however often it made it.
        let distinct: BTreeMap<_, _> = one.faults.iter().map(|fault| (fault.to_string(), fault)).collect();
        for (text, fault) in distinct {
            match faults.iter_mut().find(|known| known.text == text) {
                Some(known) => known.runs += 1,
                None => faults.push(FaultCount { text, fault: fault.clone(), runs: 1 }),
            }
        }
    }
    faults.sort_by(|one, other| other.runs.cmp(&one.runs).then_with(|| one.text.cmp(&other.text)));
    faults.truncate(MAX_LISTED);
    LaneOutcome {
        lane: lane.name.clone(),
        count: Count { passes: count(own, |one| one.faults.is_empty()), runs: count(own, |_| true) },
        milliseconds: own.iter().map(|one| one.run.milliseconds).sum(),
        faults,
    }
}

fn count<T>(those: &[T], holds: impl Fn(&T) -> bool) -> u32 {
    u32::try_from(those.iter().filter(|one| holds(one)).count()).unwrap_or(u32::MAX)
}

fn lane_report(
    lane: &LanePlan,
    judged: &[&JudgedRun<'_>],
    counts: &[Count],
    cases: &[CaseOutcome],
    place: usize,
) -> LaneReport {
    let most = counts.iter().map(|count| count.runs).max().unwrap_or(0);
    let attempts = || [1, 2, 4, 5, 8, 10, 20, 50, 100].into_iter().filter(move |attempts| *attempts <= most);
    let is_flipping = |case: &&CaseOutcome| {
        let Count { passes, runs } = case.lanes[place].count;
        passes > 0 && passes < runs
    };
    let is_readable = |one: &&JudgedRun<'_>| {
        one.run.transcript.calls.iter().all(|call| matches!(call.arguments, CallArguments::Parsed { .. }))
    };
    let is_valid = |one: &&JudgedRun<'_>| is_readable(one) && one.run.figures.invalid == 0;
    let median = |mut times: Vec<u64>| {
        times.sort_unstable();
        times.get(times.len() / 2).copied()
    };
    let costs: Vec<_> = judged.iter().filter_map(|one| one.run.figures.cost).collect();
    let rounds: f64 = judged.iter().map(|one| f64::from(one.run.transcript.rounds)).sum();
    let tokens =
        |of: fn(&Run) -> Option<u32>| judged.iter().filter_map(|one| of(one.run)).map(u64::from).sum();
    LaneReport {
        name: lane.name.clone(),
        model: lane.model.clone(),
        runs: count(judged, |_| true),
        passes: count(judged, |one| one.faults.is_empty()),
        pass_rate: rate(counts),
        pass_at: attempts().filter_map(|k| Some((k, at_least_one(counts, k)?))).collect(),
        pass_every: attempts().filter_map(|k| Some((k, every_one(counts, k)?))).collect(),
        flips: cases.iter().filter(is_flipping).map(|case| case.case.clone()).collect(),
        right_functions: count(judged, |one| !one.faults.iter().any(Fault::is_of_choice)),
        readable_arguments: count(judged, is_readable),
        mean_rounds: if judged.is_empty() { 0.0 } else { rounds / judged.len() as f64 },
        median_milliseconds: median(judged.iter().map(|one| one.run.milliseconds).collect()).unwrap_or(0),
        input_tokens: tokens(|run| run.usage.input),
        output_tokens: tokens(|run| run.usage.output),
        settings: lane.settings(),
        valid_arguments: count(judged, is_valid),
        repaired: count(judged, |one| one.run.figures.repaired > 0),
        median_first_token: median(judged.iter().filter_map(|one| one.run.figures.first_token).collect()),
        cost: (!costs.is_empty()).then(|| costs.iter().sum()),
        retries: judged.iter().map(|one| one.run.figures.retries).sum(),
        unjudged: 0,
    }
}

fn confusions(judged: &[JudgedRun<'_>]) -> Vec<Confusion> {
    let mut times: BTreeMap<(&str, &str, &str), u32> = BTreeMap::new();
    for one in judged {
        for fault in one.faults {
            if let Fault::OtherFunction { wanted, called, .. } = fault {
                *times.entry((&one.run.key.lane, wanted, called)).or_default() += 1;
            }
        }
    }
    let confusion = |((lane, wanted, called), times): ((&str, &str, &str), u32)| Confusion {
        lane: lane.to_owned(),
        wanted: wanted.to_owned(),
        called: called.to_owned(),
        times,
    };
    times.into_iter().map(confusion).collect()
}

fn argument_values(judged: &[JudgedRun<'_>]) -> Vec<ArgumentValues> {
    type Place<'a> = (&'a CaseId, &'a str, &'a str, &'a str);
    let mut values: BTreeMap<Place, BTreeMap<Option<String>, u32>> = BTreeMap::new();
    for one in judged {
        for fault in one.faults {
            if let Fault::Argument { function, path, problem, .. } = fault {
                let value = problem.written();
                let place = (&one.run.key.case, one.run.key.lane.as_str(), function.as_str(), path.as_str());
                *values.entry(place).or_default().entry(value).or_default() += 1;
            }
        }
    }
    let argument = |((case, lane, function, path), values): (Place, BTreeMap<Option<String>, u32>)| {
        let mut values: Vec<_> = values.into_iter().collect();
        values.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        values.truncate(MAX_LISTED);
        ArgumentValues {
            case: case.clone(),
            lane: lane.to_owned(),
            function: function.to_owned(),
            path: path.to_owned(),
            values,
        }
    };
    values.into_iter().map(argument).collect()
}

#[cfg(test)]
pub(crate) mod tests;
