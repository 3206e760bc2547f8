//! A turn's records as entries of its session's log, and back.

use crate::contract::{CommandError, Note};
use crate::ledger::Ledger;
use crate::wire::WireKeeper;
use content::{ExchangeId, MessageId, SessionId, TurnId};
use futures::FutureExt;
use futures::future::BoxFuture;
use invocation::{Journal, JournalError, TurnEvent, TurnPlan, TurnRecord};
use ports::WireObserver;
use sessions::{Durability, LogEntry, SessionEvent};
use std::sync::{Arc, OnceLock};
use tokio_util::task::TaskTracker;

/// Writes the records of one turn.
pub(crate) struct TurnJournal {
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) session: SessionId,
    pub(crate) turn: TurnId,
    /// Where what it leaves running is waited for.
    pub(crate) tasks: TaskTracker,
    /// Why the log could not be written, in the form a page is told.
    pub(crate) failure: OnceLock<CommandError>,
}

impl Journal for TurnJournal {
    fn append(&self, records: Vec<TurnRecord>) -> BoxFuture<'_, Result<(), JournalError>> {
        async move {
            let durability = durability_of(&records);
            let events = records.into_iter().map(|record| to_event(&self.turn, record)).collect();
            let written = self.ledger.append(self.session.clone(), events, durability).await;
            written.map_err(|error| {
                let reason = error.to_string();
                self.failure.get_or_init(|| CommandError::from(error));
                JournalError { reason }
            })
        }
        .boxed()
    }

    fn observe(&self, exchange: &ExchangeId) -> Arc<dyn WireObserver> {
        let (session, exchange) = (self.session.clone(), exchange.clone());
        Arc::new(WireKeeper::begin(&self.ledger, session, exchange, &self.tasks))
    }
}

/// A stop and an end must outlive a power cut: they are what a person comes back to.
fn durability_of(records: &[TurnRecord]) -> Durability {
    let is_resting_place = |record: &TurnRecord| {
        matches!(record, TurnRecord::Event(TurnEvent::Paused { .. } | TurnEvent::Ended { .. }))
    };
    if records.iter().any(is_resting_place) { Durability::Power } else { Durability::Process }
}

pub(crate) fn to_event(turn: &TurnId, record: TurnRecord) -> SessionEvent<Note> {
    match record {
        TurnRecord::Message(message) => SessionEvent::MessageAdded { message, turn: Some(turn.clone()) },
        TurnRecord::Event(event) => SessionEvent::Noted { note: Note::Turn { turn: turn.clone(), event } },
    }
}

/// A turn that the log began and did not end.
pub(crate) struct Unfinished {
    pub(crate) turn: TurnId,
    pub(crate) after: Option<MessageId>,
    pub(crate) plan: TurnPlan,
    pub(crate) records: Vec<TurnRecord>,
}

/// The turns a log leaves open, oldest first.
pub(crate) fn unfinished(log: &[LogEntry<Note>]) -> Vec<Unfinished> {
    let mut open: Vec<Unfinished> = Vec::new();
    for entry in log {
        let Some((turn, record)) = to_record(&entry.event) else { continue };
        if let TurnRecord::Event(TurnEvent::Began { after, plan }) = &record {
            let (after, plan) = (after.clone(), plan.clone());
            open.push(Unfinished { turn: turn.clone(), after, plan, records: vec![record] });
        } else if matches!(record, TurnRecord::Event(TurnEvent::Ended { .. })) {
            open.retain(|unfinished| unfinished.turn != *turn);
        } else if let Some(unfinished) = open.iter_mut().find(|unfinished| unfinished.turn == *turn) {
            unfinished.records.push(record);
        }
    }
    open
}

fn to_record(event: &SessionEvent<Note>) -> Option<(&TurnId, TurnRecord)> {
    match event {
        SessionEvent::MessageAdded { message, turn: Some(turn) } => {
            Some((turn, TurnRecord::Message(message.clone())))
        }
        SessionEvent::Noted { note: Note::Turn { turn, event } } => {
            Some((turn, TurnRecord::Event(event.clone())))
        }
        SessionEvent::MessageAdded { turn: None, .. }
        | SessionEvent::Noted { note: Note::Configured { .. } }
        | SessionEvent::Created { .. }
        | SessionEvent::Renamed { .. }
        | SessionEvent::BranchNamed { .. }
        | SessionEvent::MessageRemarked { .. }
        | SessionEvent::MessagePinned { .. }
        | SessionEvent::MessageUnpinned { .. }
        | SessionEvent::HeadMoved { .. } => None,
    }
}
