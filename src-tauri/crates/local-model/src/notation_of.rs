//! How a model was taught to write calls, as its template shows.

use crate::prompt::Template;

/// A way of writing calls that a model can be held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    /// `<tool_call>{"name": …, "arguments": …}</tool_call>`.
    Tags,
    /// `[TOOL_CALLS][{"name": …, "arguments": …}]`.
    Listed,
    /// `{"name": …, "parameters": …}`.
    Llama,
    /// `{"name": …, "arguments": …}`.
    Plain,
}

impl Notation {
    pub(crate) fn of(template: &Template) -> Self {
        if !template.places.functions || template.names("<tool_call>") {
            // Where a template has no place for functions, they are described with tags.
            Self::Tags
        } else if template.names("[TOOL_CALLS]") {
            Self::Listed
        } else if template.names("<|python_tag|>") || template.names("\"parameters\"") {
            Self::Llama
        } else {
            Self::Plain
        }
    }

    /// What arguments go by.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Llama => "parameters",
            Self::Tags | Self::Listed | Self::Plain => "arguments",
        }
    }

    /// What stands before the first call, before and behind each, between two, and behind the last.
    pub(crate) fn marks(self) -> [&'static str; 5] {
        match self {
            Self::Tags => ["", "<tool_call>\n", "\n</tool_call>", "\n", ""],
            Self::Listed => ["[TOOL_CALLS][", "", "", ", ", "]"],
            Self::Llama => ["", "", "", "; ", ""],
            Self::Plain => ["", "", "", "\n", ""],
        }
    }
}
