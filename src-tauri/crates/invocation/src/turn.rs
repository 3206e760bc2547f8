//! The machine itself: what it knows and what comes next.

mod decide;
mod evolve;
mod follow_up;

use crate::stage::{PendingCall, Progress, Stage, Stop};
use crate::{Pace, PauseReason, Step, StopPlace, TurnEvent, TurnOutcome, TurnPlan, TurnRecord};
use content::{Author, FunctionName, Item, Message, MessageId, Origin, Role, TurnId, Usage};
use ports::{FunctionChoice, IdSource, Resolution};
use serde::{Deserialize, Serialize};

/// Everything between a person's message and the model's last word on it.
///
/// A turn changes only by its own records: [`Turn::apply`] decides which records an input leads to and then takes
/// each of them in, and [`Turn::rebuild`] takes in the same records from a log. So a turn that was rebuilt is the
/// turn that was lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    id: TurnId,
    plan: TurnPlan,
    history: Vec<Message>,
    stage: Stage,
    round: u32,
    pauses: u32,
    pace: Pace,
    usage: Usage,
}

/// What a turn begins with.
#[derive(Clone, Debug)]
pub struct TurnStart {
    pub id: TurnId,
    /// The path from the root of the session to the message the turn goes on from.
    pub history: Vec<Message>,
    pub plan: TurnPlan,
    /// What the person says. Nothing, where the model is asked to go on from what is there.
    pub says: Vec<Item>,
}

impl Turn {
    pub fn begin(start: TurnStart, ids: &dyn IdSource) -> (Self, Vec<TurnRecord>) {
        let after = start.history.last().map(|message| message.id.clone());
        let message = (!start.says.is_empty()).then(|| Message {
            id: ids.message(),
            parent: after.clone(),
            role: Role::User,
            items: start.says,
            author: Author::Person,
            origin: Origin::Person,
        });
        let mut turn = Self::blank(start.id, start.plan.clone(), start.history);
        let mut records = vec![TurnRecord::Event(TurnEvent::Began { after, plan: start.plan })];
        records.extend(message.map(TurnRecord::Message));
        turn.take_in(&records);
        turn.settle(ids, &mut records);
        (turn, records)
    }

    /// Makes the turn again that left these records behind, and stops it where it was cut off.
    ///
    /// The history is the path to the message it went on from. The records returned are new and belong in the log.
    pub fn rebuild(
        id: TurnId,
        plan: TurnPlan,
        history: Vec<Message>,
        records: &[TurnRecord],
        ids: &dyn IdSource,
    ) -> (Self, Vec<TurnRecord>) {
        let mut turn = Self::blank(id, plan, history);
        turn.take_in(records);
        turn.interrupt();
        let mut fresh = Vec::new();
        turn.settle(ids, &mut fresh);
        (turn, fresh)
    }

    fn blank(id: TurnId, plan: TurnPlan, history: Vec<Message>) -> Self {
        Self {
            id,
            plan,
            history,
            stage: Stage::RoundDue,
            round: 0,
            pauses: 0,
            pace: Pace::Run,
            usage: Usage::default(),
        }
    }

    pub fn id(&self) -> &TurnId {
        &self.id
    }

    pub fn plan(&self) -> &TurnPlan {
        &self.plan
    }

    pub fn history(&self) -> &[Message] {
        &self.history
    }

