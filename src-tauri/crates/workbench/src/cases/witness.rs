//! Sees what happens in a turn that is kept in memory alone.

use super::rates::{Queued, Queues};
use super::records::RunRecord;
use crate::ledger::Ledger;
use crate::locking::lock;
use content::{CallId, ExchangeId, FunctionCall, Item, Message, Role, TurnId, Usage};
use experiments::{Ending, MadeCall, RunFigures, Transcript, written, written_name};
use futures::FutureExt;
use futures::future::BoxFuture;
use invocation::{Journal, JournalError, Pause, Recorded, Recordings, TurnEvent, TurnOutcome, TurnRecord};
use notices::{Describe, Notice};
use ports::{Resolution, Selection, WireEvent, WireObserver};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::UnboundedSender;

/// The journal of one run.
pub(super) struct Witness {
    seen: Arc<Mutex<Seen>>,
    /// The functions whose ranks are of interest.
    expected: BTreeSet<String>,
    /// Where it is told that a request waits, and for which service.
    queue: (Queues, String),
    stops: UnboundedSender<Pause>,
    turn: TurnId,
    /// Tells the time.
    ledger: Arc<Ledger>,
}

/// What was seen of a turn.
#[derive(Debug, Default)]
pub(super) struct Seen {
    rounds: u32,
    calls: Vec<FunctionCall>,
    /// The round of each call.
    of_round: Vec<u32>,
    /// The last words of the model.
    text: Option<String>,
    pub(super) usage: Usage,
    pub(super) figures: RunFigures,
    /// The functions that calls were taken for, where their names were repaired.
    repaired: BTreeMap<CallId, String>,
    has_selected: bool,
    /// All that happened, where it is kept.
    record: Option<RunRecord>,
    /// When the first request was sent.
    asked: Option<Instant>,
    /// How long requests waited for their service to have room.
    pub(super) waited: Duration,
    /// Why the last request had no answer.
    failed: Option<Notice>,
    outcome: Option<TurnOutcome>,
}

notices::declare! {
    /// Why a turn came to no end that says anything about the model.
    pub(crate) enum NoAnswer: "broken-run" {
        Stopped = "the turn was stopped",
        Limit = "a limit of the turn was reached",
        Unanswered = "the provider gave no answer",
        Terminated { filter: String } = "the filter {filter} ended the turn",
    }
}

impl Witness {
    pub(super) fn new(
        stops: UnboundedSender<Pause>,
        expected: BTreeSet<String>,
        queue: (Queues, String),
        (turn, record): (TurnId, Option<RunRecord>),
        ledger: &Arc<Ledger>,
    ) -> Self {
        let seen = Seen { record, ..Seen::default() };
        Self { seen: Arc::new(Mutex::new(seen)), expected, queue, stops, turn, ledger: Arc::clone(ledger) }
    }

    /// A call that has been made.
    pub(super) fn call(&self, id: &CallId) -> Option<FunctionCall> {
        let seen = lock(&self.seen);
        seen.calls.iter().rev().find(|call| call.id == *id).cloned()
    }

    pub(super) fn take(&self) -> Seen {
        std::mem::take(&mut *lock(&self.seen))
    }
}

impl Journal for Witness {
    fn append(&self, records: Vec<TurnRecord>) -> BoxFuture<'_, Result<(), JournalError>> {
        let mut pauses = Vec::new();
        let mut seen = lock(&self.seen);
        let now = self.ledger.now();
        for record in records {
            if let Some(kept) = &mut seen.record {
                kept.add(now, &self.turn, record.clone());
            }
            match record {
                TurnRecord::Message(message) => seen.on_message(message),
                TurnRecord::Event(TurnEvent::Selected { selection }) => {
                    seen.selected(&selection, &self.expected);
                }
                TurnRecord::Event(event) => pauses.extend(seen.happened(event)),
            }
        }
        drop(seen);
        for pause in pauses {
            // The run has been given up if nobody listens.
            let _ = self.stops.send(pause);
        }
        std::future::ready(Ok(())).boxed()
    }

    fn observe(&self, exchange: &ExchangeId) -> Arc<dyn WireObserver> {
        Arc::new(WireWitness {
            exchange: exchange.clone(),
            ledger: Arc::clone(&self.ledger),
            seen: Arc::clone(&self.seen),
            queue: self.queue.clone(),
            queued: Mutex::new(None),
        })
    }
}

/// Sees what goes over the wire: when a response begins, and what is sent again.
struct WireWitness {
    exchange: ExchangeId,
    ledger: Arc<Ledger>,
    seen: Arc<Mutex<Seen>>,
    queue: (Queues, String),
    /// Since when the request waits for its service.
    queued: Mutex<Option<(Instant, Queued)>>,
}

impl WireObserver for WireWitness {
    fn sent(&self, body: &str) {
        let mut seen = lock(&self.seen);
        if let Some(record) = &mut seen.record {
            record.sent(&self.exchange, body);
        }
        seen.asked = seen.asked.or_else(|| Some(Instant::now()));
    }

