//! Decides whether the turn must stop at a place, and why.

use super::Turn;
use crate::condition::Circumstances;
use crate::policy::{AtRoundLimit, OnUnknown};
use crate::stage::{PendingCall, Progress, Stop};
use crate::tally::has_failed;
use crate::{
    Breakpoint, BreakpointId, Invocation, Pace, Pause, PausePlace, PauseReason, Permission, StopPlace,
    TurnEvent, TurnRecord,
};
use content::{CallArguments, FailureKind, FunctionName, JsonObject};
use ports::{FunctionChoice, Resolution};

impl Turn {
    /// The records a place needs before the turn may pass it: hits of breakpoints, then the stop itself.
    pub(super) fn stop_at(&self, stop: &Stop, place: &PausePlace) -> Option<TurnRecord> {
        let stopping: &[BreakpointId] = match stop {
            Stop::Here(_) | Stop::Passed => return None,
            Stop::Due(reason) => return Some(self.pause(place, *reason, &[])),
            Stop::Ahead => match self.hit_at(place) {
                hit if hit.is_empty() => &[],
                breakpoints => {
                    let call = place.call().cloned();
                    return Some(TurnRecord::Event(TurnEvent::BreakpointsHit { breakpoints, call }));
                }
            },
            Stop::Counted { stopping } => stopping,
        };
        let reason = self.reason_to_stop(place, stopping)?;
        Some(self.pause(place, reason, stopping))
    }

    fn reason_to_stop(&self, place: &PausePlace, stopping: &[BreakpointId]) -> Option<PauseReason> {
        let pending = place.call().and_then(|call| self.pending().iter().find(|one| one.call.id == *call));
        let is_before = matches!(place, PausePlace::BeforeCall { .. });
        let before = pending.filter(|_| is_before);
        if before.is_some_and(|pending| self.needs_approval(pending)) {
            Some(PauseReason::Approval)
        } else if before.is_some_and(|pending| self.hands_back(pending)) {
            Some(PauseReason::HandedBack)
        } else if !stopping.is_empty() {
            Some(PauseReason::Breakpoint)
        } else {
            self.steps_at(place).then_some(PauseReason::Step)
        }
    }

    fn steps_at(&self, place: &PausePlace) -> bool {
        match (self.pace, place) {
            (Pace::Run | Pace::LetGo, _)
            | (Pace::Step | Pace::StepOver | Pace::ToCall, PausePlace::AfterResponse) => false,
            (Pace::Step, _) => true,
            (Pace::StepOver, place) => *place == PausePlace::BeforeRequest,
            (Pace::ToCall, place) => matches!(place, PausePlace::BeforeCall { .. }),
        }
    }

    /// The approval rule for a call that could run. One that can't needs no permission.
    pub(super) fn permission(&self, pending: &PendingCall) -> Permission {
        let (Some(Resolution::Runnable { name, .. }), CallArguments::Parsed { value, .. }) =
            (&pending.resolution, &pending.call.arguments)
        else {
            return Permission::Always;
        };
        self.plan.approvals.permission(name, value)
    }

    /// Whether calls are left to the person here.
    pub(super) fn hands_back(&self, pending: &PendingCall) -> bool {
        let policies = &self.plan.policies;
        let is_unknown = matches!(
            &pending.resolution,
            Some(Resolution::Refused { failure, .. }) if failure.kind == FailureKind::UnknownFunction
        );
        self.plan.invocation() == Invocation::ByHand
            || (is_unknown && policies.on_unknown == OnUnknown::HandBack)
            || self.hands_back_odd(pending)
            || (policies.at_round_limit == AtRoundLimit::HandBack && self.round > self.plan.limits.rounds)
            || (!self.is_last_round() && self.plan.choice.at(self.round) == Some(&FunctionChoice::None))
    }

    /// The breakpoints whose conditions hold at a place.
    fn hit_at(&self, place: &PausePlace) -> Vec<BreakpointId> {
        let points = self.plan.breakpoints.iter().filter(|point| point.is_enabled);
        points.filter(|point| self.is_hit(point, place)).map(|point| point.id.clone()).collect()
    }

    fn is_hit(&self, point: &Breakpoint, place: &PausePlace) -> bool {
        let calls: Vec<_> = match place {
            PausePlace::BeforeRequest | PausePlace::DuringAnswer => Vec::new(),
            PausePlace::AfterResponse => self.pending().iter().map(about).collect(),
            PausePlace::BeforeCall { call } | PausePlace::AfterCall { call } => {
                self.pending().iter().filter(|pending| pending.call.id == *call).map(about).collect()
            }
        };
        let model = self.plan.speaking_model();
        self.is_place(point.place, place)
            && point.condition.holds(&Circumstances { model, round: self.round, calls: &calls })
    }

