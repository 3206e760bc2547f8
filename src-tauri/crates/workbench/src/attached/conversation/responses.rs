//! The answers of a conversation by the names of their responses, for requests that name what they go on from.

use super::super::echoes::{Began, Repeated};
use super::Conversation;
use crate::locking::lock;
use content::MessageId;
use gateway::{GoesOnFrom, ProgramRequest, ResponseMark};
use std::collections::VecDeque;
use std::sync::Arc;

/// The answers that are known by their names. Older ones are forgotten.
const MAX_KNOWN_RESPONSES: usize = 1_024;

#[derive(Default)]
pub(super) struct Responses {
    answers: VecDeque<(Arc<ResponseMark>, MessageId)>,
    /// The conversation of the provider that these belong to, if it keeps one.
    kept_as: Option<String>,
    /// The provider's conversation lacks something of what was said.
    is_apart: bool,
    began: Began,
    /// The session begins with instructions, which hold for one request only.
    has_instructions: bool,
}

/// An answer that a request names.
pub(in crate::attached) struct NamedAnswer {
    /// The last message of it in the session.
    pub(in crate::attached) message: MessageId,
    /// Nothing was said behind it.
    pub(in crate::attached) is_last: bool,
    /// The provider has it, and what was said before, as the program received it.
    pub(in crate::attached) is_known: bool,
    pub(in crate::attached) has_instructions: bool,
}

impl Responses {
    fn find(&self, from: &GoesOnFrom) -> Option<NamedAnswer> {
        let named = |(mark, _): &(Arc<ResponseMark>, MessageId)| mark.id() == Some(from.id());
        let place = match from {
            GoesOnFrom::Response(_) => self.answers.iter().rposition(named)?,
            GoesOnFrom::Conversation(id) if self.kept_as.as_ref() == Some(id) => {
                self.answers.len().checked_sub(1)?
            }
            GoesOnFrom::Conversation(_) => return None,
        };
        let (mark, message) = self.answers.get(place)?;
        let is_known = match from {
            GoesOnFrom::Response(_) => !mark.is_ours(),
            // The provider adds to its conversation what it answers itself, and nothing else.
            GoesOnFrom::Conversation(_) => {
                !self.is_apart && self.answers.iter().all(|(mark, _)| !mark.is_ours())
            }
        };
        Some(NamedAnswer {
            message: message.clone(),
            is_last: place + 1 == self.answers.len(),
            is_known,
            has_instructions: self.has_instructions,
        })
    }
}

impl Conversation {
    /// The session begins with this request.
    pub(in crate::attached) fn set_first_request(&self, request: &ProgramRequest) {
        let responses = &mut lock(&self.state).responses;
        responses.began = Began::with(&request.messages);
        responses.has_instructions = request.has_instructions;
    }

    pub(in crate::attached) fn began(&self) -> Began {
        lock(&self.state).responses.began
    }

    /// A request of the provider's conversation of this name is made.
    pub(in crate::attached) fn set_provider_conversation(&self, id: &str) {
        lock(&self.state).responses.kept_as = Some(id.to_owned());
    }

    /// A request was made without the provider's conversation, which lacks it and its answer from now on.
    pub(in crate::attached) fn leave_provider_conversation(&self) {
        lock(&self.state).responses.is_apart = true;
    }

    /// The answer to the request under way is in the session. A later one takes its place: the same response goes on, or a
    /// person changed it.
    pub(in crate::attached) fn answered_by(&self, message: MessageId, said: Repeated) {
        {
            let mut state = lock(&self.state);
            (state.said, state.last_answer) = (Some(said), Some(message.clone()));
        }
        self.moved.notify_waiters();
        if !self.can_name_answers() {
            return;
        }
        let mut state = lock(&self.state);
        let Some(mark) = state.current.as_ref().map(|current| Arc::clone(current.mark())) else { return };
        let answers = &mut state.responses.answers;
        answers.retain(|(known, _)| !Arc::ptr_eq(known, &mark));
        answers.push_back((mark, message));
        if answers.len() > MAX_KNOWN_RESPONSES {
            answers.pop_front();
        }
    }

    /// The last answer that the program has, as far as the session has it.
    pub(in crate::attached) fn last_answer(&self) -> Option<MessageId> {
        lock(&self.state).last_answer.clone()
    }

    /// The answer that a request with so many results names, once the turn has taken it in. `None` if it is of another
    /// conversation.
    pub(in crate::attached) async fn named(
        &self,
        from: &GoesOnFrom,
        results: usize,
        body: &[u8],
    ) -> Option<NamedAnswer> {
        let is_retried = self.under_way().is_some_and(|under_way| under_way.arrived().body == body);
        if !is_retried && self.is_answering(from) {
            self.catches_up(results).await;
        }
        lock(&self.state).responses.find(from)
    }

    /// Whether a turn is still under way with the answer that a request names. Once the next request waits for it, it has
    /// taken that answer in.
    fn is_answering(&self, from: &GoesOnFrom) -> bool {
        let state = lock(&self.state);
        if state.parked.is_some() {
            return false;
        }
        let is_current = |id: &str| {
            let mark = state.current.as_ref().map(|current| current.mark());
            let last = state.responses.answers.back().map(|(mark, _)| mark);
            mark.or(last).is_some_and(|mark| mark.id() == Some(id))
        };
        match from {
            GoesOnFrom::Response(id) => is_current(id),
            GoesOnFrom::Conversation(id) => state.responses.kept_as.as_ref() == Some(id),
        }
    }
}
