//! Which consequences a record has.

use super::Turn;
use super::evolve::origin_of;
use crate::stage::{PendingCall, Progress, Stop};
use crate::{
    Answer, AnswerEffect, CallChange, CallPhase, Decision, Pause, PausePlace, PauseReason, RequestAhead,
    RoundOpening, StopState, TurnEvent, TurnPlan, TurnRecord,
};
use content::{Message, TurnId};

impl Turn {
    /// Writes into a record what follows from it. A record that says so already stays as it is.
    pub(super) fn fill_in(&self, record: &mut TurnRecord) {
        let TurnRecord::Event(event) = record else { return };
        if let TurnEvent::RoundBegan { round, opening: opening @ None } = event {
            *opening = Some(self.opening(*round));
        } else if let TurnEvent::Paused { pause, state: state @ None } = event {
            *state = Some(Box::new(self.state_at(pause)));
        } else if let TurnEvent::Answered { answer, effect: effect @ None } = event {
            *effect = Some(Box::new(self.effect_of(answer)));
        } else if let TurnEvent::CallEnded { call, outcome, origin: origin @ None, .. } = event {
            let pending = self.pending().iter().find(|pending| pending.call.id == *call);
            *origin = Some(origin_of(pending.map(|pending| &pending.progress), outcome));
        }
    }

    fn opening(&self, round: u32) -> RoundOpening {
        let last = self.path.last().filter(|_| self.has_open_calls());
        RoundOpening {
            takes_up: last.map(|message| message.id.clone()),
            for_words: self.last_round.filter(|last| round >= last.round).map(|last| last.limit),
        }
    }

    fn state_at(&self, pause: &Pause) -> StopState {
        let is_cut_off = |pending: &&PendingCall| {
            matches!(
                pending.progress,
                Progress::Running { .. } | Progress::Waiting(Stop::Due(PauseReason::Interrupted))
            )
        };
        let cut_off = self.pending().iter().filter(is_cut_off);
        let waits =
            |pending: &PendingCall| CallChange { call: pending.call.id.clone(), phase: CallPhase::Waiting };
        let points = self.plan.breakpoints.iter();
        let spent = points.filter(|point| point.is_one_shot && pause.breakpoints.contains(&point.id));
        StopState {
            calls: if pause.reason == PauseReason::Interrupted {
                cut_off.map(waits).collect()
            } else {
                Vec::new()
            },
            request: if pause.place == PausePlace::BeforeRequest { self.ahead().map(Box::new) } else { None },
            spent: spent.map(|point| point.id.clone()).collect(),
        }
    }

    fn ahead(&self) -> Option<RequestAhead> {
        let asked = self.asked()?;
        let edit = asked.edit.as_deref();
        let terms = self.terms(asked, edit);
        Some(RequestAhead {
            model: terms.model,
            instructions: self.asked_instructions(edit),
            functions: asked.offered.clone(),
            choice: self.wanted(edit),
            calls: edit.and_then(|edit| edit.calls).unwrap_or(self.plan.choice.calls),
            settings: terms.settings,
            messages: edit.and_then(|edit| edit.messages.clone()),
        })
    }

    fn effect_of(&self, answer: &Answer) -> AnswerEffect {
        let mut after = self.clone();
        after.go_on(answer);
        let pairs = self.pending().iter().zip(after.pending());
        let changed = pairs.filter_map(|(before, now)| {
            let phase = CallPhase::from(&now.progress);
            (phase != CallPhase::from(&before.progress))
                .then(|| CallChange { call: now.call.id.clone(), phase })
        });
        let calls = changed.collect();
        let plan = (self.plan != after.plan).then_some(Box::new(after.plan));
        AnswerEffect { stays: answer.decision.stays(), calls, plan }
    }
}

impl From<&Progress> for CallPhase {
    fn from(progress: &Progress) -> Self {
        match progress {
            Progress::Waiting(_) => Self::Waiting,
            Progress::HandedOver(to) => Self::HandedOver { to: to.clone() },
            Progress::Running { origin } => Self::Running { origin: *origin },
            Progress::Answered { outcome, origin, .. } => {
                Self::Answered { outcome: outcome.clone(), origin: *origin }
            }
        }
    }
}

impl Decision {
    /// Whether the turn stands at the same stop after this.
    pub(crate) fn stays(&self) -> bool {
        matches!(self, Self::Stay | Self::AddCall { .. })
    }
}

impl TurnEvent {
    /// Whether it was written before its consequences were kept with it.
    pub fn lacks_consequences(&self) -> bool {
        matches!(
            self,
            Self::RoundBegan { opening: None, .. }
                | Self::Paused { state: None, .. }
                | Self::Answered { effect: None, .. }
                | Self::CallEnded { origin: None, .. }
        )
    }
}

/// Follows a turn through its records and completes those that lack their consequences.
pub struct Completion(Turn);

impl Completion {
    /// Before the first record of a turn.
    pub fn of(id: TurnId, plan: TurnPlan, history: Vec<Message>) -> Self {
        Self(Turn::blank(id, plan, history))
    }

    pub fn take(&mut self, record: &mut TurnRecord) {
        self.0.fill_in(record);
        self.0.evolve(record);
    }
}
