//! Every recorded exchange played again: what is sent is what was sent then, and what came back means what it meant.

mod refusals;

use super::{KEY, limits};
use connectors::transport::{Limits, Network, Proxying, RetryRule};
use connectors::{Kind, ModelOptions, Secret, Service, Streaming};
use content::{
    Author, CalledFunction, Failure, FailureKind, FunctionCall, FunctionName, FunctionResult, Item, Message,
    MessageId, ModelId, Origin, Outcome, Output, Role,
};
use futures::StreamExt;
use loopback::provider::{Provider, Reply};
use ports::{
    Caching, CallOptions, CallScope, CompletionRequest, Connector, ConnectorError, ConnectorProfile, Effect,
    FunctionChoice, FunctionInput, FunctionSpec, NameStyle, RequestSettings, StopReason, StreamEvent,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// A folder of exchanges, and whom we take its service for.
struct Played {
    folder: &'static str,
    kind: &'static str,
    /// What of the address comes before the protocol's own path.
    prefix: &'static str,
    /// What a person had added to the bodies then.
    more: &'static str,
    calls: CallOptions,
    /// How the second call failed, where it did.
    failure: Option<&'static str>,
    /// Places that we write otherwise. Each has to be found, or it stands here for nothing.
    otherwise: &'static [&'static str],
}

const PLAIN: Played = Played {
    folder: "",
    kind: "",
    prefix: "",
    more: "{}",
    calls: CallOptions { parallel: None, strict: None, ..CallOptions::NONE },
    failure: None,
    otherwise: &[],
};

const STRICT: CallOptions = CallOptions { parallel: Some(true), strict: Some(true), ..CallOptions::NONE };

const PLAYED: [Played; 10] = [
    Played {
        folder: "anthropic",
        kind: "anthropic",
        more: r#"{"thinking":{"type":"adaptive"},"max_tokens":2048}"#,
        failure: Some("tide service timed out after 5 s"),
        // The model would keep what it thinks to itself.
        otherwise: &["/thinking/display"],
        ..PLAIN
    },
    Played { folder: "azure-openai", kind: "azure-openai", prefix: "/openai/v1", calls: STRICT, ..PLAIN },
    Played {
        folder: "bedrock",
        kind: "bedrock",
        more: r#"{"inferenceConfig":{"maxTokens":1024}}"#,
        failure: Some("tide service timed out"),
        ..PLAIN
    },
    Played {
        folder: "gemini",
        kind: "gemini",
        prefix: "/v1beta",
        more: r#"{"generationConfig":{"maxOutputTokens":1024,"thinkingConfig":{"thinkingLevel":"LOW"}}}"#,
        // A result with fields may be the response itself. One without has to have a name in it, so all of ours have.
        otherwise: &["/contents/2/parts/0/functionResponse/response"],
        ..PLAIN
    },
    Played {
        folder: "gemini-interactions",
        kind: "gemini-interactions",
        prefix: "/v1beta",
        more: r#"{"generation_config":{"max_output_tokens":1024,"thinking_level":"low","thinking_summaries":"auto"}}"#,
        ..PLAIN
    },
    Played { folder: "mistral", kind: "mistral", prefix: "/v1", calls: STRICT, ..PLAIN },
    Played {
        folder: "ollama",
        kind: "ollama",
        prefix: "/api",
        more: r#"{"think":false,"options":{"num_ctx":8192}}"#,
        // It drops the keyword, so that a model would not hear of it.
        otherwise: &["/tools/0/function/parameters/description", "/tools/1/function/parameters/description"],
        ..PLAIN
    },
    Played {
        folder: "openai-chat",
        kind: "openai",
        prefix: "/v1",
        calls: STRICT,
        // The model takes functions here only while it does not think, and keeps beginnings unless it is told not to.
        otherwise: &["/reasoning_effort", "/prompt_cache_options"],
        ..PLAIN
    },
    Played {
        folder: "openai-compat",
        kind: "deepseek",
        calls: STRICT,
        // The service takes strict functions at another address only, and a text in place of nothing from everybody.
        otherwise: &["/messages/2/content", "/tools/0/function/strict", "/tools/1/function/strict"],
        ..PLAIN
    },
    Played {
        folder: "openai-responses",
        kind: "openai-responses",
        prefix: "/v1",
        more: r#"{"reasoning":{"effort":"low"}}"#,
        calls: STRICT,
        otherwise: &["/prompt_cache_options"],
        ..PLAIN
    },
];

const DATED: Played = Played {
    folder: "azure-openai",
    kind: "azure-openai-dated",
    prefix: "/openai?api-version=2024-10-21",
    calls: STRICT,
    ..PLAIN
};

/// One request and its answer.
struct Step {
    name: String,
    url: String,
    request: Value,
    status: u16,
    head: String,
    body: Vec<u8>,
    streaming: Streaming,
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/wire").join(name)
}

