//! The state machine of a turn.

mod answer;
mod asking;
mod beside;
mod close;
mod cut;
mod decide;
mod detect;
mod effect;
mod evolve;
mod follow_up;
mod go_on;
mod guide;
mod limit;
mod message;
mod named;
mod next;
mod odd;
mod refuse;
mod repeat;
mod silence;
mod stop;

pub use effect::Completion;
pub use named::Absent;
pub(crate) use named::absent;

use self::repeat::LastCall;
use crate::open::open_calls;
use crate::path::Path;
use crate::stage::{Progress, Stage, Stop};
use crate::stream::Reception;
use crate::tally::Tally;
use crate::{BreakpointId, CutBy, Limit, Pace, PauseReason, TurnEvent, TurnOutcome, TurnPlan, TurnRecord};
use content::{FunctionName, FunctionResult, Item, Message, MessageId, Role, TurnId, Usage};
use ports::{IdSource, Need, OfferedNames, Replacement, StopReason};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Everything from a person's message to the model's last answer to it.
///
/// A turn changes only by its own records: [`Turn::apply`] maps an input to records and applies each of them, and
/// [`Turn::rebuild`] applies the same records from a log. So a rebuilt turn equals the turn that was lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    id: TurnId,
    plan: TurnPlan,
    path: Path,
    /// The number of messages before this turn.
    began_at: usize,
    /// Results of open calls that an earlier turn left behind.
    given: Vec<FunctionResult>,
    stage: Stage,
    round: u32,
    last_round: Option<LastRound>,
    /// The provider runs hosted tools and continues when it is asked again.
    is_paused: bool,
    /// The reason the last answer ended, as its provider states it.
    #[serde(default)]
    stopped_by: Option<StopReason>,
    /// The answer that was cut off, while its request may be sent again.
    cut: Option<MessageId>,
    /// The stop in the middle of an answer.
    held: Stop,
    /// The filter that ends the turn once every call is answered.
    terminated_by: Option<String>,
    pauses: u32,
    pace: Pace,
    usage: Usage,
    tally: Tally,
    /// The call that the next one is compared with.
    #[serde(default)]
    last_call: Option<LastCall>,
    /// The functions that selections of this turn have offered so far. `None` before the first.
    selected: Option<Vec<FunctionName>>,
    /// The names of the functions in the last request. `None` before the first.
    #[serde(default)]
    names: Option<OfferedNames>,
    /// What answers the last request in place of the model that was asked.
    #[serde(default)]
    replaced_by: Option<Replacement>,
    /// The need for a function, as the last selection estimated it.
    #[serde(default)]
    need: Option<Need>,
    /// The functions whose rank is close to the best one in the last selection.
    #[serde(default)]
    fitting: Vec<FunctionName>,
}

/// The round that must end in words, and the limit behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct LastRound {
    round: u32,
    limit: Limit,
}

/// The input a turn begins with.
#[derive(Clone, Debug)]
pub struct TurnStart {
    pub id: TurnId,
    /// The path from the root of the session to the message the turn continues from.
    pub history: Vec<Message>,
    pub plan: TurnPlan,
    /// The person's message. Empty if the model is asked to continue. If the last message has calls without results,
    /// these are answered first then.
    pub says: Vec<Item>,
    /// Results of such calls that are already known.
    pub given: Vec<FunctionResult>,
}

impl Turn {
    pub fn begin(start: TurnStart, ids: &dyn IdSource) -> (Self, Vec<TurnRecord>) {
        let TurnStart { id, history, plan, says, given } = start;
        let after = history.last().map(|message| message.id.clone());
        let mut turn = Self::blank(id, plan.clone(), history);
        let mut records = vec![TurnRecord::Event(TurnEvent::Began { after, plan: Box::new(plan) })];
        if !given.is_empty() {
            records.push(TurnRecord::Event(TurnEvent::Given { results: given }));
        }
        turn.take_in(&records);
        if !says.is_empty() {
            let said = turn.says(says, ids);
            turn.take_in(&said);
            records.extend(said);
        }
        turn.settle(ids, &mut records);
        (turn, records)
    }

    /// Rebuilds the turn that left these records, and stops it where it was interrupted.
    ///
    /// The history is the path to the message it continued from. The returned records are new and belong in the log.
    pub fn rebuild(
        id: TurnId,
        plan: TurnPlan,
        history: Vec<Message>,
        records: &[TurnRecord],
        ids: &dyn IdSource,
    ) -> (Self, Vec<TurnRecord>) {
        let mut turn = Self::retrace(id, plan, history, records);
        let mut fresh = turn.cut_off(records, ids);
        turn.take_in(&fresh);
        turn.interrupt();
        turn.settle(ids, &mut fresh);
        (turn, fresh)
    }

