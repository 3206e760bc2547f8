//! Opens the parts of the application when they are first needed. Opening reads files and blocks, so async code calls
//! [`Opening::beside`], which runs it on a blocking thread.

use crate::assembly::{System, assemble};
use crate::config::Config;
use crate::contract::CommandError;
use crate::locking::lock;
use crate::parts::Parts;
use crate::turns::LiveTurns;
use ports::IdSource;
use std::sync::{Arc, Mutex};

pub(crate) struct Opening {
    config: Config,
    system: System,
    live: Arc<LiveTurns>,
    /// `None` until the sessions are open. Each command retries.
    parts: Mutex<Option<Arc<Parts>>>,
}

impl Opening {
    pub(crate) fn new(config: Config, system: System, live: Arc<LiveTurns>) -> Self {
        Self { config, system, live, parts: Mutex::new(None) }
    }

    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    pub(crate) fn ids(&self) -> &Arc<dyn IdSource> {
        &self.system.ids
    }

    /// The parts; opens them if they are not open yet.
    pub(crate) fn parts(&self) -> Result<Arc<Parts>, CommandError> {
        let mut parts = lock(&self.parts);
        if let Some(parts) = parts.as_ref() {
            return Ok(Arc::clone(parts));
        }
        let assembled = Arc::new(assemble(&self.config, self.system.clone(), Arc::clone(&self.live))?);
        *parts = Some(Arc::clone(&assembled));
        Ok(assembled)
    }

    /// Opens the parts on a blocking thread. [`Self::parts`] reports a failure.
    pub(crate) async fn beside(self: &Arc<Self>) {
        // A concurrent opening holds the lock; the blocking thread waits for it.
        let is_open = self.parts.try_lock().is_ok_and(|parts| parts.is_some());
        if !is_open {
            let opening = Arc::clone(self);
            let _ = tokio::task::spawn_blocking(move || opening.parts().map(drop)).await;
        }
    }

    /// Drops the parts.
    pub(crate) fn take(&self) -> Option<Arc<Parts>> {
        lock(&self.parts).take()
    }
}
