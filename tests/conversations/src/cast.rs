//! Those who take part in a turn besides the person: models, functions, and the log in memory.

use content::{FunctionCall, ModelId, Origin};
use futures::FutureExt;
use futures::future::BoxFuture;
use invocation::{
    Filter, Journal, JournalError, Pause, Recorded, Recordings, TurnEvent, TurnRecord, TurnServices, call_key,
};
use ports::doubles::CountingIds;
use ports::{
    CallScope, Catalogue, CompletionRequest, Connector, ConnectorProfile, EventStream, Models, NoObserver,
    OfferedNames, Selector, WireObserver,
};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

/// Everyone a turn may ask.
pub struct Cast {
    pub services: TurnServices,
    pub kept: Arc<Kept>,
    /// What each model was asked, in order.
    pub requests: Arc<Mutex<Vec<Asked>>>,
}

/// One request as a connector got it.
#[derive(Clone, Debug)]
pub struct Asked {
    pub model: ModelId,
    pub request: CompletionRequest,
}

impl Cast {
    pub fn new(
        models: impl Iterator<Item = Arc<dyn Connector>>,
        catalogue: Arc<dyn Catalogue>,
        selector: Arc<dyn Selector>,
        filters: Vec<Arc<dyn Filter>>,
    ) -> (Self, UnboundedReceiver<Pause>) {
        let requests = Arc::default();
        let overheard = models.map(|model| {
            let overheard = Overheard { model, requests: Arc::clone(&requests) };
            (overheard.profile().model.clone(), Arc::new(overheard) as Arc<dyn Connector>)
        });
        let models = Arc::new(Known(overheard.collect()));
        let (stopped, stops) = mpsc::unbounded_channel();
        let kept = Arc::new(Kept { records: Mutex::new(Vec::new()), stopped });
        let services = TurnServices {
            models,
            catalogue,
            selector,
            journal: Arc::<Kept>::clone(&kept),
            recordings: Arc::<Kept>::clone(&kept),
            filters,
            ids: Arc::new(CountingIds::default()),
        };
        (Self { services, kept, requests }, stops)
    }
}

struct Known(BTreeMap<ModelId, Arc<dyn Connector>>);

impl Models for Known {
    fn connector(&self, model: &ModelId) -> Option<Arc<dyn Connector>> {
        self.0.get(model).cloned()
    }
}

/// A model whose requests are kept.
struct Overheard {
    model: Arc<dyn Connector>,
    requests: Arc<Mutex<Vec<Asked>>>,
}

impl Connector for Overheard {
    fn profile(&self) -> &ConnectorProfile {
        self.model.profile()
    }

    fn stream(&self, request: CompletionRequest, scope: &CallScope) -> EventStream {
        let asked = Asked { model: self.profile().model.clone(), request: request.clone() };
        self.requests.lock().expect("no test panicked here").push(asked);
        self.model.stream(request, scope)
    }

    fn names(&self, request: &CompletionRequest) -> OfferedNames {
        self.model.names(request)
    }
}

/// Keeps records in memory and tells of each stop once it is kept.
pub struct Kept {
    records: Mutex<Vec<TurnRecord>>,
    stopped: UnboundedSender<Pause>,
}

impl Kept {
    pub fn take(&self) -> Vec<TurnRecord> {
        std::mem::take(&mut *self.records.lock().expect("no test panicked here"))
    }
}

impl Journal for Kept {
    fn append(&self, records: Vec<TurnRecord>) -> BoxFuture<'_, Result<(), JournalError>> {
        let pauses = records.iter().filter_map(|record| match record {
            TurnRecord::Event(TurnEvent::Paused { pause, .. }) => Some(pause.clone()),
            _ => None,
        });
        let pauses: Vec<_> = pauses.collect();
        self.records.lock().expect("no test panicked here").extend(records);
        for pause in pauses {
            self.stopped.send(pause).expect("somebody listens");
        }
        Box::pin(std::future::ready(Ok(())))
    }

    fn observe(&self, _exchange: &content::ExchangeId) -> Arc<dyn WireObserver> {
        Arc::new(NoObserver)
    }
}

/// What the application finds in a session's log is found in the records here.
impl Recordings for Kept {
    fn find<'a>(&'a self, call: &'a FunctionCall) -> BoxFuture<'a, Option<Recorded>> {
        std::future::ready(self.recorded(call)).boxed()
    }
}

impl Kept {
    fn recorded(&self, call: &FunctionCall) -> Option<Recorded> {
        let records = self.records.lock().expect("no test panicked here");
        recorded(&records, call)
    }
}

/// What a function itself returned for an equal call, the last time.
pub fn recorded(records: &[TurnRecord], call: &FunctionCall) -> Option<Recorded> {
    let messages: Vec<_> = records
        .iter()
        .filter_map(|record| match record {
            TurnRecord::Message(message) => Some(message),
            TurnRecord::Event(_) => None,
        })
        .collect();
    let key = call_key(call);
    let same = messages.iter().flat_map(|message| message.calls());
    let same: Vec<_> = same.filter(|made| call_key(made) == key).map(|made| &made.id).collect();
    messages.iter().rev().find_map(|message| {
        let result = message
            .results()
            .find(|result| same.contains(&&result.call_id) && result.origin == Origin::Function)?;
        Some(Recorded { message: message.id.clone(), outcome: result.outcome.clone() })
    })
}
