//! One model, and what it was heard to say.

use content::{
    Author, CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, FunctionResult, Item, Message,
    MessageId, ModelId, Origin, Outcome, Output, Role, Usage,
};
use futures::StreamExt;
use local_model::LocalModel;
use local_model::tiny::Tiny;
use ports::{
    Adaptation, CallOptions, CallScope, CompletionRequest, Connector, ConnectorError, Effect, EventStream,
    FunctionChoice, FunctionInput, FunctionSpec, NameStyle, RequestSettings, StopReason, StreamEvent,
    WireEvent, WireObserver,
};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::{Arc, Mutex};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

/// A model in a folder of its own.
pub(crate) struct Filed {
    pub(crate) model: LocalModel,
    _folder: TempDir,
}

pub(crate) fn tiny(tiny: &Tiny) -> Filed {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tiny.gguf");
    tiny.write(&path).expect("the file is written");
    Filed { model: open(&path), _folder: folder }
}

pub(crate) fn open(path: &Path) -> LocalModel {
    LocalModel::open(ModelId::new("local:tiny"), path.to_owned())
}

pub(crate) fn said(role: Role, text: &str) -> Arc<Message> {
    message(role, Item::Text { text: text.to_owned() })
}

fn message(role: Role, item: Item) -> Arc<Message> {
    let (id, items) = (MessageId::new("m"), vec![item]);
    Arc::new(Message { id, parent: None, role, items, author: Author::Person, origin: Origin::Person })
}

/// A call of this function without arguments, and its result.
pub(crate) fn answered(function: &FunctionSpec) -> [Arc<Message>; 2] {
    let (id, function) = (CallId::new("c"), CalledFunction::Known { name: function.name.clone() });
    let call = FunctionCall {
        id: id.clone(),
        function: function.clone(),
        arguments: CallArguments::read("{}".to_owned()),
        origin: Origin::Model,
        provider_state: None,
    };
    let outcome = Outcome::Returned { output: Output::Text { text: "done".to_owned() } };
    let result = FunctionResult { call_id: id, function, outcome, origin: Origin::Function };
    [
        message(Role::Assistant, Item::FunctionCall { call }),
        message(Role::Function, Item::FunctionResult { result }),
    ]
}

/// A question with as many tokens for the answer.
pub(crate) fn question(text: &str, tokens: u32) -> CompletionRequest {
    CompletionRequest {
        known: Vec::new(),
        messages: vec![said(Role::User, text)],
        functions: Vec::new(),
        choice: FunctionChoice::Auto,
        calls: CallOptions::default(),
        settings: RequestSettings {
            max_output_tokens: Some(tokens),
            temperature: Some(1.0),
            seed: Some(3),
            ..RequestSettings::default()
        },
        names: NameStyle::default(),
    }
}

/// A function whose arguments are few letters, so that chance writes them soon.
pub(crate) fn lamp() -> Arc<FunctionSpec> {
    let parameters = json!({
        "type": "object",
        "properties": {
            "room": { "enum": ["kitchen", "hall"] },
            "level": { "type": "integer", "minimum": 0, "maximum": 100 },
            "blinks": { "type": "boolean" },
        },
        "required": ["room", "level"],
        "additionalProperties": false,
    });
    let description = "Sets a lamp.".to_owned();
    let name = FunctionName::new("home", "set_lamp");
    Arc::new(FunctionSpec {
        name,
        description,
        parameters,
        effect: Effect::Changes,
        input: FunctionInput::default(),
        returns: None,
    })
}

/// A function that can be called in one way only.
pub(crate) fn bell() -> Arc<FunctionSpec> {
    let parameters = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    let (name, description) = (FunctionName::new("home", "ring"), "Rings.".to_owned());
    Arc::new(FunctionSpec {
        name,
        description,
        parameters,
        effect: Effect::Changes,
        input: FunctionInput::default(),
        returns: None,
    })
}

/// An answer from its first piece to its last.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    pub(crate) events: Vec<StreamEvent>,
    pub(crate) error: Option<ConnectorError>,
    /// What is told at the end of the exchange.
    pub(crate) figures: Value,
    pub(crate) adaptations: Vec<Adaptation>,
}

impl Heard {
    pub(crate) fn stop(&self) -> Option<&StopReason> {
        self.events.iter().find_map(|event| match event {
            StreamEvent::Finished(reason) => Some(reason),
            _ => None,
        })
    }

    pub(crate) fn usage(&self) -> Usage {
        let usage = self.events.iter().find_map(|event| match event {
            StreamEvent::Usage(usage) => Some(*usage),
            _ => None,
        });
        usage.unwrap_or_else(|| panic!("no usage: {self:?}"))
    }

    /// What the round is told of the answer while it is written.
    pub(crate) fn told(&self) -> Vec<Adaptation> {
        let told = self.events.iter().filter_map(|event| match event {
            StreamEvent::Adapted(adaptations) => Some(adaptations.clone()),
            _ => None,
        });
        told.flatten().collect()
    }

    pub(crate) fn items(&self) -> Vec<Item> {
        let finished = self.events.iter().filter_map(|event| match event {
            StreamEvent::ItemFinished { item, .. } => Some(item.as_ref().clone()),
            _ => None,
        });
        finished.collect()
    }

    pub(crate) fn calls(&self) -> Vec<FunctionCall> {
        let call = |item| if let Item::FunctionCall { call } = item { Some(call) } else { None };
        self.items().into_iter().filter_map(call).collect()
    }

    pub(crate) fn text(&self) -> String {
        let text = |item| if let Item::Text { text } = item { Some(text) } else { None };
        self.items().into_iter().filter_map(text).collect()
    }
}

/// Keeps what is told of the wire.
#[derive(Default)]
pub(crate) struct Wire(Mutex<Seen>);

#[derive(Default)]
struct Seen {
    last: String,
    adaptations: Vec<Adaptation>,
}

impl WireObserver for Wire {
    fn sent(&self, _: &str) {}

    fn saw(&self, event: WireEvent) {
        let mut seen = self.0.lock().expect("nobody broke it");
        match event {
            WireEvent::Frame(frame) => seen.last = frame.text,
            WireEvent::Adapted { adaptation } => seen.adaptations.push(adaptation),
            _ => {}
        }
    }
}

pub(crate) async fn ask(model: &impl Connector, request: CompletionRequest) -> Heard {
    ask_under(model, request, CancellationToken::new()).await
}

pub(crate) async fn ask_under(
    model: &impl Connector,
    request: CompletionRequest,
    cancel: CancellationToken,
) -> Heard {
    hear(cancel, |scope| model.stream(request, scope)).await
}

/// The same with a body that was written by hand.
pub(crate) async fn ask_with(model: &impl Connector, request: CompletionRequest, body: String) -> Heard {
    hear(CancellationToken::new(), |scope| model.stream_body(request, body, scope)).await
}

async fn hear(cancel: CancellationToken, ask: impl FnOnce(&CallScope) -> EventStream) -> Heard {
    let wire = Arc::new(Wire::default());
    let observer: Arc<dyn WireObserver> = Arc::<Wire>::clone(&wire);
    let mut stream = ask(&CallScope::unobserved(cancel).observed_by(observer));
    let mut heard = Heard::default();
    while let Some(event) = stream.next().await {
        match event {
            Ok(event) => heard.events.push(event),
            Err(error) => heard.error = Some(error),
        }
    }
    let seen = std::mem::take(&mut *wire.0.lock().expect("nobody broke it"));
    heard.figures = serde_json::from_str(&seen.last).unwrap_or(Value::Null);
    heard.adaptations = seen.adaptations;
    heard
}
