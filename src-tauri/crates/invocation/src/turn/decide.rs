//! Which records an input leads to. Nothing changes here.

use super::Turn;
use super::follow_up::ended;
use crate::stage::{PendingCall, Progress, Stage};
use crate::{Answer, Decision, Misuse, PausePlace, Step, TurnEvent, TurnInput, TurnOutcome, TurnRecord};
use content::{
    Author, CallArguments, CallId, Failure, FailureKind, Item, Message, Origin, Outcome, Role, Usage,
};
use ports::IdSource;
use std::collections::HashSet;

impl Turn {
    /// Takes in what happened. The records returned belong in the log before anyone sees what they say.
    pub fn apply(&mut self, input: TurnInput, ids: &dyn IdSource) -> Result<Vec<TurnRecord>, Misuse> {
        let mut records = self.decide(input, ids)?;
        self.take_in(&records);
        self.settle(ids, &mut records);
        Ok(records)
    }

    fn decide(&self, input: TurnInput, ids: &dyn IdSource) -> Result<Vec<TurnRecord>, Misuse> {
        if self.outcome().is_some() {
            return Err(Misuse::Ended);
        }
        let event = match (input, &self.stage) {
            (TurnInput::Selected(selection), Stage::Selecting) => TurnEvent::Selected { selection },
            (TurnInput::RequestSent { exchange }, Stage::Asking { offered, .. }) => {
                TurnEvent::RequestSent { exchange, offered: offered.clone() }
            }
            (TurnInput::Responded { items, usage }, Stage::Receiving { .. }) => {
                return Ok(self.response(items, usage, ids));
            }
            (TurnInput::RequestFailed { message, advice }, _) => {
                return Ok(self.close(TurnOutcome::Failed { message, advice }, ids));
            }
            (TurnInput::Resolved(calls), Stage::Calling { .. }) => TurnEvent::CallsResolved { calls },
            (TurnInput::CallStarted { call, origin }, Stage::Calling { .. }) => {
                TurnEvent::CallStarted { call, origin }
            }
            (TurnInput::CallEnded { call, outcome }, Stage::Calling { .. }) => {
                TurnEvent::CallEnded { call, outcome }
            }
            (TurnInput::CallBroke { call, reason }, Stage::Calling { .. }) => {
                return Ok(self.broken(call, reason, ids));
            }
            (TurnInput::Answer(answer), _) => return self.answer(answer, ids),
            (TurnInput::PauseRequested, _) => TurnEvent::PauseRequested,
            (TurnInput::BreakpointsChanged(breakpoints), _) => TurnEvent::BreakpointsChanged { breakpoints },
            (TurnInput::Stop { received }, _) => return Ok(self.stop(received, ids)),
            (TurnInput::Selected(_), _) => return Err(Misuse::OutOfOrder { input: "a selection" }),
            (TurnInput::RequestSent { .. }, _) => return Err(Misuse::OutOfOrder { input: "a request" }),
            (TurnInput::Responded { .. }, _) => return Err(Misuse::OutOfOrder { input: "a response" }),
            (TurnInput::Resolved(_), _) => return Err(Misuse::OutOfOrder { input: "resolved calls" }),
            (
                TurnInput::CallStarted { .. } | TurnInput::CallEnded { .. } | TurnInput::CallBroke { .. },
                _,
            ) => {
                return Err(Misuse::OutOfOrder { input: "news of a call" });
            }
        };
        Ok(vec![TurnRecord::Event(event)])
    }

    fn response(&self, items: Vec<Item>, usage: Option<Usage>, ids: &dyn IdSource) -> Vec<TurnRecord> {
        vec![
            TurnRecord::Event(TurnEvent::ResponseReceived { usage }),
            TurnRecord::Message(self.assistant_message(items, ids)),
        ]
    }

    fn assistant_message(&self, items: Vec<Item>, ids: &dyn IdSource) -> Message {
        Message {
            id: ids.message(),
            parent: self.last_message().cloned(),
            role: Role::Assistant,
            items: with_distinct_call_ids(items, &self.history, ids),
            author: Author::Model { model: self.plan.model.clone() },
            origin: Origin::Model,
        }
    }

