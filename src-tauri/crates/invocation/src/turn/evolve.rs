//! Applies records to a turn. Live and rebuilt turns both pass through here.

use super::guide::best_fits;
use super::{LastRound, Turn};
use crate::open::open_calls;
use crate::stage::{PendingCall, Progress, Stage, Stop};
use crate::{
    BreakpointId, CallChange, CallPhase, FilterEffect, FilterPassage, Invocation, Pace, Pause, PausePlace,
    PauseReason, ResolvedCall, TurnEvent, TurnRecord,
};
use content::{CallId, Message, Origin, Outcome, Role};
use ports::{Ask, RequestSettings, Resolution, Selection, StopReason};

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

    /// A message with an earlier parent than the last message replaces everything after that parent.
    fn hear(&mut self, message: &Message) {
        self.path.add(message);
        if self.cut.as_ref() == Some(&message.id) {
            return;
        }
        match (message.role, &mut self.stage) {
            (Role::Assistant, Stage::Receiving { .. }) => self.heard_answer(message),
            (Role::Assistant, Stage::Calling { calls, .. }) => {
                take_edits(calls, message);
                if calls.is_empty() {
                    self.stage = Stage::Spoken { stop: Stop::Passed };
                }
            }
            // A person added a call where the model made none.
            (Role::Assistant, Stage::Spoken { stop }) => {
                let mut calls = Vec::new();
                take_edits(&mut calls, message);
                if !calls.is_empty() {
                    let stop = std::mem::replace(stop, Stop::Passed);
                    self.stage = Stage::Calling { offered: Vec::new(), calls, stop };
                }
            }
            (Role::Function, Stage::Calling { calls, .. }) => {
                self.tally.count_round(calls);
                self.stage = Stage::RoundDue;
            }
            (Role::System | Role::User | Role::Assistant | Role::Function, _) => {}
        }
    }

    fn note(&mut self, event: &TurnEvent) {
        match event {
            TurnEvent::Began { .. } => self.stage = Stage::RoundDue,
            TurnEvent::Given { results } => self.given.clone_from(results),
            TurnEvent::RoundBegan { round, .. } => self.begin_round(*round),
            TurnEvent::Selected { selection } => self.select(selection),
            TurnEvent::RequestSent { names, .. } => {
                self.names = Some(names.as_deref().cloned().unwrap_or_default());
                self.sent();
            }
            TurnEvent::ModelReplaced { by } => self.replaced_by = Some(by.clone()),
            TurnEvent::RequestFailed { .. } => self.unanswered(),
            TurnEvent::ResponseReceived { usage, stop } => {
                self.usage += usage.unwrap_or_default();
                self.is_paused = *stop == Some(StopReason::Paused);
                self.stopped_by.clone_from(stop);
            }
            TurnEvent::AnswerCut { message, usage, .. } => {
                self.usage += usage.unwrap_or_default();
                self.note_cut(message.as_ref());
            }
            TurnEvent::CompletionReceived { usage, .. } => self.usage += *usage,
            TurnEvent::CallsResolved { calls } => calls.iter().for_each(|resolved| self.resolve(resolved)),
            TurnEvent::BreakpointsHit { breakpoints, call } => self.count(breakpoints, call.as_ref()),
            TurnEvent::Paused { pause, .. } => self.stand_still(pause),
            TurnEvent::Answered { answer, effect } => {
                self.go_on(answer);
                for change in effect.iter().flat_map(|effect| &effect.calls) {
                    self.take_result(change);
                }
            }
            TurnEvent::CallStarted { call, origin } => self.start(call, *origin),
            TurnEvent::HandedOver { call, .. } => self.start(call, Origin::Model),
            TurnEvent::CallEnded { call, outcome, origin, answered_from, .. } => {
                if answered_from.is_some() {
                    self.note_repeat();
                }
                self.progress(call, |progress| answered(&progress, outcome, *origin))
            }
            TurnEvent::Filtered { passage } => self.pass(passage),
            TurnEvent::LimitHit { limit } => {
                self.last_round = Some(LastRound { round: self.round + 1, limit: *limit });
            }
            TurnEvent::TimeUp => self.tally.is_time_up = true,
            TurnEvent::PauseRequested => self.pause_was_requested(),
            TurnEvent::BreakpointsChanged { breakpoints } => {
                self.leave_behind();
                self.plan.breakpoints.clone_from(breakpoints);
            }
            TurnEvent::ApprovalsChanged { approvals } => self.plan.approvals.clone_from(approvals),
            TurnEvent::SettingsChanged { settings } => self.change_settings(settings),
            TurnEvent::Ended { outcome } => self.stage = Stage::Ended { outcome: outcome.clone() },
            TurnEvent::ItemStarted { .. }
            | TurnEvent::TextDelta { .. }
            | TurnEvent::ReasoningDelta { .. }
            | TurnEvent::Adapted { .. }
            | TurnEvent::PersonAsked { .. }
            | TurnEvent::PersonAnswered { .. }
            | TurnEvent::ArgumentsDelta { .. } => {}
            TurnEvent::Noticed { finding } => self.notice(finding),
        }
    }

    fn select(&mut self, selection: &Selection) {
        let selected = self.selected.get_or_insert_default();
        let more: Vec<_> = selection.offered().filter(|name| !selected.contains(name)).cloned().collect();
        selected.extend(more);
        self.need = selection.need;
        self.fitting = best_fits(selection);
        self.ask_with(selection.offered().cloned().collect());
    }

    fn pause_was_requested(&mut self) {
        self.leave_behind();
        self.hold();
        self.pace = Pace::Step;
    }

    /// A filter may answer in place of the model, or end the turn.
    fn pass(&mut self, passage: &FilterPassage) {
        if passage.effect == FilterEffect::Terminated {
            self.terminated_by = Some(passage.filter.clone());
        } else if matches!(passage.effect, FilterEffect::AnsweredRequest { .. }) {
            self.sent();
        }
    }

    /// Calls that the turn has passed stay behind it, even if it would stop after them from now on. Calls that run
    /// together are considered once all of them are done.
    pub(super) fn leave_behind(&mut self) {
        if self.plan.invocation() == Invocation::Together {
            return;
        }
        let is_behind = |pending: &&PendingCall| pending.is_answered() && self.is_settled(pending);
        let behind: Vec<_> = self.pending().iter().filter(is_behind).map(|one| one.call.id.clone()).collect();
        for call in behind {
            self.progress(&call, |progress| stopped(progress, Stop::Passed));
        }
    }

    pub(super) fn sent(&mut self) {
        (self.cut, self.held, self.replaced_by) = (None, Stop::Passed, None);
        if let Stage::Asking { asked, .. } = &self.stage {
            self.stage = Stage::Receiving { asked: asked.clone() };
        }
    }

    fn unanswered(&mut self) {
        self.leave_out_cut();
        if let Stage::Receiving { asked } | Stage::Asking { asked, .. } = &self.stage {
            let stop = Stop::Due(PauseReason::RequestFailed);
            self.stage = Stage::Asking { asked: asked.clone(), stop };
        }
    }

    fn resolve(&mut self, resolved: &ResolvedCall) {
        let Some(call) = self.pending_mut(&resolved.call).map(|pending| pending.call.clone()) else { return };
        let repeats = self.tally.repeats(&call);
        self.tally.count_call(&call);
        let Some(pending) = self.pending_mut(&resolved.call) else { return };
        if let Some(reason) = stop_after_resolving(&pending.progress, &resolved.resolution) {
            pending.progress = Progress::Waiting(Stop::Due(reason));
        }
        pending.resolution = Some(resolved.resolution.clone());
        pending.recorded.clone_from(&resolved.recorded);
        pending.repeats = repeats;
    }

    /// Records hits, and which of them stop the turn at their place.
    fn count(&mut self, breakpoints: &[BreakpointId], call: Option<&CallId>) {
        breakpoints.iter().for_each(|breakpoint| self.tally.count_hit(breakpoint));
        let counted = Stop::Counted { stopping: self.stopping_among(breakpoints) };
        match (call, &mut self.stage) {
            (Some(call), _) => self.progress(call, |progress| stopped(progress, counted)),
            (None, Stage::Asking { stop, .. } | Stage::Spoken { stop } | Stage::Calling { stop, .. }) => {
                *stop = counted;
            }
            _ => {}
        }
    }

    fn stand_still(&mut self, pause: &Pause) {
        self.pauses = pause.number;
        let points = self.plan.breakpoints.iter_mut();
        for point in points.filter(|point| point.is_one_shot && pause.breakpoints.contains(&point.id)) {
            point.is_enabled = false;
        }
        let here = Stop::Here(pause.clone());
        if pause.reason == PauseReason::Interrupted {
            self.wait_again();
        }
        // An interrupted call did not run as far as limits are concerned: it may run once more.
        if pause.reason == PauseReason::Interrupted && pause.place.call().is_some() {
            self.tally.run = self.tally.run.saturating_sub(1);
        }
        match &pause.place {
            PausePlace::BeforeRequest => {
                self.leave_out_cut();
                if let Stage::Asking { asked, .. } | Stage::Receiving { asked } = &self.stage {
                    self.stage = Stage::Asking { asked: asked.clone(), stop: here };
                }
            }
            PausePlace::DuringAnswer => self.held = here,
            PausePlace::AfterResponse => {
                if let Stage::Spoken { stop } | Stage::Calling { stop, .. } = &mut self.stage {
                    *stop = here;
                }
            }
            PausePlace::BeforeCall { call } => self.progress(call, |_| Progress::Waiting(here)),
            PausePlace::AfterCall { call } => self.progress(call, |progress| stopped(progress, here)),
        }
    }

    /// From the next request on, also where a person had changed the settings of that one before.
    fn change_settings(&mut self, settings: &RequestSettings) {
        self.plan.settings.clone_from(settings);
        if let Stage::Asking { asked, .. } | Stage::Receiving { asked } = &mut self.stage
            && let Some(edit) = &mut asked.edit
        {
            edit.settings = None;
        }
    }

    fn take_result(&mut self, change: &CallChange) {
        if let CallPhase::Answered { outcome, origin } = &change.phase {
            let (outcome, origin) = (outcome.clone(), *origin);
            self.progress(&change.call, |_| Progress::Answered { outcome, origin, stop: Stop::Passed });
        }
    }

    fn start(&mut self, call: &CallId, origin: Origin) {
        self.tally.run += 1;
        self.note_run(call);
        self.progress(call, |_| Progress::Running { origin });
    }

    pub(super) fn progress(&mut self, call: &CallId, change: impl FnOnce(Progress) -> Progress) {
        if let Some(pending) = self.pending_mut(call) {
            let before = std::mem::replace(&mut pending.progress, Progress::Waiting(Stop::Ahead));
            pending.progress = change(before);
        }
    }

    pub(super) fn pending_mut(&mut self, call: &CallId) -> Option<&mut PendingCall> {
        let Stage::Calling { calls, .. } = &mut self.stage else { return None };
        calls.iter_mut().find(|pending| pending.call.id == *call)
    }
}

