//! The messages of a turn, from the root to the last one, with what is asked of them in each round.

use crate::open::open_calls;
use content::{CallId, FunctionName, Item, Message, MessageId, Origin, Role};
use notices::Describe;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// A history that grows at its end. Each message is there once, however often the whole is handed on.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Message>", into = "Vec<Message>")]
pub(crate) struct Path {
    messages: Vec<Arc<Message>>,
    /// Known so that a round costs the same however long the history is.
    calls: HashSet<CallId>,
    used: BTreeSet<FunctionName>,
    /// The places of the messages that say or return something.
    said: Vec<usize>,
}

impl Path {
    pub(crate) fn messages(&self) -> &[Arc<Message>] {
        &self.messages
    }

    pub(crate) fn last(&self) -> Option<&Arc<Message>> {
        self.messages.last()
    }

    pub(crate) fn has_call(&self, call: &CallId) -> bool {
        self.calls.contains(call)
    }

    pub(crate) fn used(&self) -> &BTreeSet<FunctionName> {
        &self.used
    }

    /// Messages with words or results, the last first.
    pub(crate) fn spoken(&self) -> impl Iterator<Item = &Message> {
        let said = self.said.iter().rev().filter_map(|place| self.messages.get(*place));
        said.map(|message| &**message).filter(|message| message.role != Role::System)
    }

    /// Adds a message behind its parent. What came after that parent is no longer part of the path.
    pub(crate) fn add(&mut self, message: &Message) {
        let keep = match &message.parent {
            Some(parent) => self.place_of(parent).map_or(0, |place| place + 1),
            None => 0,
        };
        if keep < self.messages.len() {
            self.messages.truncate(keep);
            *self = Self::of(std::mem::take(&mut self.messages));
        }
        self.push(Arc::new(message.clone()));
    }

    /// Takes off the last message, where it is this one.
    pub(crate) fn leave_out_last(&mut self, message: &MessageId) {
        if self.messages.pop_if(|last| last.id == *message).is_some() {
            *self = Self::of(std::mem::take(&mut self.messages));
        }
    }

    fn of(messages: Vec<Arc<Message>>) -> Self {
        let mut path = Self::default();
        messages.into_iter().for_each(|message| path.push(message));
        path
    }

    fn push(&mut self, message: Arc<Message>) {
        for call in message.calls() {
            self.calls.insert(call.id.clone());
            self.used.extend(call.function.known().cloned());
        }
        if message.items.iter().any(says_something) {
            self.said.push(self.messages.len());
        }
        self.messages.push(message);
    }

    /// Looked for from the end, because that is where it nearly always is.
    fn place_of(&self, id: &MessageId) -> Option<usize> {
        self.messages.iter().rposition(|message| message.id == *id)
    }
}

fn says_something(item: &Item) -> bool {
    match item {
        Item::Text { text } => !text.trim().is_empty(),
        Item::FunctionResult { .. } => true,
        Item::Reasoning { .. } | Item::Media { .. } | Item::FunctionCall { .. } | Item::Unknown { .. } => {
            false
        }
    }
}

/// What is known besides the messages follows from them.
impl PartialEq for Path {
    fn eq(&self, other: &Self) -> bool {
        self.messages == other.messages
    }
}

impl From<Vec<Message>> for Path {
    fn from(messages: Vec<Message>) -> Self {
        Self::of(messages.into_iter().map(Arc::new).collect())
    }
}

impl From<Path> for Vec<Message> {
    fn from(path: Path) -> Self {
        path.messages.into_iter().map(Arc::unwrap_or_clone).collect()
    }
}

/// Why no model can be sent some messages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "path")]
pub enum PathFault {
    #[error("the result for {call} answers no call before it")]
    NoCall {
        #[notice(text)]
        call: CallId,
    },
    #[error("the call {call} has no result")]
    NoResult {
        #[notice(text)]
        call: CallId,
    },
    #[error("there are none")]
    Empty,
}

/// Why no model could be sent these messages, if so: a call without a result, or a result without a call.
pub(crate) fn fault_in<'a>(messages: impl Iterator<Item = &'a Message>) -> Option<PathFault> {
    let mut open: Vec<CallId> = Vec::new();
    let mut informational: HashSet<&CallId> = HashSet::new();
    let mut count = 0;
    for message in messages {
        count += 1;
        if message.role == Role::Function {
            // A call that is for information only may have a result.
            for result in message.results().filter(|result| !informational.contains(&result.call_id)) {
                let Some(place) = open.iter().position(|call| *call == result.call_id) else {
                    return Some(PathFault::NoCall { call: result.call_id.clone() });
                };
                open.remove(place);
            }
        } else if let Some(call) = open.first() {
            return Some(PathFault::NoResult { call: call.clone() });
        } else {
            let shown = message.calls().filter(|call| call.origin == Origin::Informational);
            informational.extend(shown.map(|call| &call.id));
            open.extend(open_calls(message).map(|call| call.id.clone()));
        }
    }
    match open.first() {
        Some(call) => Some(PathFault::NoResult { call: call.clone() }),
        None if count == 0 => Some(PathFault::Empty),
        None => None,
    }
}
