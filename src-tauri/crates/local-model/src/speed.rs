//! How fast a model is on this machine.

use crate::engine::Figures;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Fewer tokens say little.
const FEWEST_READ: u32 = 32;
const FEWEST_WRITTEN: u32 = 8;

/// Tokens a second.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Speed {
    pub reads: f64,
    pub writes: f64,
}

impl Speed {
    pub(crate) fn of(figures: &Figures) -> Option<Self> {
        let is_enough = figures.prompt_tokens.saturating_sub(figures.cached_tokens) >= FEWEST_READ
            && figures.output_tokens >= FEWEST_WRITTEN;
        let (reads, writes) = (figures.prompt_tokens_per_second, figures.output_tokens_per_second);
        is_enough.then_some(Self { reads, writes })
    }
}

/// The best of what was seen: answers that are written side by side share the processor.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen(Arc<Mutex<Option<Speed>>>);

impl Seen {
    pub(crate) fn see(&self, figures: &Figures) {
        let Some(speed) = Speed::of(figures) else { return };
        let mut best = self.lock();
        let Speed { reads, writes } = best.unwrap_or(speed);
        *best = Some(Speed { reads: reads.max(speed.reads), writes: writes.max(speed.writes) });
    }

    pub(crate) fn best(&self) -> Option<Speed> {
        *self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Speed>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{Seen, Speed};
    use crate::engine::Figures;

    #[test]
    fn the_best_of_what_was_seen_counts_and_short_answers_do_not() {
        let figures = |read: u32, written: u32, reads: f64, writes: f64| Figures {
            prompt_tokens: 100 + read,
            cached_tokens: 100,
            prompt_tokens_per_second: reads,
            output_tokens: written,
            output_tokens_per_second: writes,
            ..Figures::default()
        };
        let seen = Seen::default();
        seen.see(&figures(1, 300, 4000.0, 40.0));
        seen.see(&figures(300, 1, 200.0, 9000.0));
        assert_eq!(seen.best(), None);
        seen.see(&figures(300, 40, 200.0, 30.0));
        seen.see(&figures(300, 40, 150.0, 40.0));
        assert_eq!(seen.best(), Some(Speed { reads: 200.0, writes: 40.0 }));
    }
}
