//! Commands about cases, the sets they are kept in, and their runs.

use ::experiments::{
    Case, CaseFunction, CaseId, Changes as BaselineChanges, DraftLoss, Fault as CaseFault, Plot, PlotKind,
    Report as CasesReport, RunFilter, RunKey, ServiceRate, Varied,
};
use content::{MessageId, ModelId, SessionId, Timestamp};
use invocation::CallDecision;
use notices::Notice;
use serde::{Deserialize, Serialize};
use sessions::SessionSummary;
use ts_rs::TS;

/// A folder of cases, each a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CaseSet {
    /// Its path, which names it.
    pub folder: String,
    pub name: String,
    /// How many files it has.
    pub cases: usize,
    /// Whether it lies outside the data folder, such as in a repository.
    pub is_elsewhere: bool,
}

/// Every set, and every experiment that was made of one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Experiments {
    pub sets: Vec<CaseSet>,
    /// The newest first.
    pub experiments: Vec<ExperimentSummary>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct NamedCaseSet {
    pub folder: String,
}

/// A new set by its name, or a folder elsewhere by its path.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct AddCaseSet {
    pub name: String,
}

/// The cases of a set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct CaseSetContent {
    pub set: CaseSet,
    pub cases: Vec<ListedCase>,
    /// The functions of all cases by name, each as the first case has it.
    pub functions: Vec<CaseFunction>,
    /// The commands of scripts that judge. The set runs where a person allows them.
    pub scripts: Vec<Vec<String>>,
    /// The functions that are to run, by their names. The set runs where a person allows them.
    pub live: Vec<String>,
    /// Files that are no cases. The set can't be run as long as there are any.
    pub problems: Vec<Notice>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ListedCase {
    pub id: CaseId,
    pub title: String,
    /// The functions that are expected to be called, in order.
    pub calls: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct NamedCase {
    pub folder: String,
    pub case: CaseId,
}

/// A moment of a session: the message of the model with which a good run begins.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct DraftCase {
    pub session: SessionId,
    pub message: MessageId,
    /// What a person has written about the calls that wait at a stop.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<CallDecision>>")]
    pub decided: Vec<CallDecision>,
}

/// A case that is not kept yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DraftedCase {
    pub case: Case,
    pub losses: Vec<DraftLoss>,
    /// Whether something that looks like a key was taken out.
    pub has_secret: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct SaveCase {
    pub folder: String,
    pub case: Case,
    /// The case it is a change of. Without one, a case with this id is not written over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub replaces: Option<CaseId>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SavedCase {
    pub path: String,
    pub has_secret: bool,
}

/// Names the runs of a set, of one day, with the models of that day.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(transparent)]
pub struct ExperimentId(String);

impl ExperimentId {
    pub fn new(raw: impl Into<String>) -> Self {
        Self(raw.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct StartExperiment {
    pub folder: String,
    pub models: Vec<ModelId>,
    /// Each model runs with each combination of their values.
    pub varied: Vec<Varied>,
    pub repeats: u32,
    /// Runs that are made at the same time.
    pub jobs: usize,
    /// No run begins once the runs have used so many tokens.
    #[ts(type = "number | null")]
    pub max_tokens: Option<u64>,
    /// The same in dollars.
    pub max_cost: Option<f64>,
    /// How often each service is asked. One that is not named has no limit.
    pub rates: Vec<ServiceRate>,
    /// The scripts that may run, by their commands.
    pub scripts: Vec<Vec<String>>,
    /// The functions that may run, by their names.
    pub live: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct NamedExperiment {
    pub experiment: ExperimentId,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ReadExperiment {
    pub experiment: ExperimentId,
    /// The lane that the others are compared with. Without it, the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub against: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct SteerExperiment {
    pub experiment: ExperimentId,
    pub steer: ExperimentSteering,
}

/// What a person wants of runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ExperimentSteering {
    /// No run begins; those that have begun finish.
    Pause,
    /// The missing runs are made. A stopped experiment, and one that a crash ended, goes on too.
    GoOn,
    /// The runs that have begun are given up.
    Stop,
}

/// How an experiment stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ExperimentSummary {
    pub id: ExperimentId,
    /// The folder of its set.
    pub folder: String,
    pub set: String,
    pub began: Timestamp,
    /// The names of its lanes: models, with what they differ in.
    pub lanes: Vec<String>,
    pub repeats: u32,
    pub total: usize,
    /// Finished runs.
    pub made: usize,
    pub state: ExperimentState,
    /// What is known since the application started.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<ExperimentProgress>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ExperimentState {
    Running,
    Paused,
    /// Runs are missing, and nobody makes them.
    Stopped,
    Finished,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ExperimentProgress {
    /// About how long the rest takes.
    #[ts(type = "number | null")]
    pub seconds_left: Option<u64>,
    #[ts(type = "number")]
    pub tokens: u64,
    /// In dollars, as far as prices are known.
    pub cost: f64,
    /// Whether runs are missing because the budget is used up.
    pub is_used_up: bool,
    /// Services for which requests wait.
    pub waiting: Vec<ServiceQueue>,
    /// Requests that were sent again, because the service gave no answer.
    pub resent: u32,
    /// Runs that were begun again for the same reason.
    pub begun_again: usize,
    /// Runs that say nothing about their model, because the service gave no answer.
    pub broken: Vec<BrokenRuns>,
    /// Why it ended early.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<Notice>,
}

/// Requests that wait until their service may be asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ServiceQueue {
    pub service: String,
    pub requests: usize,
}

/// Runs of one lane that broke off for one reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct BrokenRuns {
    pub lane: String,
    pub reason: Notice,
    pub runs: usize,
}

/// What came of an experiment so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ExperimentResult {
    pub summary: ExperimentSummary,
    pub report: CasesReport,
    /// The report that it is held against.
    pub baseline: Option<KeptBaseline>,
    /// What is otherwise than in the baseline.
    pub changes: Option<BaselineChanges>,
    pub baseline_problem: Option<Notice>,
}

/// A report that later experiments of its set are held against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct KeptBaseline {
    pub path: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ListRuns {
    pub experiment: ExperimentId,
    pub filter: RunFilter,
    /// Runs that are left out at the beginning.
    #[serde(default)]
    #[ts(optional, as = "Option<usize>")]
    pub offset: usize,
}

/// The runs that a filter lets through.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ListedRuns {
    /// The first of them behind those that are left out, by case, lane and repeat.
    pub runs: Vec<ListedRun>,
    pub total: usize,
}

/// Which plot of an experiment. Agreement and confusions are of one lane, or of all.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct PlotExperiment {
    pub experiment: ExperimentId,
    pub kind: PlotKind,
    pub lane: Option<String>,
}

/// A plot as marks, and as the picture that is saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct PlottedRuns {
    pub plot: Plot,
    pub svg: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct SavePlot {
    pub experiment: ExperimentId,
    pub kind: PlotKind,
    pub lane: Option<String>,
    /// The picture as a page painted it, in Base64. Without it, the file is SVG.
    pub png: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ListedRun {
    pub case: CaseId,
    pub lane: String,
    pub repeat: u32,
    pub rounds: u32,
    pub calls: usize,
    #[ts(type = "number")]
    pub milliseconds: u64,
    /// Empty, where it is as expected.
    pub faults: Vec<CaseFault>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct OpenRun {
    pub experiment: ExperimentId,
    pub run: RunKey,
}

/// A run as a session that can go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct OpenedRun {
    pub session: SessionSummary,
    /// Where it first differs from what is expected, or its last message.
    pub message: MessageId,
    /// In what it differs there.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<CaseFault>,
}
