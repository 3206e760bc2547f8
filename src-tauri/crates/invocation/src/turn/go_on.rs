//! The continuation of a turn from a stop, and into its calls.

use super::Turn;
use super::evolve::stopped;
use crate::open::open_calls;
use crate::stage::{PendingCall, Progress, Stage, Stop};
use crate::{Answer, Decision, PausePlace, Reach, RequestEdit};
use content::{CallId, Message, Origin, Outcome};

impl Turn {
    pub(super) fn go_on(&mut self, answer: &Answer) {
        self.leave_behind();
        self.pace = answer.pace;
        let Some(place) = self.pause_place(answer.pause).cloned() else { return };
        for other in &answer.others {
            self.decide_call(&other.call, &other.decision, Origin::Simulated);
        }
        // The turn stays at its stop until the place itself is answered.
        if answer.decision.stays() {
            return;
        }
        match place {
            PausePlace::BeforeRequest => {
                if let Stage::Asking { stop, .. } = &mut self.stage {
                    *stop = Stop::Passed;
                }
                if let Decision::EditRequest { edit, reach } = &answer.decision {
                    self.take_edit(edit, *reach);
                } else if matches!(answer.decision, Decision::WriteAnswer { .. }) {
                    // The answer is the record behind this one.
                    self.sent();
                }
            }
            PausePlace::DuringAnswer => self.held = Stop::Passed,
            PausePlace::AfterResponse => {
                if let Stage::Spoken { stop } | Stage::Calling { stop, .. } = &mut self.stage {
                    *stop = Stop::Passed;
                }
            }
            PausePlace::BeforeCall { call } => self.decide_call(&call, &answer.decision, Origin::Simulated),
            PausePlace::AfterCall { call } => self.decide_result(&call, &answer.decision),
        }
    }

    fn decide_call(&mut self, call: &CallId, decision: &Decision, origin: Origin) {
        let recorded = self.recorded(call);
        if let Decision::Decline { reason } = decision {
            let outcome = self.declined(call, reason);
            return self.progress(call, |_| by_person(outcome, Origin::Person));
        }
        if origin == Origin::Simulated
            && matches!(decision, Decision::WriteResult { .. } | Decision::UseRecorded)
        {
            self.note_run(call);
        }
        self.progress(call, |progress| match decision {
            Decision::Continue | Decision::EditArguments { .. } | Decision::SendTo { .. } => {
                Progress::Waiting(Stop::Passed)
            }
            Decision::WriteResult { outcome } => by_person(outcome.clone(), origin),
            Decision::UseRecorded => match recorded {
                Some(outcome) => by_person(outcome, Origin::Recorded),
                None => progress,
            },
            Decision::HandOver { to } => Progress::HandedOver(to.clone()),
            Decision::Stay
            | Decision::Decline { .. }
            | Decision::EditRequest { .. }
            | Decision::WriteAnswer { .. }
            | Decision::Drop
            | Decision::AddCall { .. }
            | Decision::RunAgain
            | Decision::Stop => progress,
        });
    }

    fn decide_result(&mut self, call: &CallId, decision: &Decision) {
        match decision {
            Decision::RunAgain => self.progress(call, |_| Progress::Waiting(Stop::Passed)),
            Decision::EditArguments { .. }
            | Decision::SendTo { .. }
            | Decision::HandOver { .. }
            | Decision::UseRecorded
            | Decision::WriteResult { .. } => self.decide_call(call, decision, Origin::Edited),
            Decision::Continue
            | Decision::Stay
            | Decision::EditRequest { .. }
            | Decision::WriteAnswer { .. }
            | Decision::Decline { .. }
            | Decision::Drop
            | Decision::AddCall { .. }
            | Decision::Stop => self.progress(call, |progress| stopped(progress, Stop::Passed)),
        }
    }

    fn recorded(&mut self, call: &CallId) -> Option<Outcome> {
        self.pending_mut(call)?.recorded.as_ref().map(|recorded| recorded.outcome.clone())
    }

    fn take_edit(&mut self, edit: &RequestEdit, reach: Reach) {
        let Stage::Asking { asked, .. } = &mut self.stage else { return };
        if let Some(functions) = &edit.functions {
            asked.offered.clone_from(functions);
        }
        match reach {
            Reach::ThisRequest => {
                let earlier = asked.edit.take().map(|earlier| *earlier).unwrap_or_default();
                asked.edit = Some(Box::new(edit.clone().over(earlier)));
            }
            Reach::RestOfTurn => {
                if let Some(earlier) = &mut asked.edit {
                    earlier.give_way_to(edit);
                }
                self.take_into_plan(edit);
            }
        }
    }

    fn take_into_plan(&mut self, edit: &RequestEdit) {
        let plan = &mut self.plan;
        if let Some(text) = &edit.instructions {
            plan.instruct(text);
        }
        if let Some(functions) = &edit.functions {
            plan.choice.functions = Some(functions.clone());
        }
        if let Some(choice) = &edit.choice {
            plan.choice.choice = choice.clone();
            plan.choice.requests.retain(|at| at.round < self.round);
            // A required call applies to this request, not to later ones.
            plan.choice.requests.push(crate::ChoiceAt { round: self.round, choice: choice.clone() });
        }
        if let Some(calls) = edit.calls {
            plan.choice.calls = calls;
        }
        if let Some(settings) = &edit.settings {
            plan.settings = settings.clone();
        }
        if let Some(model) = &edit.model {
            let speaker = plan.speaker.clone();
            let speaking = plan.participants.iter_mut().find(|one| Some(&one.name) == speaker.as_ref());
            match speaking {
                Some(participant) => participant.model = model.clone(),
                None => plan.model = model.clone(),
            }
        }
    }

    /// Calls that an earlier turn left open, or that a person added. Their functions count as offered.
    pub(super) fn call_open(&mut self) {
        let Some(last) = self.path.last().cloned() else { return };
        let mut calls: Vec<_> = open_calls(&last).cloned().map(PendingCall::new).collect();
        let offered = calls.iter().filter_map(|pending| pending.call.function.known().cloned()).collect();
        for pending in &mut calls {
            let known = self.given.iter().find(|result| result.call_id == pending.call.id);
            if let Some(result) = known {
                let (outcome, origin) = (result.outcome.clone(), result.origin);
                pending.progress = Progress::Answered { outcome, origin, stop: Stop::Passed };
            }
        }
        self.stage = Stage::Calling { offered, calls, stop: Stop::Passed };
    }

    /// The model has answered: its calls wait, except those with results in the same message.
    pub(super) fn heard_answer(&mut self, message: &Message) {
        let Stage::Receiving { asked } = &self.stage else { return };
        let offered = asked.offered.clone();
        let calls: Vec<_> = open_calls(message).cloned().map(PendingCall::new).collect();
        self.stage = if calls.is_empty() {
            Stage::Spoken { stop: Stop::Ahead }
        } else {
            Stage::Calling { offered, calls, stop: Stop::Ahead }
        };
    }
}

fn by_person(outcome: Outcome, origin: Origin) -> Progress {
    Progress::Answered { outcome, origin, stop: Stop::Passed }
}
