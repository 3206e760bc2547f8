//! The context of every await that can last.

use crate::{Caller, NoCaller, NoObserver, WireObserver};
use content::Digits;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// The conditions of an operation: deadline, cancellation, observer and caller.
#[derive(Clone)]
pub struct CallScope {
    pub cancel: CancellationToken,
    pub deadline: Option<Instant>,
    pub observer: Arc<dyn WireObserver>,
    pub caller: Arc<dyn Caller>,
    pub retry_now: RetryNow,
    /// The digits that the arguments of the call hold only in part.
    pub digits: Digits,
}

impl CallScope {
    /// A scope without an observer, ended only by its own token.
    pub fn unobserved(cancel: CancellationToken) -> Self {
        Self {
            cancel,
            deadline: None,
            observer: Arc::new(NoObserver),
            caller: Arc::new(NoCaller),
            retry_now: RetryNow::default(),
            digits: Digits::default(),
        }
    }

    /// The time until the deadline, and at most this long.
    pub fn time_within(&self, most: Duration) -> Duration {
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        left.map_or(most, |left| most.min(left))
    }

    pub fn observed_by(&self, observer: Arc<dyn WireObserver>) -> Self {
        Self { observer, ..self.clone() }
    }

    pub fn retried_by(&self, retry_now: RetryNow) -> Self {
        Self { retry_now, ..self.clone() }
    }

    /// Adds the integers beyond 64 bits in the arguments of the call.
    pub fn with_digits(&self, digits: Digits) -> Self {
        Self { digits, ..self.clone() }
    }

    pub fn called_by(&self, caller: Arc<dyn Caller>) -> Self {
        Self { caller, ..self.clone() }
    }
}

/// Ends the waits of requests that are about to be sent again. It does nothing to a wait that begins later.
#[derive(Clone, Default)]
pub struct RetryNow(Arc<Notify>);

impl RetryNow {
    pub fn ask(&self) {
        self.0.notify_waiters();
    }

    /// Completes as soon as somebody asks, counted from this call and not from the first poll.
    pub fn asked(&self) -> impl Future<Output = ()> + Send + '_ {
        self.0.notified()
    }
}
