//! The messages a turn adds.

use super::Turn;
use crate::open::open_calls;
use crate::stage::{PendingCall, Progress};
use crate::{DecisionKind, Limit, Misuse, WrittenCall};
use content::{
    Author, CallArguments, CallId, CalledFunction, Failure, FailureKind, FunctionCall, FunctionName,
    FunctionResult, Item, Message, MessageId, Origin, Outcome, Role,
};
use ports::{IdSource, Oddity};

/// One change of the model's last answer.
#[derive(Clone, Debug)]
pub(super) enum Change {
    Arguments { call: CallId, raw: String },
    Function { call: CallId, function: FunctionName, raw: Option<String> },
    Drop { call: CallId },
    Add { function: FunctionName, raw: String },
}

impl Turn {
    /// A person's message. Open calls before it are answered first, because only results may follow a call.
    pub(super) fn says(&self, items: Vec<Item>, ids: &dyn IdSource) -> Vec<crate::TurnRecord> {
        let mut parent = self.last_message().cloned();
        let mut records = Vec::new();
        if let Some(last) = self.path.last().filter(|_| self.has_open_calls()) {
            let items = open_calls(last).map(|call| self.passed_over(call)).collect();
            let message = ours(ids, parent, Role::Function, items);
            parent = Some(message.id.clone());
            records.push(crate::TurnRecord::Message(message));
        }
        records.push(crate::TurnRecord::Message(Message {
            id: ids.message(),
            parent,
            role: Role::User,
            items,
            author: Author::Person,
            origin: Origin::Person,
        }));
        records
    }

    fn passed_over(&self, call: &FunctionCall) -> Item {
        let known = self.given.iter().find(|result| result.call_id == call.id).cloned();
        let result = known.unwrap_or_else(|| {
            let message = "not run: the person went on without it".to_owned();
            let failure = Failure { kind: FailureKind::NotRun, message };
            let (call_id, function) = (call.id.clone(), call.function.clone());
            let (outcome, origin) = (Outcome::Failed { failure }, Origin::Application);
            FunctionResult { call_id, function, outcome, origin }
        });
        Item::FunctionResult { result }
    }

    /// The message, and irregularities of its calls' ids.
    pub(super) fn assistant_message(
        &self,
        mut items: Vec<Item>,
        origin: Origin,
        ids: &dyn IdSource,
    ) -> (Message, Vec<(CallId, Oddity)>) {
        let odd = self.make_call_ids_distinct(&mut items, ids);
        let (parent, author) = (self.last_message().cloned(), self.speaker());
        (Message { id: ids.message(), parent, role: Role::Assistant, items, author, origin }, odd)
    }

    /// An answer in the name of the model.
    pub(super) fn written_answer(
        &self,
        text: &str,
        calls: &[WrittenCall],
        ids: &dyn IdSource,
    ) -> Result<Message, Misuse> {
        let text = Some(text).filter(|text| !text.trim().is_empty());
        let said = text.map(|text| Item::Text { text: text.to_owned() });
        let calls = calls.iter().map(|call| Item::FunctionCall {
            call: added(&call.function, &call.raw, self.fresh_call_id(ids)),
        });
        let items: Vec<_> = said.into_iter().chain(calls).collect();
        if items.is_empty() {
            return Err(Misuse::NotHere { decision: DecisionKind::WriteNothing });
        }
        Ok(self.assistant_message(items, Origin::Simulated, ids).0)
    }

