//! Calls that arrived irregularly.

#[cfg(test)]
mod tests;

use super::Turn;
use super::refuse::{ended_with, not_run};
use crate::policy::{OnDoubt, OnTwin};
use crate::stage::{PendingCall, Progress, Stage, Stop};
use crate::{TurnEvent, TurnFinding, TurnRecord};
use content::{CallId, Failure, FailureKind, FunctionCall, Item, Outcome};
use ports::{Oddity, StopReason};

impl Turn {
    /// The call at which an answer was cut off. It may be incomplete even if it can be parsed. No call of a refused
    /// answer may run (Anthropic, "Streaming refusals").
    pub(super) fn cut_calls(&self, items: &[Item], stop: Option<&StopReason>) -> Vec<(CallId, Oddity)> {
        // State of the provider may follow the last item that the model wrote.
        let is_said = |item: &&Item| match item {
            Item::Reasoning { text, .. } => !text.is_empty(),
            Item::Unknown { .. } => false,
            Item::Text { .. }
            | Item::Media { .. }
            | Item::FunctionCall { .. }
            | Item::FunctionResult { .. } => true,
        };
        let last = items.iter().rev().find(is_said).and_then(Item::call);
        let odd = |call: &FunctionCall, oddity| (call.id.clone(), oddity);
        match stop {
            Some(StopReason::Length) => {
                let limit = self.output_limit();
                last.map(|call| odd(call, Oddity::CutByLimit { limit })).into_iter().collect()
            }
            Some(StopReason::Filtered { .. }) => {
                last.map(|call| odd(call, Oddity::CutByFilter)).into_iter().collect()
            }
            Some(StopReason::Refused { .. }) => {
                items.iter().filter_map(Item::call).map(|call| odd(call, Oddity::CutByFilter)).collect()
            }
            Some(
                StopReason::Complete
                | StopReason::Calls
                | StopReason::Paused
                | StopReason::Unstated
                | StopReason::Other { .. },
            )
            | None => Vec::new(),
        }
    }

    fn output_limit(&self) -> Option<u32> {
        let Stage::Receiving { asked } = &self.stage else { return None };
        self.terms(asked, asked.edit.as_deref()).settings.max_output_tokens
    }

    pub(super) fn notice(&mut self, finding: &TurnFinding) {
        if let TurnFinding::OddCall { call, oddity } = finding
            && let Some(pending) = self.pending_mut(call)
        {
            pending.odd.push(oddity.clone());
        }
    }

    /// Whether the policies leave an irregular call to the person.
    pub(super) fn hands_back_odd(&self, pending: &PendingCall) -> bool {
        let policies = &self.plan.policies;
        if self.plan.is_run_outside() {
            return false;
        }
        (policies.on_doubt == OnDoubt::HandBack && pending.odd.iter().any(Oddity::is_doubtful))
            || (policies.on_twin == OnTwin::HandBack && twin_of(pending).is_some())
    }

    /// The reply to an irregular call that does not run. One that a person let through runs.
    pub(super) fn odd_refusal(&self, pending: &PendingCall) -> Option<TurnRecord> {
        if matches!(pending.progress, Progress::Waiting(Stop::Passed)) {
            return None;
        }
        if let Some(message) = pending.odd.iter().find_map(doubt) {
            let failure = Failure { kind: FailureKind::InvalidArguments, message };
            return Some(ended_with(&pending.call.id, Outcome::Failed { failure }));
        }
        let twin = twin_of(pending).filter(|_| self.plan.policies.on_twin == OnTwin::RunOnce)?;
        let first = self.pending().iter().find(|other| other.call.id == *twin)?;
        let is_equal = content::call_key(&first.call) == content::call_key(&pending.call);
        is_equal.then(|| {
            not_run(&pending.call.id, "not run again: the same call stands before it, under the same id")
        })
    }

    /// The reason why the model gave no answer. A refusal stands in place of an answer.
    pub(super) fn unanswered_by(&self) -> Option<StopReason> {
        let stop = self.stopped_by.clone()?;
        match &stop {
            StopReason::Refused { .. } => Some(stop),
            StopReason::Filtered { .. } | StopReason::Length | StopReason::Other { .. } => {
                (!self.says_something()).then_some(stop)
            }
            StopReason::Complete | StopReason::Calls | StopReason::Paused | StopReason::Unstated => None,
        }
    }
}

pub(super) fn odd_calls(odd: impl IntoIterator<Item = (CallId, Oddity)>) -> impl Iterator<Item = TurnRecord> {
    let finding = |(call, oddity)| TurnFinding::OddCall { call, oddity };
    odd.into_iter().map(move |odd| TurnRecord::Event(TurnEvent::Noticed { finding: finding(odd) }))
}

/// The call of the same answer with the same id.
fn twin_of(pending: &PendingCall) -> Option<&CallId> {
    pending.odd.iter().find_map(|oddity| {
        let Oddity::IdTwice { of } = oddity else { return None };
        Some(of)
    })
}

/// The reply to a call that may differ from what the model meant.
fn doubt(oddity: &Oddity) -> Option<String> {
    Some(match oddity {
        Oddity::CutByLimit { limit: Some(limit) } => format!(
            "not run: the answer reached its limit of {limit} tokens (max tokens) in this call, which may be cut off. Make it shorter, or make several calls of it."
        ),
        Oddity::CutByLimit { limit: None } => "not run: the answer reached its limit of tokens (max tokens) in this call, which may be cut off. Make it shorter, or make several calls of it.".to_owned(),
        Oddity::CutByFilter => {
            "not run: a filter of the provider ended the answer in this call, which may be cut off.".to_owned()
        }
        Oddity::ArgumentsUnclear => "not run: the arguments of several calls came without a word on whose they are. Make these calls one at a time.".to_owned(),
        Oddity::Overtaken => {
            "not run: another call began before this one was complete. Make it again.".to_owned()
        }
        Oddity::NoId | Oddity::IdInUse { .. } | Oddity::IdTwice { .. } | Oddity::IdChanged { .. } => {
            return None;
        }
    })
}
