//! What a model says in a test, line by line.

use serde::Serialize;

/// One line of a script, written as a scripted model reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Line {
    /// A piece of text. `{{call-1/temperature}}` stands for a value out of the result of that call.
    Text {
        delta: String,
        /// Milliseconds of silence before it.
        after: u64,
    },
    Reasoning {
        delta: String,
    },
    /// A call begins. Its name is written as on a wire: `weather-get_forecast`.
    Call {
        id: String,
        name: String,
    },
    /// The arguments of a call that has begun.
    Arguments {
        delta: String,
        call: String,
    },
    Usage {
        input: u32,
        output: u32,
    },
    /// The reply is complete.
    End,
    /// The connection breaks.
    Cut,
}

impl Line {
    pub(crate) fn text(delta: &str) -> Self {
        Self::Text { delta: delta.to_owned(), after: 0 }
    }

    pub(crate) fn ends_a_reply(&self) -> bool {
        matches!(self, Self::End | Self::Cut)
    }
}
