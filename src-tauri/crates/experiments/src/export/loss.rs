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
    /// Something that looks like a key was taken out.
    Secret { case: CaseId },
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
            Self::Secret { case } => {
                write!(formatter, "{}: what looks like a key is taken out", case.as_str())
            }
            Self::History { case, place } => {
                write!(formatter, "{}: {place} of the history is not the same", case.as_str())
            }
        }
    }
}
