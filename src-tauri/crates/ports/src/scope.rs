//! The context of every await that can last.

use crate::{Caller, NoCaller, NoObserver, WireObserver};
use content::Digits;
use std::sync::Arc;
use std::time::Instant;
use tokio_util::sync::CancellationToken;

/// The conditions of an operation: deadline, cancellation, observer and caller.
#[derive(Clone)]
pub struct CallScope {
    pub cancel: CancellationToken,
    pub deadline: Option<Instant>,
    pub observer: Arc<dyn WireObserver>,
    pub caller: Arc<dyn Caller>,
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
            digits: Digits::default(),
        }
    }

    pub fn observed_by(&self, observer: Arc<dyn WireObserver>) -> Self {
        Self { observer, ..self.clone() }
    }

    /// Adds the integers beyond 64 bits in the arguments of the call.
    pub fn with_digits(&self, digits: Digits) -> Self {
        Self { digits, ..self.clone() }
    }

    pub fn called_by(&self, caller: Arc<dyn Caller>) -> Self {
        Self { caller, ..self.clone() }
    }
}