/// A changed call must be resolved again. A dropped one is gone, and an added one waits.
fn take_edits(pending: &mut Vec<PendingCall>, message: &Message) {
    pending.retain(|pending| message.calls().any(|call| call.id == pending.call.id));
    for call in open_calls(message) {
        match pending.iter_mut().find(|pending| pending.call.id == call.id) {
            Some(known) if known.call != *call => {
                if known.call.arguments != call.arguments {
                    known.odd.retain(|oddity| !oddity.is_doubtful());
                }
                known.call = call.clone();
                known.resolution = None;
                known.recorded = None;
            }
            Some(_) => {}
            None => pending.push(PendingCall::new(call.clone())),
        }
    }
}

/// The stop that the resolution of a call demands, whatever the breakpoints say. A person who let a call through has
/// answered its questions, unless the result itself is wanted.
fn stop_after_resolving(progress: &Progress, resolution: &Resolution) -> Option<PauseReason> {
    match (progress, resolution) {
        (Progress::Waiting(Stop::Passed), Resolution::Refused { .. }) => Some(PauseReason::EditRefused),
        (Progress::Waiting(Stop::Passed), Resolution::Runnable { asks, .. }) => {
            let is_wanted = asks.iter().any(|ask| matches!(ask, Ask::Result { .. }));
            is_wanted.then_some(PauseReason::ResultWanted)
        }
        (Progress::Waiting(Stop::Ahead), Resolution::Runnable { asks, .. }) => {
            asks.first().map(|ask| match ask {
                Ask::NameRepair => PauseReason::NameRepaired,
                Ask::Consent { .. } => PauseReason::ConsentNeeded,
                Ask::Result { .. } => PauseReason::ResultWanted,
            })
        }
        _ => None,
    }
}

fn answered(progress: &Progress, outcome: &Outcome, origin: Option<Origin>) -> Progress {
    let origin = origin.unwrap_or_else(|| origin_of(Some(progress), outcome));
    Progress::Answered { outcome: outcome.clone(), origin, stop: Stop::Ahead }
}

/// The origin of a result is the party that ran the call. The result of a call that never ran is ours.
pub(super) fn origin_of(progress: Option<&Progress>, outcome: &Outcome) -> Origin {
    let is_not_run =
        matches!(outcome, Outcome::Failed { failure } if failure.kind == content::FailureKind::NotRun);
    let Some(Progress::Running { origin }) = progress else { return Origin::Application };
    if is_not_run { Origin::Application } else { *origin }
}

pub(super) fn stopped(progress: Progress, stop: Stop) -> Progress {
    match progress {
        Progress::Answered { outcome, origin, .. } => Progress::Answered { outcome, origin, stop },
        Progress::Waiting(_) => Progress::Waiting(stop),
        Progress::HandedOver(_) | Progress::Running { .. } => progress,
    }
}