    /// The tokens of all requests so far.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    pub fn outcome(&self) -> Option<&TurnOutcome> {
        match &self.stage {
            Stage::Ended { outcome } => Some(outcome),
            Stage::RoundDue
            | Stage::Selecting
            | Stage::Asking { .. }
            | Stage::Receiving { .. }
            | Stage::Spoken
            | Stage::Calling { .. } => None,
        }
    }

    /// What comes next. Asking twice gives the same answer.
    pub fn next(&self) -> Step {
        match &self.stage {
            Stage::Selecting => Step::Select { context: self.context(), used: self.used_functions() },
            Stage::Asking { stop: Stop::Here(pause), .. } => Step::Pause(pause.clone()),
            Stage::Asking { offered, .. } | Stage::Receiving { offered } => self.request(offered),
            Stage::Calling { offered, calls } => self.next_call(offered, calls),
            // Rounds that are due and last words are settled before anyone can ask.
            Stage::RoundDue | Stage::Spoken | Stage::Ended { .. } => Step::Finish,
        }
    }

    fn request(&self, offered: &[FunctionName]) -> Step {
        let choice = if offered.is_empty() { FunctionChoice::None } else { FunctionChoice::Auto };
        Step::Request { messages: self.history.clone(), offered: offered.to_vec(), choice }
    }

    fn next_call(&self, offered: &[FunctionName], calls: &[PendingCall]) -> Step {
        let unknown: Vec<_> = calls
            .iter()
            .filter(|pending| pending.resolution.is_none())
            .map(|pending| pending.call.clone())
            .collect();
        if !unknown.is_empty() {
            return Step::Resolve { calls: unknown, offered: offered.to_vec() };
        }
        let Some(pending) = calls.iter().find(|pending| !self.is_settled(pending)) else {
            return Step::Finish;
        };
        match &pending.progress {
            Progress::Waiting(Stop::Here(pause)) | Progress::Answered { stop: Stop::Here(pause), .. } => {
                Step::Pause(pause.clone())
            }
            Progress::Waiting(_) | Progress::Running | Progress::Answered { .. } => invoke(pending),
        }
    }

    /// Whether nothing more will happen to this call in this round.
    fn is_settled(&self, pending: &PendingCall) -> bool {
        match &pending.progress {
            Progress::Answered { stop, .. } => match stop {
                Stop::Passed => true,
                Stop::Ahead => self.stops_at(stop, StopPlace::AfterCall, pending.function()).is_none(),
                Stop::Due(_) | Stop::Here(_) => false,
            },
            Progress::Waiting(_) | Progress::Running => false,
        }
    }

    /// Whether the turn has to stop at a place, and why.
    fn stops_at(
        &self,
        stop: &Stop,
        place: StopPlace,
        function: Option<&FunctionName>,
    ) -> Option<PauseReason> {
        match stop {
            Stop::Due(reason) => Some(*reason),
            Stop::Ahead if self.plan.breakpoints.iter().any(|point| point.matches(place, function)) => {
                Some(PauseReason::Breakpoint)
            }
            Stop::Ahead if self.pace == Pace::Step => Some(PauseReason::Step),
            Stop::Ahead | Stop::Here(_) | Stop::Passed => None,
        }
    }

    /// Whether this round must end in words.
    fn is_last_round(&self) -> bool {
        self.round >= self.plan.limits.rounds
    }

    fn last_message(&self) -> Option<&MessageId> {
        self.history.last().map(|message| &message.id)
    }

    fn context(&self) -> Vec<String> {
        let said = self.history.iter().rev().map(Message::text).filter(|text| !text.trim().is_empty());
        let mut context: Vec<_> = said.take(self.plan.selection.context_messages).collect();
        context.reverse();
        context
    }

    fn used_functions(&self) -> Vec<FunctionName> {
        let mut used: Vec<_> = self
            .history
            .iter()
            .flat_map(Message::calls)
            .filter_map(|call| call.function.known().cloned())
            .collect();
        used.sort();
        used.dedup();
        used
    }

    /// Whatever was under way when the records end was cut off, so a person decides how it goes on.
    fn interrupt(&mut self) {
        match &mut self.stage {
            Stage::Receiving { offered } => {
                let offered = std::mem::take(offered);
                self.stage = Stage::Asking { offered, stop: Stop::Due(PauseReason::Interrupted) };
            }
            Stage::Calling { calls, .. } => {
                for pending in calls.iter_mut().filter(|pending| pending.progress == Progress::Running) {
                    pending.progress = Progress::Waiting(Stop::Due(PauseReason::Interrupted));
                }
            }
            Stage::Selecting | Stage::RoundDue => self.pace = Pace::Step,
            Stage::Asking { .. } | Stage::Spoken | Stage::Ended { .. } => {}
        }
    }
}

fn invoke(pending: &PendingCall) -> Step {
    match (&pending.resolution, &pending.call.arguments) {
        (Some(Resolution::Runnable { name, bound, .. }), content::CallArguments::Parsed { value, .. }) => {
            let arguments = bound.as_ref().map_or(value, |bound| &bound.arguments).clone();
            Step::Invoke { call: pending.call.id.clone(), function: name.clone(), arguments }
        }
        // A call that can't run is answered when the turn settles, so there is nothing to do for the driver.
        (Some(Resolution::Runnable { .. } | Resolution::Refused { .. }) | None, _) => Step::Finish,
    }
}
