//! A turn's records as entries of its session's log, and back.

use crate::configuration::plan_of;
use crate::contract::{CommandError, FeedItem, Note};
use crate::ledger::Ledger;
use crate::turn_error::TurnError;
use crate::wire::WireKeeper;
use content::{CallId, ExchangeId, MessageId, SessionId, TurnId};
use futures::FutureExt;
use futures::future::BoxFuture;
use invocation::{Journal, JournalError, TurnEvent, TurnOutcome, TurnPlan, TurnRecord};
use ports::{Progress, WireObserver};
use sessions::{Durability, LogEntry, OpenTurn, SessionEvent, StoreError};
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
            let spent = self.spent(&records).await;
            let events = records.into_iter().map(|record| to_event(&self.turn, record));
            let events = events.chain(spent).collect();
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

    fn progressed(&self, call: &CallId, progress: Progress) {
        let (turn, call) = (self.turn.clone(), call.clone());
        self.ledger.tell(&self.session, FeedItem::Progressed { turn, call, progress });
    }
}

impl TurnJournal {
    /// The plan of the session without the breakpoints that have stopped a turn once and were to do so only once.
    async fn spent(&self, records: &[TurnRecord]) -> Option<SessionEvent<Note>> {
        let stops = records.iter().filter_map(|record| match record {
            TurnRecord::Event(TurnEvent::Paused { pause, .. }) => Some(&pause.breakpoints),
            TurnRecord::Event(_) | TurnRecord::Message(_) => None,
        });
        let stopping: Vec<_> = stops.flatten().collect();
        if stopping.is_empty() {
            return None;
        }
        // A log that can't be read can't be written either, which is told when the records are.
        let mut plan = plan_of(&self.ledger, &self.session).await.ok()??;
        let points = plan.breakpoints.iter_mut();
        let mut spent = points.filter(|point| point.is_one_shot && stopping.contains(&&point.id)).peekable();
        spent.peek()?;
        spent.for_each(|point| point.is_enabled = false);
        Some(SessionEvent::Noted { note: Note::Configured { plan } })
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
            let (after, plan) = (after.clone(), plan.as_ref().clone());
            open.push(Unfinished { turn: turn.clone(), after, plan, records: vec![record] });
        } else if matches!(record, TurnRecord::Event(TurnEvent::Ended { .. })) {
            open.retain(|unfinished| unfinished.turn != *turn);
        } else if let Some(unfinished) = open.iter_mut().find(|unfinished| unfinished.turn == *turn) {
            unfinished.records.push(record);
        }
    }
    open
}

/// Takes out the turns that can't be taken up because an entry of them may be lost, and ends them: a call must not run
/// with arguments that were changed by what can't be read.
pub(crate) fn without(
    lost: u64,
    open: Vec<OpenTurn>,
    unfinished: &mut Vec<Unfinished>,
    is_live: impl Fn(&TurnId) -> bool,
) -> Vec<SessionEvent<Note>> {
    let broken = open.into_iter().filter(|open| open.began <= lost && !is_live(&open.turn));
    let ended = broken.map(|OpenTurn { turn, .. }| {
        unfinished.retain(|unfinished| unfinished.turn != turn);
        let outcome = TurnOutcome::failed(&TurnError::EntryLost { entry: lost });
        SessionEvent::Noted { note: Note::Turn { turn, event: TurnEvent::Ended { outcome } } }
    });
    ended.collect()
}

/// Takes out the turns whose session went on elsewhere, and ends them: whatever they did would move it back there.
pub(crate) fn without_those_left_behind(
    head: Option<&MessageId>,
    unfinished: &mut Vec<Unfinished>,
) -> Vec<SessionEvent<Note>> {
    let left_behind = unfinished.extract_if(.., |unfinished| unfinished.last_message() != head);
    let ended = left_behind.map(|Unfinished { turn, .. }| {
        let outcome = TurnOutcome::failed(&TurnError::LeftBehind);
        SessionEvent::Noted { note: Note::Turn { turn, event: TurnEvent::Ended { outcome } } }
    });
    ended.collect()
}

impl Unfinished {
    /// The message the session showed when the turn was cut off.
    fn last_message(&self) -> Option<&MessageId> {
        let said = self.records.iter().rev().find_map(|record| match record {
            TurnRecord::Message(message) => Some(&message.id),
            TurnRecord::Event(_) => None,
        });
        said.or(self.after.as_ref())
    }
}

/// Refuses to follow a turn again if an entry among its own can't be read.
pub(crate) fn check_whole(
    session: &SessionId,
    log: &[LogEntry<Note>],
    turn: &TurnId,
) -> Result<(), StoreError> {
    let is_of = |entry: &LogEntry<Note>| to_record(&entry.event).is_some_and(|(of, _)| of == turn);
    let (first, last) = (log.iter().position(is_of), log.iter().rposition(is_of));
    let (Some(first), Some(last)) = (first, last) else { return Ok(()) };
    for LogEntry { seq, event, .. } in log.get(first..last).unwrap_or_default() {
        if let SessionEvent::Unreadable { reason, .. } = event {
            let (session, reason) = (session.clone(), reason.clone());
            return Err(StoreError::Unreadable { session, seq: *seq, reason });
        }
    }
    Ok(())
}

/// Everything one turn wrote down.
pub(crate) fn records_of(log: &[LogEntry<Note>], turn: &TurnId) -> Vec<TurnRecord> {
    let records = log.iter().filter_map(|entry| to_record(&entry.event));
    records.filter(|(of, _)| *of == turn).map(|(_, record)| record).collect()
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
        | SessionEvent::Noted {
            note:
                Note::Configured { .. }
                | Note::Functions { .. }
                | Note::Forked { .. }
                | Note::Lanes { .. }
                | Note::Tried { .. },
        }
        | SessionEvent::Created { .. }
        | SessionEvent::Renamed { .. }
        | SessionEvent::Tagged { .. }
        | SessionEvent::BranchNamed { .. }
        | SessionEvent::MessageRemarked { .. }
        | SessionEvent::MessagePinned { .. }
        | SessionEvent::MessageUnpinned { .. }
        | SessionEvent::HeadMoved { .. }
        | SessionEvent::Unreadable { .. } => None,
    }
}
