//! An answer that ended early: its text stays, and its calls never run.

use super::follow_up::ended;
use super::{Turn, noted};
use crate::stage::{Stage, Stop};
use crate::{CutAnswer, CutBy, CutEnd, Limit, PauseReason, TurnEvent, TurnOutcome, TurnRecord};
use content::{Item, MessageId, Origin, Role};
use notices::Notice;
use ports::{IdSource, Remedy, StopReason};

impl Turn {
    pub(super) fn answer_cut(&self, answer: CutAnswer, end: CutEnd, ids: &dyn IdSource) -> Vec<TurnRecord> {
        let mut records = self.cut_short(answer, end.by(), ids);
        let mut heard = self.clone();
        heard.take_in(&records);
        records.extend(match end {
            CutEnd::Stopped => heard.close(TurnOutcome::Stopped, ids),
            CutEnd::TimeUp => heard.out_of_time(ids),
            CutEnd::Failed { message, advice, remedies } => {
                heard.request_failed(message, advice, remedies, ids)
            }
        });
        records
    }

    /// The part of an answer that arrived, with the mark of its early end.
    pub(super) fn cut_short(&self, answer: CutAnswer, by: CutBy, ids: &dyn IdSource) -> Vec<TurnRecord> {
        let CutAnswer { items, calls, usage } = answer;
        if items.is_empty() && calls.is_empty() && usage.is_none() {
            return Vec::new();
        }
        let said = (!items.is_empty()).then(|| self.assistant_message(items, Origin::Model, ids).0);
        let message = said.as_ref().map(|said| said.id.clone());
        let mut records = noted(TurnEvent::AnswerCut { by, message, calls, usage });
        records.extend(said.map(TurnRecord::Message));
        records
    }

    /// Ends a turn whose time ran out during an answer.
    fn out_of_time(&self, ids: &dyn IdSource) -> Vec<TurnRecord> {
        let mut records = noted(TurnEvent::TimeUp);
        if self.path.last().is_some_and(|last| last.role == Role::Function) {
            records.push(TurnRecord::Message(self.fallback_message(Limit::Time, ids)));
        }
        records.push(ended(TurnOutcome::LimitReached { limit: Limit::Time }));
        records
    }

    /// Stops the turn if a breakpoint demands it, so that the request can be sent again. Otherwise the turn ends.
    pub(super) fn request_failed(
        &self,
        message: Notice,
        advice: Option<Notice>,
        remedies: Vec<Remedy>,
        ids: &dyn IdSource,
    ) -> Vec<TurnRecord> {
        let breakpoints = self.hit_on_failure();
        if breakpoints.is_empty() || !matches!(self.stage, Stage::Asking { .. } | Stage::Receiving { .. }) {
            return self.close(TurnOutcome::Failed { message, advice, remedies }, ids);
        }
        let mut records = noted(TurnEvent::BreakpointsHit { breakpoints, call: None });
        records.extend(noted(TurnEvent::RequestFailed { message, advice, remedies }));
        records
    }

    /// Records that the current answer ended early. The turn does not continue from its message.
    pub(super) fn note_cut(&mut self, message: Option<&MessageId>) {
        if matches!(self.stage, Stage::Receiving { .. }) {
            self.cut = message.cloned();
        }
    }

    /// Leaves the cut answer out before its request is sent again. It remains as another version.
    pub(super) fn leave_out_cut(&mut self) {
        if let Some(cut) = self.cut.take() {
            self.path.leave_out_last(&cut);
        }
    }

    /// A person asked to stop. A streaming answer is held at once, whatever its service does.
    pub(super) fn hold(&mut self) {
        if matches!(self.stage, Stage::Receiving { .. }) && self.held.pause().is_none() {
            self.held = Stop::Due(PauseReason::Step);
        }
    }
}

/// The mark of an answer that its provider ended early.
pub(super) fn cut_by_provider(stop: &StopReason, said: &[TurnRecord]) -> Option<TurnRecord> {
    let by = match stop {
        StopReason::Length => CutBy::TokenLimit,
        StopReason::Filtered { .. } => CutBy::Filter,
        StopReason::Complete
        | StopReason::Calls
        | StopReason::Refused { .. }
        | StopReason::Paused
        | StopReason::Unstated
        | StopReason::Other { .. } => return None,
    };
    let says = |item: &Item| item.text().is_none_or(|text| !text.trim().is_empty());
    let message = said.iter().find_map(|record| match record {
        TurnRecord::Message(message) if message.items.iter().any(says) => Some(message.id.clone()),
        TurnRecord::Message(_) | TurnRecord::Event(_) => None,
    })?;
    let cut = TurnEvent::AnswerCut { by, message: Some(message), calls: Vec::new(), usage: None };
    Some(TurnRecord::Event(cut))
}
