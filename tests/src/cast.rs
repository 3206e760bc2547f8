//! Those who take part in a turn besides the person: scripted models, functions, and the log in memory.

use crate::disk::recorded;
use connectors::scripted::{Scripted, Source};
use content::{FunctionCall, ModelId};
use functions::Registry;
use futures::FutureExt;
use futures::future::BoxFuture;
use invocation::{
    Filter, Journal, JournalError, Pause, Recorded, Recordings, TurnEvent, TurnRecord, TurnServices,
};
use ports::doubles::CountingIds;
use ports::{
    CallScope, CompletionRequest, Connector, ConnectorProfile, EventStream, Models, NoObserver, OfferedNames,
    WireObserver,
};
use selection::RankedSelector;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use tempfile::TempDir;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

/// Everyone a turn may ask.
pub struct Cast {
    pub services: TurnServices,
    pub kept: Arc<Kept>,
    /// What each model was asked, in order.
    pub requests: Arc<Mutex<Vec<Asked>>>,
    _folder: TempDir,
}

/// One request as a connector got it.
#[derive(Clone, Debug)]
pub struct Asked {
    pub model: ModelId,
    pub request: CompletionRequest,
}

impl Cast {
    /// Scripted models by their ids, each with the lines of its script.
    pub fn new(
        scripts: &BTreeMap<String, String>,
        registry: Registry,
        filters: Vec<Arc<dyn Filter>>,
    ) -> (Self, UnboundedReceiver<Pause>) {
        let folder = tempfile::tempdir().expect("a folder for the scripts");
        let requests = Arc::default();
        let mut models: BTreeMap<ModelId, Arc<dyn Connector>> = BTreeMap::new();
        for (number, (model, script)) in scripts.iter().enumerate() {
            let path = folder.path().join(format!("{number}.jsonl"));
            let head = json!({ "format": 1, "title": "A test" });
            std::fs::write(&path, format!("{head}\n{script}")).expect("the script is written");
            let (model, source) = (ModelId::new(model), Source::File(path));
            let scripted = Scripted::new(model.clone(), "A test".into(), "Tests".into(), source);
            models.insert(model, Arc::new(Overheard { scripted, requests: Arc::clone(&requests) }));
        }
        let (stopped, stops) = mpsc::unbounded_channel();
        let kept = Arc::new(Kept { records: Mutex::new(Vec::new()), stopped });
        let services = TurnServices {
            models: Arc::new(Known(models)),
            catalogue: Arc::new(registry),
            selector: Arc::new(RankedSelector::default()),
            journal: Arc::<Kept>::clone(&kept),
            recordings: Arc::<Kept>::clone(&kept),
            filters,
            ids: Arc::new(CountingIds::default()),
        };
        (Self { services, kept, requests, _folder: folder }, stops)
    }
}

struct Known(BTreeMap<ModelId, Arc<dyn Connector>>);

impl Models for Known {
    fn connector(&self, model: &ModelId) -> Option<Arc<dyn Connector>> {
        self.0.get(model).cloned()
    }
}

/// A scripted model whose requests are kept.
struct Overheard {
    scripted: Scripted,
    requests: Arc<Mutex<Vec<Asked>>>,
}

impl Connector for Overheard {
    fn profile(&self) -> &ConnectorProfile {
        self.scripted.profile()
    }

    fn stream(&self, request: CompletionRequest, scope: &CallScope) -> EventStream {
        let asked = Asked { model: self.profile().model.clone(), request: request.clone() };
        self.requests.lock().expect("no test panicked here").push(asked);
        self.scripted.stream(request, scope)
    }

    fn names(&self, request: &CompletionRequest) -> OfferedNames {
        self.scripted.names(request)
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
            TurnRecord::Event(TurnEvent::Paused { pause }) => Some(pause.clone()),
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
