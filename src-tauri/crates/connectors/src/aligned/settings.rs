//! Where a protocol writes what is no message and no function: found by asking for something else and comparing.

use content::{Author, Item, Message, MessageId, Origin, Role};
use ports::{
    CallOptions, CompletionRequest, Connector, ConnectorError, FunctionChoice, RequestSettings,
    ResponseFormat,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The leaves of a body that tell a setting, each with the setting.
pub(super) type Settings = BTreeMap<String, &'static str>;

pub(super) fn of(connector: &dyn Connector, request: &CompletionRequest) -> Result<Settings, ConnectorError> {
    // Messages tell no settings, and a history can be long.
    let request = CompletionRequest { messages: vec![short()], ..request.clone() };
    let mut found = Settings::new();
    let Some(base) = document(connector, &request)? else { return Ok(found) };
    for (place, other) in others(&request) {
        let Some(other) = document(connector, &other)? else { continue };
        differences(&base, Some(&other), String::new(), &mut |pointer| {
            found.entry(pointer).or_insert(place);
        });
    }
    Ok(found)
}

fn document(connector: &dyn Connector, request: &CompletionRequest) -> Result<Option<Value>, ConnectorError> {
    let preview = connector.preview(request)?;
    Ok(preview.and_then(|preview| serde_json::from_str(&preview.body).ok()))
}

fn short() -> Arc<Message> {
    Arc::new(Message {
        id: MessageId::new("short"),
        parent: None,
        role: Role::User,
        items: vec![Item::Text { text: "x".to_owned() }],
        author: Author::Person,
        origin: Origin::Person,
    })
}

/// The same request with one thing asked for otherwise, each with the place of that thing.
fn others(request: &CompletionRequest) -> Vec<(&'static str, CompletionRequest)> {
    let mut others = Vec::new();
    let first = request.functions.first().map(|spec| spec.name.clone());
    let named = first.map(|name| FunctionChoice::Function { name });
    let choices = [FunctionChoice::Auto, FunctionChoice::Required, FunctionChoice::None];
    for choice in choices.into_iter().chain(named).filter(|choice| *choice != request.choice) {
        others.push(("/choice", CompletionRequest { choice, ..request.clone() }));
    }
    for parallel in [None, Some(false), Some(true)].into_iter().filter(|one| *one != request.calls.parallel) {
        let calls = CallOptions { parallel, ..request.calls };
        others.push(("/calls", CompletionRequest { calls, ..request.clone() }));
    }
    let set = |change: &dyn Fn(&mut RequestSettings)| {
        let mut other = request.clone();
        change(&mut other.settings);
        other
    };
    let is_set = &request.settings;
    let number = |now: Option<f64>| if now.is_some() { None } else { Some(0.25) };
    others.push(("/temperature", set(&|to| to.temperature = number(is_set.temperature))));
    others.push(("/top_p", set(&|to| to.top_p = number(is_set.top_p))));
    let limit = if is_set.max_output_tokens == Some(1) { 2 } else { 1 };
    others.push(("/max_output_tokens", set(&|to| to.max_output_tokens = Some(limit))));
    let seed = if is_set.seed.is_some() { None } else { Some(1) };
    others.push(("/seed", set(&|to| to.seed = seed)));
    let stop = if is_set.stop.is_empty() { vec!["x".to_owned()] } else { Vec::new() };
    others.push(("/stop", set(&|to| to.stop = stop.clone())));
    let format = if is_set.response_format.is_some() { None } else { Some(ResponseFormat::Json) };
    others.push(("/response_format", set(&|to| to.response_format = format.clone())));
    others
}

/// The leaves of a body that are not there, or are not the same, in another. Lists are for messages and functions,
/// but for those of plain values.
fn differences(base: &Value, other: Option<&Value>, pointer: String, tell: &mut impl FnMut(String)) {
    match base {
        Value::Object(fields) if !fields.is_empty() => {
            for (name, value) in fields {
                let other = other.and_then(|other| other.get(name));
                differences(value, other, format!("{pointer}/{}", escaped(name)), tell);
            }
        }
        Value::Array(values) if values.iter().any(|value| value.is_object() || value.is_array()) => {}
        Value::Object(_)
        | Value::Array(_)
        | Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::String(_) => {
            if other != Some(base) {
                tell(pointer);
            }
        }
    }
}

/// A name as a step of a JSON pointer.
pub(super) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
