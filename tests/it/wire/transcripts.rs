//! Every recorded exchange played again: what is sent is what was sent then, and what came back means what it meant.

use super::limits;
use connectors::transport::{Limits, Network, Proxying, RetryRule};
use connectors::{Kind, ModelOptions, Secret, Service, Streaming};
use content::{
    Author, CalledFunction, FunctionName, FunctionResult, Item, Message, MessageId, ModelId, Origin, Outcome,
    Output, Role,
};
use futures::StreamExt;
use ports::{
    CallOptions, CallScope, CompletionRequest, Connector, ConnectorError, ConnectorProfile, Effect,
    FunctionChoice, FunctionSpec, NameStyle, RefusalKind, RequestSettings, StopReason, StreamEvent,
};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use support::provider::{Provider, Reply};
use tokio_util::sync::CancellationToken;

/// How an exchange is played: whom we take its service for, and what of its address comes before the protocol's own path.
struct Played {
    folder: &'static str,
    kind: &'static str,
    prefix: &'static str,
    /// What was set then and is no setting of a request here, or is written in another way that means the same.
    otherwise: &'static [&'static str],
}

const PLAYED: [Played; 10] = [
    Played { folder: "anthropic", kind: "anthropic", prefix: "", otherwise: &[] },
    Played {
        folder: "azure-openai",
        kind: "azure-openai-dated",
        prefix: "/openai?api-version=2024-10-21",
        otherwise: &[],
    },
    Played { folder: "azure-openai", kind: "azure-openai", prefix: "/openai/v1", otherwise: &[] },
    Played { folder: "bedrock", kind: "bedrock", prefix: "", otherwise: &[] },
    Played { folder: "gemini", kind: "gemini", prefix: "/v1beta", otherwise: &[] },
    Played { folder: "mistral", kind: "mistral", prefix: "/v1", otherwise: &[] },
    Played { folder: "ollama", kind: "ollama", prefix: "/api", otherwise: &[] },
    Played { folder: "openai-chat", kind: "openai", prefix: "/v1", otherwise: &[] },
    Played { folder: "openai-compat", kind: "deepseek", prefix: "", otherwise: &[] },
    Played { folder: "openai-responses", kind: "openai-responses", prefix: "/v1", otherwise: &[] },
];

/// One request and its answer.
struct Step {
    name: String,
    url: String,
    request: Value,
    status: u64,
    head: String,
    body: Vec<u8>,
    is_streamed: bool,
}

fn folder(name: &str) -> PathBuf {
    support::app::fixtures().join("wire").join(name)
}

fn exchanges(name: &str) -> Vec<Vec<Step>> {
    let entries = std::fs::read_dir(folder(name)).expect("the folder");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let documents = paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "json"));
    documents.map(|path| steps(path)).filter(|steps| !steps.is_empty()).collect()
}

fn steps(path: &Path) -> Vec<Step> {
    let document: Value = serde_json::from_slice(&std::fs::read(path).expect("a file")).expect("JSON");
    let steps = document["steps"].as_array().cloned().unwrap_or_else(|| vec![document]);
    let steps = steps.into_iter().filter(|step| step["response"]["status"].is_u64());
    steps.map(|step| read(path, &step)).collect()
}

fn read(path: &Path, step: &Value) -> Step {
    let (request, response) = (&step["request"], &step["response"]);
    let file = response["body_file"].as_str();
    let body = match file {
        Some(file) => std::fs::read(path.with_file_name(file)).expect("the body"),
        None => match &response["body"] {
            Value::String(text) => text.clone().into_bytes(),
            other => other.to_string().into_bytes(),
        },
    };
    let headers = response["headers"].as_object().into_iter().flatten();
    let headers = headers.map(|(name, value)| format!("{name}: {}\r\n", value.as_str().unwrap_or_default()));
    Step {
        name: path.strip_prefix(folder("")).expect("a place").display().to_string(),
        url: request["url"].as_str().unwrap_or_default().to_owned(),
        request: request["body"].clone(),
        status: response["status"].as_u64().unwrap_or_default(),
        head: headers.collect(),
        body,
        is_streamed: file.is_some(),
    }
}