/// The exchanges of a folder, in steps that follow each other.
fn exchanges(name: &str) -> Vec<Vec<Step>> {
    let entries = std::fs::read_dir(folder(name)).expect("the folder");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    let read = |path: PathBuf| {
        let document: Value = serde_json::from_slice(&std::fs::read(&path).expect("a file")).expect("JSON");
        let file = format!("{name}/{}", path.file_name().expect("a name").to_string_lossy());
        match document["steps"].as_array() {
            Some(steps) => steps.iter().map(|step| Step::read(&file, step)).collect(),
            None => vec![Step::read(&file, &document)],
        }
    };
    paths.into_iter().map(read).collect()
}

impl Step {
    fn read(name: &str, step: &Value) -> Self {
        let (request, response) = (&step["request"], &step["response"]);
        let is_bare = response.is_null();
        let (body, streaming) = match response["body_file"].as_str() {
            Some(file) => {
                let path = folder(name).with_file_name(file);
                (std::fs::read(path).expect("the body"), Streaming::Streamed)
            }
            // A file without an exchange around it is an answer.
            None if is_bare => (step.to_string().into_bytes(), Streaming::Whole),
            None => (response["body"].to_string().into_bytes(), Streaming::Whole),
        };
        let headers = response["headers"].as_object().into_iter().flatten();
        let headers =
            headers.map(|(name, value)| format!("{name}: {}\r\n", value.as_str().unwrap_or_default()));
        Self {
            name: name.to_owned(),
            url: request["url"].as_str().unwrap_or_default().to_owned(),
            request: request["body"].clone(),
            status: response["status"].as_u64().and_then(|status| u16::try_from(status).ok()).unwrap_or(200),
            head: if is_bare { "content-type: application/json\r\n".to_owned() } else { headers.collect() },
            body,
            streaming,
        }
    }

    /// What the service called the model, wherever it was said.
    fn model(&self) -> String {
        let between = |before: &str, after: char| {
            let (_, rest) = self.url.split_once(before)?;
            Some(rest.split(after).next()?.replace("%3A", ":"))
        };
        between("/deployments/", '/')
            .or_else(|| between("/models/", ':'))
            .or_else(|| between("/model/", '/'))
            .or_else(|| self.request["model"].as_str().map(str::to_owned))
            .unwrap_or_else(|| "m".to_owned())
    }

    fn path(&self) -> Option<String> {
        self.url.splitn(4, '/').nth(3).map(|rest| format!("/{rest}"))
    }

    fn reply(&self) -> Reply {
        let length = format!("content-length: {}\r\nconnection: close\r\n\r\n", self.body.len());
        let head = format!("HTTP/1.1 {} Recorded\r\n{}{length}", self.status, self.head);
        Reply::Bytes([head.into_bytes(), self.body.clone()].concat())
    }
}

/// What became of a step.
struct Heard {
    path: String,
    body: Value,
    events: Result<Vec<StreamEvent>, ConnectorError>,
}

async fn play(played: &Played, step: &Step, said: &[(Role, Vec<Item>)]) -> Heard {
    let provider = Provider::start(vec![step.reply()]).await;
    let host = provider.address();
    let host = host.strip_suffix("/v1").expect("an address");
    let limits = Limits { retry: RetryRule { attempts: 1, ..limits().retry }, ..limits() };
    let service = Service {
        title: "Recorded".to_owned(),
        address: format!("{host}{}", played.prefix),
        key: Secret::new(KEY),
        headers: Vec::new(),
        network: Network { proxy: Proxying::Direct, certificates: None, limits, slots: None },
    };
    let profile = ConnectorProfile { model: ModelId::new("m"), title: String::new(), service: String::new() };
    let options = ModelOptions { streaming: step.streaming, ..ModelOptions::default() };
    let kind = Kind::named(played.kind).expect("a kind");
    let model = kind.connect_with(profile, step.model(), Arc::new(service), options).expect("a model");
    let events = heard(model.as_ref(), asked(said, played)).await;
    let sent = provider.heard().concat();
    let (head, body) = sent.split_once("\r\n\r\n").expect("a request");
    let path = head.split(' ').nth(1).expect("a path").to_owned();
    Heard { path, body: serde_json::from_str(body).expect("JSON"), events }
}

async fn heard(
    model: &dyn Connector,
    request: CompletionRequest,
) -> Result<Vec<StreamEvent>, ConnectorError> {
    let scope = CallScope::unobserved(CancellationToken::new());
    let events: Vec<_> = model.stream(request, &scope).collect().await;
    events.into_iter().collect()
}

/// The conversation all of them are about.
fn asked(more: &[(Role, Vec<Item>)], played: &Played) -> CompletionRequest {
    let text = |text: &str| vec![Item::Text { text: text.to_owned() }];
    let begin = [
        (Role::System, text("Answer as the harbour office.")),
        (Role::User, text("Is berth 12 free tonight, and when is high tide in Lysvik?")),
    ];
    let message = |(role, items): (Role, Vec<Item>)| {
        let (id, author, origin) = (MessageId::new("m"), Author::Person, Origin::Person);
        Arc::new(Message { id, parent: None, role, items, author, origin })
    };
    let added: Value = serde_json::from_str(played.more).expect("JSON");
    CompletionRequest {
        known: Vec::new(),
        messages: begin.into_iter().chain(more.iter().cloned()).map(message).collect(),
        functions: functions(),
        choice: FunctionChoice::Auto,
        names: NameStyle::default(),
        calls: played.calls,
        settings: RequestSettings {
            caching: Some(Caching::Off),
            more: added.as_object().cloned().expect("fields"),
            ..RequestSettings::default()
        },
    }
}

