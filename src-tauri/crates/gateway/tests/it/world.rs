//! A gateway between a program and its provider, and a turn in the test's hands.

use crate::program::Program;
use crate::wire::{Shape, asks};
use bytes::Bytes;
use content::MessageId;
use futures::future::BoxFuture;
use futures::{FutureExt, StreamExt};
use gateway::{
    Arrived, Delivery, Exchange, Gateway, Head, HoldRules, Incoming, ProgramRequest, Programs, Protocol,
    Route, Secrets, Upstream, WantedCall, nowhere, pass_through,
};
use loopback::provider::{Provider, Reply};
use ports::{
    CallOptions, CallScope, CompletionRequest, ConnectorError, EventStream, FunctionChoice, NameStyle,
    RequestSettings, StreamEvent, WireEvent, WireObserver,
};
use std::cell::Cell;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub(crate) const SECRET: &str = "fedcba9876543210";
pub(crate) const KEY: &str = "sk-canary-0123456789abcdef";

pub(crate) const NOTHING: HoldRules = HoldRules { calls: false, end: false, errors: false };
pub(crate) const CALLS: HoldRules = HoldRules { calls: true, ..NOTHING };
pub(crate) const END: HoldRules = HoldRules { end: true, ..NOTHING };
pub(crate) const ERRORS: HoldRules = HoldRules { errors: true, ..NOTHING };
pub(crate) const ALL: HoldRules = HoldRules { calls: true, end: true, errors: true };

pub(crate) struct World {
    pub(crate) provider: Provider,
    pub(crate) address: SocketAddr,
    pub(crate) wire: Arc<Wire>,
    arrived: mpsc::UnboundedReceiver<Arc<Exchange>>,
    closing: CancellationToken,
}

impl Drop for World {
    fn drop(&mut self) {
        self.closing.cancel();
    }
}

impl World {
    pub(crate) async fn start(replies: Vec<Reply>) -> Self {
        let provider = Provider::start(replies).await;
        let gateway = Gateway::bind(0).await.expect("a port");
        let (address, closing, tasks) = (gateway.address(), CancellationToken::new(), TaskTracker::new());
        let (arrives, arrived) = mpsc::unbounded_channel();
        let desk =
            Desk { openai: provider.address(), arrives, under_way: Mutex::default(), tasks: tasks.clone() };
        tasks.spawn(gateway.serve(Arc::new(desk), closing.clone(), tasks.clone()));
        Self { provider, address, wire: Arc::default(), arrived, closing }
    }

    /// A program asks.
    pub(crate) async fn program(&self, protocol: Protocol, shape: Shape) -> Program {
        Program::send(self.address, &asks(self.address, protocol, shape)).await
    }

    pub(crate) async fn arrived(&mut self) -> Arc<Exchange> {
        self.arrived.recv().await.expect("a request")
    }

    /// The turn asks the provider, and hears all of the answer.
    pub(crate) async fn pass(&self, exchange: &Arc<Exchange>, rules: HoldRules) -> Heard {
        heard(self.passing(exchange, rules)).await
    }

    pub(crate) fn passing(&self, exchange: &Arc<Exchange>, rules: HoldRules) -> EventStream {
        let observer: Arc<dyn WireObserver> = Arc::<Wire>::clone(&self.wire);
        let scope = CallScope::unobserved(CancellationToken::new()).observed_by(observer);
        exchange.pass(exchange.arrived().body.clone(), &completion(), rules, &scope)
    }
}

/// The events of a response, or the error in place of the rest.
#[derive(Debug)]
pub(crate) struct Heard {
    pub(crate) events: Vec<StreamEvent>,
    pub(crate) error: Option<ConnectorError>,
}

pub(crate) async fn heard(mut events: EventStream) -> Heard {
    let mut heard = Heard { events: Vec::new(), error: None };
    while let Some(event) = events.next().await {
        match event {
            Ok(event) => heard.events.push(event),
            Err(error) => heard.error = Some(error),
        }
    }
    heard
}

fn completion() -> CompletionRequest {
    CompletionRequest {
        messages: Vec::new(),
        functions: Vec::new(),
        known: Vec::new(),
        choice: FunctionChoice::Auto,
        calls: CallOptions::NONE,
        settings: RequestSettings::default(),
        names: NameStyle::default(),
    }
}

