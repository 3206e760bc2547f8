//! Who waits for an answer, and what has come for them.

use super::super::server::Server;
use super::incoming::{self, Incoming};
use super::outline::Outline;
use rmcp::model::{ClientJsonRpcMessage, ClientNotification, RequestId, ServerJsonRpcMessage};
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

/// The requests that have no answer yet.
#[derive(Clone, Default)]
pub(super) struct Waiting(HashSet<RequestId>);

impl Waiting {
    pub(super) fn sent(&mut self, message: &ClientJsonRpcMessage) {
        if let ClientJsonRpcMessage::Request(request) = message {
            self.0.insert(request.id.clone());
        } else if let ClientJsonRpcMessage::Notification(notification) = message
            && let ClientNotification::CancelledNotification(cancelled) = &notification.notification
            && let Some(id) = &cancelled.params.request_id
        {
            self.0.remove(id);
        }
    }

    fn received(&mut self, message: &ServerJsonRpcMessage) {
        if let Some(id) = answered(message).and_then(|id| self.meant(Some(id))) {
            self.0.remove(&id);
        }
    }

    /// The request that is answered by an answer with this id. Our ids are numbers; what has none, or a word, can only
    /// be meant for the one that waits, where it is one.
    pub(super) fn meant(&self, id: Option<RequestId>) -> Option<RequestId> {
        let number = match &id {
            Some(RequestId::Number(_)) => return id,
            Some(RequestId::String(word)) => word.parse().ok().map(RequestId::Number),
            None => None,
        };
        number.or_else(|| self.only()).or(id)
    }

    /// The one that waits, where it is one.
    pub(super) fn only(&self) -> Option<RequestId> {
        self.0.iter().next().filter(|_| self.0.len() == 1).cloned()
    }
}

/// The id of the request that a message answers.
pub(super) fn answered(message: &ServerJsonRpcMessage) -> Option<RequestId> {
    if let ServerJsonRpcMessage::Response(response) = message {
        Some(response.id.clone())
    } else if let ServerJsonRpcMessage::Error(error) = message {
        error.id.clone()
    } else {
        None
    }
}

/// The messages of one server, in the order they came.
pub(super) struct Inbox {
    server: Arc<Server>,
    waiting: Waiting,
    messages: VecDeque<ServerJsonRpcMessage>,
}

impl Inbox {
    pub(super) fn new(server: Arc<Server>) -> Self {
        Self { server, waiting: Waiting::default(), messages: VecDeque::new() }
    }

    pub(super) fn sent(&mut self, message: &ClientJsonRpcMessage) {
        self.waiting.sent(message);
    }

    pub(super) fn take(&mut self, text: &str) {
        self.add(incoming::read(&self.server.redactor().clean(text), &self.waiting));
    }

    /// Takes what is known of a message that is too long.
    pub(super) fn take_outline(&mut self, outline: &Outline) {
        self.add(incoming::too_long(outline, &self.waiting));
    }

    fn add(&mut self, incoming: Incoming) {
        if let Some(remark) = incoming.remark {
            self.server.note(&remark);
        }
        for message in incoming.messages {
            self.waiting.received(&message);
            self.messages.push_back(message);
        }
    }

    pub(super) fn next(&mut self) -> Option<ServerJsonRpcMessage> {
        self.messages.pop_front()
    }
}
