//! The lines of a script.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    /// The version of this file's form.
    pub(super) format: u32,
    pub(super) title: String,
}

/// Any line after the first.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub(super) after: Duration,
    pub(super) event: Event,
    /// As it stands in the file.
    pub(super) text: String,
}

/// How long to wait before a line is played.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Delay {
    /// Milliseconds.
    #[serde(default)]
    pub(super) after: u64,
}

/// What a scripted model sends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(super) enum Event {
    /// A piece of text. `{{call_1/temperature}}` stands for a value out of the result of that call.
    Text {
        delta: String,
    },
    Reasoning {
        delta: String,
    },
    /// A call begins. Its name is written as on a wire: `weather-get_forecast`.
    Call {
        id: String,
        name: String,
    },
    /// A piece of a call's arguments: of the last call that began, where none is named.
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
