//! The two sides of the conversation between a turn and its driver.

use crate::{
    Answer, Approvals, Breakpoint, Completer, CutAnswer, CutEnd, Decision, FilterPassage, PathFault, Pause,
    RequestTerms, ResolvedCall, SelectionMode, SelectionPlan, TurnFinding,
};
use content::{
    CallId, ExchangeId, FunctionCall, FunctionName, Item, JsonObject, Message, ModelId, Origin, Outcome,
    Usage,
};
use notices::{Describe, Notice};
use ports::{
    Catalogue, Choosing, Oddity, OfferedNames, Remedy, Replacement, RequestSettings, Said, Selection,
    SelectionQuery, StopReason, finder,
};
use std::sync::Arc;

/// What comes next. The driver does it and tells the turn what came of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Choose the functions to offer.
    Select(SelectStep),
    /// Wait for a person.
    Pause(Pause),
    /// Ask the model.
    Request(RequestStep),
    /// Find out what these calls mean.
    Resolve { calls: Vec<FunctionCall>, offered: Vec<FunctionName> },
    /// Run these calls, all at the same time where there are several.
    Invoke(Vec<Invoked>),
    /// Ask another model for the result of a call.
    Complete(CompleteStep),
    /// Nothing more.
    Finish,
}

/// What functions are chosen by.
#[derive(Clone, Debug, PartialEq)]
pub struct SelectStep {
    pub context: Vec<Said>,
    pub used: Vec<FunctionName>,
    /// Only these, and all of them. Without a list, the ranking decides.
    pub listed: Option<Vec<FunctionName>>,
    /// Offered earlier in this turn, and to stay.
    pub kept: Vec<FunctionName>,
    pub choosing: Choosing,
    /// Whether it is to be told if a function is needed at all.
    pub with_need: bool,
}

impl SelectStep {
    /// What a selector is asked, given all the functions there are.
    pub fn query(self, plan: &SelectionPlan, catalogue: &dyn Catalogue) -> SelectionQuery {
        let Self { context, mut used, listed, kept, choosing, with_need } = self;
        let (mut candidates, style) = (catalogue.defined(), catalogue.name_style());
        // What was said elsewhere has names in one piece.
        let meant = |said| style.meant(said, candidates.iter().map(|spec| &spec.name)).cloned();
        let meant: Vec<_> = used.iter().filter_map(meant).filter(|name| !used.contains(name)).collect();
        used.extend(meant);
        let limit = listed.as_ref().map_or(plan.limit, Vec::len);
        // The search is offered where the model searches, and where it has searched.
        if plan.mode != SelectionMode::Searched && !used.iter().any(finder::is_finder) {
            candidates.retain(|spec| !finder::is_finder(&spec.name));
        }
        if let Some(listed) = &listed {
            candidates.retain(|spec| listed.contains(&spec.name));
        }
        let choosing = if listed.is_some() { Choosing::Everything } else { choosing };
        let (pinned, ranking) = (plan.pinned.clone(), plan.ranking);
        SelectionQuery {
            context,
            candidates,
            pinned,
            used,
            kept,
            choosing,
            limit,
            ranking,
            shown: Vec::new(),
            with_need,
        }
    }
}

/// What the model is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestStep {
    pub messages: Vec<Arc<Message>>,
    pub offered: Vec<FunctionName>,
    pub terms: RequestTerms,
}

/// One call to run, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Invoked {
    pub call: FunctionCall,
    pub function: FunctionName,
    pub arguments: JsonObject,
    /// Its place among the calls of its answer, from 0.
    pub index: usize,
    /// How many calls the answer has.
    pub count: usize,
    pub round: u32,
}

/// One call that another model completes.
#[derive(Clone, Debug, PartialEq)]
pub struct CompleteStep {
    pub call: FunctionCall,
    pub to: Completer,
    /// Nothing, where no participant has the name.
    pub model: Option<ModelId>,
    pub instructions: Option<String>,
}