fn model(played: &Played, step: &Step, provider: &Provider) -> Arc<dyn Connector> {
    let host = provider.address();
    let host = host.strip_suffix("/v1").expect("an address");
    let service = Service {
        title: "Recorded".to_owned(),
        address: format!("{host}{}", played.prefix),
        key: Secret::new("key-0123456789"),
        headers: Vec::new(),
        network: Network {
            proxy: Proxying::Direct,
            certificates: None,
            limits: Limits { retry: RetryRule { attempts: 1, ..limits().retry }, ..limits() },
        },
    };
    let of_path = |marks: [&str; 2]| {
        let (_, rest) = step.url.split_once(marks[0])?;
        Some(rest.split(marks[1]).next()?.replace("%3A", ":"))
    };
    let of_body = step.request["model"].as_str().map(str::to_owned);
    let name = of_path(["/deployments/", "/"])
        .or_else(|| of_path(["/models/", ":"]))
        .or_else(|| of_path(["/model/", "/"]));
    let name = name.or(of_body).unwrap_or_else(|| "m".to_owned());
    let streaming = if step.is_streamed { Streaming::Streamed } else { Streaming::Whole };
    let profile = ConnectorProfile { model: ModelId::new("m"), title: String::new(), service: String::new() };
    let kind = Kind::named(played.kind).expect("a kind");
    let options = ModelOptions { streaming, ..ModelOptions::default() };
    kind.connect_with(profile, name, Arc::new(service), options).expect("a model")
}

/// The conversation all of them are about.
fn asked(more: &[(Role, Vec<Item>)]) -> CompletionRequest {
    let text = |text: &str| vec![Item::Text { text: text.to_owned() }];
    let mut said = vec![
        (Role::System, text("Answer as the harbour office.")),
        (Role::User, text("Is berth 12 free tonight, and when is high tide in Lysvik?")),
    ];
    said.extend(more.iter().cloned());
    let message = |(role, items)| {
        let author = Author::Person;
        Arc::new(Message {
            id: MessageId::new("m"),
            parent: None,
            role,
            items,
            author,
            origin: Origin::Person,
        })
    };
    CompletionRequest {
        messages: said.into_iter().map(message).collect(),
        functions: functions(),
        choice: FunctionChoice::Auto,
        names: NameStyle::default(),
        calls: CallOptions { parallel: Some(true), strict: Some(true) },
        settings: RequestSettings::default(),
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
        })
    };
    let berth = json!({ "type": "integer", "description": "Berth number" });
    let port = json!({ "type": "string", "description": "Port name" });
    vec![
        spec("berth_status", "State of one berth tonight.", "berth", berth),
        spec("tide_table", "Next high tide of a port.", "port", port),
    ]
}

/// What the two functions returned then.
fn results(items: &[Item]) -> Vec<Item> {
    let calls = items.iter().filter_map(|item| match item {
        Item::FunctionCall { call } => Some(call),
        _ => None,
    });
    let result = |call: &content::FunctionCall| {
        let value = match &call.function {
            CalledFunction::Known { name } if name.to_string() == "tide_table" => {
                json!({ "port": "Lysvik", "high": "23:41", "metres": 1.9 })
            }
            _ => json!({ "berth": 12, "free": true, "until": "06:00" }),
        };
        let outcome = Outcome::Returned { output: Output::Json { value } };
        let (call_id, function) = (call.id.clone(), call.function.clone());
        Item::FunctionResult {
            result: FunctionResult { call_id, function, outcome, origin: Origin::Function },
        }
    };
    calls.map(result).collect()
}

async fn heard(
    model: &dyn Connector,
    request: CompletionRequest,
) -> Result<Vec<StreamEvent>, ConnectorError> {
    let scope = CallScope::unobserved(CancellationToken::new());
    let events: Vec<_> = model.stream(request, &scope).collect().await;
    events.into_iter().collect()
}

