//! What goes into every await that can last.

use crate::{Caller, NoCaller, NoObserver, WireObserver};
use content::Digits;
use std::sync::Arc;
use std::time::Instant;
use tokio_util::sync::CancellationToken;

/// The terms under which something is asked: until when, who may call it off, who watches, and who asks.
#[derive(Clone)]
pub struct CallScope {
    pub cancel: CancellationToken,
    pub deadline: Option<Instant>,
    pub observer: Arc<dyn WireObserver>,
    pub caller: Arc<dyn Caller>,
    /// What the arguments of the call hold in part only.
    pub digits: Digits,
}

impl CallScope {
    /// Nobody watches and nothing ends it but its own token.
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

    /// The arguments of the call have whole numbers beyond 64 bits.
    pub fn with_digits(&self, digits: Digits) -> Self {
        Self { digits, ..self.clone() }
    }

    pub fn called_by(&self, caller: Arc<dyn Caller>) -> Self {
        Self { caller, ..self.clone() }
    }
}
