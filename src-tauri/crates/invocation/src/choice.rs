//! Whether the model may, must or must not call, request by request.

mod semantic_kernel;

pub use semantic_kernel::{ChoiceError, PastedChoice, read_choice};

use content::FunctionName;
use ports::{CallOptions, FunctionChoice};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How the requests of a turn treat functions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ChoicePlan {
    /// A demand to call holds for the first request of a turn only; what follows it is a policy.
    #[serde(default)]
    pub choice: FunctionChoice,
    /// Only these are advertised, all of them. Without a list, the selection decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub functions: Option<Vec<FunctionName>>,
    #[serde(default)]
    pub calls: CallOptions,
    /// Requests that are treated in another way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<ChoiceAt>>")]
    pub requests: Vec<ChoiceAt>,
}

/// The choice for one request of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChoiceAt {
    /// The number of the round, from 1.
    pub round: u32,
    pub choice: FunctionChoice,
}

impl ChoicePlan {
    /// What is asked for in a round by its number, and nothing where only the first request was meant.
    pub(crate) fn at(&self, round: u32) -> Option<&FunctionChoice> {
        let named = self.requests.iter().find(|at| at.round == round).map(|at| &at.choice);
        named.or((round == 1 || !self.choice.demands_a_call()).then_some(&self.choice))
    }
}