fn items(events: &[StreamEvent]) -> Vec<Item> {
    let finished = events.iter().filter_map(|event| match event {
        StreamEvent::ItemFinished { item, .. } => Some(item.clone()),
        _ => None,
    });
    finished.collect()
}

/// Where two documents differ.
fn differences(ours: &Value, theirs: &Value, place: &str, found: &mut Vec<String>) {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            let mut names: Vec<_> = ours.keys().chain(theirs.keys()).collect();
            names.sort();
            names.dedup();
            for name in names {
                let at =
                    |side: &serde_json::Map<String, Value>| side.get(name).cloned().unwrap_or(Value::Null);
                differences(&at(ours), &at(theirs), &format!("{place}/{name}"), found);
            }
        }
        (Value::Array(ours), Value::Array(theirs)) if ours.len() == theirs.len() => {
            for (number, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
                differences(ours, theirs, &format!("{place}/{number}"), found);
            }
        }
        (ours, theirs) if ours == theirs => {}
        (ours, theirs) => found.push(format!("{place}: {ours} and not {theirs}")),
    }
}

async fn play(played: &Played, steps: &[Step]) -> Vec<String> {
    let mut said = Vec::new();
    let mut wrong = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        let name = format!("{} step {number}", step.name);
        let status = format!("{} Recorded", step.status);
        let length = format!("content-length: {}\r\nconnection: close\r\n\r\n", step.body.len());
        let head = format!("HTTP/1.1 {status}\r\n{}{length}", step.head);
        let provider =
            Provider::start(vec![Reply::Bytes([head.into_bytes(), step.body.clone()].concat())]).await;
        let model = model(played, step, &provider);
        let heard = heard(model.as_ref(), asked(&said)).await;
        let sent = provider.heard().concat();
        let (head, body) = sent.split_once("\r\n\r\n").expect("a request");
        let path = head.split(' ').nth(1).expect("a path");
        if step.status == 200 {
            let recorded = step.url.splitn(4, '/').nth(3).map(|rest| format!("/{rest}"));
            if recorded.as_deref() != Some(path) {
                wrong.push(format!("{name}: {path} and not {recorded:?}"));
            }
            let mut found = Vec::new();
            let body = serde_json::from_str(body).expect("JSON");
            differences(&body, &step.request, "", &mut found);
            let is_known = |place: &String| played.otherwise.iter().any(|known| place.starts_with(known));
            wrong.extend(
                found.into_iter().filter(|place| !is_known(place)).map(|place| format!("{name}: {place}")),
            );
        }
        match heard {
            Ok(events) => {
                let items = items(&events);
                let calls = results(&items);
                let end = if number == 0 { StopReason::Calls } else { StopReason::Complete };
                if step.status != 200
                    || events.last() != Some(&StreamEvent::Finished(end))
                    || (number == 0 && calls.len() != 2)
                {
                    wrong.push(format!("{name}: {events:?}"));
                }
                said.extend([(Role::Assistant, items), (Role::Function, calls)]);
            }
            Err(ConnectorError::Refused(refusal))
                if u64::from(refusal.status.unwrap_or(0)) == step.status =>
            {
                wrong.push(format!("{name}: {:?} {:?} {}", refusal.kind, refusal.code, refusal.message));
            }
            Err(error) => wrong.push(format!("{name}: {error:?}")),
        }
    }
    wrong
}

#[tokio::test]
async fn every_recorded_exchange_happens_again() {
    let _ = RefusalKind::Key;
    let mut wrong = Vec::new();
    for played in &PLAYED {
        for steps in exchanges(played.folder) {
            let is_dated = steps[0].url.contains("/deployments/");
            if played.folder == "azure-openai" && is_dated != (played.kind == "azure-openai-dated") {
                continue;
            }
            wrong.extend(play(played, &steps).await);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
