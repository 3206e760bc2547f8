//! What an export can't say.

use crate::CaseId;
use serde::Serialize;
use thiserror::Error;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Error)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ExportLoss {
    /// A setting of requests that the protocol of the folder does not have.
    #[error("{case}: the setting {name} is left out")]
    Setting { case: CaseId, name: String },
    /// A regular expression that the language of the framework reads in another way, or not.
    #[error("{case}: the pattern {pattern} may not mean the same")]
    Pattern { case: CaseId, pattern: String },
    /// A function without a schema.
    #[error("{case}: {function} has no schema, so it takes any arguments")]
    Schema { case: CaseId, function: String },
    /// A function that runs here. There its calls have no result.
    #[error("{case}: {function} is live here, and fails there")]
    Live { case: CaseId, function: String },
    /// A function that a stand-in answers here. There the results of the case do, where it has some.
    #[error("{case}: a stand-in answers {function} here, and none does there")]
    StandIn { case: CaseId, function: String },
    /// Something that looks like a key was taken out.
    #[error("{case}: what looks like a key is taken out")]
    Secret { case: CaseId },
    /// A case that the form can't say. It is left out.
    #[error("{case}: the form can't say what is expected, so it is left out")]
    LeftOut { case: CaseId },
    /// Calls that are one way of several to meet the expectation.
    #[error("{case}: its calls are an example of several that are expected")]
    Example { case: CaseId },
    /// A part of the expectation that is not compared there.
    #[error("{case}: {name} is not compared")]
    Part { case: CaseId, name: String },
    /// Texts, which may differ in case, spaces and punctuation there.
    #[error("{case}: texts may differ in case, spaces and punctuation")]
    Texts { case: CaseId },
    /// The order of calls, which makes no difference there.
    #[error("{case}: the order of its calls makes no difference")]
    Order { case: CaseId },
    /// A schema with types that have no name there.
    #[error("{case}: types of {function} have no name, so any is taken")]
    Type { case: CaseId, function: String },
    /// Two cases with the same last words, which are what a fixture is chosen by.
    #[error("{case}: its last words are in those of {other} too")]
    SameWords { case: CaseId, other: CaseId },
    /// A part of the history that the messages of the protocol do not hold.
    #[error("{case}: {place} of the history is not the same")]
    History { case: CaseId, place: String },
}
