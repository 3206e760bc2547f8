//! What follows by itself: rounds, stops, refusals, the message with the results, the end.

use super::Turn;
use crate::stage::{PendingCall, Progress, Stage};
use crate::{Pause, PausePlace, PauseReason, StopPlace, TurnEvent, TurnOutcome, TurnRecord};
use content::{
    Author, CallArguments, Failure, FailureKind, FunctionResult, Item, Message, Origin, Outcome, Role,
};
use ports::{IdSource, Resolution};

impl Turn {
    /// Adds to the records whatever follows from them without anyone's doing, and takes it in.
    pub(super) fn settle(&mut self, ids: &dyn IdSource, records: &mut Vec<TurnRecord>) {
        while let Some(record) = self.follow_up(ids) {
            self.evolve(&record);
            records.push(record);
        }
    }

    fn follow_up(&self, ids: &dyn IdSource) -> Option<TurnRecord> {
        match &self.stage {
            Stage::RoundDue if self.is_last_round() => Some(ended(TurnOutcome::LimitReached)),
            Stage::RoundDue => Some(TurnRecord::Event(TurnEvent::RoundBegan { round: self.round + 1 })),
            Stage::Spoken => Some(ended(TurnOutcome::Answered)),
            Stage::Asking { stop, .. } => {
                let reason = self.stops_at(stop, StopPlace::BeforeRequest, None)?;
                Some(self.pause(PausePlace::BeforeRequest, reason))
            }
            Stage::Calling { calls, .. } if calls.iter().all(|pending| pending.resolution.is_some()) => {
                match calls.iter().find(|pending| !self.is_settled(pending)) {
                    Some(pending) => self.follow_up_of_call(pending),
                    None => Some(TurnRecord::Message(self.results_message(ids))),
                }
            }
            Stage::Selecting | Stage::Receiving { .. } | Stage::Calling { .. } | Stage::Ended { .. } => None,
        }
    }

    fn follow_up_of_call(&self, pending: &PendingCall) -> Option<TurnRecord> {
        let call = pending.call.id.clone();
        match &pending.progress {
            Progress::Running => None,
            Progress::Answered { stop, .. } => {
                let reason = self.stops_at(stop, StopPlace::AfterCall, pending.function())?;
                Some(self.pause(PausePlace::AfterCall { call }, reason))
            }
            Progress::Waiting(_) if self.is_last_round() => {
                let message = "not run: the turn has reached its limit of rounds, answer in words".to_owned();
                let outcome = Outcome::Failed { failure: Failure { kind: FailureKind::NotRun, message } };
                Some(TurnRecord::Event(TurnEvent::CallEnded { call, outcome }))
            }
            Progress::Waiting(crate::stage::Stop::Here(_)) => None,
            Progress::Waiting(stop) => match self.stops_at(stop, StopPlace::BeforeCall, pending.function()) {
                Some(reason) => Some(self.pause(PausePlace::BeforeCall { call }, reason)),
                None => refusal(pending),
            },
        }
    }

    fn pause(&self, place: PausePlace, reason: PauseReason) -> TurnRecord {
        TurnRecord::Event(TurnEvent::Paused { pause: Pause { number: self.pauses + 1, place, reason } })
    }

    /// One message with every result of the round, in the order of the calls.
    pub(super) fn results_message(&self, ids: &dyn IdSource) -> Message {
        let pending: &[PendingCall] = match &self.stage {
            Stage::Calling { calls, .. } => calls,
            Stage::RoundDue
            | Stage::Selecting
            | Stage::Asking { .. }
            | Stage::Receiving { .. }
            | Stage::Spoken
            | Stage::Ended { .. } => &[],
        };
        Message {
            id: ids.message(),
            parent: self.last_message().cloned(),
            role: Role::Function,
            items: pending.iter().filter_map(result_of).collect(),
            author: Author::Application,
            origin: Origin::Application,
        }
    }
}

pub(super) fn ended(outcome: TurnOutcome) -> TurnRecord {
    TurnRecord::Event(TurnEvent::Ended { outcome })
}

/// The answer to a call that can't run: what the model is told about it.
fn refusal(pending: &PendingCall) -> Option<TurnRecord> {
    let failure = match (&pending.resolution, &pending.call.arguments) {
        (Some(Resolution::Refused { failure, .. }), _) => failure.clone(),
        (Some(Resolution::Runnable { .. }), CallArguments::Malformed { reason, .. }) => Failure {
            kind: FailureKind::InvalidArguments,
            message: format!("the arguments are not JSON: {reason}"),
        },
        (Some(Resolution::Runnable { .. }) | None, _) => return None,
    };
    let call = pending.call.id.clone();
    Some(TurnRecord::Event(TurnEvent::CallEnded { call, outcome: Outcome::Failed { failure } }))
}

fn result_of(pending: &PendingCall) -> Option<Item> {
    match &pending.progress {
        Progress::Answered { outcome, origin, .. } => Some(Item::FunctionResult {
            result: FunctionResult {
                call_id: pending.call.id.clone(),
                function: pending.call.function.clone(),
                outcome: outcome.clone(),
                origin: *origin,
            },
        }),
        Progress::Waiting(_) | Progress::Running => None,
    }
}
