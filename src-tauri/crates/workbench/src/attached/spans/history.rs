//! A history that spans tell, as far as it is in a session.

use content::{CallId, FunctionCall, Message, MessageId, Role, SessionId};
use gateway::{Outline, SpanGroup};
use std::collections::VecDeque;

/// One path through a session that spans told.
pub(super) struct History {
    /// The latest last.
    pub(super) groups: VecDeque<SpanGroup>,
    pub(super) session: SessionId,
    pub(super) outline: Outline,
    /// The messages of the outline in the session.
    pub(super) ids: Vec<MessageId>,
    /// The calls of the last message.
    pub(super) open: Vec<FunctionCall>,
    /// Their results, where spans of functions told them and no request has repeated them yet.
    pub(super) answered: Option<Answered>,
}

impl History {
    /// The last message in the session.
    pub(super) fn head(&self) -> Option<&MessageId> {
        self.answered.as_ref().map(|answered| &answered.message).or(self.ids.last())
    }
}

/// The message with the results of a history's last calls.
pub(super) struct Answered {
    pub(super) message: MessageId,
    pub(super) calls: Vec<CallId>,
}

impl Answered {
    /// Whether a message of a later request repeats these results.
    pub(super) fn is_repeated_by(&self, message: &Message) -> bool {
        message.role == Role::Function
            && message.results().count() == self.calls.len()
            && message.results().all(|result| self.calls.contains(&result.call_id))
    }
}
