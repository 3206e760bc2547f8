//! Models behind real sockets.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "these are tests"
)]

mod attempts;
mod malice;
mod transcripts;
mod wire_log;

use connectors::transport::{Limits, Network, Proxying, RetryRule};
use connectors::{Kind, Secret, Service};
use content::{Author, Item, Message, MessageId, ModelId, Origin, Role};
use futures::StreamExt;
use ports::{
    CallScope, CompletionRequest, Connector, ConnectorError, ConnectorProfile, EventStream, FunctionChoice,
    RetryNow, StreamEvent,
};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use wire_log::WireLog;

const KEY: &str = "sk-test-0123456789";

/// A whole answer in one word.
const HELLO: &str = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hello\"}}]}\n\n\
    data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

/// The time limits of the tests: what never comes is given up soon, what comes at all comes in time.
fn limits() -> Limits {
    let retry = RetryRule {
        first_wait: Duration::from_millis(1),
        longest_wait: Duration::from_millis(1),
        ..Limits::USUAL.retry
    };
    Limits { retry, frame: 1 << 20, answer: 4 << 20, ..Limits::USUAL }
}

fn service(address: String, limits: Limits) -> Service {
    Service {
        title: "Acme".to_owned(),
        address,
        key: Secret::new(KEY),
        headers: vec![("x-extra".to_owned(), Secret::new("a-secret-of-ours").expect("a secret"))],
        network: Network { proxy: Proxying::Usual, certificates: None, limits, slots: None },
    }
}

fn model(service: Service) -> Result<Arc<dyn Connector>, ConnectorError> {
    let profile =
        ConnectorProfile { model: ModelId::new("acme:m"), title: "M".to_owned(), service: "Acme".to_owned() };
    let kind = Kind::named("openai").expect("a kind");
    kind.connect(profile, "m".to_owned(), Arc::new(service))
}

fn asked() -> CompletionRequest {
    let message = Message {
        id: MessageId::new("m1"),
        parent: None,
        role: Role::User,
        items: vec![Item::Text { text: "Hello?".to_owned() }],
        author: Author::Person,
        origin: Origin::Person,
    };
    CompletionRequest {
        known: Vec::new(),
        messages: vec![Arc::new(message)],
        functions: Vec::new(),
        choice: FunctionChoice::Auto,
        names: ports::NameStyle::default(),
        calls: ports::CallOptions::default(),
        settings: ports::RequestSettings::default(),
    }
}

/// One request, and everything that became of it.
struct Asked {
    stream: EventStream,
    log: Arc<WireLog>,
    cancel: CancellationToken,
    retry_now: RetryNow,
}

impl Asked {
    fn of(address: String, limits: Limits) -> Self {
        Self::service(service(address, limits))
    }

    fn service(service: Service) -> Self {
        let log = Arc::new(WireLog::default());
        let cancel = CancellationToken::new();
        let retry_now = RetryNow::default();
        let scope = CallScope::unobserved(cancel.clone())
            .observed_by(Arc::<WireLog>::clone(&log))
            .retried_by(retry_now.clone());
        let stream = model(service).expect("a model").stream(asked(), &scope);
        Self { stream, log, cancel, retry_now }
    }

    async fn answer(&mut self) -> Result<Vec<StreamEvent>, ConnectorError> {
        let mut events = Vec::new();
        while let Some(event) = self.stream.next().await {
            events.push(event?);
        }
        Ok(events)
    }

    async fn error(&mut self) -> ConnectorError {
        let error = self.answer().await.expect_err("no answer");
        assert!(!format!("{error} {error:?} {}", self.log.everything()).contains(KEY), "the key is told");
        error
    }
}

fn text(events: &[StreamEvent]) -> String {
    let pieces = events.iter().map(|event| match event {
        StreamEvent::TextDelta { text, .. } => text.as_str(),
        _ => "",
    });
    pieces.collect()
}