    /// The turn as it was after these records, for inspection.
    pub fn retrace(id: TurnId, plan: TurnPlan, history: Vec<Message>, records: &[TurnRecord]) -> Self {
        let mut turn = Self::blank(id, plan, history);
        turn.take_in(records);
        turn
    }

    fn blank(id: TurnId, plan: TurnPlan, history: Vec<Message>) -> Self {
        Self {
            id,
            plan,
            began_at: history.len(),
            path: Path::from(history),
            given: Vec::new(),
            stage: Stage::RoundDue,
            round: 0,
            last_round: None,
            is_paused: false,
            stopped_by: None,
            cut: None,
            held: Stop::Passed,
            terminated_by: None,
            pauses: 0,
            pace: Pace::Run,
            usage: Usage::default(),
            tally: Tally::default(),
            last_call: None,
            selected: None,
            names: None,
            replaced_by: None,
            need: None,
            fitting: Vec::new(),
        }
    }

    pub fn id(&self) -> &TurnId {
        &self.id
    }

    pub fn plan(&self) -> &TurnPlan {
        &self.plan
    }

    pub fn history(&self) -> &[Arc<Message>] {
        self.path.messages()
    }

    pub fn round(&self) -> u32 {
        self.round
    }

    /// The tokens of all requests so far.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// Whether only the last words remain.
    pub(crate) fn is_time_up(&self) -> bool {
        self.tally.is_time_up
    }

    pub(crate) fn is_calling(&self) -> bool {
        matches!(self.stage, Stage::Calling { .. })
    }

    /// The number of times the conditions of a breakpoint have held.
    pub fn hits(&self, breakpoint: &BreakpointId) -> u32 {
        self.tally.hits(breakpoint)
    }

    /// The names of the functions in the last request of this turn, if there was one.
    pub fn names(&self) -> Option<&OfferedNames> {
        self.names.as_ref()
    }

    /// The calls of the last answer that already have results, while others have none.
    pub fn given_so_far(&self) -> Vec<FunctionResult> {
        self.pending().iter().filter_map(message::result_of).collect()
    }

    pub fn outcome(&self) -> Option<&TurnOutcome> {
        let Stage::Ended { outcome } = &self.stage else { return None };
        Some(outcome)
    }

    /// The calls of this round.
    fn pending(&self) -> &[crate::stage::PendingCall] {
        let Stage::Calling { calls, .. } = &self.stage else { return &[] };
        calls
    }

    fn last_message(&self) -> Option<&MessageId> {
        self.path.last().map(|message| &message.id)
    }

    /// Whether the last message contains unanswered calls.
    fn has_open_calls(&self) -> bool {
        self.path.last().is_some_and(|last| last.role == Role::Assistant && open_calls(last).next().is_some())
    }

    /// The recorded part of an answer that was streaming when the records end.
    fn cut_off(&self, records: &[TurnRecord], ids: &dyn IdSource) -> Vec<TurnRecord> {
        if matches!(self.stage, Stage::Receiving { .. }) && self.cut.is_none() {
            self.cut_short(Reception::recorded(records).into_cut(), CutBy::Application, ids)
        } else {
            Vec::new()
        }
    }

    /// Marks everything that was running when the records end as interrupted, so that a person decides how to continue.
    fn interrupt(&mut self) {
        match &mut self.stage {
            Stage::Receiving { asked } => {
                let asked = asked.clone();
                self.held = Stop::Passed;
                self.stage = Stage::Asking { asked, stop: Stop::Due(PauseReason::Interrupted) };
            }
            Stage::Calling { .. } => self.wait_again(),
            Stage::Selecting | Stage::RoundDue => self.pace = Pace::Step,
            Stage::Asking { .. } | Stage::Spoken { .. } | Stage::Ended { .. } => {}
        }
    }

    /// Calls that were running when the application ended stop before they run again.
    fn wait_again(&mut self) {
        if let Stage::Calling { calls, .. } = &mut self.stage {
            for pending in calls.iter_mut().filter(|pending| pending.is_running()) {
                pending.progress = Progress::Waiting(Stop::Due(PauseReason::Interrupted));
            }
        }
    }
}

/// One event as the only record.
fn noted(event: TurnEvent) -> Vec<TurnRecord> {
    vec![TurnRecord::Event(event)]
}
