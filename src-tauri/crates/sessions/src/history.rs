//! The tree of messages, derived from the log.

use crate::{LogEntry, SessionEvent};
use content::{Message, MessageId};
use std::collections::HashMap;

/// Every message of a session, and the head. The path from the root to the head is the conversation.
#[derive(Clone, Debug, Default)]
pub struct History {
    messages: HashMap<MessageId, Message>,
    head: Option<MessageId>,
}

impl History {
    pub fn of<N>(log: &[LogEntry<N>]) -> Self {
        let mut history = Self::default();
        for entry in log {
            history.take(&entry.event);
        }
        history
    }

    pub fn take<N>(&mut self, event: &SessionEvent<N>) {
        match event {
            SessionEvent::MessageAdded { message, .. }
            | SessionEvent::Unreadable { message: Some(message), .. } => {
                self.head = Some(message.id.clone());
                self.messages.insert(message.id.clone(), message.clone());
            }
            SessionEvent::HeadMoved { head } => self.head.clone_from(head),
            SessionEvent::BranchNamed { .. }
            | SessionEvent::MessageRemarked { .. }
            | SessionEvent::MessagePinned { .. }
            | SessionEvent::MessageUnpinned { .. }
            | SessionEvent::Created { .. }
            | SessionEvent::Renamed { .. }
            | SessionEvent::Tagged { .. }
            | SessionEvent::Noted { .. }
            | SessionEvent::Unreadable { message: None, .. } => {}
        }
    }

    pub fn head(&self) -> Option<&MessageId> {
        self.head.as_ref()
    }

    pub fn contains(&self, message: &MessageId) -> bool {
        self.messages.contains_key(message)
    }

    /// The messages from the root to this one.
    pub fn path_to(&self, message: Option<&MessageId>) -> Vec<Message> {
        let mut path = Vec::new();
        let mut next = message.and_then(|id| self.messages.get(id));
        // A parent is always older than its child, so a path is never longer than the number of messages.
        while let Some(message) = next.filter(|_| path.len() < self.messages.len()) {
            path.push(message.clone());
            next = message.parent.as_ref().and_then(|id| self.messages.get(id));
        }
        path.reverse();
        path
    }
}