    /// Results of two calls with one id could not be told apart, so the later call gets an id of ours.
    fn make_call_ids_distinct(&self, items: &mut [Item], ids: &dyn IdSource) -> Vec<(CallId, Oddity)> {
        let (mut taken, mut odd): (Vec<CallId>, _) = (Vec::new(), Vec::new());
        for call in items.iter_mut().filter_map(Item::call_mut) {
            let oddity = if call.id.as_str().is_empty() {
                Some(Oddity::NoId)
            } else if taken.contains(&call.id) {
                Some(Oddity::IdTwice { of: call.id.clone() })
            } else {
                self.path.has_call(&call.id).then(|| Oddity::IdInUse { raw: call.id.as_str().to_owned() })
            };
            if let Some(oddity) = oddity {
                call.id = ids.call();
                while self.path.has_call(&call.id) || taken.contains(&call.id) {
                    call.id = ids.call();
                }
                odd.push((call.id.clone(), oddity));
            }
            taken.push(call.id.clone());
        }
        odd
    }

    fn fresh_call_id(&self, ids: &dyn IdSource) -> CallId {
        let mut id = ids.call();
        while self.path.has_call(&id) {
            id = ids.call();
        }
        id
    }

    /// The last message of the model with changes, beside the original.
    pub(super) fn changed_message(&self, changes: &[Change], ids: &dyn IdSource) -> Option<Message> {
        let original = self.path.last()?;
        let mut message = Message { id: ids.message(), origin: Origin::Edited, ..Message::clone(original) };
        for change in changes {
            match change {
                Change::Arguments { call, raw } => edit(&mut message, call, |written| {
                    written.arguments = written.arguments.rewritten(raw.clone());
                }),
                Change::Function { call, function, raw } => edit(&mut message, call, |written| {
                    written.function = CalledFunction::Known { name: function.clone() };
                    if let Some(raw) = raw {
                        written.arguments = CallArguments::read(raw.clone());
                    }
                }),
                Change::Drop { call } => message.items.retain(
                    |item| !matches!(item, Item::FunctionCall { call: written } if written.id == *call),
                ),
                Change::Add { function, raw } => {
                    let call = added(function, raw, self.fresh_call_id(ids));
                    message.items.push(Item::FunctionCall { call });
                }
            }
        }
        Some(message)
    }

    /// One message with every result of the round, in the order of the calls.
    pub(super) fn results_message(&self, ids: &dyn IdSource) -> Message {
        let results = self.pending().iter().filter_map(result_of);
        let items = results.map(|result| Item::FunctionResult { result }).collect();
        ours(ids, self.last_message().cloned(), Role::Function, items)
    }

    /// The last words, if the model has none. They replace an empty answer.
    pub(super) fn fallback_message(&self, limit: Limit, ids: &dyn IdSource) -> Message {
        let last = self.path.last();
        let parent = match last.filter(|last| last.role == Role::Assistant) {
            Some(blank) => blank.parent.clone(),
            None => last.map(|message| message.id.clone()),
        };
        ours(ids, parent, Role::Assistant, vec![Item::Text { text: self.limit_text(limit) }])
    }
}

/// A message of the application.
fn ours(ids: &dyn IdSource, parent: Option<MessageId>, role: Role, items: Vec<Item>) -> Message {
    let (author, origin) = (Author::Application, Origin::Application);
    Message { id: ids.message(), parent, role, items, author, origin }
}

fn edit(message: &mut Message, call: &CallId, change: impl FnOnce(&mut FunctionCall)) {
    let mut calls = message.items.iter_mut().filter_map(Item::call_mut);
    if let Some(written) = calls.find(|written| written.id == *call) {
        change(written);
        written.origin = Origin::Edited;
    }
}

fn added(function: &FunctionName, raw: &str, id: CallId) -> FunctionCall {
    FunctionCall {
        id,
        function: CalledFunction::Known { name: function.clone() },
        arguments: CallArguments::read(raw),
        origin: Origin::Simulated,
        provider_state: None,
    }
}

pub(super) fn result_of(pending: &PendingCall) -> Option<FunctionResult> {
    let Progress::Answered { outcome, origin, .. } = &pending.progress else { return None };
    let FunctionCall { id, function, .. } = pending.call.clone();
    Some(FunctionResult { call_id: id, function, outcome: outcome.clone(), origin: *origin })
}
