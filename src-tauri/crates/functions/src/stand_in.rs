//! Who answers in a function's place: a fixed value, a template, a list, a recording, a person, or something that goes
//! wrong. The function itself is not touched, and everything around the call runs as it would for the real one.

pub(crate) mod because;
mod elsewhere;
mod fault;
mod function;
mod recordings;
mod template;

pub use elsewhere::{AnsweredCall, AnsweredCalls, IsEnough, OtherSessions, ResultsOf};
pub(crate) use elsewhere::{ElsewhereFunction, missing};
pub use fault::Fault;
pub(crate) use function::{Recorder, StandInFunction};
pub(crate) use recordings::mismatch;
pub use recordings::{Recorded, RecordingError, Recordings};
pub use template::JinjaError;
pub(crate) use template::{check as check_template, render_text};

use content::{FunctionName, Outcome, Output};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What answers in the place of one function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct StandInFor {
    pub function: FunctionName,
    pub stand_in: StandIn,
}

/// What answers instead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum StandIn {
    Fixed {
        output: Output,
    },
    /// A Jinja template over the arguments. What comes out as a JSON object or list is JSON, anything else is text.
    Template {
        source: String,
    },
    /// One outcome after the other.
    Sequence {
        outcomes: Vec<Outcome>,
        at_end: AtEnd,
    },
    /// What the real function gave to the same arguments, as it was recorded.
    Recorded {
        on_miss: OnMiss,
    },
    /// The turn stops before the call, and a person writes the result.
    Person,
    Fault {
        fault: Fault,
    },
}

/// What follows after the last of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum AtEnd {
    RepeatLast,
    StartAgain,
    /// The function itself.
    Live,
}

/// What happens to a call nothing was recorded for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum OnMiss {
    /// The turn stops and says what is nearest, and a person writes the result.
    Ask,
    /// The function itself answers.
    Live,
}
