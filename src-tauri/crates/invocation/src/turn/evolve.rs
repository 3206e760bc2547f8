//! How a record changes a turn. Live and rebuilt turns come through here alike.

use super::Turn;
use crate::stage::{PendingCall, Progress, Stage, Stop};
use crate::{Answer, Decision, Pace, Pause, PausePlace, PauseReason, ResolvedCall, TurnEvent, TurnRecord};
use content::{CallId, FunctionName, Message, Origin, Outcome, Role};
use ports::{Ask, Resolution};

impl Turn {
    pub(super) fn take_in(&mut self, records: &[TurnRecord]) {
        for record in records {
            self.evolve(record);
        }
    }

    pub(super) fn evolve(&mut self, record: &TurnRecord) {
        match record {
            TurnRecord::Message(message) => self.hear(message),
            TurnRecord::Event(event) => self.note(event),
        }
    }

    /// A message whose parent is further back than the last one takes the place of what came after that parent.
    fn hear(&mut self, message: &Message) {
        let keep = match &message.parent {
            Some(parent) => {
                self.history.iter().position(|earlier| earlier.id == *parent).map_or(0, |place| place + 1)
            }
            None => 0,
        };
        self.history.truncate(keep);
        self.history.push(message.clone());
        match (message.role, &mut self.stage) {
            (Role::Assistant, Stage::Receiving { offered }) => {
                let offered = std::mem::take(offered);
                let calls: Vec<_> = message.calls().cloned().map(PendingCall::new).collect();
                self.stage = if calls.is_empty() { Stage::Spoken } else { Stage::Calling { offered, calls } };
            }
            (Role::Assistant, Stage::Calling { calls, .. }) => take_edits(calls, message),
            (Role::Function, Stage::Calling { .. }) => self.stage = Stage::RoundDue,
            (Role::System | Role::User | Role::Assistant | Role::Function, _) => {}
        }
    }

    fn note(&mut self, event: &TurnEvent) {
        match event {
            TurnEvent::Began { .. } => self.stage = Stage::RoundDue,
            TurnEvent::RoundBegan { round } => self.begin_round(*round),
            TurnEvent::Selected { selection } => self.ask_with(selection.offered().cloned().collect()),
            TurnEvent::RequestSent { offered, .. } => {
                self.stage = Stage::Receiving { offered: offered.clone() }
            }
            TurnEvent::ResponseReceived { usage } => self.usage += usage.unwrap_or_default(),
            TurnEvent::CallsResolved { calls } => calls.iter().for_each(|resolved| self.resolve(resolved)),
            TurnEvent::Paused { pause } => self.stand_still(pause),
            TurnEvent::Answered { answer } => self.go_on(answer),
            TurnEvent::CallStarted { call, origin } => self.start(call, *origin),
            TurnEvent::CallEnded { call, outcome } => self.end(call, outcome),
            TurnEvent::PauseRequested => self.pace = Pace::Step,
            TurnEvent::BreakpointsChanged { breakpoints } => self.plan.breakpoints.clone_from(breakpoints),
            TurnEvent::Ended { outcome } => self.stage = Stage::Ended { outcome: outcome.clone() },
            TurnEvent::ItemStarted { .. }
            | TurnEvent::TextDelta { .. }
            | TurnEvent::ReasoningDelta { .. }
            | TurnEvent::ArgumentsDelta { .. } => {}
        }
    }

    fn begin_round(&mut self, round: u32) {
        self.round = round;
        if self.is_last_round() {
            self.ask_with(Vec::new());
        } else {
            self.stage = Stage::Selecting;
        }
    }

    fn ask_with(&mut self, offered: Vec<FunctionName>) {
        self.stage = Stage::Asking { offered, stop: Stop::Ahead };
    }

    fn resolve(&mut self, resolved: &ResolvedCall) {
        let Some(pending) = self.pending_mut(&resolved.call) else { return };
        if let Some(reason) = stop_after_resolving(&pending.progress, &resolved.resolution) {
            pending.progress = Progress::Waiting(Stop::Due(reason));
        }
        pending.resolution = Some(resolved.resolution.clone());
    }

    fn start(&mut self, call: &CallId, origin: Option<Origin>) {
        if let Some(pending) = self.pending_mut(call) {
            pending.origin = origin;
            pending.progress = Progress::Running;
        }
    }

    fn end(&mut self, call: &CallId, outcome: &Outcome) {
        if let Some(pending) = self.pending_mut(call) {
            pending.progress = answered(pending, outcome);
        }
    }

