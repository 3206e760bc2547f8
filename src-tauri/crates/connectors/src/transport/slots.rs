//! The number of requests that a service answers at once.

use super::wire::Wire;
use ports::{CallScope, ConnectorError, WaitStep, WireEvent};
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

/// The requests that a service may be answering at the same time, shared by all its models. Others wait in a queue.
#[derive(Clone, Debug)]
pub struct Slots {
    most: u32,
    free: Arc<Semaphore>,
}

/// One request's place among those that are answered. Dropping it lets the next one in.
pub(super) type Slot = Option<OwnedSemaphorePermit>;

impl Slots {
    pub fn new(most: u32) -> Self {
        Self { most, free: Arc::new(Semaphore::new(most as usize)) }
    }

    pub fn most(&self) -> u32 {
        self.most
    }
}

/// The same slots, not as many of others.
impl PartialEq for Slots {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.free, &other.free)
    }
}

impl Eq for Slots {}

impl Wire {
    /// Waits for a free slot, and says so where there is none.
    pub(super) async fn slot(&self, scope: &CallScope) -> Result<Slot, ConnectorError> {
        let Some(slots) = &self.slots else { return Ok(None) };
        if let Ok(slot) = Arc::clone(&slots.free).try_acquire_owned() {
            return Ok(Some(slot));
        }
        scope.observer.saw(WireEvent::Queued);
        let until = Instant::now() + self.limits.whole;
        let free = Arc::clone(&slots.free).acquire_owned();
        let slot = self.within(until, WaitStep::Begin, scope, free).await?;
        scope.observer.saw(WireEvent::Admitted);
        Ok(slot.ok())
    }
}
