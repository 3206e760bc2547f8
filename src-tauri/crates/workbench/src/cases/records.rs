//! Everything that happened in one run, so that it becomes the session it would have been.

use crate::contract::Note;
use crate::journal::to_event;
use crate::ledger::Ledger;
use content::{ExchangeId, Message, Timestamp, TurnId};
use invocation::{TurnEvent, TurnRecord};
use limits::RUN_RECORD;
use ports::{IdSource, WireEvent};
use serde::{Deserialize, Serialize};
use sessions::{Durability, Exchange, SessionEvent, SessionSummary, StoreError, TimedFrame};
use std::collections::BTreeMap;

/// The events of a turn with their times, and what went over the wire.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct RunRecord {
    /// What was said before the turn.
    pub(super) history: Vec<Message>,
    events: Vec<(Timestamp, SessionEvent<Note>)>,
    exchanges: Vec<Exchange<WireEvent>>,
    /// The bytes that went over the wire.
    #[serde(skip)]
    bytes: u64,
}

impl RunRecord {
    pub(super) fn of(history: Vec<Message>) -> Self {
        Self { history, ..Self::default() }
    }

    pub(super) fn add(&mut self, at: Timestamp, turn: &TurnId, record: TurnRecord) {
        self.events.push((at, to_event(turn, record)));
    }

    pub(super) fn sent(&mut self, exchange: &ExchangeId, body: &str) {
        self.bytes += body.len() as u64;
        if self.is_keepable() {
            body.clone_into(&mut self.exchange(exchange).sent);
        }
    }

    pub(super) fn saw(&mut self, exchange: &ExchangeId, at: Timestamp, event: WireEvent) {
        self.bytes += event.frame().map_or(0, |frame| frame.text.len() as u64);
        if self.is_keepable() {
            self.exchange(exchange).frames.push(TimedFrame { at, frame: event });
        }
    }

    /// The text that is kept. Nothing, where it would be too long.
    pub(super) fn to_text(&self) -> serde_json::Result<Option<Vec<u8>>> {
        if !self.is_keepable() {
            return Ok(None);
        }
        let text = serde_json::to_vec(self)?;
        Ok(Some(text).filter(|text| text.len() as u64 <= RUN_RECORD.most))
    }

    fn is_keepable(&self) -> bool {
        self.bytes <= RUN_RECORD.most
    }

    fn exchange(&mut self, id: &ExchangeId) -> &mut Exchange<WireEvent> {
        let known = self.exchanges.iter().rposition(|known| known.id == *id);
        let at = known.unwrap_or_else(|| {
            self.exchanges.push(Exchange { id: id.clone(), sent: String::new(), frames: Vec::new() });
            self.exchanges.len() - 1
        });
        &mut self.exchanges[at]
    }

    /// Writes a session of it, which nobody sees before it is whole. A run can be opened again, so its names are new ones.
    pub(super) fn into_session(
        self,
        (ledger, ids): (&Ledger, &dyn IdSource),
        title: &str,
        settings: Vec<SessionEvent<Note>>,
    ) -> Result<SessionSummary, StoreError> {
        let store = ledger.store();
        let (session, turn) = (ids.session(), ids.turn());
        let names: BTreeMap<ExchangeId, ExchangeId> =
            self.exchanges.iter().map(|exchange| (exchange.id.clone(), ids.exchange())).collect();
        let began = self.events.first().map_or_else(|| ledger.now(), |(at, _)| *at);
        let history =
            self.history.into_iter().map(|message| SessionEvent::MessageAdded { message, turn: None });
        store.begin_arrival(&session, began, title, settings.into_iter().chain(history).collect())?;
        let written = || {
            for exchange in &self.exchanges {
                let Some(name) = names.get(&exchange.id) else { continue };
                store.note_request(&session, name, &exchange.sent)?;
                exchange.frames.iter().try_for_each(|frame| store.note_frame(&session, name, frame))?;
            }
            for batch in self.events.chunk_by(|(one, _), (next, _)| one == next) {
                let at = batch.first().map_or(began, |(at, _)| *at);
                let events = batch.iter().map(|(_, event)| renamed(event.clone(), &turn, &names));
                store.append(&session, at, events.collect(), Durability::Process)?;
            }
            store.end_arrival(&session)?;
            ledger.wrote(&session);
            store.summary(&session)
        };
        written().inspect_err(|_| {
            if let Err(left) = store.call_off_arrival(&session) {
                tracing::warn!(%session, error = %left, "what came of a run is still there");
            }
        })
    }
}

/// The same event in a turn and with exchanges of other names.
fn renamed(
    mut event: SessionEvent<Note>,
    turn: &TurnId,
    names: &BTreeMap<ExchangeId, ExchangeId>,
) -> SessionEvent<Note> {
    if let SessionEvent::MessageAdded { turn: Some(of), .. }
    | SessionEvent::Noted { note: Note::Turn { turn: of, .. } } = &mut event
    {
        *of = turn.clone();
    }
    if let SessionEvent::Noted { note: Note::Turn { event: TurnEvent::RequestSent { exchange, .. }, .. } } =
        &mut event
        && let Some(name) = names.get(exchange)
    {
        *exchange = name.clone();
    }
    event
}
