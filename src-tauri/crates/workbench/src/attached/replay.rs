//! A session that answers in a program's place: its answers, one after the other.

use crate::ledger::Ledger;
use content::{Item, Message, Role, SessionId};
use futures::{StreamExt, stream};
use ports::{ConnectorError, EventStream, StopReason, StreamEvent};
use sessions::End;
use std::sync::Arc;

/// The answer of a session at this place, counted from 0.
pub(super) fn answer(ledger: Arc<Ledger>, session: SessionId, place: usize) -> EventStream {
    let read = async move {
        let said = ledger.said(session, End::Head).await;
        let said = said.map_err(|error| not_possible(error.to_string()))?;
        let mut answers = said.into_iter().filter(|message| message.role == Role::Assistant);
        let missing = || not_possible(format!("it has no answer number {}", place + 1));
        answers.nth(place).ok_or_else(missing)
    };
    stream::once(read).map(events).flatten().boxed()
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

fn not_possible(reason: String) -> ConnectorError {
    ConnectorError::NotPossible { service: "The session that answers".to_owned(), reason }
}
