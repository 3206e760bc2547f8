//! The order of the calls of one answer, and which of them need no person.

use super::Turn;
use crate::policy::BesideAsked;
use crate::stage::{PendingCall, Progress, Stop};
use crate::{BreakpointId, PausePlace};
use content::CallId;
use ports::Resolution;

impl Turn {
    /// The calls in the order in which they are handled. Running and answered ones stay in front.
    pub(super) fn in_turn<'a>(&self, calls: &'a [PendingCall]) -> Vec<&'a PendingCall> {
        let mut calls: Vec<_> = calls.iter().collect();
        match self.plan.policies.beside_asked {
            BesideAsked::InPlace => {}
            BesideAsked::Wait => calls.sort_by_key(|pending| pending.is_waiting() && !self.is_asked(pending)),
            BesideAsked::First => calls.sort_by_key(|pending| self.is_asked(pending)),
        }
        calls
    }

    /// Of the calls that run together, those that may run now.
    pub(super) fn at_once<'a>(&self, calls: &[&'a PendingCall]) -> Vec<&'a PendingCall> {
        let mut waiting: Vec<_> = calls.iter().copied().filter(|pending| pending.is_waiting()).collect();
        let is_first = self.plan.policies.beside_asked == BesideAsked::First && !self.plan.is_run_outside();
        if is_first && waiting.iter().any(|pending| !self.is_asked(pending)) {
            waiting.retain(|pending| !self.is_asked(pending));
        }
        waiting
    }

    /// Whether a person must decide before this call can continue.
    fn is_asked(&self, pending: &PendingCall) -> bool {
        match &pending.progress {
            Progress::Waiting(Stop::Here(_)) => true,
            Progress::Waiting(Stop::Due(_)) => !self.is_repeat(pending),
            Progress::Waiting(Stop::Ahead | Stop::Counted { .. }) => {
                self.needs_approval(pending) || self.hands_back(pending)
            }
            Progress::Waiting(Stop::Passed)
            | Progress::HandedOver(_)
            | Progress::Running { .. }
            | Progress::Answered { .. } => false,
        }
    }

    /// The other calls at a stop: those that wait for the person, and those that will run without a question.
    pub(super) fn beside(&self, place: &PausePlace, stopping: &[BreakpointId]) -> (Vec<CallId>, Vec<CallId>) {
        let PausePlace::BeforeCall { call } = place else { return Default::default() };
        let calls = self.in_turn(self.pending());
        let others = calls.iter().filter(|pending| pending.is_waiting() && pending.call.id != *call);
        let (asked, others): (Vec<&PendingCall>, Vec<_>) =
            others.partition(|pending| self.is_asked(pending) || self.will_stop_before(pending, stopping));
        let unasked = others.into_iter().filter(|pending| self.runs(&calls, pending));
        let ids = |pending: &PendingCall| pending.call.id.clone();
        (asked.into_iter().map(ids).collect(), unasked.map(ids).collect())
    }

    fn runs(&self, calls: &[&PendingCall], pending: &PendingCall) -> bool {
        let Progress::Waiting(stop) = &pending.progress else { return false };
        matches!(pending.resolution, Some(Resolution::Runnable { .. }))
            && self.limit_of_call(stop, waiting_before(calls, pending)).is_none()
            && self.refusal(pending).is_none()
    }
}

/// The number of calls that will run before this one, as far as it is known.
pub(super) fn waiting_before(calls: &[&PendingCall], pending: &PendingCall) -> usize {
    let before = calls.iter().take_while(|other| other.call.id != pending.call.id);
    before.filter(|other| other.is_waiting()).count()
}
