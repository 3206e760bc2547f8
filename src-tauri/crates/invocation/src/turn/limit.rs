//! The limits that end a turn, and the messages about them.

use super::Turn;
use super::repeat::REPEATS;
use crate::failure::TurnFailure;
use crate::policy::{AtCallLimit, AtFailureLimit, AtRoundLimit};
use crate::stage::Stop;
use crate::{Limit, TurnOutcome};
use content::{Outcome, Role};

impl Turn {
    /// The limit that makes this round the last one.
    pub(super) fn last_limit(&self) -> Option<Limit> {
        self.last_round.filter(|last| self.round >= last.round).map(|last| last.limit)
    }

    /// The limit that makes the next round the last one.
    pub(super) fn limit_due(&self) -> Option<Limit> {
        if self.plan.is_run_outside() {
            return None;
        }
        let limits = &self.plan.limits;
        let is_over = |limit: Option<u32>, count: u32| limit.is_some_and(|limit| count >= limit);
        let ends_at_rounds = self.plan.policies.at_round_limit == AtRoundLimit::Words;
        if ends_at_rounds && self.round + 1 >= limits.rounds {
            Some(Limit::Rounds)
        } else if is_over(limits.calls, self.tally.run) {
            Some(Limit::Calls)
        } else if self.has_failed_too_often() {
            Some(Limit::ConsecutiveFailures)
        } else if self.tally.is_time_up {
            Some(Limit::Time)
        } else if is_over(limits.tokens, self.tokens()) {
            Some(Limit::Tokens)
        } else if self.repeats_on() {
            Some(Limit::Repeats)
        } else {
            None
        }
    }

    fn has_failed_too_often(&self) -> bool {
        self.plan.limits.consecutive_failures.is_some_and(|limit| self.tally.failed_rounds > limit)
    }

    fn tokens(&self) -> u32 {
        self.usage.input.unwrap_or_default().saturating_add(self.usage.output.unwrap_or_default())
    }

    /// The end of a turn whose calls keep failing, if the policies don't ask for last words.
    pub(super) fn failure_due(&self) -> Option<TurnOutcome> {
        let is_wanted = self.plan.policies.at_failure_limit == AtFailureLimit::Fail;
        if !is_wanted || self.plan.is_run_outside() || !self.has_failed_too_often() {
            return None;
        }
        let last = self.path.last().filter(|message| message.role == Role::Function);
        let said = last.into_iter().flat_map(|message| message.results());
        let said = said.filter_map(|result| match &result.outcome {
            Outcome::Failed { failure } => Some(failure.message.as_str()),
            Outcome::Returned { .. } | Outcome::Declined { .. } => None,
        });
        let said = said.collect::<Vec<_>>().join("; ");
        Some(TurnOutcome::failed(&TurnFailure::Calls { said }))
    }

    /// The limit that keeps a call from running, if any. Calls that wait before it use the limit up first. A call that
    /// a person is asked about or let through counts as theirs.
    pub(super) fn limit_of_call(&self, stop: &Stop, waiting_before: usize) -> Option<Limit> {
        if self.plan.is_run_outside() {
            return None;
        }
        let waiting = u32::try_from(waiting_before).unwrap_or(u32::MAX);
        let limits = &self.plan.limits;
        let is_persons = matches!(stop, Stop::Due(_) | Stop::Here(_) | Stop::Passed);
        if self.is_last_round() {
            self.last_limit()
        } else if self.tally.is_time_up && !matches!(stop, Stop::Due(_)) {
            Some(Limit::Time)
        } else if is_persons || self.plan.policies.at_call_limit == AtCallLimit::Finish {
            None
        } else if limits.calls.is_some_and(|limit| self.tally.run.saturating_add(waiting) >= limit) {
            Some(Limit::Calls)
        } else {
            None
        }
    }

    /// Whether the last message has nothing for a person to read.
    pub(super) fn is_blank(&self) -> bool {
        self.path.last().is_none_or(|last| last.role != Role::Assistant || last.text().trim().is_empty())
    }

    pub(super) fn limit_text(&self, limit: Limit) -> String {
        format!("The turn ended without an answer: it reached its limit of {}.", self.limit_name(limit))
    }

    pub(super) fn limit_name(&self, limit: Limit) -> String {
        let limits = &self.plan.limits;
        let count = |limit: Option<u32>| limit.unwrap_or_default();
        match limit {
            Limit::Rounds => named(limits.rounds, "round"),
            Limit::Calls => named(count(limits.calls), "call"),
            Limit::ConsecutiveFailures => {
                format!("{} of failures in a row", named(count(limits.consecutive_failures), "round"))
            }
            Limit::Time => named(count(limits.seconds), "second"),
            Limit::Tokens => named(count(limits.tokens), "token"),
            Limit::Repeats => format!("{REPEATS} repeats of one call"),
        }
    }
}

fn named(count: u32, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
