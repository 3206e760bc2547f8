//! What was answered in other sessions, for lanes that use the results of another lane.

use crate::contract::{FeedItem, Note};
use crate::ledger::Ledger;
use crate::locking::lock;
use content::{FunctionCall, Message, Role, SessionId};
use functions::{AnsweredCall, AnsweredCalls, IsEnough, OtherSessions};
use futures::future::BoxFuture;
use invocation::TurnEvent;
use limits::PAGE_RESULTS;
use sessions::{End, LogEntry, SessionEvent};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use tokio::sync::broadcast::error::RecvError;

/// Reads the results that models of other sessions received, on the branch shown there.
pub(crate) struct LaneResults {
    ledger: Arc<Ledger>,
    /// As it was read last, the session read longest ago first.
    known: Mutex<VecDeque<(SessionId, AnsweredCalls)>>,
}

impl LaneResults {
    pub(crate) fn new(ledger: Arc<Ledger>) -> Self {
        Self { ledger, known: Mutex::default() }
    }

    async fn read(&self, session: &SessionId) -> AnsweredCalls {
        // A session that is gone has answered nothing.
        let said = self.ledger.messages_to(session.clone(), End::Head).await.unwrap_or_default();
        let answered = Arc::new(answered(&said));
        let mut known = lock(&self.known);
        known.retain(|(known, _)| known != session);
        if known.len() >= PAGE_RESULTS.size() {
            known.pop_front();
        }
        known.push_back((session.clone(), Arc::clone(&answered)));
        answered
    }

    /// Whether a turn of that session may still bring results.
    async fn is_under_way(&self, session: &SessionId) -> bool {
        self.ledger.open_turns(session.clone()).await.is_ok_and(|open| !open.is_empty())
    }
}

impl OtherSessions for LaneResults {
    fn answered(&self, session: &SessionId) -> AnsweredCalls {
        let known = lock(&self.known);
        let found = known.iter().find(|(known, _)| known == session);
        found.map(|(_, answered)| Arc::clone(answered)).unwrap_or_default()
    }

    fn until_enough<'a>(&'a self, session: &'a SessionId, is_enough: IsEnough<'a>) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            // Listening begins before reading, so that nothing is missed between.
            let mut heard = self.ledger.listen(session);
            loop {
                let is_under_way = self.is_under_way(session).await;
                if is_enough(&self.read(session).await) || !is_under_way {
                    return;
                }
                loop {
                    match heard.recv().await {
                        Ok(item) if tells_results(&item) => break,
                        Err(RecvError::Lagged(_)) => break,
                        Ok(_) => {}
                        Err(RecvError::Closed) => return,
                    }
                }
            }
        })
    }
}

/// Calls with the results that follow them.
fn answered(said: &[Message]) -> Vec<AnsweredCall> {
    let mut open: Vec<&FunctionCall> = Vec::new();
    let mut answered = Vec::new();
    for message in said {
        if message.role == Role::Function {
            for result in message.results() {
                let call = open.iter().find(|call| call.id == result.call_id);
                let outcome = || result.outcome.clone();
                answered.extend(call.map(|call| AnsweredCall { call: (*call).clone(), outcome: outcome() }));
            }
        } else {
            open = message.calls().collect();
        }
    }
    answered
}

/// Whether something was answered, or nothing will be any more.
fn tells_results(item: &FeedItem) -> bool {
    let tells = |entry: &LogEntry<Note>| match &entry.event {
        SessionEvent::MessageAdded { message, .. } => message.role == Role::Function,
        SessionEvent::HeadMoved { .. } => true,
        SessionEvent::Noted { note: Note::Turn { event, .. } } => matches!(event, TurnEvent::Ended { .. }),
        SessionEvent::Noted { .. }
        | SessionEvent::Created { .. }
        | SessionEvent::Renamed { .. }
        | SessionEvent::Tagged { .. }
        | SessionEvent::BranchNamed { .. }
        | SessionEvent::MessageRemarked { .. }
        | SessionEvent::MessagePinned { .. }
        | SessionEvent::MessageUnpinned { .. }
        | SessionEvent::Unreadable { .. } => false,
    };
    match item {
        FeedItem::Entries { entries } => entries.iter().any(tells),
        FeedItem::Halted { .. } => true,
        FeedItem::Opened { .. }
        | FeedItem::Summarising { .. }
        | FeedItem::Progressed { .. }
        | FeedItem::SourcesChanged { .. }
        | FeedItem::FunctionsChanged { .. } => false,
    }
}
