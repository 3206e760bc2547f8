//! Maps a person's answer to records, and lists the answers possible at each stop.

use super::message::Change;
use super::{Turn, noted};
use crate::path::fault_in;
use crate::{
    Answer, CallDecision, Completer, Decision, DecisionKind, Misuse, PausePlace, Reach, RequestEdit,
    TurnEvent, TurnOutcome, TurnRecord,
};
use content::{CallId, Message, Origin};
use ports::IdSource;

/// The side of a call that a decision belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

impl Turn {
    pub(super) fn answer(&self, answer: Answer, ids: &dyn IdSource) -> Result<Vec<TurnRecord>, Misuse> {
        let place = self.pause_place(answer.pause).ok_or(Misuse::NotWaiting { pause: answer.pause })?;
        let mut changes = Vec::new();
        for other in &answer.others {
            self.check_other(place, other)?;
            if answer.others.iter().filter(|one| one.call == other.call).count() > 1 {
                return Err(Misuse::DecidedTwice { call: other.call.clone() });
            }
            changes.extend(change(&other.call, &other.decision));
        }
        let mut later = Vec::new();
        match (&answer.decision, place) {
            (Decision::Stop, _) => {}
            (Decision::EditRequest { edit, reach }, PausePlace::BeforeRequest) => {
                later.extend(self.edited_request(edit, *reach, ids)?);
            }
            (Decision::WriteAnswer { text, calls }, PausePlace::BeforeRequest) => {
                later.push(TurnRecord::Message(self.written_answer(text, calls, ids)?));
            }
            (Decision::Continue, _) => {}
            (
                Decision::Stay,
                PausePlace::BeforeCall { .. } | PausePlace::AfterCall { .. } | PausePlace::AfterResponse,
            ) if !answer.others.is_empty() => {}
            (
                Decision::AddCall { function, raw },
                PausePlace::BeforeCall { .. } | PausePlace::AfterResponse,
            ) => {
                changes.push(Change::Add { function: function.clone(), raw: raw.clone() });
            }
            (decision, PausePlace::BeforeCall { call }) => {
                self.check_call(Side::Before, call, decision)?;
                changes.extend(change(call, decision));
            }
            (decision, PausePlace::AfterCall { call }) => {
                self.check_call(Side::After, call, decision)?;
                changes.extend(change(call, decision));
            }
            (decision, _) => return Err(Misuse::NotHere { decision: decision.into() }),
        }
        if !changes.is_empty() {
            let message = self.changed_message(&changes, ids);
            if message.as_ref().is_some_and(|message| message.items.is_empty()) {
                return Err(Misuse::NotHere { decision: DecisionKind::DropAll });
            }
            later.extend(message.map(TurnRecord::Message));
        }
        let is_stop = answer.decision == Decision::Stop;
        let mut records = noted(TurnEvent::Answered { answer, effect: None });
        records.extend(later);
        if is_stop {
            let mut answered = self.clone();
            answered.take_in(&records);
            records.extend(answered.close(TurnOutcome::Stopped, ids));
        }
        Ok(records)
    }

    /// The place where the turn waits, if it waits at this stop.
    pub(super) fn pause_place(&self, number: u32) -> Option<&PausePlace> {
        self.standing().filter(|pause| pause.number == number).map(|pause| &pause.place)
    }

    fn check_other(&self, place: &PausePlace, other: &CallDecision) -> Result<(), Misuse> {
        if place.call() == Some(&other.call) {
            return Err(Misuse::DecidedTwice { call: other.call.clone() });
        }
        match &other.decision {
            Decision::Stay
            | Decision::Stop
            | Decision::RunAgain
            | Decision::AddCall { .. }
            | Decision::EditRequest { .. }
            | Decision::WriteAnswer { .. } => Err(Misuse::NotHere { decision: (&other.decision).into() }),
            decision @ (Decision::Continue
            | Decision::EditArguments { .. }
            | Decision::SendTo { .. }
            | Decision::WriteResult { .. }
            | Decision::UseRecorded
            | Decision::HandOver { .. }
            | Decision::Decline { .. }
            | Decision::Drop) => self.check_call(Side::Before, &other.call, decision),
        }
    }

