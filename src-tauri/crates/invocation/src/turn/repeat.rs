//! Detects a call that the model repeats right after it has returned. Two calls with one id are another matter: see
//! `odd`.

use super::Turn;
use crate::policy::OnRepeat;
use crate::stage::{PendingCall, Progress, Stop};
use crate::{PauseReason, Permission, TurnEvent, TurnRecord};
use content::{CallArguments, CallId, Outcome, Output, arguments_key};
use ports::{Oddity, Resolution};
use serde::{Deserialize, Serialize};

/// The number of rounds in which a call may be answered from its first result. The next request asks for words.
pub(super) const REPEATS: usize = 2;

/// The note to the model behind the result.
const HINT: &str = "(This is the result of the same call before. It was not run again: answer from it, or make a different call.)";

/// The call that ran last, or that a person answered in place of its function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct LastCall {
    id: CallId,
    /// The function and its arguments as they ran.
    key: String,
    round: u32,
    /// The rounds since then in which the same call was answered from its result.
    repeated: Vec<u32>,
}

impl Turn {
    /// Records that a call runs. Different calls that run together leave no last call.
    pub(super) fn note_run(&mut self, call: &CallId) {
        let Some(pending) = self.pending().iter().find(|pending| pending.call.id == *call) else { return };
        let key = key_of(pending);
        let mut others = self.pending().iter().filter(|other| other.call.id != *call);
        let is_alone = !others.any(PendingCall::is_running);
        let is_same = self.last_call.as_ref().is_some_and(|last| key.as_ref() == Some(&last.key));
        let (id, round) = (call.clone(), self.round);
        self.last_call =
            key.filter(|_| is_alone || is_same).map(|key| LastCall { id, key, round, repeated: Vec::new() });
    }

    /// Records that a call was answered from the result of the last one. Several in one answer count once.
    pub(super) fn note_repeat(&mut self) {
        let round = self.round;
        if let Some(last) = self.last_call.as_mut().filter(|last| last.repeated.last() != Some(&round)) {
            last.repeated.push(round);
        }
    }

    pub(super) fn repeats_on(&self) -> bool {
        self.last_call.as_ref().is_some_and(|last| last.repeated.len() >= REPEATS)
    }

    /// Whether a person must allow this call. One that does not run needs no permission.
    pub(super) fn needs_approval(&self, pending: &PendingCall) -> bool {
        self.permission(pending) == Permission::Ask && !self.is_repeat(pending)
    }

    pub(super) fn is_repeat(&self, pending: &PendingCall) -> bool {
        self.first_of(pending).is_some()
    }

    /// The answer to a call that does not run again.
    pub(super) fn repeated(&self, pending: &PendingCall) -> Option<TurnRecord> {
        let (first, output) = self.first_of(pending)?;
        Some(TurnRecord::Event(TurnEvent::CallEnded {
            call: pending.call.id.clone(),
            outcome: Outcome::Returned { output: hinted(output) },
            whole: None,
            origin: None,
            answered_from: Some(first.clone()),
        }))
    }

    /// The same call of an earlier answer and its output, if no other call ran in between. Equal calls in one answer
    /// may be intended, and a call that a person let through runs.
    fn first_of(&self, pending: &PendingCall) -> Option<(&CallId, &Output)> {
        let last = self.last_call.as_ref().filter(|last| last.round < self.round)?;
        let is_ahead = match &pending.progress {
            Progress::Waiting(stop) => is_ahead(stop),
            Progress::HandedOver(_) | Progress::Running { .. } | Progress::Answered { .. } => false,
        };
        let is_doubtful = pending.odd.iter().any(Oddity::is_doubtful);
        let is_wanted =
            self.plan.policies.on_repeat == OnRepeat::AnswerFromFirst && !self.plan.is_run_outside();
        if !is_wanted || !is_ahead || is_doubtful || key_of(pending).as_ref() != Some(&last.key) {
            return None;
        }
        let mut results = self.history().iter().rev().flat_map(|message| message.results());
        match &results.find(|result| result.call_id == last.id)?.outcome {
            Outcome::Returned { output } => Some((&last.id, output)),
            Outcome::Failed { .. } | Outcome::Declined { .. } => None,
        }
    }
}

/// Whether an output repeats the result of an earlier call.
pub(super) fn is_hinted(output: &Output) -> bool {
    matches!(output.parts().last(), Some(Output::Text { text }) if text == HINT)
}

/// Keeps the parts as they are, so that each is read as before.
fn hinted(output: &Output) -> Output {
    let hint = Output::Text { text: HINT.to_owned() };
    Output::of(output.parts().iter().cloned().chain([hint]).collect())
}

/// Whether the call is still undecided. Questions of the function itself are not asked if it does not run.
fn is_ahead(stop: &Stop) -> bool {
    match stop {
        Stop::Ahead | Stop::Counted { .. } => true,
        Stop::Due(reason) => matches!(
            reason,
            PauseReason::NameRepaired | PauseReason::ConsentNeeded | PauseReason::ResultWanted
        ),
        Stop::Here(_) | Stop::Passed => false,
    }
}

/// The function and arguments that would run. `None` if the call can't run.
fn key_of(pending: &PendingCall) -> Option<String> {
    let (Some(Resolution::Runnable { name, bound, .. }), CallArguments::Parsed { value, .. }) =
        (&pending.resolution, &pending.call.arguments)
    else {
        return None;
    };
    Some(arguments_key(name, bound.as_ref().map_or(value, |bound| &bound.arguments)))
}
