//! What a good continuation does.

mod argument;
mod calls;
mod faults;
mod judge;

pub use argument::{ArgumentProblem, Expected};
pub(crate) use argument::{pointer_of, written_path};
pub use faults::Fault;
pub(crate) use judge::MOST_SECONDS;
pub use judge::{Judge, Judgement, judged_document};

use crate::pattern::is_found;
use crate::run::{Ending, Transcript};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// Everything that is expected of one run. Each part that is given must hold.
#[serde_with_macros::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct Expectations {
    pub calls: Option<ExpectedCalls>,
    /// Functions that must not be called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub never: Vec<String>,
    /// What holds of the last words of the model.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<ExpectedText>>")]
    pub says: Vec<ExpectedText>,
    /// Requests until the model ends, at most.
    pub rounds: Option<u32>,
    /// Checks by a script or a model.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Judge>>")]
    pub judges: Vec<Judge>,
}

/// The calls of a run, and how closely they are held to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ExpectedCalls {
    #[serde(rename = "match")]
    pub matching: Matching,
    pub list: Vec<ExpectedCall>,
}

/// How the calls of a run relate to those expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "CallMatching")]
pub enum Matching {
    /// These calls, in this order, and no others.
    Exactly,
    /// These calls in this order; others may lie between.
    InOrder,
    /// These calls in any order, and no others.
    AnyOrder,
    /// At least these calls, in any order.
    Superset,
    /// No call but these, each at most once.
    Subset,
}

/// One call that is expected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExpectedCall {
    pub function: String,
    /// By the name of an argument, or by a JSON Pointer into the arguments.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(optional, as = "Option<BTreeMap<String, Expected>>")]
    pub arguments: BTreeMap<String, Expected>,
    /// Arguments that are not named here.
    #[serde(default, skip_serializing_if = "Others::is_refused")]
    #[ts(optional, as = "Option<Others>")]
    pub others: Others,
}

/// What becomes of arguments that an expectation does not name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "OtherArguments")]
pub enum Others {
    #[default]
    Refused,
    Ignored,
}

impl Others {
    fn is_refused(&self) -> bool {
        *self == Self::Refused
    }
}

/// What holds of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ExpectedText {
    Something,
    Nothing,
    Contains(String),
    Pattern(String),
}

impl Expectations {
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The functions it names.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        let called = self.calls.iter().flat_map(|calls| &calls.list).map(|call| call.function.as_str());
        called.chain(self.never.iter().map(String::as_str))
    }

    pub(crate) fn patterns(&self) -> impl Iterator<Item = &str> {
        let arguments =
            self.calls.iter().flat_map(|calls| &calls.list).flat_map(|call| call.arguments.values());
        let texts = self.says.iter().filter_map(|text| match text {
            ExpectedText::Pattern(pattern) => Some(pattern.as_str()),
            ExpectedText::Something | ExpectedText::Nothing | ExpectedText::Contains(_) => None,
        });
        arguments.filter_map(Expected::pattern).chain(texts)
    }

    /// Everything in which a run falls short. Nothing, where it is as expected.
    pub fn faults(&self, run: &Transcript) -> Vec<Fault> {
        let mut faults =
            self.calls.as_ref().map(|calls| calls::faults(calls, &run.calls)).unwrap_or_default();
        for (index, call) in run.calls.iter().enumerate() {
            if self.never.contains(&call.function) {
                faults.push(Fault::ForbiddenCall { call: index, function: call.function.clone() });
            }
        }
        let text = run.text.as_deref().unwrap_or_default();
        let unheard = self.says.iter().filter(|expected| !expected.holds_of(text));
        faults.extend(unheard.map(|expected| Fault::Words { expected: expected.clone() }));
        match (&run.ending, self.rounds) {
            (Ending::CutOff { reason, notice }, _) => {
                let (reason, notice) = (reason.clone(), notice.clone());
                faults.push(Fault::Unfinished { reason, notice });
            }
            (Ending::Finished, Some(allowed)) if run.rounds > allowed => {
                faults.push(Fault::Rounds { allowed, taken: run.rounds });
            }
            (Ending::Finished, _) => {}
        }
        faults
    }
}

impl ExpectedText {
    fn holds_of(&self, text: &str) -> bool {
        match self {
            Self::Something => !text.trim().is_empty(),
            Self::Nothing => text.trim().is_empty(),
            Self::Contains(part) => text.contains(part.as_str()),
            Self::Pattern(pattern) => is_found(pattern, text),
        }
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod written;
