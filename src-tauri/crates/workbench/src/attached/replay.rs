//! A session that answers in a program's place: its answers one after the other, or each where it answers the same.

use super::Conversation;
use crate::contract::Answerer;
use crate::ledger::Ledger;
use content::{Item, Message, Role, SessionId, call_key};
use futures::{StreamExt, stream};
use invocation::{Breakpoint, StopPlace, TurnPlan};
use notices::Describe;
use ports::{ConnectorError, EventStream, StopReason, StreamEvent};
use sessions::End;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// The breakpoint that stops where a session has no answer.
const REPLAY_MISS: &str = "replay-miss";

notices::declare! {
    /// An answer that the session does not have.
    pub(crate) enum Miss: "replay-miss" {
        Number { number: usize } = "it has no answer number {number}",
        Asked { asked: String } = "it has no answer to {asked}",
    }
}

/// A plan that stops where a session that answers has no answer.
pub(super) fn stopping_at_misses(mut plan: TurnPlan, answerer: &Answerer) -> TurnPlan {
    let stop = Breakpoint::at(REPLAY_MISS, StopPlace::OnError);
    plan.breakpoints.retain(|breakpoint| breakpoint.id != stop.id);
    if matches!(answerer, Answerer::Session { .. }) {
        plan.breakpoints.push(stop);
    }
    plan
}

/// The answer of a session at this place, counted from 0.
pub(super) fn answer(ledger: Arc<Ledger>, session: SessionId, place: usize) -> EventStream {
    let read = async move {
        let said = read(&ledger, session).await?;
        let mut answers = said.into_iter().filter(|message| message.role == Role::Assistant);
        let missing = || not_possible(&Miss::Number { number: place + 1 });
        answers.nth(place).ok_or_else(missing)
    };
    stream::once(read).map(events).flatten().boxed()
}

/// The answer of a session to what was said last in these messages.
pub(super) fn answer_to(
    ledger: Arc<Ledger>,
    session: SessionId,
    messages: Vec<Arc<Message>>,
    conversation: Arc<Conversation>,
) -> EventStream {
    let read = async move {
        let said = read(&ledger, session).await?;
        let asked = Cue::of(messages.iter().map(Arc::as_ref));
        let answers = said.iter().enumerate().filter(|(_, message)| message.role == Role::Assistant);
        let fitting = answers.filter(|(place, _)| Cue::of(said.iter().take(*place)) == asked);
        let fitting: Vec<_> = fitting.map(|(place, _)| place).collect();
        let found = conversation.next_of(&fitting).and_then(|place| said.get(place)).cloned();
        found.ok_or_else(|| not_possible(&Miss::Asked { asked: asked.to_string() }))
    };
    stream::once(read).map(events).flatten().boxed()
}

/// What a model answers: the last words of a person, or the calls whose results it gets. What they returned does not count.
#[derive(Debug, Default, PartialEq, Eq)]
struct Cue {
    calls: BTreeSet<String>,
    words: Vec<String>,
}

impl Cue {
    fn of<'a>(messages: impl DoubleEndedIterator<Item = &'a Message>) -> Self {
        let mut cue = Self::default();
        let mut results = BTreeSet::new();
        for message in messages.rev() {
            match message.role {
                Role::System => {}
                Role::User => cue.words.insert(0, message.text().trim().to_owned()),
                Role::Function => results.extend(message.results().map(|result| result.call_id.clone())),
                Role::Assistant => {
                    let answered = message.calls().filter(|call| results.contains(&call.id));
                    cue.calls = answered.map(call_key).collect();
                    break;
                }
            }
        }
        cue
    }
}

impl fmt::Display for Cue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<_> = self.calls.iter().chain(&self.words).map(String::as_str).collect();
        formatter.write_str(&all.join("; "))
    }
}

async fn read(ledger: &Arc<Ledger>, session: SessionId) -> Result<Vec<Message>, ConnectorError> {
    let said = ledger.messages_to(session, End::Head).await;
    said.map_err(|error| not_possible(&error))
}

fn events(answer: Result<Message, ConnectorError>) -> EventStream {
    let message = match answer {
        Ok(message) => message,
        Err(error) => return stream::once(async { Err(error) }).boxed(),
    };
    let stop = if message.calls().next().is_some() { StopReason::Calls } else { StopReason::Complete };
    let items = message.items.into_iter().filter(|item| match item {
        Item::Text { .. } | Item::FunctionCall { .. } | Item::Media { .. } => true,
        Item::Reasoning { .. } | Item::FunctionResult { .. } | Item::Unknown { .. } => false,
    });
    let events: Vec<_> = items
        .enumerate()
        .map(|(index, item)| StreamEvent::finished(index, item))
        .chain([StreamEvent::Finished(stop)])
        .map(Ok)
        .collect();
    stream::iter(events).boxed()
}

fn not_possible(reason: &impl Describe) -> ConnectorError {
    ConnectorError::NotPossible { service: "The session that answers".to_owned(), reason: reason.notice() }
}
