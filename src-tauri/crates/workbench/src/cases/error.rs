//! Reasons why a set can't be run, or its runs can't be kept.

use experiments::VariedError;
use notices::{Describe, Notice};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "cases")]
pub enum CasesError {
    #[error("{path} has no cases")]
    #[advice("Give a folder with files that end with .json.")]
    Empty { path: PathBuf },
    #[error("{path} is no case: {reason}")]
    #[advice("Fix the file, or take it out of the set; nothing ran.")]
    NoCase {
        path: PathBuf,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("{path} and {other} have the same id, \"{id}\"")]
    #[advice("Give each case an id of its own.")]
    SameId { path: PathBuf, id: String, other: PathBuf },
    #[error("case {case}: the settings of requests don't fit: {reason}")]
    #[advice("Fix them; nothing ran.")]
    Settings {
        case: String,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("requests have no setting {name}")]
    #[advice("Use the names of the contract, such as temperature, topP or thinking.effort; nothing ran.")]
    NoSetting { name: String },
    #[error("{name} has no value")]
    #[advice("Write it as NAME=A,B, such as temperature=0,0.7; nothing ran.")]
    NoValues { name: String },
    #[error("{name} can't be {value}")]
    #[advice(
        "Instructions and descriptions are texts, schemas are objects, a limit is a number from 1; nothing ran."
    )]
    UnfitValue { name: String, value: String },
    #[error("two lanes have the name {lane}")]
    #[advice("Give each value once, or another label; nothing ran.")]
    SameLane { lane: String },
    #[error("no lane has the name {lane}")]
    #[advice("Write it as the report does, with what it varies.")]
    NoLane { lane: String },
    #[error("no case has the function {function}, whose words vary")]
    #[advice("Write its name as the cases do; nothing ran.")]
    NoWording { function: String },
    #[error("case {case} is judged by the script {command}, which is not allowed to run")]
    #[advice(
        "Read the script. Then start the set anew and allow it, by the box in the window or by --allow-scripts."
    )]
    ScriptNotAllowed { case: String, command: String },
    #[error("case {case}: {function} would run, which is not allowed")]
    #[advice(
        "Start the set anew and allow it, by the box in the window or by --allow-live; or take `live` out of the case and give it results."
    )]
    LiveNotAllowed { case: String, function: String },
    #[error("case {case}: {function} is to run, and nothing here runs it")]
    #[advice("Look for its plugin or server in the window, or give the case results; nothing ran.")]
    NothingLive { case: String, function: String },
    #[error("case {case}: {function} is to run, and needs your consent")]
    #[advice("Allow it always, at the function in the window, and begin again; nothing ran.")]
    NoConsent { case: String, function: String },
    #[error("case {case}: \"{function}\" has no schema")]
    #[advice("Add its `parameters`; nothing ran.")]
    NoSchema { case: String, function: String },
    #[error("case {case} can't run: {reason}")]
    #[advice("Fix it in the file of the case; nothing ran.")]
    StandIn {
        case: String,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("case {case}: keys can't be taken out: {reason}")]
    #[advice("Take them out of the file; nothing was written.")]
    Secrets {
        case: String,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("nobody knows what {model} costs")]
    #[advice("Add the model to the prices in the window, or set no limit of cost.")]
    Unpriced { model: String },
    #[error("{path} can't be read: {reason}")]
    #[advice("Check the path, and that you may read it.")]
    Unread {
        path: PathBuf,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("{path} can't be written: {reason}")]
    #[advice("Check that there is space and that you may write there.")]
    Unwritten {
        path: PathBuf,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("another process keeps its runs in {path}")]
    #[advice("Wait for it, or give another file.")]
    InUse { path: PathBuf },
    #[error("{path}, which has what happened in the runs, can't be read: {reason}")]
    #[advice("Move this file away: the runs open without their requests then, and are judged as before.")]
    NoRecord {
        path: PathBuf,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("the runs in {path}, line {line}: {reason}")]
    #[advice("Give a file that `callwright test --out` wrote.")]
    NoRuns {
        path: PathBuf,
        line: usize,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("the baseline in {path} can't be used: {reason}")]
    #[advice("Keep another experiment as the baseline.")]
    NoBaseline {
        path: PathBuf,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("{path} has runs already")]
    #[advice("Go on with them by --resume, or give another file.")]
    HasRuns { path: PathBuf },
    #[error("{folder} is not one of the sets")]
    #[advice("Choose one of the list.")]
    NoSet { folder: String },
    #[error("{folder} is no folder")]
    #[advice("Write the path of a folder with cases, or a name for a new set.")]
    NoFolder { folder: String },
    #[error("a set needs a name")]
    #[advice("Write at least one letter.")]
    NoName,
    #[error("there is no case {case} in this set any more")]
    #[advice("Look at the list of cases.")]
    Gone { case: String },
    #[error("the set has a case {case} already")]
    #[advice("Give it another id.")]
    Taken { case: String },
    #[error("this can't be kept as a case: {reason}")]
    #[advice("Change what is expected, or the id.")]
    Unsound {
        #[notice(cause)]
        reason: Notice,
    },
    #[error("the model does nothing from here on")]
    #[advice("Choose an answer or a call of the model.")]
    NothingDone,
    #[error("a person says nothing before this")]
    #[advice("Choose a turn that a person began.")]
    NothingAsked,
    #[error("a call of this turn has arguments that are not JSON")]
    #[advice("Choose a run that made its calls well.")]
    MalformedCall,
    #[error("there are no such runs any more")]
    #[advice("Look at the list of experiments.")]
    NoExperiment,
    #[error("{count} is no number of repeats from 1 to {most}")]
    #[advice("Write a number in this range.")]
    Repeats { count: u32, most: u32 },
    #[error("no model is chosen")]
    #[advice("Choose at least one.")]
    NoModel,
    #[error("the experiment runs")]
    #[advice("Stop it first.")]
    Runs,
    #[error("a turn did not take the decision about its call: {reason}")]
    #[advice("Report this as an error of Callwright.")]
    NotTaken {
        #[notice(cause)]
        reason: Notice,
    },
}

impl From<VariedError> for CasesError {
    fn from(error: VariedError) -> Self {
        match error {
            VariedError::NoValues { name } => Self::NoValues { name },
            VariedError::Unfit { name, value } => Self::UnfitValue { name, value },
            VariedError::Twice { lane } => Self::SameLane { lane },
        }
    }
}

impl CasesError {
    pub(crate) fn unread(path: &Path, error: &io::Error) -> Self {
        if error.kind() == ErrorKind::WouldBlock {
            return Self::InUse { path: path.to_owned() };
        }
        Self::Unread { path: path.to_owned(), reason: error.notice() }
    }

    pub(super) fn no_record(path: &Path, error: &io::Error) -> Self {
        Self::NoRecord { path: path.to_owned(), reason: error.notice() }
    }

    pub(crate) fn unwritten(path: &Path, error: &io::Error) -> Self {
        Self::Unwritten { path: path.to_owned(), reason: error.notice() }
    }
}

/// An error of values, with what led to it.
pub(crate) fn reason(error: &(dyn std::error::Error + 'static)) -> Notice {
    notices::chain(error)
}
