//! How far something is, also where it runs beside the runtime.

use notices::Notice;
use serde::{Deserialize, Serialize};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use ts_rs::TS;

/// The interval between two reports of progress.
pub(crate) const REPORT_INTERVAL: Duration = Duration::from_millis(150);

/// How far fetching has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FetchProgress {
    /// What is being fetched, in words.
    pub what: Notice,
    pub step: FetchStep,
    /// Where it comes from, in words.
    pub from: Notice,
    #[ts(type = "number")]
    pub done: u64,
    #[ts(type = "number")]
    pub total: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum FetchStep {
    Fetching,
    /// All of it is there, and every byte is read once more.
    Checking,
}

/// What work beside the runtime is counted by, and stopped with.
#[derive(Clone, Debug)]
pub(crate) struct Pace {
    done: Arc<AtomicU64>,
    stop: CancellationToken,
}

impl Pace {
    /// Takes in that so much more was done. It is an error once nobody wants it any more.
    pub(crate) fn went(&self, bytes: u64) -> io::Result<()> {
        self.done.fetch_add(bytes, Ordering::Relaxed);
        if self.stop.is_cancelled() { Err(stopped()) } else { Ok(()) }
    }
}

/// Does long work beside the runtime and tells how far it is. It returns once the work has ended, also where it is stopped.
pub(crate) async fn beside<T: Send + 'static>(
    stop: &CancellationToken,
    tell: &(dyn Fn(u64) + Sync),
    work: impl FnOnce(&Pace) -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    let pace = Pace { done: Arc::default(), stop: stop.clone() };
    let done = Arc::clone(&pace.done);
    let mut working = tokio::task::spawn_blocking(move || work(&pace));
    let mut tick = tokio::time::interval(REPORT_INTERVAL);
    loop {
        tokio::select! {
            worked = &mut working => return worked.map_err(io::Error::other)?,
            _ = tick.tick() => tell(done.load(Ordering::Relaxed)),
        }
    }
}

pub(crate) fn stopped() -> io::Error {
    io::Error::new(io::ErrorKind::Interrupted, "it was stopped")
}
