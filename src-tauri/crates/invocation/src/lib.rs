//! The loop of function calling, as a machine that can be stopped, looked at, changed and continued at every step.
//!
//! A [`Turn`] does no IO: it says what comes next as a [`Step`], is told what came of it as a [`TurnInput`], and
//! answers with the [`TurnRecord`]s that belong in the log. A [`TurnDriver`] does the asking and calling. Nothing here
//! names a provider, a database or a window. Start reading at [`Turn`].

mod answer;
mod approval;
mod breakpoint;
mod choice;
mod condition;
mod cut;
mod driver;
mod event;
mod filter;
mod finding;
mod glob;
mod guidance;
mod input;
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

pub use answer::{Answer, CallDecision, Completer, Decision, Pace, Reach, RequestEdit};
pub use approval::{ApprovalRule, Approvals, Permission};
pub use breakpoint::{Breakpoint, BreakpointId, HitRule, StopPlace};
pub use choice::{ChoiceAt, ChoiceError, ChoicePlan, PastedChoice, read_choice};
pub use condition::{ArgumentTest, Comparison, Condition};
pub use content::{arguments_key, call_key};
pub use cut::{CutAnswer, CutBy, CutCall, CutEnd};
pub use driver::{Intervention, Journal, JournalError, Recordings, TurnDriver, TurnServices};
pub use event::{CallCount, Recorded, RequestTerms, ResolvedCall, TurnEvent, TurnOutcome, TurnRecord};
pub use filter::{
    CallContext, Filter, FilterEffect, FilterKind, FilterPassage, FilterPlan, FilterSide, FilterVerdict,
    Filtered, RequestContext, RequestDraft,
};
pub use finding::TurnFinding;
pub use guidance::{Guidance, Lead};
pub use input::{CompleteStep, Invoked, Misuse, RequestLoad, RequestStep, SelectStep, Step, TurnInput};
pub use participant::Participant;
pub use pause::{Pause, PausePlace, PauseReason};
pub use plan::{Keeping, Limit, SelectionMode, SelectionPlan, TurnLimits, TurnPlan};
pub use policy::{
    AfterRequired, AtCallLimit, AtFailureLimit, AtRoundLimit, BesideAsked, ErrorDetail, ErrorTemplates,
    Invocation, OnBroken, OnDoubt, OnRepeat, OnTwin, OnUnknown, Policies,
};
pub use profile::{Profile, profiles};
pub use rules::{RuleFault, check_rules};
pub use stream::Reception;
pub use turn::{Absent, Turn, TurnStart};