    fn is_place(&self, wanted: StopPlace, place: &PausePlace) -> bool {
        let pending = place.call().and_then(|call| self.pending().iter().find(|one| one.call.id == *call));
        match (wanted, place) {
            (StopPlace::BeforeRequest, PausePlace::BeforeRequest)
            | (StopPlace::AfterResponse, PausePlace::AfterResponse)
            | (StopPlace::BeforeCall, PausePlace::BeforeCall { .. })
            | (StopPlace::AfterCall, PausePlace::AfterCall { .. }) => true,
            (StopPlace::OnError, PausePlace::AfterCall { .. }) => {
                pending.and_then(PendingCall::outcome).is_some_and(has_failed)
            }
            (StopPlace::OnRepair, PausePlace::BeforeCall { .. }) => pending.is_some_and(is_repaired),
            (StopPlace::OnSchemaViolation, PausePlace::BeforeCall { .. }) => pending.is_some_and(violates),
            (StopPlace::OnRepeatedCall, PausePlace::BeforeCall { .. }) => {
                pending.is_some_and(|pending| pending.repeats > 0)
            }
            _ => false,
        }
    }

    /// The breakpoints that stop at a failed request.
    pub(super) fn hit_on_failure(&self) -> Vec<BreakpointId> {
        let at = Circumstances { model: self.plan.speaking_model(), round: self.round, calls: &[] };
        let points = self.plan.breakpoints.iter();
        let wanted = points.filter(|point| point.is_enabled && point.place == StopPlace::OnError);
        wanted.filter(|point| point.condition.holds(&at)).map(|point| point.id.clone()).collect()
    }

    /// The breakpoints just counted whose rule demands a stop.
    pub(super) fn stopping_among(&self, breakpoints: &[BreakpointId]) -> Vec<BreakpointId> {
        if self.pace == Pace::LetGo {
            return Vec::new();
        }
        let stops = |id: &&BreakpointId| {
            let mut points = self.plan.breakpoints.iter().filter(|point| point.id == **id);
            points.any(|point| point.hits.stops(self.tally.hits(id)))
        };
        breakpoints.iter().filter(stops).cloned().collect()
    }

    pub(super) fn pause(
        &self,
        place: &PausePlace,
        reason: PauseReason,
        breakpoints: &[BreakpointId],
    ) -> TurnRecord {
        let (place, breakpoints) = (place.clone(), breakpoints.to_vec());
        let (waiting, unasked) = self.beside(&place, &breakpoints);
        let pause = Pause { number: self.pauses + 1, place, reason, breakpoints, waiting, unasked };
        TurnRecord::Event(TurnEvent::Paused { pause, state: None })
    }

    /// Whether a breakpoint will stop the turn before a call whose turn has not come. Those that stop it now, if only
    /// once, are `spent`.
    pub(super) fn will_stop_before(&self, pending: &PendingCall, spent: &[BreakpointId]) -> bool {
        let hit = match &pending.progress {
            Progress::Waiting(Stop::Counted { stopping }) => return !stopping.is_empty(),
            Progress::Waiting(Stop::Ahead) if self.pace != Pace::LetGo => {
                self.hit_at(&PausePlace::BeforeCall { call: pending.call.id.clone() })
            }
            Progress::Waiting(Stop::Ahead | Stop::Due(_) | Stop::Here(_) | Stop::Passed)
            | Progress::HandedOver(_)
            | Progress::Running { .. }
            | Progress::Answered { .. } => return false,
        };
        let mut points = self.plan.breakpoints.iter().filter(|point| hit.contains(&point.id));
        points.any(|point| {
            let is_spent = point.is_one_shot && spent.contains(&point.id);
            !is_spent && point.hits.stops(self.tally.hits(&point.id) + 1)
        })
    }

    /// Whether this call is done for this round.
    pub(super) fn is_settled(&self, pending: &PendingCall) -> bool {
        match &pending.progress {
            Progress::Answered { stop: Stop::Here(_), .. }
            | Progress::Waiting(_)
            | Progress::HandedOver(_)
            | Progress::Running { .. } => false,
            Progress::Answered { stop, .. } => {
                let place = PausePlace::AfterCall { call: pending.call.id.clone() };
                self.stop_at(stop, &place).is_none()
            }
        }
    }
}

fn about(pending: &PendingCall) -> (Option<&FunctionName>, Option<&JsonObject>) {
    let arguments = match &pending.call.arguments {
        CallArguments::Parsed { value, .. } => Some(value),
        CallArguments::Malformed { .. } => None,
    };
    (pending.function(), arguments)
}

fn is_repaired(pending: &PendingCall) -> bool {
    matches!(pending.resolution, Some(Resolution::Runnable { repair: Some(_), .. }))
}

fn violates(pending: &PendingCall) -> bool {
    match &pending.resolution {
        Some(Resolution::Runnable { findings, .. }) => !findings.is_empty(),
        Some(Resolution::Refused { failure, .. }) => failure.kind == FailureKind::InvalidArguments,
        None => false,
    }
}
