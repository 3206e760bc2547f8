//! What the commands about choosing functions take and give.

use content::{FunctionName, SessionId};
use downloads::FetchProgress;
use embedding::{KnownModel, ModelChoice};
use invocation::SelectionPlan;
use notices::Notice;
use ports::Ranking;
use selection::evaluation::Report;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A choice that is looked at and not made.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct TrySelection {
    pub session: SessionId,
    /// What the person would say next. Nothing, where the session is looked at as it is.
    pub text: String,
    pub plan: SelectionPlan,
    /// A function as it would be with another description.
    pub changed: Option<ChangedFunction>,
    /// Functions that are told of however far down they are.
    pub shown: Vec<FunctionName>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ChangedFunction {
    pub function: FunctionName,
    pub description: String,
}

/// A threshold that was found for the functions of a session.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct CalibratedThreshold {
    pub threshold: f32,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct CalibrateSelection {
    pub session: SessionId,
    pub ranking: Ranking,
}

/// Whether meanings can be compared, and what is missing where they can't.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct MeaningState {
    pub readiness: MeaningReadiness,
    /// What is being fetched, while it is.
    pub fetching: Option<FetchProgress>,
    /// The folder the files are in.
    pub folder: String,
    pub model: ModelChoice,
    /// A person decided that nothing is fetched unasked.
    pub is_refused: bool,
}

/// The models that can be chosen by name.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct KnownModels {
    pub models: Vec<KnownModel>,
}

/// Another model by which meanings are to be compared.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ChooseModel {
    pub model: ModelChoice,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum MeaningReadiness {
    /// Words alone are compared.
    WordsOnly {
        reason: Notice,
    },
    /// Functions are being read, and words alone are compared until that is done.
    Embedding {
        done: usize,
        of: usize,
    },
    Ready,
}

/// Which sessions a retrieval test is made of.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct MeasureSelection {
    /// All of them, where none is named.
    pub session: Option<SessionId>,
}

/// How well functions would have been chosen in sessions that are over.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct MeasuredSelection {
    pub sessions: usize,
    pub functions: usize,
    pub reports: Vec<Report>,
    /// Why meanings were not compared, where they were not.
    pub without_meaning: Option<Notice>,
}
