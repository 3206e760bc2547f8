//! Sees what happens in a turn that is kept in memory alone.

use content::{CallId, ExchangeId, FunctionCall, Item, Message, Role, Usage};
use experiments::{Ending, MadeCall, Transcript, written_name};
use futures::FutureExt;
use futures::future::BoxFuture;
use invocation::{Journal, JournalError, Pause, Recorded, Recordings, TurnEvent, TurnOutcome, TurnRecord};
use notices::{Describe, Notice};
use ports::{NoObserver, WireObserver};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc::UnboundedSender;

/// The journal of one run.
pub(super) struct Witness {
    seen: Mutex<Seen>,
    stops: UnboundedSender<Pause>,
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
    /// Why the last request had no answer.
    failed: Option<Notice>,
    outcome: Option<TurnOutcome>,
}

/// Why a turn came to no end that says anything about the model.
#[derive(Clone, Debug, PartialEq, Eq, Describe)]
#[notice(prefix = "broken-run")]
pub(crate) enum NoAnswer {
    #[notice("the turn was stopped")]
    Stopped,
    #[notice("a limit of the turn was reached")]
    Limit,
    #[notice("the provider gave no answer")]
    Unanswered,
    #[notice("the filter {filter} ended the turn")]
    Terminated { filter: String },
}

impl Witness {
    pub(super) fn new(stops: UnboundedSender<Pause>) -> Self {
        Self { seen: Mutex::default(), stops }
    }

    /// A call that has been made.
    pub(super) fn call(&self, id: &CallId) -> Option<FunctionCall> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.calls.iter().rev().find(|call| call.id == *id).cloned()
    }

    pub(super) fn take(&self) -> Seen {
        std::mem::take(&mut *self.seen.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Journal for Witness {
    fn append(&self, records: Vec<TurnRecord>) -> BoxFuture<'_, Result<(), JournalError>> {
        let mut pauses = Vec::new();
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        for record in records {
            match record {
                TurnRecord::Message(message) => seen.said(message),
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

    fn observe(&self, _exchange: &ExchangeId) -> Arc<dyn WireObserver> {
        Arc::new(NoObserver)
    }
}

/// Calls are answered by the case alone.
impl Recordings for Witness {
    fn find<'a>(&'a self, _call: &'a FunctionCall) -> BoxFuture<'a, Option<Recorded>> {
        std::future::ready(None).boxed()
    }
}

impl Seen {
    fn said(&mut self, message: Message) {
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
            TurnEvent::Ended { outcome } => self.outcome = Some(outcome),
            _ => {}
        }
        None
    }

    /// What the model did, or why the service did not let it.
    pub(super) fn transcript(self) -> Result<Transcript, Notice> {
        let ending = self.ending()?;
        let calls = self.calls.into_iter().zip(self.of_round);
        let made = |(call, round): (FunctionCall, u32)| MadeCall {
            function: written_name(&call.function),
            arguments: call.arguments,
            round: Some(round),
        };
        Ok(Transcript { rounds: self.rounds, calls: calls.map(made).collect(), text: self.text, ending })
    }

    fn ending(&self) -> Result<Ending, Notice> {
        let or_failed = |reason: Notice| self.failed.clone().unwrap_or(reason);
        let cut_off =
            |reason: NoAnswer| Ok(Ending::CutOff { reason: crate::english(&or_failed(reason.notice())) });
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