    fn answer(&self, answer: Answer, ids: &dyn IdSource) -> Result<Vec<TurnRecord>, Misuse> {
        let place = self.pause_place(answer.pause).ok_or(Misuse::NotWaiting { pause: answer.pause })?;
        let decision = answer.decision.clone();
        let mut records = vec![TurnRecord::Event(TurnEvent::Answered { answer })];
        match (decision, place) {
            (Decision::Stop, _) => records.extend(self.close(TurnOutcome::Stopped, ids)),
            (Decision::EditArguments { raw }, PausePlace::BeforeCall { call }) => {
                records.extend(self.edited_message(&call, raw, ids).map(TurnRecord::Message));
            }
            (Decision::Continue, _)
            | (Decision::WriteResult { .. }, PausePlace::BeforeCall { .. } | PausePlace::AfterCall { .. })
            | (Decision::Decline { .. }, PausePlace::BeforeCall { .. }) => {}
            (Decision::EditArguments { .. }, _) => {
                return Err(Misuse::NotHere { decision: "editing arguments" });
            }
            (Decision::WriteResult { .. }, _) => {
                return Err(Misuse::NotHere { decision: "writing a result" });
            }
            (Decision::Decline { .. }, _) => return Err(Misuse::NotHere { decision: "declining" }),
        }
        Ok(records)
    }

    /// Where the turn stands still, if it does so at this stop.
    pub(super) fn pause_place(&self, number: u32) -> Option<PausePlace> {
        match self.next() {
            Step::Pause(pause) if pause.number == number => Some(pause.place),
            Step::Pause(_)
            | Step::Select { .. }
            | Step::Request { .. }
            | Step::Resolve { .. }
            | Step::Invoke { .. }
            | Step::Finish => None,
        }
    }

    /// The last word of the model once more, with other arguments for one call. It stands beside the original.
    fn edited_message(&self, call: &CallId, raw: String, ids: &dyn IdSource) -> Option<Message> {
        let original = self.history.last()?;
        let mut message = Message { id: ids.message(), origin: Origin::Edited, ..original.clone() };
        for item in &mut message.items {
            if let Item::FunctionCall { call: written } = item
                && written.id == *call
            {
                written.arguments = CallArguments::read(raw.clone());
                written.origin = Origin::Edited;
            }
        }
        Some(message)
    }

    fn broken(&self, call: CallId, reason: String, ids: &dyn IdSource) -> Vec<TurnRecord> {
        let message = "the function failed".to_owned();
        let failure = Failure { kind: FailureKind::Reported, message };
        let news = TurnRecord::Event(TurnEvent::CallEnded { call, outcome: Outcome::Failed { failure } });
        let mut answered = self.clone();
        answered.evolve(&news);
        let advice =
            "The function itself is at fault. Mend it, then continue from the last message.".to_owned();
        let mut records = vec![news];
        records.extend(answered.close(TurnOutcome::Failed { message: reason, advice }, ids));
        records
    }

    fn stop(&self, received: Vec<Item>, ids: &dyn IdSource) -> Vec<TurnRecord> {
        if !matches!(self.stage, Stage::Receiving { .. }) || received.is_empty() {
            return self.close(TurnOutcome::Stopped, ids);
        }
        let message = TurnRecord::Message(self.assistant_message(received, ids));
        let mut heard = self.clone();
        heard.evolve(&message);
        let mut records = vec![message];
        records.extend(heard.close(TurnOutcome::Stopped, ids));
        records
    }

    /// Ends the turn. Calls that are still open are answered, so that the history can be sent to any model.
    fn close(&self, outcome: TurnOutcome, ids: &dyn IdSource) -> Vec<TurnRecord> {
        let mut closing = self.clone();
        let mut records = Vec::new();
        if let Stage::Calling { calls, .. } = &self.stage {
            let open = calls.iter().filter(|pending| !pending.is_answered()).map(not_run);
            records.extend(open);
            closing.take_in(&records);
            records.push(TurnRecord::Message(closing.results_message(ids)));
        }
        records.push(ended(outcome));
        records
    }
}

fn not_run(pending: &PendingCall) -> TurnRecord {
    let message = match pending.progress {
        Progress::Running => "the turn was stopped while the function was running",
        Progress::Waiting(_) | Progress::Answered { .. } => "the turn was stopped before the function ran",
    };
    let failure = Failure { kind: FailureKind::NotRun, message: message.to_owned() };
    let call = pending.call.id.clone();
    TurnRecord::Event(TurnEvent::CallEnded { call, outcome: Outcome::Failed { failure } })
}

/// Two calls with one id could not be answered apart, so the later one gets an id of ours.
fn with_distinct_call_ids(mut items: Vec<Item>, history: &[Message], ids: &dyn IdSource) -> Vec<Item> {
    let mut taken: HashSet<_> = history.iter().flat_map(Message::calls).map(|call| call.id.clone()).collect();
    for item in &mut items {
        if let Item::FunctionCall { call } = item {
            while call.id.as_str().is_empty() || !taken.insert(call.id.clone()) {
                call.id = ids.call();
            }
        }
    }
    items
}
