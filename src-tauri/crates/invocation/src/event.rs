//! What a turn writes down: the messages it adds to the history, and everything else that happened.

use crate::{
    Answer, AnswerEffect, Approvals, Breakpoint, BreakpointId, Completer, CutBy, CutCall, FilterPassage,
    Lead, Limit, Pause, RoundOpening, StopState, TurnFinding, TurnPlan,
};
use content::{
    CallId, CalledFunction, ExchangeId, FunctionName, FunctionResult, Message, MessageId, ModelId, Origin,
    Outcome, Usage,
};
use notices::{Describe, Notice};
use ports::{
    Adaptation, CallOptions, FunctionChoice, ItemKind, OfferedNames, Remedy, Replacement, RequestSettings,
    Resolution, Selection, StopReason,
};
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
///
/// The consequences of a record are kept with it: how a round opens, what is found at a stop, what an answer leads to, where
/// an outcome comes from. Logs written before lack them, and [`crate::Completion`] fills them in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TurnEvent {
    /// The turn goes on from this message.
    Began {
        after: Option<MessageId>,
        plan: Box<TurnPlan>,
    },
    /// Results of calls in the last message that are known already, because they ran in an earlier turn.
    Given {
        results: Vec<FunctionResult>,
    },
    RoundBegan {
        round: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional = false, as = "RoundOpening")]
        opening: Option<RoundOpening>,
    },
    Selected {
        selection: Selection,
    },
    RequestSent {
        exchange: ExchangeId,
        offered: Vec<FunctionName>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        terms: Option<Box<RequestTerms>>,
        /// How the functions were named in it, where that is not as usual.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        names: Option<Box<OfferedNames>>,
    },
    /// The request gave no answer. The turn stops, if a breakpoint says so, and can send it again.
    RequestFailed {
        message: Notice,
        #[serde(default)]
        advice: Option<Notice>,
        /// What can be done about it at once.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<Remedy>>")]
        remedies: Vec<Remedy>,
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
    /// What the provider itself changed in the request before the model read it.
    Adapted {
        adaptations: Vec<Adaptation>,
    },
    /// Something else answers this request than the model that was asked.
    ModelReplaced {
        by: Replacement,
    },
    ResponseReceived {
        usage: Option<Usage>,
        /// Why the model stopped speaking. Logs of before it was kept don't say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        stop: Option<StopReason>,
    },
    /// The answer ended before it was complete.
    AnswerCut {
        by: CutBy,
        /// The message with what it had said by then. Nothing, where it had said nothing.
        message: Option<MessageId>,
        /// The calls it had made or begun.
        calls: Vec<CutCall>,
        usage: Option<Usage>,
    },
    CallsResolved {
        calls: Vec<ResolvedCall>,
    },
    /// The conditions of these breakpoints held at a place. Whether one stops the turn is up to its hit rule.
    BreakpointsHit {
        breakpoints: Vec<BreakpointId>,
        /// The call it was about, where it was one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        call: Option<CallId>,
    },
    Paused {
        pause: Pause,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional = false, as = "StopState")]
        state: Option<Box<StopState>>,
    },
    Answered {
        answer: Answer,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional = false, as = "AnswerEffect")]
        effect: Option<Box<AnswerEffect>>,
    },
    CallStarted {
        call: CallId,
        /// Who answers: the function itself, or what stands in for it.
        #[serde(default = "function")]
        origin: Origin,
    },
    /// Another model is asked for the result of a call.
    HandedOver {
        call: CallId,
        to: Completer,
        model: ModelId,
        exchange: ExchangeId,
    },
    /// The other model has answered, or as much of it as it did.
    CompletionReceived {
        call: CallId,
        usage: Usage,
    },
    /// The source of a running function asks the person something. Until they answer or the call ends, the time is theirs
    /// and not the function's.
    PersonAsked {
        call: CallId,
    },
    PersonAnswered {
        call: CallId,
    },
    CallEnded {
        call: CallId,
        /// What the model is told.
        outcome: Outcome,
        /// What really came of it, where the model is not told all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        whole: Option<Outcome>,
        /// Where the outcome comes from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional = false, as = "Origin")]
        origin: Option<Origin>,
        /// The earlier call whose result this is, where it was the same and this one did not run.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        answered_from: Option<CallId>,
    },
    /// A call or a request went through a filter.
    Filtered {
        passage: FilterPassage,
    },
    /// A limit is reached: the round that follows is the last.
    LimitHit {
        limit: Limit,
    },
    /// The time of the turn is up.
    TimeUp,
    Noticed {
        finding: TurnFinding,
    },
    /// A person asked to stop at the next place.
    PauseRequested,
    BreakpointsChanged {
        breakpoints: Vec<Breakpoint>,
    },
    ApprovalsChanged {
        approvals: Approvals,
    },
    /// From the next request on, a failed one that is sent again included.
    SettingsChanged {
        settings: RequestSettings,
    },
    Ended {
        outcome: TurnOutcome,
    },
}

/// On what terms a request was sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct RequestTerms {
    pub model: ModelId,
    pub choice: FunctionChoice,
    pub calls: CallOptions,
    pub settings: RequestSettings,
    /// What was decided for the model, where it was led.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub lead: Option<Lead>,
}

/// What was found out about one call before it ran.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ResolvedCall {
    pub call: CallId,
    pub resolution: Resolution,
    /// The real result an equal call had before, to be used again if a person wants it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub recorded: Option<Recorded>,
}

/// A result of an earlier call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Recorded {
    /// The message it stands in.
    pub message: MessageId,
    pub outcome: Outcome,
}

/// How a turn ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum TurnOutcome {
    /// The model answered in words.
    Answered,
    /// A person stopped it.
    Stopped,
    /// A limit was reached and the model had no last word.
    LimitReached {
        #[serde(default = "rounds")]
        limit: Limit,
    },
    /// The model had no answer, and its provider says why.
    Unanswered { stop: StopReason },
    /// The model ended its answer without a word.
    Silent {
        /// What it had called in this turn.
        called: Vec<CallCount>,
    },
    /// A filter ended it.
    Terminated { filter: String },
    /// Something went wrong that neither the model nor a function can mend.
    Failed {
        message: Notice,
        #[serde(default)]
        advice: Option<Notice>,
        /// What can be done about it at once.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<Remedy>>")]
        remedies: Vec<Remedy>,
    },
}

impl TurnOutcome {
    pub fn failed(error: &impl Describe) -> Self {
        Self::Failed { message: error.notice(), advice: error.advice(), remedies: Vec::new() }
    }
}

/// How often a model called a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CallCount {
    pub function: CalledFunction,
    pub times: u32,
}

/// Logs written before stand-ins had an origin say nothing.
fn function() -> Origin {
    Origin::Function
}

/// Logs of before there were other limits say nothing.
fn rounds() -> Limit {
    Limit::Rounds
}
