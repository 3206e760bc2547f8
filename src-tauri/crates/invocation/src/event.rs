//! What a turn writes down: the messages it adds to the history, and everything else that happened.

use crate::{Answer, Breakpoint, Pause, TurnPlan};
use content::{CallId, ExchangeId, FunctionName, Message, MessageId, Origin, Outcome, Usage};
use ports::{ItemKind, Resolution, Selection};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One entry a turn makes in the log. From its records alone, in order, a turn can be rebuilt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum TurnRecord {
    /// Something was said.
    Message(Message),
    /// Something happened.
    Event(TurnEvent),
}

/// Something that happened in a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TurnEvent {
    /// The turn goes on from this message.
    Began {
        after: Option<MessageId>,
        plan: TurnPlan,
    },
    RoundBegan {
        round: u32,
    },
    Selected {
        selection: Selection,
    },
    RequestSent {
        exchange: ExchangeId,
        offered: Vec<FunctionName>,
    },
    ItemStarted {
        index: usize,
        kind: ItemKind,
    },
    TextDelta {
        index: usize,
        text: String,
    },
    ReasoningDelta {
        index: usize,
        text: String,
    },
    ArgumentsDelta {
        index: usize,
        text: String,
    },
    ResponseReceived {
        usage: Option<Usage>,
    },
    CallsResolved {
        calls: Vec<ResolvedCall>,
    },
    Paused {
        pause: Pause,
    },
    Answered {
        answer: Answer,
    },
    CallStarted {
        call: CallId,
        /// Who answers, where it is not the function itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        origin: Option<Origin>,
    },
    CallEnded {
        call: CallId,
        outcome: Outcome,
    },
    /// A person asked to stop at the next place.
    PauseRequested,
    BreakpointsChanged {
        breakpoints: Vec<Breakpoint>,
    },
    Ended {
        outcome: TurnOutcome,
    },
}

/// What was found out about one call before it ran.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ResolvedCall {
    pub call: CallId,
    pub resolution: Resolution,
}

/// How a turn ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum TurnOutcome {
    /// The model answered in words.
    Answered,
    /// A person stopped it.
    Stopped,
    /// The model still called functions in the last round.
    LimitReached,
    /// Something went wrong that neither the model nor a function can mend.
    Failed { message: String, advice: String },
}
