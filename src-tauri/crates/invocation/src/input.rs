//! The two sides of the conversation between a turn and its driver.

use crate::{Answer, Breakpoint, Pause, ResolvedCall};
use content::{
    CallId, ExchangeId, FunctionCall, FunctionName, Item, JsonObject, Message, Origin, Outcome, Usage,
};
use ports::{FunctionChoice, Selection};

/// What comes next. The driver does it and tells the turn what came of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Choose the functions to offer.
    Select { context: Vec<String>, used: Vec<FunctionName> },
    /// Wait for a person.
    Pause(Pause),
    /// Ask the model.
    Request { messages: Vec<Message>, offered: Vec<FunctionName>, choice: FunctionChoice },
    /// Find out what these calls mean.
    Resolve { calls: Vec<FunctionCall>, offered: Vec<FunctionName> },
    /// Run one call.
    Invoke { call: CallId, function: FunctionName, arguments: JsonObject },
    /// Nothing more.
    Finish,
}

/// What came of a step, or what a person did meanwhile.
#[derive(Clone, Debug, PartialEq)]
pub enum TurnInput {
    Selected(Selection),
    RequestSent {
        exchange: ExchangeId,
    },
    /// The answer is complete. The items are in the order they were said.
    Responded {
        items: Vec<Item>,
        usage: Option<Usage>,
    },
    RequestFailed {
        message: String,
        advice: String,
    },
    Resolved(Vec<ResolvedCall>),
    CallStarted {
        call: CallId,
        /// Who answers, where it is not the function itself.
        origin: Option<Origin>,
    },
    CallEnded {
        call: CallId,
        outcome: Outcome,
    },
    /// A function broke in a way that the model can't mend.
    CallBroke {
        call: CallId,
        reason: String,
    },
    Answer(Answer),
    PauseRequested,
    BreakpointsChanged(Vec<Breakpoint>),
    /// A person stopped the turn. Items that were complete by then are kept.
    Stop {
        received: Vec<Item>,
    },
}

/// An input that does not fit where the turn stands. The turn is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misuse {
    #[error("the turn is not waiting at stop {pause}")]
    NotWaiting { pause: u32 },
    #[error("{decision} is not possible here")]
    NotHere { decision: &'static str },
    #[error("the turn did not expect this: {input}")]
    OutOfOrder { input: &'static str },
    #[error("the turn has ended")]
    Ended,
}
