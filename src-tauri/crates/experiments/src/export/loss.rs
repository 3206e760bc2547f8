//! What an export can't say.

use crate::CaseId;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ExportLoss {
    /// A setting of requests that the protocol of the folder does not have.
    Setting { case: CaseId, name: String },
    /// A regular expression that the language of the framework reads in another way, or not.
    Pattern { case: CaseId, pattern: String },
    /// A function without a schema.
    Schema { case: CaseId, function: String },
    /// A function that runs here. There its calls have no result.
    Live { case: CaseId, function: String },
    /// A function that a stand-in answers here. There the results of the case do, where it has some.
    StandIn { case: CaseId, function: String },
    /// Something that looks like a key was taken out.
    Secret { case: CaseId },
    /// A case that the form can't say. It is left out.
    LeftOut { case: CaseId },
    /// Calls that are one way of several to meet the expectation.
    Example { case: CaseId },
    /// A part of the expectation that is not compared there.
    Part { case: CaseId, name: String },
    /// Texts, which may differ in case, spaces and punctuation there.
    Texts { case: CaseId },
    /// The order of calls, which makes no difference there.
    Order { case: CaseId },
    /// A schema with types that have no name there.
    Type { case: CaseId, function: String },
    /// Two cases with the same last words, which are what a fixture is chosen by.
    SameWords { case: CaseId, other: CaseId },
    /// A part of the history that the messages of the protocol do not hold.
    History { case: CaseId, place: String },
}

impl Display for ExportLoss {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setting { case, name } => {
                write!(formatter, "{}: the setting {name} is left out", case.as_str())
            }
            Self::Pattern { case, pattern } => {
                write!(formatter, "{}: the pattern {pattern} may not mean the same", case.as_str())
            }
            Self::Schema { case, function } => {
                write!(formatter, "{}: {function} has no schema, so it takes any arguments", case.as_str())
            }
            Self::Live { case, function } => {
                write!(formatter, "{}: {function} is live here, and fails there", case.as_str())
            }
            Self::StandIn { case, function } => {
                let case = case.as_str();
                write!(formatter, "{case}: a stand-in answers {function} here, and none does there")
            }
            Self::Secret { case } => {
                write!(formatter, "{}: what looks like a key is taken out", case.as_str())
            }
            Self::LeftOut { case } => {
                write!(formatter, "{}: the form can't say what is expected, so it is left out", case.as_str())
            }
            Self::Example { case } => {
                write!(formatter, "{}: its calls are an example of several that are expected", case.as_str())
            }
            Self::Part { case, name } => write!(formatter, "{}: {name} is not compared", case.as_str()),
            Self::Texts { case } => {
                write!(formatter, "{}: texts may differ in case, spaces and punctuation", case.as_str())
            }
            Self::Order { case } => {
                write!(formatter, "{}: the order of its calls makes no difference", case.as_str())
            }
            Self::Type { case, function } => {
                write!(formatter, "{}: types of {function} have no name, so any is taken", case.as_str())
            }
            Self::SameWords { case, other } => {
                write!(formatter, "{}: its last words are in those of {} too", case.as_str(), other.as_str())
            }
            Self::History { case, place } => {
                write!(formatter, "{}: {place} of the history is not the same", case.as_str())
            }
        }
    }
}