    fn stand_still(&mut self, pause: &Pause) {
        self.pauses = pause.number;
        let here = Stop::Here(pause.clone());
        match &pause.place {
            PausePlace::BeforeRequest => {
                if let Stage::Asking { offered, .. } | Stage::Receiving { offered } = &mut self.stage {
                    self.stage = Stage::Asking { offered: std::mem::take(offered), stop: here };
                }
            }
            PausePlace::BeforeCall { call } => self.progress(call, |_| Progress::Waiting(here)),
            PausePlace::AfterCall { call } => self.progress(call, |progress| stopped(progress, here)),
        }
    }

    fn go_on(&mut self, answer: &Answer) {
        self.pace = answer.pace;
        let Some(place) = self.pause_place(answer.pause) else { return };
        match place {
            PausePlace::BeforeRequest => {
                if let Stage::Asking { stop, .. } = &mut self.stage {
                    *stop = Stop::Passed;
                }
            }
            PausePlace::BeforeCall { call } => self.progress(&call, |progress| match &answer.decision {
                Decision::Continue | Decision::EditArguments { .. } => Progress::Waiting(Stop::Passed),
                Decision::WriteResult { outcome } => by_person(outcome.clone(), Origin::Simulated),
                Decision::Decline { reason } => {
                    by_person(Outcome::Declined { reason: reason.clone() }, Origin::Person)
                }
                Decision::Stop => progress,
            }),
            PausePlace::AfterCall { call } => self.progress(&call, |progress| match &answer.decision {
                Decision::WriteResult { outcome } => by_person(outcome.clone(), Origin::Edited),
                Decision::Continue
                | Decision::EditArguments { .. }
                | Decision::Decline { .. }
                | Decision::Stop => stopped(progress, Stop::Passed),
            }),
        }
    }

    fn progress(&mut self, call: &CallId, change: impl FnOnce(Progress) -> Progress) {
        if let Some(pending) = self.pending_mut(call) {
            let before = std::mem::replace(&mut pending.progress, Progress::Running);
            pending.progress = change(before);
        }
    }

    fn pending_mut(&mut self, call: &CallId) -> Option<&mut PendingCall> {
        match &mut self.stage {
            Stage::Calling { calls, .. } => calls.iter_mut().find(|pending| pending.call.id == *call),
            Stage::RoundDue
            | Stage::Selecting
            | Stage::Asking { .. }
            | Stage::Receiving { .. }
            | Stage::Spoken
            | Stage::Ended { .. } => None,
        }
    }
}

/// A call that was changed has to be looked up again.
fn take_edits(pending: &mut [PendingCall], message: &Message) {
    for pending in pending {
        let edited = message.calls().find(|call| call.id == pending.call.id);
        if let Some(call) = edited.filter(|call| **call != pending.call) {
            pending.call = call.clone();
            pending.resolution = None;
        }
    }
}

/// Where a call has to stop because of what was found out about it, whatever the breakpoints say. A person who let a
/// call through has settled what was asked, unless the result itself is wanted.
fn stop_after_resolving(progress: &Progress, resolution: &Resolution) -> Option<PauseReason> {
    match (progress, resolution) {
        (Progress::Waiting(Stop::Passed), Resolution::Refused { .. }) => Some(PauseReason::EditRefused),
        (Progress::Waiting(Stop::Passed), Resolution::Runnable { asks, .. }) => {
            asks.contains(&Ask::Result).then_some(PauseReason::ResultWanted)
        }
        (Progress::Waiting(Stop::Ahead), Resolution::Runnable { asks, .. }) => {
            asks.first().map(|ask| match ask {
                Ask::NameRepair => PauseReason::NameRepaired,
                Ask::Consent { .. } => PauseReason::ConsentNeeded,
                Ask::Result => PauseReason::ResultWanted,
            })
        }
        (Progress::Waiting(_) | Progress::Running | Progress::Answered { .. }, _) => None,
    }
}

/// A result from a running function is the function's, or that of whoever stood in for it. One for a call that never
/// ran is ours.
fn answered(pending: &PendingCall, outcome: &Outcome) -> Progress {
    let origin = match pending.progress {
        Progress::Running => pending.origin.unwrap_or(Origin::Function),
        Progress::Waiting(_) | Progress::Answered { .. } => Origin::Application,
    };
    Progress::Answered { outcome: outcome.clone(), origin, stop: Stop::Ahead }
}

fn by_person(outcome: Outcome, origin: Origin) -> Progress {
    Progress::Answered { outcome, origin, stop: Stop::Passed }
}

fn stopped(progress: Progress, stop: Stop) -> Progress {
    match progress {
        Progress::Answered { outcome, origin, .. } => Progress::Answered { outcome, origin, stop },
        Progress::Waiting(_) => Progress::Waiting(stop),
        Progress::Running => Progress::Running,
    }
}
