//! The loop of function calling, as a state machine that can stop, be inspected and changed, and continue at every step.
//!
//! A [`Turn`] does no IO: it names the next [`Step`], takes the result of that step as a [`TurnInput`], and returns the
//! [`TurnRecord`]s that belong in the log. A [`TurnDriver`] performs the steps. Nothing here may name a provider, a database
//! or a window. Start reading at [`Turn`].
//!
//! ```
//! use content::{Item, ModelId, TurnId};
//! use invocation::{RequestLoad, SelectionPlan, Step, Turn, TurnInput, TurnLimits, TurnOutcome, TurnPlan, TurnStart};
//! use ports::doubles::CountingIds;
//! use ports::{IdSource, OfferedNames, Selection};
//! # use ports::Ranking;
//!
//! let text = |text: &str| Item::Text { text: text.to_owned() };
//! let ids = CountingIds::default();
//! let plan = TurnPlan::plain(
//!     ModelId::new("example:weather"),
//!     TurnLimits::rounds(8),
//!     SelectionPlan::ranked(5),
//! );
//! let says = vec![text("Hello!")];
//! let start = TurnStart { id: ids.turn(), history: Vec::new(), plan, says, given: Vec::new() };
//! let (mut turn, mut log) = Turn::begin(start, &ids);
//!
//! // The turn asks for functions to offer. There are none.
//! assert!(matches!(turn.next(), Step::Select(_)));
//! let selection = Selection {
//!     candidates: Vec::new(),
//! #     query: String::new(),
//! #     limit: 5,
//! #     views: Vec::new(),
//! #     considered: 0,
//! #     considered_tokens: 0,
//! #     offered_tokens: 0,
//! #     ranking: Ranking::default(),
//! #     need: None,
//! #     without_meaning: None,
//!     // …
//! };
//! log.extend(turn.apply(TurnInput::Selected(selection), &ids)?);
//!
//! // It asks for an answer of the model, which comes without a call.
//! assert!(matches!(turn.next(), Step::Request(_)));
//! let (exchange, load, names) = (ids.exchange(), RequestLoad::default(), OfferedNames::default());
//! log.extend(turn.apply(TurnInput::RequestSent { exchange, load, names }, &ids)?);
//! let items = vec![text("Hello to you!")];
//! log.extend(turn.apply(TurnInput::Responded { items, usage: None, stop: None, odd: Vec::new() }, &ids)?);
//!
//! assert_eq!(turn.next(), Step::Finish);
//! assert_eq!(turn.outcome(), Some(&TurnOutcome::Answered));
//! assert_eq!(turn.history().len(), 2);
//! # Ok::<(), invocation::Misuse>(())
//! ```

mod answer;
mod approval;
mod breakpoint;
mod choice;
mod condition;
mod cut;
mod driver;
mod effect;
mod event;
mod failure;
mod filter;
mod finding;
mod glob;
mod guidance;
mod input;
mod instructions;
mod notice_list;
mod open;
mod participant;
mod path;
mod pause;
mod plan;
mod policy;
mod profile;
mod rules;
mod stage;
mod stream;
mod tally;
mod turn;

pub use answer::{Answer, CallDecision, Completer, Decision, Pace, Reach, RequestEdit, WrittenCall};
pub use approval::{ApprovalRule, Approvals, Permission};
pub use breakpoint::{Breakpoint, BreakpointId, HitRule, StopPlace};
pub use choice::{ChoiceAt, ChoiceError, ChoicePlan, PastedChoice, read_choice};
pub use condition::{ArgumentTest, Comparison, Condition};
pub use content::{arguments_key, call_key};
pub use cut::{CutAnswer, CutBy, CutCall, CutEnd};
pub use driver::{Intervention, Journal, JournalError, Recordings, TurnDriver, TurnServices};
pub use effect::{AnswerEffect, CallChange, CallPhase, RequestAhead, RoundOpening, StopState};
pub use event::{CallCount, Recorded, RequestTerms, ResolvedCall, TurnEvent, TurnOutcome, TurnRecord};
pub use filter::{
    CallContext, Filter, FilterEffect, FilterKind, FilterPassage, FilterPlan, FilterSide, FilterVerdict,
    Filtered, RequestContext, RequestDraft,
};
pub use finding::TurnFinding;
pub use glob::matches as matches_pattern;
pub use guidance::{Guidance, Lead};
pub use input::{
    CompleteStep, DecisionKind, InputKind, Invoked, Misuse, RequestLoad, RequestStep, SelectStep, Step,
    TurnInput,
};
pub use instructions::Instructions;
pub use notice_list::NOTICES;
pub use participant::Participant;
pub use path::PathFault;
pub use pause::{Pause, PausePlace, PauseReason};
pub use plan::{Keeping, Limit, SelectionMode, SelectionPlan, TurnLimits, TurnPlan};
pub use policy::{
    AfterRequired, AtCallLimit, AtFailureLimit, AtRoundLimit, BesideAsked, ErrorDetail, ErrorTemplates,
    Invocation, OnBroken, OnDoubt, OnRepeat, OnTwin, OnUnknown, Policies,
};
pub use profile::{Profile, profiles};
pub use rules::{RuleFault, check_rules};
pub use stream::Reception;
pub use turn::{Absent, Completion, Turn, TurnStart};
