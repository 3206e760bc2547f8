//! What goes into every await that can last.

use crate::{NoObserver, WireObserver};
use std::sync::Arc;
use std::time::Instant;
use tokio_util::sync::CancellationToken;

/// The terms under which something is asked: until when, who may call it off, and who watches.
#[derive(Clone)]
pub struct CallScope {
    pub cancel: CancellationToken,
    pub deadline: Option<Instant>,
    pub observer: Arc<dyn WireObserver>,
}

impl CallScope {
    /// Nobody watches and nothing ends it but its own token.
    pub fn unobserved(cancel: CancellationToken) -> Self {
        Self { cancel, deadline: None, observer: Arc::new(NoObserver) }
    }

    pub fn observed_by(&self, observer: Arc<dyn WireObserver>) -> Self {
        Self { observer, ..self.clone() }
    }
}