/// The calls of a response as they are.
pub(crate) fn as_made(exchange: &Exchange) -> Vec<WantedCall> {
    let calls = exchange.calls().into_iter().enumerate();
    let wanted = calls.map(|(place, call)| WantedCall {
        from: Some(place),
        id: call.id.as_str().to_owned(),
        name: gateway::written_name(&call.function),
        arguments: call.arguments.raw().to_owned(),
        is_text: call.arguments.is_text(),
    });
    wanted.collect()
}

pub(crate) fn exchange_of(
    protocol: Protocol,
    shape: Shape,
    base: &str,
    incoming: Incoming,
    tasks: TaskTracker,
) -> Arc<Exchange> {
    let route = Route::of(incoming.method.as_str(), &incoming.target);
    let count = Cell::new(0);
    let ids = || {
        count.set(count.get() + 1);
        MessageId::new(format!("message-{}", count.get()))
    };
    let request = ProgramRequest::read(&route, &incoming.body, &ids).expect("a request");
    assert_eq!((request.protocol, request.streams), (protocol, shape != Shape::Whole));
    let Route::Generate { provider, .. } = route else { panic!("{route:?}") };
    let Incoming { method, target, headers, body, .. } = incoming;
    let arrived = Arrived { provider, method, target, headers, body, request };
    let upstream = Upstream::of(base.to_owned(), Secrets::default()).expect("an address");
    let head = Head { id: "a1B2".to_owned(), model: "m-1".to_owned(), created: 5, includes_usage: true };
    Exchange::new(arrived, upstream, head, tasks)
}

/// Keeps what an observer is shown.
#[derive(Default)]
pub(crate) struct Wire(Mutex<Vec<String>>);

impl Wire {
    pub(crate) fn seen(&self) -> String {
        self.0.lock().expect("no panic").join("\n")
    }
}

impl WireObserver for Wire {
    fn sent(&self, body: &str) {
        self.0.lock().expect("no panic").push(body.to_owned());
    }

    fn saw(&self, event: WireEvent) {
        self.0.lock().expect("no panic").push(format!("{event:?}"));
    }
}

struct Desk {
    /// The base of OpenAI has its version in it, those of the others don't.
    openai: String,
    arrives: mpsc::UnboundedSender<Arc<Exchange>>,
    under_way: Mutex<Option<Arc<Exchange>>>,
    tasks: TaskTracker,
}

impl Programs for Desk {
    fn knows(&self, secret: &str) -> bool {
        secret == SECRET
    }

    fn answer(&self, incoming: Incoming) -> BoxFuture<'static, Delivery> {
        let delivery = self.delivery(incoming);
        async move { delivery }.boxed()
    }
}

impl Desk {
    fn base(&self, provider: gateway::Provider) -> String {
        match provider {
            gateway::Provider::OpenAi => self.openai.clone(),
            gateway::Provider::Anthropic | gateway::Provider::Gemini => {
                self.openai.trim_end_matches("/v1").to_owned()
            }
        }
    }

    fn delivery(&self, incoming: Incoming) -> Delivery {
        let route = Route::of(incoming.method.as_str(), &incoming.target);
        match route {
            Route::Nowhere => nowhere(),
            Route::PassUnwatched { provider, .. } | Route::Pass { provider } => {
                let upstream = Upstream::of(self.base(provider), Secrets::default()).expect("an address");
                pass_through(provider, upstream, incoming, &self.tasks)
            }
            Route::Generate { protocol, provider, .. } => {
                let mut under_way = self.under_way.lock().expect("no panic");
                let again = under_way.as_ref().filter(|known| known.arrived().body == incoming.body);
                if let Some(delivery) = again.and_then(|known| known.deliver()) {
                    return delivery;
                }
                let shape = Shape::of(&incoming.target, &incoming.body);
                let exchange =
                    exchange_of(protocol, shape, &self.base(provider), incoming, self.tasks.clone());
                let delivery = exchange.deliver().expect("a new response");
                *under_way = Some(Arc::clone(&exchange));
                self.arrives.send(exchange).expect("a test");
                delivery
            }
        }
    }
}

pub(crate) fn incoming(target: &str, body: &str) -> Incoming {
    Incoming {
        secret: SECRET.to_owned(),
        method: http::Method::POST,
        target: target.to_owned(),
        headers: http::HeaderMap::new(),
        body: Bytes::from(body.to_owned()),
    }
}
