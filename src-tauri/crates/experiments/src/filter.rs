//! Which runs a number is about.

use crate::case::{Case, CaseId};
use crate::expectation::{Fault, Matching, pointer_of};
use crate::run::Run;
use content::{CallArguments, sorted};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// Letters of a value that stands in a plot or a filter.
const MAX_VALUE_LETTERS: usize = 120;

/// Runs that have all of what is given.
#[serde_with_macros::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(optional_fields)]
pub struct RunFilter {
    pub case: Option<CaseId>,
    pub lane: Option<String>,
    pub repeat: Option<u32>,
    pub property: Option<RunProperty>,
    /// The text of a fault.
    pub fault: Option<String>,
    pub pair: Option<CallPair>,
    pub value: Option<PlacedValue>,
    pub wrong: Option<WrongValue>,
    pub function: Option<FunctionUse>,
}

/// Something that holds of a run or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum RunProperty {
    Passed,
    Failed,
    WrongFunctions,
    InvalidArguments,
    Repaired,
    SentAgain,
}

/// An expected function and the one that was called in its place. One of them may be missing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
pub struct CallPair {
    pub wanted: Option<String>,
    pub called: Option<String>,
}

/// The value of an argument of an expected call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
pub struct PlacedValue {
    /// The place of the call among those expected, from 0.
    pub expected: usize,
    pub path: String,
    /// As JSON. Nothing, where the argument is left out.
    pub value: Option<String>,
}

/// The value of an argument that is not as expected, as JSON. Nothing, where the argument is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WrongValue {
    pub function: String,
    pub path: String,
    pub value: Option<String>,
}

/// How a run treated a function.
#[serde_with_macros::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
pub struct FunctionUse {
    pub name: String,
    /// Whether a call of it is expected, or it is only offered.
    pub wanted: bool,
    /// Whether it was called. Either, where nothing is said.
    pub called: Option<bool>,
    /// Its rank in the selection before the first request.
    pub rank: Option<u32>,
}

impl RunFilter {
    pub fn of_lane(lane: &str) -> Self {
        Self { lane: Some(lane.to_owned()), ..Self::default() }
    }

    /// Whether a judged run is among them.
    pub fn holds_of(&self, case: &Case, run: &Run, faults: &[Fault]) -> bool {
        self.case.as_ref().is_none_or(|id| *id == run.key.case)
            && self.lane.as_ref().is_none_or(|lane| *lane == run.key.lane)
            && self.repeat.is_none_or(|repeat| repeat == run.key.repeat)
            && self.property.is_none_or(|property| property.holds_of(run, faults))
            && self.fault.as_ref().is_none_or(|text| faults.iter().any(|fault| fault.to_string() == *text))
            && self.wrong.as_ref().is_none_or(|wrong| faults.iter().any(|fault| wrong.is_in(fault)))
            && self.function.as_ref().is_none_or(|function| function.holds_of(case, run))
            && self
                .pair
                .as_ref()
                .is_none_or(|pair| pair.may_be_in(faults) && call_pairs(case, run, faults).contains(pair))
            && self.value.as_ref().is_none_or(|value| placed_values(case, run, faults).contains(value))
    }

    /// What it lets through, in words.
    pub(crate) fn words(&self) -> String {
        let mut words = Vec::new();
        words.extend(self.case.as_ref().map(|case| case.as_str().to_owned()));
        words.extend(self.lane.clone());
        words.extend(self.repeat.map(|repeat| repeat.to_string()));
        words.extend(self.property.map(|property| property.words().to_owned()));
        words.extend(self.fault.clone());
        let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "no call".to_owned());
        words.extend(
            self.pair
                .as_ref()
                .map(|pair| format!("{} in place of {}", name(&pair.called), name(&pair.wanted))),
        );
        let of =
            |path: &str, value: &Option<String>| format!("{path} {}", value.as_deref().unwrap_or("left out"));
        words.extend(self.value.as_ref().map(|value| of(&value.path, &value.value)));
        words.extend(
            self.wrong.as_ref().map(|wrong| format!("{} {}", wrong.function, of(&wrong.path, &wrong.value))),
        );
        words.extend(self.function.as_ref().map(FunctionUse::words));
        words.join(" · ")
    }
}

impl CallPair {
    /// A run without faults calls what is expected.
    fn may_be_in(&self, faults: &[Fault]) -> bool {
        self.wanted == self.called || !faults.is_empty()
    }
}

impl WrongValue {
    fn is_in(&self, fault: &Fault) -> bool {
        let Fault::Argument { function, path, problem, .. } = fault else { return false };
        *function == self.function && *path == self.path && problem.written() == self.value
    }
}

impl FunctionUse {
    fn holds_of(&self, case: &Case, run: &Run) -> bool {
        let mut expected = case.expect.calls.iter().flat_map(|calls| &calls.list);
        let is_wanted = expected.any(|call| call.function == self.name);
        let is_offered = || case.functions.iter().any(|function| function.name == self.name);
        let is_called = || run.transcript.calls.iter().any(|call| call.function == self.name);
        is_wanted == self.wanted
            && (self.wanted || is_offered())
            && self.called.is_none_or(|called| called == is_called())
            && self.rank.is_none_or(|rank| run.figures.ranks.get(&self.name) == Some(&rank))
    }

