//! An answer that ended early: what it said stays, and what it called never runs.

use super::Turn;
use super::decide::noted;
use super::follow_up::ended;
use crate::stage::{Stage, Stop};
use crate::{CutAnswer, CutBy, CutEnd, Limit, PauseReason, TurnEvent, TurnOutcome, TurnRecord};
use content::{Item, MessageId, Origin, Role};
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

    /// What there is of an answer, with the mark that this is not all of it.
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

    /// The end of a turn in whose time the answer did not come to its end.
    fn out_of_time(&self, ids: &dyn IdSource) -> Vec<TurnRecord> {
        let mut records = noted(TurnEvent::TimeUp);
        if self.path.last().is_some_and(|last| last.role == Role::Function) {
            records.push(TurnRecord::Message(self.fallback_message(Limit::Time, ids)));
        }
        records.push(ended(TurnOutcome::LimitReached { limit: Limit::Time }));
        records
    }

    /// The turn stops, if a breakpoint says so, and can send the request again. Otherwise it ends.
    pub(super) fn request_failed(
        &self,
        message: String,
        advice: String,
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

    /// Takes in that the answer under way ended early. The message with what it said is no answer to go on from.
    pub(super) fn note_cut(&mut self, message: Option<&MessageId>) {
        if matches!(self.stage, Stage::Receiving { .. }) {
            self.cut = message.cloned();
        }
    }

    /// A request that is sent again is sent without what was said to it before. That stays as another version.
    pub(super) fn leave_out_cut(&mut self) {
        if let Some(cut) = self.cut.take() {
            self.path.leave_out_last(&cut);
        }
    }

    /// A person asked to stop. An answer under way is held at once, whatever its service does.
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
