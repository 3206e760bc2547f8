//! A history on its way to becoming another one. The messages it was made from stay as they are.

use content::{Author, Item, Message, MessageId, Origin, Role};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::ops::Range;
use ts_rs::TS;

/// Where new messages get their ids from.
pub type NewIds<'a> = &'a mut dyn FnMut() -> MessageId;

/// A new path beside an old one: some messages from its start, then new ones.
///
/// Nothing is taken away from the tree. Moving the head back to the old path undoes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Branch {
    /// How many messages both paths share.
    pub kept: usize,
    /// The new messages, each the parent of the next. The first one's parent is the last shared message.
    pub messages: Vec<Message>,
}

impl Branch {
    /// Whether the new path is the old one.
    pub fn is_unchanged(&self, history: &[Message]) -> bool {
        self.kept == history.len() && self.messages.is_empty()
    }

    /// The whole new path.
    pub fn path(&self, history: &[Message]) -> Vec<Message> {
        history.iter().take(self.kept).chain(&self.messages).cloned().collect()
    }

    /// Where the head goes.
    pub fn head<'a>(&'a self, history: &'a [Message]) -> Option<&'a MessageId> {
        let shared = self.kept.checked_sub(1).and_then(|last| history.get(last));
        self.messages.last().or(shared).map(|message| &message.id)
    }
}

/// The messages as they shall be, and from where on they differ from what they were.
#[derive(Debug)]
pub(crate) struct Draft {
    root: Option<MessageId>,
    messages: Vec<Message>,
    made: HashSet<MessageId>,
    kept: usize,
}

impl Draft {
    pub(crate) fn of(history: &[Message]) -> Self {
        let root = history.first().and_then(|message| message.parent.clone());
        Self { root, messages: history.to_vec(), made: HashSet::new(), kept: history.len() }
    }

    pub(crate) fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// Puts messages in the place of others, or between two of them.
    pub(crate) fn replace(&mut self, place: Range<usize>, with: Vec<Message>) {
        self.kept = self.kept.min(place.start);
        self.made.extend(with.iter().map(|message| message.id.clone()));
        self.messages.splice(place, with);
    }

    pub(crate) fn edit(&mut self, place: usize, change: impl FnOnce(&mut Vec<Item>)) {
        let Some(message) = self.messages.get_mut(place) else { return };
        self.kept = self.kept.min(place);
        change(&mut message.items);
        if !self.made.contains(&message.id) {
            message.origin = Origin::Edited;
        }
        if message.items.is_empty() {
            self.messages.remove(place);
        }
    }

    /// Gives every message from the first difference on a new id and its new parent.
    pub(crate) fn into_branch(self, ids: NewIds<'_>) -> Branch {
        let Self { root, mut messages, made, kept } = self;
        let mut added = messages.split_off(kept.min(messages.len()));
        let mut parent = messages.last().map(|message| message.id.clone()).or(root);
        for message in &mut added {
            if !made.contains(&message.id) {
                message.id = ids();
            }
            message.parent = parent.replace(message.id.clone());
        }
        Branch { kept: messages.len(), messages: added }
    }
}

/// A message the application makes up. It gets its parent when the draft is done.
pub(crate) fn made_up(id: MessageId, role: Role, items: Vec<Item>) -> Message {
    Message { id, parent: None, role, items, author: Author::Application, origin: Origin::Application }
}
