//! How often each service is asked, and what waits for it.

use crate::locking::lock;
use content::ModelId;
use experiments::ServiceRate;
use futures::stream::{self, StreamExt};
use ports::{
    CallScope, CompletionRequest, Connector, ConnectorError, ConnectorProfile, EventStream, Models,
    OfferedNames, Preview, WireEvent, WireObserver,
};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

/// Requests that wait, by service.
#[derive(Clone, Debug, Default)]
pub struct Queues(Arc<Mutex<BTreeMap<String, usize>>>);

impl Queues {
    /// Services for which something waits.
    pub fn waiting(&self) -> Vec<(String, usize)> {
        let counts = lock(&self.0);
        let waiting = counts.iter().filter(|(_, requests)| **requests > 0);
        waiting.map(|(service, requests)| (service.clone(), *requests)).collect()
    }

    pub(super) fn enter(&self, service: &str) -> Queued {
        *lock(&self.0).entry(service.to_owned()).or_default() += 1;
        Queued { queues: self.clone(), service: service.to_owned() }
    }
}

/// A request that waits. It counts until it is dropped.
pub(super) struct Queued {
    queues: Queues,
    service: String,
}

impl Drop for Queued {
    fn drop(&mut self) {
        if let Some(requests) = lock(&self.queues.0).get_mut(&self.service) {
            *requests = requests.saturating_sub(1);
        }
    }
}

/// The limits of all services, shared by the runs of a set.
pub(super) struct Rates {
    gates: BTreeMap<String, Arc<Gate>>,
}

impl Rates {
    pub(super) fn of(rates: &[ServiceRate]) -> Self {
        let gate = |rate: &ServiceRate| (rate.service.clone(), Arc::new(Gate::of(rate)));
        Self { gates: rates.iter().map(gate).collect() }
    }
}

/// Lets requests to one service through.
struct Gate {
    room: Option<Arc<Semaphore>>,
    /// The time between two requests.
    interval: Option<Duration>,
    /// When the next request may be sent.
    next: Mutex<Option<Instant>>,
}

impl Gate {
    fn of(rate: &ServiceRate) -> Self {
        let room = rate.at_once.map(|most| Arc::new(Semaphore::new(most as usize)));
        let interval = rate.per_minute.map(|requests| Duration::from_secs(60) / requests.max(1));
        Self { room, interval, next: Mutex::new(None) }
    }

    /// Takes the next place in time. Requests are spread over each minute.
    fn due(&self) -> Option<Instant> {
        let interval = self.interval?;
        let now = Instant::now();
        let mut next = lock(&self.next);
        let due = next.map_or(now, |next| next.max(now));
        *next = Some(due + interval);
        Some(due).filter(|due| *due > now)
    }

    /// Returns once a request may be sent. It holds its room as long as it has the permit.
    async fn admit(&self, observer: &dyn WireObserver) -> Option<OwnedSemaphorePermit> {
        let free = self.room.as_ref().map(|room| Arc::clone(room).try_acquire_owned());
        let (mut permit, is_full) = match free {
            Some(Ok(permit)) => (Some(permit), false),
            Some(Err(_)) => (None, true),
            None => (None, false),
        };
        if is_full {
            observer.saw(WireEvent::Queued);
            if let Some(room) = &self.room {
                permit = Arc::clone(room).acquire_owned().await.ok();
            }
        }
        let due = self.due();
        if let Some(due) = due {
            if !is_full {
                observer.saw(WireEvent::Queued);
            }
            tokio::time::sleep_until(due).await;
        }
        if is_full || due.is_some() {
            observer.saw(WireEvent::Admitted);
        }
        permit
    }
}

/// Models that are asked as often as their services may be.
pub(super) struct PacedModels {
    pub(super) models: Arc<dyn Models>,
    pub(super) rates: Arc<Rates>,
}

impl Models for PacedModels {
    fn connector(&self, model: &ModelId) -> Option<Arc<dyn Connector>> {
        let inner = self.models.connector(model)?;
        let gate = self.rates.gates.get(&inner.profile().service).cloned();
        Some(match gate {
            Some(gate) => Arc::new(Paced { inner, gate }),
            None => inner,
        })
    }
}

struct Paced {
    inner: Arc<dyn Connector>,
    gate: Arc<Gate>,
}

impl Paced {
    fn once_admitted(
        &self,
        scope: &CallScope,
        ask: impl FnOnce(&dyn Connector, &CallScope) -> EventStream + Send + 'static,
    ) -> EventStream {
        let (inner, gate, scope) = (Arc::clone(&self.inner), Arc::clone(&self.gate), scope.clone());
        let admitted = async move {
            tokio::select! {
                () = scope.cancel.cancelled() => {
                    stream::once(async { Err(ConnectorError::Cancelled) }).boxed()
                }
                permit = gate.admit(&*scope.observer) => {
                    let held = move |event| {
                        let _ = &permit;
                        event
                    };
                    ask(&*inner, &scope).map(held).boxed()
                }
            }
        };
        stream::once(admitted).flatten().boxed()
    }
}

impl Connector for Paced {
    fn profile(&self) -> &ConnectorProfile {
        self.inner.profile()
    }

    fn stream(&self, request: CompletionRequest, scope: &CallScope) -> EventStream {
        self.once_admitted(scope, move |inner, scope| inner.stream(request, scope))
    }

    fn stream_body(&self, request: CompletionRequest, body: String, scope: &CallScope) -> EventStream {
        self.once_admitted(scope, move |inner, scope| inner.stream_body(request, body, scope))
    }

    fn needs_guidance(&self) -> bool {
        self.inner.needs_guidance()
    }

    fn names(&self, request: &CompletionRequest) -> OfferedNames {
        self.inner.names(request)
    }

    fn preview(&self, request: &CompletionRequest) -> Result<Option<Preview>, ConnectorError> {
        self.inner.preview(request)
    }
}

#[cfg(test)]
mod tests {
    use super::Gate;
    use experiments::ServiceRate;
    use futures::FutureExt;
    use ports::NoObserver;
    use std::time::Duration;

    fn gate(per_minute: Option<u32>, at_once: Option<u32>) -> Gate {
        Gate::of(&ServiceRate { service: "a".to_owned(), per_minute, at_once })
    }

    #[tokio::test]
    async fn requests_wait_for_those_before_them() {
        let gate = gate(None, Some(1));
        let first = gate.admit(&NoObserver).now_or_never().expect("there is room");
        assert!(gate.admit(&NoObserver).now_or_never().is_none());
        drop(first);
        assert!(gate.admit(&NoObserver).now_or_never().is_some());
    }

    #[tokio::test]
    async fn requests_are_spread_over_a_minute() {
        let gate = gate(Some(60), None);
        assert!(gate.due().is_none());
        let [second, third] = [gate.due(), gate.due()].map(|due| due.expect("it waits"));
        assert_eq!(third - second, Duration::from_secs(1));
        assert!(gate.admit(&NoObserver).now_or_never().is_none());
    }
}
