//! How a turn behaves where two ways are both defensible.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The ways a turn goes where there is a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Policies {
    pub invocation: Invocation,
    pub on_unknown: OnUnknown,
    pub on_broken: OnBroken,
    pub errors: ErrorDetail,
    pub after_required: AfterRequired,
    pub at_round_limit: AtRoundLimit,
    pub at_failure_limit: AtFailureLimit,
    #[serde(default)]
    pub on_twin: OnTwin,
    #[serde(default)]
    pub on_repeat: OnRepeat,
    #[serde(default)]
    pub on_doubt: OnDoubt,
    #[serde(default)]
    pub at_call_limit: AtCallLimit,
    #[serde(default)]
    pub beside_asked: BesideAsked,
    #[serde(default)]
    pub templates: ErrorTemplates,
}

/// How the calls of one answer run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Invocation {
    /// One after the other.
    InOrder,
    /// All at the same time. Their results keep the order of the calls.
    Together,
    /// Not by themselves: each is handed back to the person.
    ByHand,
}

/// A call of a function that was not offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum OnUnknown {
    TellModel,
    /// The turn stands still and leaves the call to the person.
    HandBack,
}

/// A function that is at fault itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum OnBroken {
    EndTurn,
    TellModel,
}

/// What a model hears of a function's failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ErrorDetail {
    Full,
    /// That it failed, and nothing else. The log keeps the whole.
    Brief,
}

/// What follows a request that had to call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum AfterRequired {
    /// The model may call on.
    Auto,
    /// Nothing is offered, so that the model answers in words.
    Words,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum AtRoundLimit {
    /// The last request offers nothing, so that the turn ends in words.
    Words,
    /// Requests go on, and calls are handed back to the person.
    HandBack,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum AtFailureLimit {
    Words,
    /// The turn fails and says what the functions said.
    Fail,
}

/// Two calls of one answer under one id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum OnTwin {
    /// An equal one does not run again. Another one runs.
    #[default]
    RunOnce,
    RunBoth,
    /// The turn stands still before the second and leaves it to the person.
    HandBack,
}

/// A call that the model makes again after it has returned, with no other call in between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum OnRepeat {
    /// It does not run: the first result answers it. The second time in a row, the next request is for words.
    #[default]
    AnswerFromFirst,
    /// It runs again, as a model needs it that asks until something has changed.
    Run,
}

/// A call that may not be what the model meant: cut off, or with arguments that may be another call's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum OnDoubt {
    /// It does not run, and the model hears why.
    #[default]
    TellModel,
    /// The turn stands still and leaves the call to the person.
    HandBack,
}

/// What the limit of calls does to an answer that would go beyond it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum AtCallLimit {
    /// The calls beyond it do not run, and the model is told so.
    #[default]
    Cut,
    /// All calls of the answer run. None follow.
    Finish,
}

/// When calls run that need nobody, in an answer with others that a person has to let through first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum BesideAsked {
    /// In their place: those before it have run when the person is asked. Calls that run together wait.
    #[default]
    InPlace,
    /// Once the person has decided about all others.
    Wait,
    /// Before the person is asked.
    First,
}

/// What a model is told, in words of a person's choice. `{function}` is filled in with what the model called, and
/// `{reason}` with what is said where nothing is set: it names the function, what is wrong and the nearest names. Of a
/// declined call it is the reason that the person gave.
#[serde_with_macros::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct ErrorTemplates {
    pub unknown_function: Option<String>,
    pub invalid_arguments: Option<String>,
    /// Where errors are brief.
    pub failed: Option<String>,
    /// Where a person declined. The reason follows where the words have no place for it.
    pub declined: Option<String>,
}

/// Fills in what a template leaves open.
pub(crate) fn fill_in(template: &str, function: &str, reason: &str) -> String {
    template.replace("{function}", function).replace("{reason}", reason)
}
