//! Derives the next step from the state of a turn.

use super::Turn;
use crate::stage::{PendingCall, Progress, Stage, Stop};
use crate::{
    CompleteStep, Completer, Guidance, Invocation, Invoked, Keeping, Pause, SelectStep, SelectionMode, Step,
};
use content::{CallArguments, FunctionName, JsonObject};
use ports::{Choosing, Resolution, Said};

impl Turn {
    /// The next step. Calling it twice gives the same answer.
    pub fn next(&self) -> Step {
        if let Some(calls) = self.unresolved() {
            return calls;
        }
        if let Some(pause) = self.standing() {
            return Step::Pause(pause.clone());
        }
        match &self.stage {
            Stage::Selecting => Step::Select(SelectStep {
                context: self.context(),
                used: self.path.used().iter().cloned().collect(),
                listed: self.listed(),
                kept: self.kept(),
                choosing: self.choosing(),
                with_need: self.guidance() != Guidance::NONE,
            }),
            Stage::Asking { asked, .. } | Stage::Receiving { asked } => Step::Request(self.request(asked)),
            Stage::Calling { calls, .. } => self.next_call(calls),
            // Due rounds and last words are settled before anyone can ask.
            Stage::RoundDue | Stage::Spoken { .. } | Stage::Ended { .. } => Step::Finish,
        }
    }

    /// The stop at which the turn waits.
    pub fn standing(&self) -> Option<&Pause> {
        match &self.stage {
            Stage::Asking { stop, .. } | Stage::Spoken { stop } => stop.pause(),
            Stage::Calling { calls, stop, .. } => {
                stop.pause().or_else(|| calls.iter().find_map(|pending| pending.stop()?.pause()))
            }
            Stage::Receiving { .. } => self.held.pause(),
            Stage::RoundDue | Stage::Selecting | Stage::Ended { .. } => None,
        }
    }

    /// Calls not yet resolved. A function that a person chose, or that a call of an earlier turn names, need not have
    /// been offered.
    fn unresolved(&self) -> Option<Step> {
        let Stage::Calling { offered, calls, .. } = &self.stage else { return None };
        let unknown: Vec<_> = calls
            .iter()
            .filter(|pending| pending.resolution.is_none() && !pending.is_answered())
            .map(|pending| pending.call.clone())
            .collect();
        if unknown.is_empty() {
            return None;
        }
        let chosen = unknown.iter().filter(|call| call.origin != content::Origin::Model);
        let chosen: Vec<_> = chosen.filter_map(|call| call.function.known().cloned()).collect();
        let offered = offered.iter().chain(&chosen).cloned().collect();
        Some(Step::Resolve { calls: unknown, offered })
    }

    fn next_call(&self, calls: &[PendingCall]) -> Step {
        let handed = calls.iter().find_map(|pending| match &pending.progress {
            Progress::HandedOver(to) => Some(self.complete(pending, to)),
            Progress::Waiting(_) | Progress::Running { .. } | Progress::Answered { .. } => None,
        });
        if let Some(step) = handed {
            return step;
        }
        let now = self.at_once(&self.in_turn(calls));
        let runnable = now.into_iter().filter_map(|pending| {
            let index = calls.iter().position(|other| other.call.id == pending.call.id)?;
            self.invoked(index, calls.len(), pending)
        });
        let runnable: Vec<_> = runnable.collect();
        match self.plan.invocation() {
            Invocation::Together => Step::Invoke(runnable),
            Invocation::InOrder | Invocation::ByHand => Step::Invoke(runnable.into_iter().take(1).collect()),
        }
    }

    /// A call that can't run is answered when the turn settles, so the driver has nothing to do.
    fn invoked(&self, index: usize, count: usize, pending: &PendingCall) -> Option<Invoked> {
        let Some(Resolution::Runnable { name, bound, .. }) = &pending.resolution else { return None };
        let arguments = match (bound, &pending.call.arguments) {
            (Some(bound), CallArguments::Parsed { .. }) => bound.arguments.clone(),
            (None, CallArguments::Parsed { value, .. }) => value.clone(),
            // Only a program outside takes what is no JSON, as it was written.
            (_, CallArguments::Malformed { .. }) if self.plan.is_run_outside() => JsonObject::new(),
            (_, CallArguments::Malformed { .. }) => return None,
        };
        Some(Invoked {
            call: pending.call.clone(),
            function: name.clone(),
            arguments,
            index,
            count,
            round: self.round,
        })
    }

    fn complete(&self, pending: &PendingCall, to: &Completer) -> Step {
        let (model, instructions) = match to {
            Completer::Model { model } => (Some(model.clone()), None),
            Completer::Participant { name } => self
                .plan
                .participant(name)
                .map(|participant| (participant.model.clone(), participant.instructions.clone()))
                .unzip(),
        };
        Step::Complete(CompleteStep { call: pending.call.clone(), to: to.clone(), model, instructions })
    }

    fn context(&self) -> Vec<Said> {
        let plan = &self.plan.selection;
        let said = self.path.spoken().map(|message| Said::in_words(message, plan.with_results));
        Said::latest(said, plan.context_messages)
    }

    fn kept(&self) -> Vec<FunctionName> {
        let plan = &self.plan.selection;
        let stays = plan.mode == SelectionMode::PerOperation
            || (plan.mode == SelectionMode::PerRequest && plan.keeping == Keeping::Additive);
        self.selected.clone().filter(|_| stays).unwrap_or_default()
    }

    fn choosing(&self) -> Choosing {
        match &self.plan.selection.mode {
            SelectionMode::Everything => Choosing::Everything,
            SelectionMode::Manual { functions } | SelectionMode::External { functions, .. } => {
                Choosing::Only { functions: functions.clone() }
            }
            SelectionMode::Searched => Choosing::searched(self.history().iter().map(AsRef::as_ref)),
            SelectionMode::PerOperation if self.selected.is_some() => {
                Choosing::Only { functions: Vec::new() }
            }
            SelectionMode::PerOperation | SelectionMode::PerRequest => Choosing::Ranked,
        }
    }

    pub(super) fn listed(&self) -> Option<Vec<FunctionName>> {
        self.plan.listed_functions()
    }
}

impl Stop {
    pub(crate) fn pause(&self) -> Option<&Pause> {
        let Self::Here(pause) = self else { return None };
        Some(pause)
    }
}

impl PendingCall {
    /// The stop before the call, or the one after it.
    pub(crate) fn stop(&self) -> Option<&Stop> {
        let (Progress::Waiting(stop) | Progress::Answered { stop, .. }) = &self.progress else { return None };
        Some(stop)
    }
}
