//! The parts of the application, opened when they are first needed. That reads files, so whoever answers others meanwhile has
//! it done beside them.

use crate::assembly::{Config, Parts, System};
use crate::contract::CommandError;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub(crate) struct Opening {
    config: Config,
    system: System,
    /// Nothing until the sessions could be opened. Each command tries again.
    parts: Mutex<Option<Arc<Parts>>>,
}

impl Opening {
    pub(crate) fn new(config: Config, system: System) -> Self {
        Self { config, system, parts: Mutex::new(None) }
    }

    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    /// The parts, opened now if they could not be before.
    pub(crate) fn parts(&self) -> Result<Arc<Parts>, CommandError> {
        let mut parts = self.lock();
        if let Some(parts) = parts.as_ref() {
            return Ok(Arc::clone(parts));
        }
        let assembled = Arc::new(Parts::assemble(&self.config, self.system.clone())?);
        assembled.sources.models.are(Arc::<Parts>::downgrade(&assembled));
        *parts = Some(Arc::clone(&assembled));
        Ok(assembled)
    }

    /// Opens the parts on a thread that may wait for a disk. Why they can't be is told to whoever asks for them.
    pub(crate) async fn beside(self: &Arc<Self>) {
        // One that is being opened by somebody else is waited for in the same way.
        let is_open = self.parts.try_lock().is_ok_and(|parts| parts.is_some());
        if !is_open {
            let opening = Arc::clone(self);
            let _ = tokio::task::spawn_blocking(move || opening.parts().map(drop)).await;
        }
    }

    /// Lets go of the parts.
    pub(crate) fn take(&self) -> Option<Arc<Parts>> {
        self.lock().take()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Parts>>> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
