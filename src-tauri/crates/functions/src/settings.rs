//! How a session uses functions, as its log keeps it.

use crate::stand_in::{JinjaError, ResultsOf, StandIn, StandInFor, check_template};
use crate::{Allowed, BindingPolicy, NamePolicy};
use content::FunctionName;
use notices::Describe;
use ports::FunctionSpec;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How a session uses functions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FunctionSettings {
    pub names: NamePolicy,
    pub binding: BindingPolicy,
    /// The functions that are not what they are. All others are live.
    pub stand_ins: Vec<StandInFor>,
    /// Whether what live functions give is recorded.
    pub is_recording: bool,
    /// What may run in this session without being asked about again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Allowed>>")]
    pub allowed: Vec<Allowed>,
    /// The session whose results are used for every call that was made there too, where no stand-in answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub results_of: Option<ResultsOf>,
    /// The functions of the program or document this session comes from. If there are any, the session has no others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<FunctionSpec>>")]
    pub defined: Vec<FunctionSpec>,
    /// Whether a program ran the defined functions, as where spans told of them. A fork takes their results from here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub ran_elsewhere: bool,
}

/// A stand-in that can't be used.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "stand-in")]
#[error("the stand-in for {function}: {reason}")]
#[advice("Fix it and try again.")]
pub struct StandInError {
    pub function: FunctionName,
    #[source]
    pub reason: StandInReason,
}

#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "stand-in-reason")]
pub enum StandInReason {
    #[error("the sequence is empty")]
    EmptySequence,
    #[error(transparent)]
    Template(JinjaError),
}

impl FunctionSettings {
    /// What a session begins with: everything live, names exact, arguments put right where there is one meaning.
    pub fn live() -> Self {
        let (names, binding) = (NamePolicy::exact(), BindingPolicy::LENIENT);
        Self {
            names,
            binding,
            stand_ins: Vec::new(),
            is_recording: false,
            allowed: Vec::new(),
            results_of: None,
            defined: Vec::new(),
            ran_elsewhere: false,
        }
    }

    /// Says what can't be used.
    pub fn check(&self) -> Result<(), StandInError> {
        for StandInFor { function, stand_in } in &self.stand_ins {
            let checked = match stand_in {
                StandIn::Template { source } => check_template(source).map_err(StandInReason::Template),
                StandIn::Sequence { outcomes, .. } if outcomes.is_empty() => {
                    Err(StandInReason::EmptySequence)
                }
                StandIn::Sequence { .. }
                | StandIn::Fixed { .. }
                | StandIn::Recorded { .. }
                | StandIn::Person
                | StandIn::Fault { .. } => Ok(()),
            };
            checked.map_err(|reason| StandInError { function: function.clone(), reason })?;
        }
        Ok(())
    }

    pub(crate) fn stand_in(&self, name: &FunctionName) -> Option<&StandIn> {
        self.stand_ins.iter().find(|stand_in| stand_in.function == *name).map(|found| &found.stand_in)
    }
}
