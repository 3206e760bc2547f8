//! What the tests of every protocol share: the recorded exchanges, and the conversation they are about.

use crate::assembler::Assembler;
use crate::models::ModelFacts;
use crate::names::{NameRule, WireNames};
use crate::remote::{Asked, Streaming};
use content::{
    Author, CallArguments, CallId, CalledFunction, Failure, FailureKind, FunctionCall, FunctionName,
    FunctionResult, Item, Message, MessageId, ModelId, Origin, Outcome, Output, Role,
};
use ports::{
    Adaptation, Caching, CallOptions, CompletionRequest, Effect, FunctionChoice, FunctionInput, FunctionSpec,
    NameStyle, RequestSettings, StreamEvent,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// A recorded exchange, by its place below `tests/fixtures/wire`.
#[track_caller]
pub(crate) fn bytes(path: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/wire");
    std::fs::read(folder.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[track_caller]
pub(crate) fn text(path: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/wire");
    std::fs::read_to_string(folder.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[track_caller]
pub(crate) fn fixture(path: &str) -> Value {
    serde_json::from_str(&text(path)).expect("JSON")
}

/// The items that were finished, in the order they were said.
pub(crate) fn items(events: &[StreamEvent]) -> Vec<Item> {
    let mut finished: Vec<_> = events
        .iter()
        .filter_map(|event| {
            if let StreamEvent::ItemFinished { index, item } = event {
                Some((*index, item.as_ref().clone()))
            } else {
                None
            }
        })
        .collect();
    finished.sort_by_key(|(index, _)| *index);
    finished.into_iter().map(|(_, item)| item).collect()
}

pub(crate) fn call(id: &str, function: &str, arguments: &str) -> Item {
    Item::FunctionCall {
        call: FunctionCall {
            id: CallId::new(id),
            function: CalledFunction::Known { name: FunctionName::without_plugin(function) },
            arguments: CallArguments::read(arguments),
            origin: Origin::Model,
            provider_state: None,
        },
    }
}

pub(crate) fn berth_call() -> Item {
    call("call_Hx2bQ9fLr0aTn4vKpY7sWd1e", "berth_status", r#"{"berth":12}"#)
}

pub(crate) fn tide_call() -> Item {
    call("call_Zk8mC3gUj6oXq5yRtB0nLs2f", "tide_table", r#"{"port":"Lysvik"}"#)
}

pub(crate) fn both_calls() -> [Item; 2] {
    [berth_call(), tide_call()]
}

/// The functions the harbour office offers in every recorded exchange.
pub(crate) fn functions() -> Vec<Arc<FunctionSpec>> {
    let spec = |name: &str, description: &str, parameter: &str, schema: Value| {
        Arc::new(FunctionSpec {
            name: FunctionName::without_plugin(name),
            description: description.to_owned(),
            parameters: json!({
                "type": "object",
                "properties": { parameter: schema },
                "required": [parameter],
                "additionalProperties": false
            }),
            effect: Effect::ReadsOnly,
            input: FunctionInput::default(),
            returns: None,
        })
    };
    let berth = json!({ "type": "integer", "description": "Berth number" });
    let port = json!({ "type": "string", "description": "Port name" });
    vec![
        spec("berth_status", "State of one berth tonight.", "berth", berth),
        spec("tide_table", "Next high tide of a port.", "port", port),
    ]
}

/// The conversation of the recorded exchanges, before its first or its second request.
pub(crate) fn harbour(request: usize) -> CompletionRequest {
    let text = |text: &str| Item::Text { text: text.to_owned() };
    let mut messages = vec![
        said(Role::System, vec![text("Answer as the harbour office.")]),
        said(Role::User, vec![text("Is berth 12 free tonight, and when is high tide in Lysvik?")]),
    ];
    if request > 1 {
        messages.push(said(Role::Assistant, both_calls().into()));
        let results = [
            result(&berth_call(), json!({ "berth": 12, "free": true, "until": "06:00" })),
            result(&tide_call(), json!({ "port": "Lysvik", "high": "23:41", "metres": 1.9 })),
        ];
        messages.push(said(Role::Function, results.into()));
    }
    CompletionRequest {
        known: Vec::new(),
        messages,
        functions: functions(),
        choice: FunctionChoice::Auto,
        names: NameStyle::default(),
        calls: CallOptions::default(),
        // The recorded exchanges are older than cache points.
        settings: RequestSettings { caching: Some(Caching::Off), ..RequestSettings::default() },
    }
}

pub(crate) fn said(role: Role, items: Vec<Item>) -> Arc<Message> {
    let author = match role {
        Role::System | Role::User => Author::Person,
        Role::Assistant => Author::Model { model: ModelId::new("m") },
        Role::Function => Author::Application,
    };
    let id = MessageId::new("m");
    Arc::new(Message { id, parent: None, role, items, author, origin: Origin::Person })
}

pub(crate) fn result(call: &Item, value: Value) -> Item {
    let Item::FunctionCall { call } = call else { panic!("{call:?} is no call") };
    Item::FunctionResult {
        result: FunctionResult {
            call_id: call.id.clone(),
            function: call.function.clone(),
            outcome: Outcome::Returned { output: Output::Json { value } },
            origin: Origin::Function,
        },
    }
}

/// The conversation of the recorded exchanges, and what was said after it began.
pub(crate) fn asked(more: Vec<Arc<Message>>) -> CompletionRequest {
    let mut request = harbour(1);
    request.messages.extend(more);
    request
}

pub(crate) fn words(text: &str) -> Item {
    Item::Text { text: text.to_owned() }
}

pub(crate) fn answer(id: &str, function: &str, outcome: Outcome) -> Item {
    let function = CalledFunction::Known { name: FunctionName::without_plugin(function) };
    let result = FunctionResult { call_id: CallId::new(id), function, outcome, origin: Origin::Function };
    Item::FunctionResult { result }
}

pub(crate) fn returned(value: Value) -> Outcome {
    Outcome::Returned { output: Output::Json { value } }
}

pub(crate) fn failed(message: &str) -> Outcome {
    Outcome::Failed { failure: Failure { kind: FailureKind::Reported, message: message.to_owned() } }
}

pub(crate) fn names(request: &CompletionRequest) -> WireNames {
    WireNames::of(NameRule::COMMON, request)
}

/// Asks a model of a service of its own, whose state is nowhere in the recorded exchanges, and of which nothing is known.
pub(crate) fn asking<'a>(
    model: &'a str,
    request: &'a CompletionRequest,
    names: &'a WireNames,
    streaming: Streaming,
) -> Asked<'a> {
    static FACTS: LazyLock<ModelFacts> = LazyLock::new(ModelFacts::default);
    asking_with(model, request, names, streaming, &FACTS)
}

/// The same of a model that is known.
pub(crate) fn asking_with<'a>(
    model: &'a str,
    request: &'a CompletionRequest,
    names: &'a WireNames,
    streaming: Streaming,
    facts: &'a ModelFacts,
) -> Asked<'a> {
    static MAKER: LazyLock<ModelId> = LazyLock::new(|| ModelId::new("service/model"));
    Asked { model, request, names, streaming, maker: &MAKER, facts }
}

/// For an answer in the conversation of the recorded exchanges.
pub(crate) fn assembler() -> Assembler {
    Assembler::new(names(&harbour(1)), BTreeSet::new())
}

/// The sentences of adaptations, each with the number of its places.
pub(crate) fn whats(adaptations: &[Adaptation]) -> Vec<(&'static str, usize)> {
    let what = |adaptation: &Adaptation| (&*adaptation.what.to_string().leak(), adaptation.places.len());
    adaptations.iter().map(what).collect()
}

/// Takes members out of a document, wherever they stand.
pub(crate) fn without(value: &mut Value, names: &[&str]) {
    match value {
        Value::Object(members) => {
            members.retain(|name, _| !names.contains(&name.as_str()));
            members.values_mut().for_each(|value| without(value, names));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| without(value, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