fn functions() -> Vec<Arc<FunctionSpec>> {
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

fn items(events: &[StreamEvent]) -> Vec<Item> {
    let finished = events.iter().filter_map(|event| match event {
        StreamEvent::ItemFinished { index, item } => Some((*index, item.as_ref().clone())),
        _ => None,
    });
    let mut items: Vec<_> = finished.collect();
    items.sort_by_key(|(index, _)| *index);
    items.into_iter().map(|(_, item)| item).collect()
}

/// What became of the two calls then.
fn results(items: &[Item], failure: Option<&str>) -> Vec<Item> {
    let calls = items.iter().filter_map(Item::call);
    let returned = |value: Value| Outcome::Returned { output: Output::Json { value } };
    let result = |call: &FunctionCall| {
        let is_tide =
            matches!(&call.function, CalledFunction::Known { name } if name.to_string() == "tide_table");
        let outcome = match failure {
            _ if !is_tide => returned(json!({ "berth": 12, "free": true, "until": "06:00" })),
            None => returned(json!({ "port": "Lysvik", "high": "23:41", "metres": 1.9 })),
            Some(message) => {
                let failure = Failure { kind: FailureKind::Reported, message: message.to_owned() };
                Outcome::Failed { failure }
            }
        };
        let (call_id, function) = (call.id.clone(), call.function.clone());
        Item::FunctionResult {
            result: FunctionResult { call_id, function, outcome, origin: Origin::Function },
        }
    };
    calls.map(result).collect()
}

/// A text may stand in a list by itself, and what is not streamed need not say so.
fn is_same(ours: &Value, theirs: &Value, place: &str) -> bool {
    let alone = |value: &Value| match value.as_array().map(Vec::as_slice) {
        Some([part]) => part["text"].as_str().map(str::to_owned),
        Some(_) | None => value.as_str().map(str::to_owned),
    };
    let is_default =
        place.ends_with("/stream") && [ours, theirs].iter().all(|value| value.as_bool() != Some(true));
    ours == theirs || is_default || alone(ours).is_some_and(|text| Some(text) == alone(theirs))
}

/// Where two documents differ.
fn differences(ours: &Value, theirs: &Value, place: &str, found: &mut Vec<String>) {
    if is_same(ours, theirs, place) {
        return;
    }
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            let names: BTreeSet<_> = ours.keys().chain(theirs.keys()).collect();
            for name in names {
                let at = |side: &serde_json::Map<String, Value>| side.get(name).cloned().unwrap_or_default();
                differences(&at(ours), &at(theirs), &format!("{place}/{name}"), found);
            }
        }
        (Value::Array(ours), Value::Array(theirs)) if ours.len() == theirs.len() => {
            for (number, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
                differences(ours, theirs, &format!("{place}/{number}"), found);
            }
        }
        (ours, theirs) => found.push(format!("{place}: {ours} and not {theirs}")),
    }
}

#[tokio::test]
async fn every_recorded_exchange_happens_again() {
    let mut wrong = Vec::new();
    for played in &PLAYED {
        let mut otherwise: BTreeSet<&str> = played.otherwise.iter().copied().collect();
        for steps in exchanges(played.folder) {
            let played = if steps[0].url.contains("/deployments/") { &DATED } else { played };
            let mut said = Vec::new();
            for (number, step) in steps.iter().enumerate().filter(|(_, step)| step.status == 200) {
                let name = format!("{} {}", step.name, number + 1);
                let Heard { path, body, events } = play(played, step, &said).await;
                let mut found = Vec::new();
                if !step.url.is_empty() {
                    differences(&json!(path), &json!(step.path()), "", &mut found);
                    differences(&body, &step.request, "", &mut found);
                }
                for place in found {
                    let is_known = |known: &&&str| place.starts_with(**known);
                    match played.otherwise.iter().find(is_known) {
                        Some(known) => drop(otherwise.remove(known)),
                        None => wrong.push(format!("{name}: {place}")),
                    }
                }
                let events = events.unwrap_or_else(|error| panic!("{name}: {error:?}"));
                let items = items(&events);
                let results = results(&items, played.failure);
                let is_asking = number == 0 && !step.url.is_empty();
                let end = if is_asking { StopReason::Calls } else { StopReason::Complete };
                let calls = if is_asking { 2 } else { 0 };
                if results.len() != calls || events.last() != Some(&StreamEvent::Finished(end)) {
                    wrong.push(format!("{name}: {events:?}"));
                }
                said.extend([(Role::Assistant, items), (Role::Function, results)]);
            }
        }
        wrong.extend(otherwise.iter().map(|place| format!("{}: {place} is the same", played.folder)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
