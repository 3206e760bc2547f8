//! What a person decides about a set while it runs, and what it has come to so far.

use super::case_run::BrokenRun;
use super::rates::Queues;
use experiments::Run;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Whether runs begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pacing {
    Running,
    /// Those that have begun finish.
    Paused,
    /// Those that have begun are given up.
    Stopped,
}

/// What a set has come to so far.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Every finished run, those that were kept before first.
    pub runs: Vec<Run>,
    /// How many of them were kept before.
    pub earlier: usize,
    pub broken: Vec<BrokenRun>,
    /// Runs that are still to be made.
    pub due: usize,
    pub tokens: u64,
    /// In dollars, as far as prices are known.
    pub cost: f64,
    pub is_used_up: bool,
    /// Runs that were begun again, because their service gave no answer.
    pub begun_again: usize,
    /// How long runs were made, without pauses.
    worked: Duration,
    since: Option<Instant>,
}

impl Tally {
    /// Requests that were sent again, because the service gave no answer.
    pub fn resent(&self) -> u32 {
        self.runs.iter().map(|run| run.figures.retries).sum()
    }

    /// About how long the rest takes. Nothing before the first run is finished.
    pub fn time_left(&self) -> Option<Duration> {
        let made = self.runs.len().saturating_sub(self.earlier);
        let worked = self.worked + self.since.map_or(Duration::ZERO, |since| since.elapsed());
        experiments::time_left(worked, made, self.due)
    }
}

/// Shared between a running set and its observers.
pub struct Control {
    pacing: watch::Sender<Pacing>,
    tally: Mutex<Tally>,
    queues: Queues,
}

impl Default for Control {
    fn default() -> Self {
        let pacing = watch::Sender::new(Pacing::Running);
        Self { pacing, tally: Mutex::default(), queues: Queues::default() }
    }
}

impl Control {
    pub fn set(&self, pacing: Pacing) {
        self.pacing.send_if_modified(|now| {
            let is_new = *now != pacing && *now != Pacing::Stopped;
            if is_new {
                *now = pacing;
            }
            is_new
        });
    }

    pub fn pacing(&self) -> Pacing {
        *self.pacing.borrow()
    }

    pub(super) fn follow(&self) -> watch::Receiver<Pacing> {
        self.pacing.subscribe()
    }

    /// Requests that wait for their services.
    pub fn queues(&self) -> &Queues {
        &self.queues
    }

    /// What a set has come to so far.
    pub fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts the time only while something runs.
    pub(super) fn works(&self, is_working: bool) {
        let mut tally = self.tally();
        match (tally.since, is_working) {
            (None, true) => tally.since = Some(Instant::now()),
            (Some(since), false) => {
                tally.worked += since.elapsed();
                tally.since = None;
            }
            (None, false) | (Some(_), true) => {}
        }
    }
}