    fn saw(&self, event: WireEvent) {
        let mut seen = lock(&self.seen);
        if let Some(record) = &mut seen.record {
            record.saw(&self.exchange, self.ledger.now(), event.clone());
        }
        match event {
            WireEvent::Retrying { .. } => seen.figures.retries += 1,
            WireEvent::Frame(_) if seen.figures.first_token.is_none() => {
                let waited = seen.asked.map(|asked| asked.elapsed().as_millis());
                seen.figures.first_token = waited.and_then(|waited| u64::try_from(waited).ok());
            }
            WireEvent::Queued => {
                let (queues, service) = &self.queue;
                *lock(&self.queued) = Some((Instant::now(), queues.enter(service)));
            }
            WireEvent::Admitted => {
                let waited = lock(&self.queued).take().map(|(since, _)| since.elapsed());
                seen.waited += waited.unwrap_or_default();
            }
            WireEvent::Frame(_)
            | WireEvent::Adapted { .. }
            | WireEvent::Attempt { .. }
            | WireEvent::Answered { .. }
            | WireEvent::Failed { .. } => {}
        }
    }
}

/// Calls are answered by the case alone.
impl Recordings for Witness {
    fn find<'a>(&'a self, _call: &'a FunctionCall) -> BoxFuture<'a, Option<Recorded>> {
        std::future::ready(None).boxed()
    }
}

impl Seen {
    fn on_message(&mut self, message: Message) {
        if message.role != Role::Assistant {
            return;
        }
        let text = message.text();
        self.text = (!text.trim().is_empty()).then_some(text).or(self.text.take());
        for item in message.items {
            if let Item::FunctionCall { call } = item {
                self.calls.push(call);
                self.of_round.push(self.rounds);
            }
        }
    }

    /// Ranks of the first request alone: later ones depend on what the model did.
    fn selected(&mut self, selection: &Selection, expected: &BTreeSet<String>) {
        if std::mem::replace(&mut self.has_selected, true) {
            return;
        }
        for (rank, candidate) in (1..).zip(&selection.candidates) {
            let name = written(&candidate.function);
            if expected.contains(&name) {
                self.figures.ranks.insert(name, rank);
            }
        }
    }

    fn resolved(&mut self, call: CallId, resolution: Resolution) {
        match resolution {
            Resolution::Runnable { name, findings, bound, repair, .. } => {
                self.figures.repaired += u32::from(bound.is_some() || repair.is_some());
                self.figures.invalid += u32::from(!findings.is_empty());
                if repair.is_some() {
                    self.repaired.insert(call, written(&name));
                }
            }
            Resolution::Refused { .. } => self.figures.invalid += 1,
        }
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "most of what happens in a turn is for those who look into it"
    )]
    fn happened(&mut self, event: TurnEvent) -> Option<Pause> {
        match event {
            TurnEvent::Paused { pause, .. } => return Some(pause),
            TurnEvent::ResponseReceived { usage, .. } => {
                self.rounds += 1;
                self.usage += usage.unwrap_or_default();
            }
            TurnEvent::RequestFailed { message, .. } => self.failed = Some(message),
            TurnEvent::RequestSent { .. } => self.failed = None,
            TurnEvent::CallsResolved { calls } => {
                calls.into_iter().for_each(|call| self.resolved(call.call, call.resolution));
            }
            TurnEvent::Ended { outcome } => self.outcome = Some(outcome),
            _ => {}
        }
        None
    }

    /// What the model did with everything that happened, or why the service did not let it.
    pub(super) fn finished(self) -> Result<(Transcript, Option<RunRecord>), Notice> {
        let ending = self.ending()?;
        let Self { calls, of_round, repaired, record, .. } = self;
        let calls = calls.into_iter().zip(of_round);
        let made = |(call, round): (FunctionCall, u32)| {
            Arc::new(MadeCall {
                function: repaired.get(&call.id).cloned().unwrap_or_else(|| written_name(&call.function)),
                arguments: call.arguments,
                round: Some(round),
            })
        };
        let calls = calls.map(made).collect();
        Ok((Transcript { rounds: self.rounds, calls, text: self.text, ending }, record))
    }

    fn ending(&self) -> Result<Ending, Notice> {
        let or_failed = |reason: Notice| self.failed.clone().unwrap_or(reason);
        let cut_off = |reason: NoAnswer| {
            let notice = or_failed(reason.notice());
            Ok(Ending::CutOff { reason: crate::english(&notice), notice: Some(notice) })
        };
        match &self.outcome {
            Some(TurnOutcome::Answered | TurnOutcome::Silent { .. }) => Ok(Ending::Finished),
            // A turn is stopped here only after a request that failed.
            None | Some(TurnOutcome::Stopped) => Err(or_failed(NoAnswer::Stopped.notice())),
            Some(TurnOutcome::Failed { message, .. }) => Err(or_failed(message.clone())),
            Some(TurnOutcome::LimitReached { .. }) => cut_off(NoAnswer::Limit),
            Some(TurnOutcome::Unanswered { .. }) => cut_off(NoAnswer::Unanswered),
            Some(TurnOutcome::Terminated { filter }) => {
                cut_off(NoAnswer::Terminated { filter: filter.to_string() })
            }
        }
    }
}
