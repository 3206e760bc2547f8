//! The lines of a script.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    /// The version of the format.
    pub(super) format: u32,
    pub(super) title: String,
}

/// Any line after the first.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub(super) after: Duration,
    pub(super) event: Event,
    /// Its text in the file.
    pub(super) text: String,
}

/// The delay before a line is played.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Delay {
    /// Milliseconds.
    #[serde(default)]
    pub(super) after: u64,
}

/// An event of a scripted model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(super) enum Event {
    /// A text delta. `{{call_1/temperature}}` stands for a value from the result of that call.
    Text {
        delta: String,
    },
    Reasoning {
        delta: String,
    },
    /// A call begins. Its name has the joined form: `weather-get_forecast`.
    Call {
        id: String,
        name: String,
    },
    /// A delta of a call's arguments: of the last call that began, unless another is named.
    Arguments {
        delta: String,
        call: Option<String>,
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
