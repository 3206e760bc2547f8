//! Everything that follows without input: rounds, stops, refusals, the message with the results, the end.

use super::Turn;
use super::beside::waiting_before;
use super::refuse::not_run;
use crate::stage::{PendingCall, Progress, Stage, Stop};
use crate::{Invocation, Limit, PausePlace, TurnEvent, TurnOutcome, TurnRecord};
use content::Role;
use ports::IdSource;

impl Turn {
    /// Appends the records that follow without input, and applies them.
    pub(super) fn settle(&mut self, ids: &dyn IdSource, records: &mut Vec<TurnRecord>) {
        while let Some(mut record) = self.follow_up(ids) {
            self.fill_in(&mut record);
            self.evolve(&record);
            records.push(record);
        }
    }

    fn follow_up(&self, ids: &dyn IdSource) -> Option<TurnRecord> {
        match &self.stage {
            Stage::RoundDue => Some(self.after_round(ids)),
            Stage::Spoken { stop } => {
                self.stop_at(stop, &PausePlace::AfterResponse).or_else(|| self.last_word(stop, ids))
            }
            Stage::Asking { stop, .. } => self.stop_at(stop, &PausePlace::BeforeRequest),
            Stage::Calling { calls, stop, .. } if calls.iter().all(is_looked_up) => match stop {
                Stop::Here(_) => None,
                Stop::Ahead | Stop::Counted { .. } | Stop::Due(_) | Stop::Passed => self
                    .stop_at(stop, &PausePlace::AfterResponse)
                    .or_else(|| self.follow_up_of_calls(calls, ids)),
            },
            Stage::Receiving { .. } => self.stop_at(&self.held, &PausePlace::DuringAnswer),
            Stage::Selecting | Stage::Calling { .. } | Stage::Ended { .. } => None,
        }
    }

    /// The record that follows a message with results, or the words in place of them.
    fn after_round(&self, ids: &dyn IdSource) -> TurnRecord {
        if let Some(filter) = self.terminated_by.clone() {
            return ended(TurnOutcome::Terminated { filter });
        }
        if let Some(limit) = self.last_limit() {
            return match self.path.last() {
                Some(last) if last.role == Role::Function => {
                    TurnRecord::Message(self.fallback_message(limit, ids))
                }
                Some(_) | None => ended(TurnOutcome::LimitReached { limit }),
            };
        }
        if let Some(outcome) = self.failure_due() {
            return ended(outcome);
        }
        TurnRecord::Event(match self.limit_due() {
            Some(limit) if self.last_round.is_none() && !self.has_open_calls() => {
                TurnEvent::LimitHit { limit }
            }
            Some(_) | None => TurnEvent::RoundBegan { round: self.round + 1, opening: None },
        })
    }

    /// The end of a turn whose model called nothing, or its next round if the model was only paused.
    fn last_word(&self, stop: &Stop, ids: &dyn IdSource) -> Option<TurnRecord> {
        if stop.pause().is_some() {
            return None;
        }
        if self.is_paused {
            return Some(self.after_round(ids));
        }
        match self.last_limit().filter(|_| self.is_blank()) {
            Some(limit) => Some(TurnRecord::Message(self.fallback_message(limit, ids))),
            None => Some(ended(self.spoken_outcome())),
        }
    }

    /// Words of the application in place of the model's are not an answer.
    fn spoken_outcome(&self) -> TurnOutcome {
        let is_ours = self.path.last().is_some_and(|last| last.author == content::Author::Application);
        match (&self.terminated_by, self.last_limit()) {
            (Some(filter), _) => TurnOutcome::Terminated { filter: filter.clone() },
            (None, Some(limit)) if is_ours => TurnOutcome::LimitReached { limit },
            (None, _) => match self.unanswered_by() {
                Some(stop) => TurnOutcome::Unanswered { stop },
                None if self.says_something() => TurnOutcome::Answered,
                None => TurnOutcome::Silent { called: self.called_so_far() },
            },
        }
    }

    fn follow_up_of_calls(&self, calls: &[PendingCall], ids: &dyn IdSource) -> Option<TurnRecord> {
        let is_open = |pending: &&&PendingCall| !self.is_settled(pending);
        let calls = &self.in_turn(calls);
        match self.plan.invocation() {
            Invocation::InOrder | Invocation::ByHand => match calls.iter().find(is_open) {
                Some(pending) => self.follow_up_of_call(calls, pending),
                None => Some(TurnRecord::Message(self.results_message(ids))),
            },
            Invocation::Together => {
                let mut open = calls.iter().filter(is_open).peekable();
                if open.peek().is_none() {
                    return Some(TurnRecord::Message(self.results_message(ids)));
                }
                if calls.iter().any(|pending| pending.stop().is_some_and(|stop| stop.pause().is_some())) {
                    return None;
                }
                let now = self.at_once(calls);
                let before = now.into_iter().find_map(|pending| self.follow_up_of_call(calls, pending));
                // Stops after calls are considered once all of them are done.
                let is_through = calls.iter().all(|pending| pending.is_answered());
                before.or_else(|| {
                    is_through.then(|| open.find_map(|pending| self.follow_up_of_call(calls, pending)))?
                })
            }
        }
    }

    fn follow_up_of_call(&self, calls: &[&PendingCall], pending: &PendingCall) -> Option<TurnRecord> {
        let call = pending.call.id.clone();
        match &pending.progress {
            Progress::Running { .. } | Progress::HandedOver(_) | Progress::Waiting(Stop::Here(_)) => None,
            Progress::Answered { stop, .. } => self.stop_at(stop, &PausePlace::AfterCall { call }),
            Progress::Waiting(stop) => {
                if self.terminated_by.is_some() {
                    return Some(not_run(&call, "not run: a filter ended the turn"));
                }
                if let Some(limit) = self.limit_of_call(stop, waiting_before(calls, pending)) {
                    return Some(not_run(&call, &self.not_run_text(limit)));
                }
                let is_unasked = matches!(stop, Stop::Due(_)) && self.is_repeat(pending);
                let stop = if is_unasked { &Stop::Ahead } else { stop };
                self.stop_at(stop, &PausePlace::BeforeCall { call }).or_else(|| self.refusal(pending))
            }
        }
    }

    fn not_run_text(&self, limit: Limit) -> String {
        format!("not run: the turn has reached its limit of {}, answer in words", self.limit_name(limit))
    }
}

/// Whether an edited call must be resolved again. One with a result need not be.
fn is_looked_up(pending: &PendingCall) -> bool {
    pending.resolution.is_some() || pending.is_answered()
}

pub(super) fn ended(outcome: TurnOutcome) -> TurnRecord {
    TurnRecord::Event(TurnEvent::Ended { outcome })
}