    fn words(&self) -> String {
        let expected = if self.wanted { "expected" } else { "only offered" };
        let called = match self.called {
            None => "",
            Some(true) => ", called",
            Some(false) => ", not called",
        };
        let rank = self.rank.map_or_else(String::new, |rank| format!(", rank {rank}"));
        format!("{} {expected}{called}{rank}", self.name)
    }
}

impl RunProperty {
    fn words(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::WrongFunctions => "wrong functions",
            Self::InvalidArguments => "invalid arguments",
            Self::Repaired => "repaired",
            Self::SentAgain => "sent again",
        }
    }

    fn holds_of(self, run: &Run, faults: &[Fault]) -> bool {
        let is_malformed = |run: &Run| {
            run.transcript.calls.iter().any(|call| matches!(call.arguments, CallArguments::Malformed { .. }))
        };
        match self {
            Self::Passed => faults.is_empty(),
            Self::Failed => !faults.is_empty(),
            Self::WrongFunctions => faults.iter().any(Fault::is_of_choice),
            Self::InvalidArguments => run.figures.invalid > 0 || is_malformed(run),
            Self::Repaired => run.figures.repaired > 0,
            Self::SentAgain => run.figures.retries > 0,
        }
    }
}

/// Each expected call with what was called in its place, and each call that was not expected.
pub(crate) fn call_pairs(case: &Case, run: &Run, faults: &[Fault]) -> Vec<CallPair> {
    let Some(expected) = &case.expect.calls else { return Vec::new() };
    let mut open = vec![true; expected.list.len()];
    let mut pairs = Vec::new();
    let mut close = |at: usize| open.get_mut(at).map(|open| *open = false);
    for fault in faults {
        if let Fault::MissingCall { expected, function, .. } = fault {
            close(*expected);
            pairs.push(CallPair { wanted: Some(function.clone()), called: None });
        } else if let Fault::OtherFunction { expected, wanted, called, .. } = fault {
            close(*expected);
            pairs.push(CallPair { wanted: Some(wanted.clone()), called: Some(called.clone()) });
        } else if let Fault::UnexpectedCall { function, .. } = fault {
            pairs.push(CallPair { wanted: None, called: Some(function.clone()) });
        }
    }
    let is_called = |function: &str| run.transcript.calls.iter().any(|call| call.function == function);
    let right = expected.list.iter().zip(open).filter(|(_, is_open)| *is_open).map(|(call, _)| call);
    let right = right.filter(|call| expected.matching != Matching::Subset || is_called(&call.function));
    let pair = |name: &String| CallPair { wanted: Some(name.clone()), called: Some(name.clone()) };
    pairs.extend(right.map(|call| pair(&call.function)));
    pairs
}

/// The values of the arguments that an expectation names, in the calls that are paired with those expected.
pub(crate) fn placed_values(case: &Case, run: &Run, faults: &[Fault]) -> Vec<PlacedValue> {
    let mut values = Vec::new();
    for (at, index) in partners(case, run, faults) {
        let expected = case.expect.calls.iter().flat_map(|calls| &calls.list).nth(at);
        let made = run.transcript.calls.get(index);
        let (Some(expected), Some(made)) = (expected, made) else { continue };
        let CallArguments::Parsed { value, .. } = &made.arguments else { continue };
        let whole = Value::Object(value.clone());
        for name in expected.arguments.keys() {
            let path = pointer_of(name);
            let value = whole.pointer(&path).map(|value| shortened(&sorted(value).to_string()));
            values.push(PlacedValue { expected: at, path, value });
        }
    }
    values
}

/// Pairs of expected calls and calls of the same function, by their places.
fn partners(case: &Case, run: &Run, faults: &[Fault]) -> Vec<(usize, usize)> {
    let Some(expected) = &case.expect.calls else { return Vec::new() };
    let calls = &run.transcript.calls;
    if faults.is_empty() && expected.matching == Matching::Exactly {
        return (0..expected.list.len()).map(|at| (at, at)).collect();
    }
    let mut taken = vec![false; calls.len()];
    let mut pairs = vec![None; expected.list.len()];
    let mut is_wrong = vec![false; expected.list.len()];
    for fault in faults {
        if let Fault::Argument { expected, call, .. } = fault
            && let (Some(pair), Some(taken)) = (pairs.get_mut(*expected), taken.get_mut(*call))
        {
            (*pair, *taken) = (Some(*call), true);
        } else if let Fault::MissingCall { expected, .. } | Fault::OtherFunction { expected, .. } = fault {
            is_wrong.get_mut(*expected).into_iter().for_each(|wrong| *wrong = true);
        }
    }
    for (at, wanted) in expected.list.iter().enumerate() {
        if pairs[at].is_some() || is_wrong[at] {
            continue;
        }
        let fits = |index: &usize| !taken[*index] && wanted.fits(&calls[*index]);
        if let Some(index) = (0..calls.len()).find(fits) {
            taken[index] = true;
            pairs[at] = Some(index);
        }
    }
    pairs.into_iter().enumerate().filter_map(|(at, index)| Some((at, index?))).collect()
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_VALUE_LETTERS {
        text.to_owned()
    } else {
        text.chars().take(MAX_VALUE_LETTERS).chain(['…']).collect()
    }
}
