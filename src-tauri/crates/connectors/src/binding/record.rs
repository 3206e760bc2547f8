//! What a thought was made from, as it is kept beside it.

use super::Mark;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Everything a provider may compare before it takes a thought back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Record {
    pub(crate) system: Mark,
    #[serde(flatten)]
    pub(crate) tools: ToolMarks,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) changes: Vec<Change>,
    /// Everything said before, but for thoughts.
    pub(crate) said: Mark,
    /// The thoughts before it.
    #[serde(default, skip_serializing_if = "Trail::is_empty")]
    pub(crate) thoughts: Trail,
    /// The thought itself.
    pub(crate) own: Mark,
    /// Whether a request to go on stood before the answer that nobody had said.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) was_asked_on: bool,
}

/// Thoughts in their order, with the first digits of the mark of each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Trail(String);

/// What a model could call.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ToolMarks {
    /// The functions as they stood beside the instructions.
    pub(crate) functions: Vec<Listed>,
    /// Those that were put in later, with a word in the conversation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) later: Vec<Listed>,
    /// Tools of the provider.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) beside: Vec<Listed>,
}

/// A function by its name on the wire, and what is said of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Listed {
    pub(crate) name: String,
    pub(crate) mark: Mark,
}

/// Functions that came and went in the middle of a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Change {
    /// The answer of the model it stands before, counted from the first.
    pub(crate) before: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) added: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) removed: Vec<String>,
}

impl Record {
    pub(crate) fn read(value: &Value) -> Option<Self> {
        serde_json::from_value(value.clone()).ok()
    }
}

impl Trail {
    /// Enough to tell the thoughts of one history apart.
    const DIGITS: usize = 8;

    pub(super) fn push(&mut self, thought: &Mark) {
        self.0.push_str(thought.digits(Self::DIGITS));
    }

    /// Whether thoughts are missing from the beginning at most.
    pub(super) fn ends_with(&self, others: &Self) -> bool {
        self.0.ends_with(&others.0)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Change {
    pub(crate) fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty()
    }
}
