//! Asking through the connector, as a turn does.

use anyhow::{Result, bail};
use content::{Author, CallArguments, FunctionCall, Item, Message, MessageId, Origin, Role};
use futures::StreamExt;
use ports::{
    CallOptions, CallScope, CompletionRequest, Connector, FunctionChoice, FunctionSpec, NameStyle,
    RequestSettings, StopReason, StreamEvent, WireEvent, WireObserver,
};
use serde_json::Value;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// What an answer may be long.
pub(crate) const TOKENS: u32 = 200;

/// What was said, and what it took.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    pub(crate) calls: Vec<FunctionCall>,
    /// Whether the last of them was not written to its end, because the answer was long enough.
    pub(crate) is_cut: bool,
    /// As the model wrote it.
    pub(crate) text: String,
    pub(crate) figures: Value,
    /// When its first piece came.
    pub(crate) first: Option<Duration>,
}

impl Answer {
    pub(crate) fn figure(&self, name: &str) -> f64 {
        self.figures.get(name).and_then(Value::as_f64).unwrap_or_default()
    }
}

pub(crate) fn request(text: &str, functions: &[Arc<FunctionSpec>], tokens: u32) -> CompletionRequest {
    let items = vec![Item::Text { text: text.to_owned() }];
    let id = MessageId::new("m");
    let message =
        Message { id, parent: None, role: Role::User, items, author: Author::Person, origin: Origin::Person };
    CompletionRequest {
        known: Vec::new(),
        messages: vec![Arc::new(message)],
        functions: functions.to_vec(),
        choice: FunctionChoice::Auto,
        calls: CallOptions::default(),
        settings: RequestSettings { max_output_tokens: Some(tokens), ..RequestSettings::default() },
        names: NameStyle::default(),
    }
}

pub(crate) async fn ask(model: &impl Connector, request: CompletionRequest) -> Result<Answer> {
    let wire = Arc::new(Wire::default());
    let observer: Arc<dyn WireObserver> = Arc::<Wire>::clone(&wire);
    let scope = CallScope::unobserved(CancellationToken::new()).observed_by(observer);
    let begun = Instant::now();
    let mut stream = model.stream(request, &scope);
    let mut answer = Answer::default();
    while let Some(event) = stream.next().await {
        match event {
            Ok(StreamEvent::ItemFinished { item, .. }) => {
                if let Item::FunctionCall { call } = *item {
                    answer.calls.push(call);
                }
            }
            Ok(StreamEvent::Finished(StopReason::Length)) => {
                let last = answer.calls.last().map(|call| &call.arguments);
                answer.is_cut = matches!(last, Some(CallArguments::Malformed { .. }));
            }
            Ok(_) => {}
            Err(error) => bail!("{error}"),
        }
    }
    let mut pieces = wire.pieces.lock().map(|mut pieces| std::mem::take(&mut *pieces)).unwrap_or_default();
    // What it took is the last piece of the exchange.
    let last = pieces.pop().unwrap_or_default();
    answer.figures = serde_json::from_str(&last).unwrap_or_default();
    answer.text = pieces.concat();
    answer.first = wire.first.get().map(|first| first.duration_since(begun));
    Ok(answer)
}

/// Keeps the pieces of the exchange.
#[derive(Default)]
struct Wire {
    pieces: Mutex<Vec<String>>,
    first: OnceLock<Instant>,
}

impl WireObserver for Wire {
    fn sent(&self, _: &str) {}

    fn saw(&self, event: WireEvent) {
        if let (WireEvent::Frame(frame), Ok(mut pieces)) = (event, self.pieces.lock()) {
            self.first.get_or_init(Instant::now);
            pieces.push(frame.text);
        }
    }
}