/// What came of a step, or what a person did meanwhile.
#[derive(Clone, Debug, PartialEq)]
pub enum TurnInput {
    Selected(Selection),
    /// Calls or a request went through filters.
    Filtered(Vec<FilterPassage>),
    RequestSent {
        exchange: ExchangeId,
        load: RequestLoad,
        names: OfferedNames,
    },
    /// Something else answers the request than the model that was asked.
    ModelReplaced(Replacement),
    /// The answer is complete. The items are in the order they were said.
    Responded {
        items: Vec<Item>,
        usage: Option<Usage>,
        stop: Option<StopReason>,
        odd: Vec<(CallId, Oddity)>,
    },
    /// The answer ended before it was complete.
    AnswerCut {
        answer: CutAnswer,
        end: CutEnd,
    },
    /// A filter answered in the place of the model, and nothing was sent.
    AnsweredByFilter {
        items: Vec<Item>,
    },
    RequestFailed {
        message: Notice,
        advice: Option<Notice>,
        remedies: Vec<Remedy>,
    },
    Resolved(Vec<ResolvedCall>),
    CallStarted {
        call: CallId,
        /// Who answers, where it is not the function itself.
        origin: Option<Origin>,
    },
    HandedOver {
        call: CallId,
        to: Completer,
        model: ModelId,
        exchange: ExchangeId,
    },
    /// What the answer of the other model cost.
    CompletionReceived {
        call: CallId,
        usage: Usage,
    },
    /// A running call waits for the person.
    PersonAsked {
        call: CallId,
    },
    PersonAnswered {
        call: CallId,
    },
    CallEnded {
        call: CallId,
        outcome: Outcome,
        /// Its origin, if it differs from the runner's.
        origin: Option<Origin>,
    },
    /// A function broke in a way that the model can't mend.
    CallBroke {
        call: CallId,
        reason: Notice,
    },
    /// A filter wants the turn to end.
    Terminated {
        filter: String,
    },
    TimeUp,
    Answer(Answer),
    PauseRequested,
    BreakpointsChanged(Vec<Breakpoint>),
    ApprovalsChanged(Approvals),
    SettingsChanged(RequestSettings),
    /// Something outside the turn has a finding about it.
    Noticed(TurnFinding),
    /// A person stopped the turn.
    Stop,
}

/// How much of a request the functions are, estimated in tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RequestLoad {
    pub functions: usize,
    pub messages: usize,
}

/// An input that does not fit where the turn stands. The turn is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "misuse")]
#[advice("Choose one of the actions that are offered at this stop.")]
pub enum Misuse {
    #[error("the turn is not waiting at stop {pause}")]
    NotWaiting { pause: u32 },
    #[error("{decision} is not possible here")]
    NotHere { decision: DecisionKind },
    #[error("there is no call {call} that waits here")]
    NoCall {
        #[notice(text)]
        call: CallId,
    },
    #[error("the call {call} is decided about twice")]
    DecidedTwice {
        #[notice(text)]
        call: CallId,
    },
    #[error("these messages can't be sent: {reason}")]
    Unsound {
        #[notice(cause)]
        reason: PathFault,
    },
    #[error("the request names unknown functions: {absent}")]
    #[advice("Name functions and models that are there.")]
    NoFunction { absent: String },
    #[error("there is no model {model}")]
    #[advice("Name functions and models that are there.")]
    NoModel {
        #[notice(text)]
        model: ModelId,
    },
    #[error("the turn did not expect this: {input}")]
    OutOfOrder { input: InputKind },
    #[error("the turn has ended")]
    Ended,
}

notices::declare! {
    /// What a person wanted to do at a stop.
    #[derive(Copy)]
    pub enum DecisionKind: "act" {
        Continue = "going on",
        Stay = "staying",
        EditRequest = "changing the request",
        WriteAnswer = "writing an answer",
        WriteNothing = "writing an empty answer",
        EditArguments = "editing arguments",
        SendTo = "sending the call to another function",
        WriteResult = "writing a result",
        UseRecorded = "using a recorded result",
        HandOver = "handing the call over",
        Decline = "declining",
        Drop = "dropping a call",
        DropAll = "dropping all that the model said",
        AddCall = "adding a call",
        RunAgain = "running the call again",
        Stop = "stopping",
    }
}

impl From<&Decision> for DecisionKind {
    fn from(decision: &Decision) -> Self {
        match decision {
            Decision::Continue => Self::Continue,
            Decision::Stay => Self::Stay,
            Decision::EditRequest { .. } => Self::EditRequest,
            Decision::WriteAnswer { .. } => Self::WriteAnswer,
            Decision::EditArguments { .. } => Self::EditArguments,
            Decision::SendTo { .. } => Self::SendTo,
            Decision::WriteResult { .. } => Self::WriteResult,
            Decision::UseRecorded => Self::UseRecorded,
            Decision::HandOver { .. } => Self::HandOver,
            Decision::Decline { .. } => Self::Decline,
            Decision::Drop => Self::Drop,
            Decision::AddCall { .. } => Self::AddCall,
            Decision::RunAgain => Self::RunAgain,
            Decision::Stop => Self::Stop,
        }
    }
}

notices::declare! {
    /// What the outside reported at a wrong time.
    #[derive(Copy)]
    pub enum InputKind: "turn-news" {
        OfCall = "news of a call",
        Selection = "a selection",
        Request = "a request",
        Response = "a response",
    }
}
