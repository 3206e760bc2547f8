//! What a turn counts.

use crate::BreakpointId;
use crate::stage::PendingCall;
use content::{FailureKind, FunctionCall, FunctionName, Outcome, call_key};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tally {
    /// Equal calls, by what they come down to.
    calls: BTreeMap<String, u32>,
    /// How often in a row each function has failed, by its name for people.
    failures: BTreeMap<String, u32>,
    hits: BTreeMap<BreakpointId, u32>,
    /// Calls that ran.
    pub(crate) run: u32,
    /// Rounds in a row in which calls failed and none came through.
    pub(crate) failed_rounds: u32,
    pub(crate) is_time_up: bool,
}

impl Tally {
    /// How often an equal call was made before.
    pub(crate) fn repeats(&self, call: &FunctionCall) -> u32 {
        self.calls.get(&call_key(call)).copied().unwrap_or_default()
    }

    pub(crate) fn count_call(&mut self, call: &FunctionCall) {
        *self.calls.entry(call_key(call)).or_default() += 1;
    }

    pub(crate) fn failures(&self, function: &FunctionName) -> u32 {
        self.failures.get(&function.to_string()).copied().unwrap_or_default()
    }

    pub(crate) fn hits(&self, breakpoint: &BreakpointId) -> u32 {
        self.hits.get(breakpoint).copied().unwrap_or_default()
    }

    pub(crate) fn count_hit(&mut self, breakpoint: &BreakpointId) {
        *self.hits.entry(breakpoint.clone()).or_default() += 1;
    }

    /// Takes in a round whose calls are all answered.
    pub(crate) fn count_round(&mut self, calls: &[PendingCall]) {
        let outcomes = || calls.iter().filter_map(PendingCall::outcome);
        if outcomes().any(has_returned) {
            self.failed_rounds = 0;
        } else if outcomes().any(has_failed) {
            self.failed_rounds += 1;
        }
        for pending in calls {
            let (Some(function), Some(outcome)) = (pending.function(), pending.outcome()) else { continue };
            let failures = self.failures.entry(function.to_string()).or_default();
            *failures = if has_failed(outcome) { *failures + 1 } else { 0 };
        }
    }
}

fn has_returned(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Returned { .. })
}

/// A call that did not run because the turn was over says nothing about its function.
pub(crate) fn has_failed(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Failed { failure } if failure.kind != FailureKind::NotRun)
}
