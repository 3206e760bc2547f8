//! A clock that ticks when told and ids that count, so that two runs of a test are the same run.

use crate::{Clock, IdSource};
use content::{CallId, ExchangeId, MessageId, SessionId, Timestamp, TurnId};
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};

/// Starts at the same moment in every test and goes on by one millisecond each time it is asked.
#[derive(Debug)]
pub struct TickingClock(AtomicI64);

impl Default for TickingClock {
    fn default() -> Self {
        Self(AtomicI64::new(1_767_225_600_000))
    }
}

impl Clock for TickingClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// Counts each kind of id from one.
#[derive(Debug, Default)]
pub struct CountingIds {
    sessions: AtomicU32,
    turns: AtomicU32,
    messages: AtomicU32,
    calls: AtomicU32,
    exchanges: AtomicU32,
}

fn next(prefix: &str, counter: &AtomicU32) -> String {
    format!("{prefix}-{}", counter.fetch_add(1, Ordering::Relaxed) + 1)
}

impl IdSource for CountingIds {
    fn session(&self) -> SessionId {
        SessionId::new(next("session", &self.sessions))
    }

    fn turn(&self) -> TurnId {
        TurnId::new(next("turn", &self.turns))
    }

    fn message(&self) -> MessageId {
        MessageId::new(next("message", &self.messages))
    }

    fn call(&self) -> CallId {
        CallId::new(next("call", &self.calls))
    }

    fn exchange(&self) -> ExchangeId {
        ExchangeId::new(next("exchange", &self.exchanges))
    }
}