    fn check_call(&self, side: Side, call: &CallId, decision: &Decision) -> Result<(), Misuse> {
        let pending = self.pending().iter().find(|pending| pending.call.id == *call);
        let pending = pending.filter(|pending| side == Side::After || pending.is_waiting());
        let pending = pending.ok_or_else(|| Misuse::NoCall { call: call.clone() })?;
        let is_possible = match decision {
            Decision::Continue
            | Decision::EditArguments { .. }
            | Decision::SendTo { .. }
            | Decision::WriteResult { .. } => true,
            Decision::UseRecorded => pending.recorded.is_some(),
            Decision::HandOver { to } => self.is_there(to),
            Decision::Decline { .. } | Decision::Drop => side == Side::Before,
            Decision::RunAgain => side == Side::After,
            Decision::Stay
            | Decision::Stop
            | Decision::AddCall { .. }
            | Decision::EditRequest { .. }
            | Decision::WriteAnswer { .. } => false,
        };
        if is_possible { Ok(()) } else { Err(Misuse::NotHere { decision: decision.into() }) }
    }

    fn is_there(&self, to: &Completer) -> bool {
        match to {
            Completer::Model { .. } => true,
            Completer::Participant { name } => self.plan.participant(name).is_some(),
        }
    }

    /// Messages that are changed for good become new ones beside the old ones, from the first difference on.
    fn edited_request(
        &self,
        edit: &RequestEdit,
        reach: Reach,
        ids: &dyn IdSource,
    ) -> Result<Vec<TurnRecord>, Misuse> {
        let Some(messages) = &edit.messages else { return Ok(Vec::new()) };
        if let Some(reason) = fault_in(messages.iter()) {
            return Err(Misuse::Unsound { reason });
        }
        match reach {
            Reach::ThisRequest => Ok(Vec::new()),
            Reach::RestOfTurn => Ok(self.regrown(messages, ids)),
        }
    }

    fn regrown(&self, messages: &[Message], ids: &dyn IdSource) -> Vec<TurnRecord> {
        let pairs = messages.iter().zip(self.history());
        let kept = pairs.take_while(|(wanted, there)| is_same(wanted, there)).count();
        let mut parent =
            kept.checked_sub(1).and_then(|last| self.history().get(last)).map(|last| last.id.clone());
        let mut records = Vec::new();
        let old = |message: &Message| self.history().iter().any(|there| is_same(message, there));
        for message in messages.iter().skip(kept) {
            let origin = if old(message) { message.origin } else { Origin::Edited };
            let grown = Message { id: ids.message(), parent, origin, ..message.clone() };
            parent = Some(grown.id.clone());
            records.push(TurnRecord::Message(grown));
        }
        // There is no new message behind the kept ones: the last kept one is repeated, so that everything after it is
        // left out.
        if records.is_empty()
            && kept < self.history().len()
            && let Some(last) = kept.checked_sub(1).and_then(|last| self.history().get(last))
        {
            let said = Message { id: ids.message(), ..Message::clone(last) };
            records.push(TurnRecord::Message(said));
        }
        records
    }
}

/// Compares contents only: ids and parents are assigned by the application.
fn is_same(left: &Message, right: &Message) -> bool {
    left.role == right.role && left.items == right.items && left.author == right.author
}

fn change(call: &CallId, decision: &Decision) -> Option<Change> {
    let call = call.clone();
    if let Decision::EditArguments { raw } = decision {
        Some(Change::Arguments { call, raw: raw.clone() })
    } else if let Decision::SendTo { function, raw } = decision {
        Some(Change::Function { call, function: function.clone(), raw: raw.clone() })
    } else {
        (*decision == Decision::Drop).then_some(Change::Drop { call })
    }
}
