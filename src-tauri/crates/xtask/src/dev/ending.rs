//! Whether a person wants to end, by Ctrl+C or by closing the terminal.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// Set by a signal, so that children can be ended before this tool ends.
#[derive(Clone, Debug)]
pub(super) struct Ending(Arc<AtomicBool>);

impl Ending {
    pub(super) fn on_signals() -> Result<Self> {
        let asked = Arc::new(AtomicBool::new(false));
        for signal in signals() {
            signal_hook::flag::register(*signal, Arc::clone(&asked)).context("can't listen for Ctrl+C")?;
        }
        Ok(Self(asked))
    }

    pub(super) fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(unix)]
fn signals() -> &'static [i32] {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    &[SIGHUP, SIGINT, SIGTERM]
}

#[cfg(not(unix))]
fn signals() -> &'static [i32] {
    use signal_hook::consts::{SIGINT, SIGTERM};
    &[SIGINT, SIGTERM]
}
