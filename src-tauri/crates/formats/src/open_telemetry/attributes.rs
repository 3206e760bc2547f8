//! Finds the attributes of spans and events wherever they stand.

use super::{INPUT, OUTPUT, SYSTEM, TOOLS, events};
use crate::ImportError;
use content::JsonObject;
use serde_json::Value;

/// How a typed value names its type.
const TYPED: [&str; 7] =
    ["stringValue", "boolValue", "intValue", "doubleValue", "bytesValue", "arrayValue", "kvlistValue"];

/// What one span or event tells of a conversation.
#[derive(Default)]
pub(super) struct Telling {
    pub(super) place: String,
    pub(super) system: Option<Value>,
    pub(super) input: Option<Value>,
    pub(super) output: Option<Value>,
    pub(super) tools: Option<Value>,
    pub(super) model: Option<String>,
    /// The messages of events that follow each other.
    pub(super) events: Option<Vec<Value>>,
    /// The message of one event.
    event: Option<Value>,
}

/// Whether there is an attribute of ours anywhere in the document.
pub(crate) fn has_some(document: &Value) -> bool {
    if let Some(list) = document.as_array() {
        return list.iter().any(has_some);
    }
    let Some(object) = document.as_object() else { return false };
    let is_named = |name: &str| [INPUT, OUTPUT, SYSTEM].contains(&name);
    let is_listed =
        object.get("key").and_then(Value::as_str).is_some_and(is_named) && object.contains_key("value");
    let is_event = event_of(object).is_some();
    is_listed || is_event || object.keys().any(|name| is_named(name)) || object.values().any(has_some)
}

/// Whether a value is a message of these conventions: its parts name their kind.
pub(crate) fn is_message(value: &Value) -> bool {
    let parts = value.get("parts").and_then(Value::as_array);
    parts.is_some_and(|parts| parts.iter().any(|part| part.get("type").is_some()))
}

/// The tellings of a document: of its spans and events, or of a list of messages without any around it.
pub(super) fn tellings(document: &Value) -> Result<Vec<Telling>, ImportError> {
    if document.as_array().is_some_and(|list| list.iter().any(is_message)) {
        return Ok(vec![Telling { input: Some(document.clone()), ..Telling::default() }]);
    }
    let mut found = Vec::new();
    collect(document, "", &mut found)?;
    Ok(joined(found))
}

/// Events tell a message each. Those that follow each other up to an answer tell one conversation; the next request
/// tells it again from the start.
fn joined(found: Vec<Telling>) -> Vec<Telling> {
    let mut joined: Vec<Telling> = Vec::new();
    for telling in found {
        match (joined.last_mut(), telling.event) {
            (Some(Telling { events: Some(told), .. }), Some(message))
                if events::is_answer(&message) || !told.last().is_some_and(events::is_answer) =>
            {
                told.push(message);
            }
            (_, Some(message)) => joined.push(Telling {
                place: telling.place,
                events: Some(vec![message]),
                ..Telling::default()
            }),
            (_, None) => joined.push(Telling { event: None, ..telling }),
        }
    }
    joined
}

/// The name of an event and what it says, wherever a program writes them.
fn event_of(object: &JsonObject) -> Option<(&str, Value)> {
    let named =
        ["eventName", "event_name", "event.name", "name"].iter().find_map(|name| object.get(*name)?.as_str());
    let listed = || {
        let mut attributes = object.get("attributes")?.as_array()?.iter();
        let attribute =
            attributes.find(|attribute| attribute.get("key").is_some_and(|key| key == "event.name"))?;
        attribute.get("value")?.get("stringValue")?.as_str()
    };
    let mapped = || object.get("attributes")?.get("event.name")?.as_str();
    let name = named.filter(|name| events::is_event(name)).or_else(listed).or_else(mapped)?;
    let body = object.get("body").map(plain)?;
    events::is_event(name).then_some((name, body))
}

/// Collects the tellings in the order of the document.
fn collect(value: &Value, place: &str, found: &mut Vec<Telling>) -> Result<(), ImportError> {
    if let Some(list) = value.as_array() {
        for (index, value) in list.iter().enumerate() {
            collect(value, &format!("{place}/{index}"), found)?;
        }
        return Ok(());
    }
    let Some(object) = value.as_object() else { return Ok(()) };
    if let Some(telling) = telling(object, place)? {
        found.push(telling);
    }
    for (name, value) in object {
        collect(value, &format!("{place}/{name}"), found)?;
    }
    Ok(())
}

/// The attributes of a map that holds them itself, or of a list of keys and values.
fn telling(object: &JsonObject, place: &str) -> Result<Option<Telling>, ImportError> {
    let mut telling = Telling { place: place.to_owned(), ..Telling::default() };
    for (name, value) in object {
        note(name, value, &mut telling)?;
    }
    for attribute in object.get("attributes").and_then(Value::as_array).into_iter().flatten() {
        let key = attribute.get("key").and_then(Value::as_str);
        if let (Some(key), Some(value)) = (key, attribute.get("value")) {
            note(key, &plain(value), &mut telling)?;
        }
    }
    telling.event = event_of(object).and_then(|(name, body)| events::message(name, &body));
    let says_something = telling.event.is_some()
        || telling.system.is_some()
        || telling.input.is_some()
        || telling.output.is_some();
    Ok(says_something.then_some(telling))
}

fn note(name: &str, value: &Value, telling: &mut Telling) -> Result<(), ImportError> {
    match name {
        INPUT => telling.input = Some(unfolded(value)?),
        OUTPUT => telling.output = Some(unfolded(value)?),
        SYSTEM => telling.system = Some(unfolded(value)?),
        TOOLS => telling.tools = Some(unfolded(value)?),
        "gen_ai.response.model" => telling.model = value.as_str().map(str::to_owned),
        "gen_ai.request.model" if telling.model.is_none() => {
            telling.model = value.as_str().map(str::to_owned)
        }
        _ => {}
    }
    Ok(())
}

/// JSON that was put into a text is taken out of it.
fn unfolded(value: &Value) -> Result<Value, ImportError> {
    match value.as_str() {
        Some(text) => {
            crate::text::check_shape(text, crate::text::DEPTH)?;
            crate::text::parse(text)
        }
        None => Ok(value.clone()),
    }
}

/// A typed value of OTLP as plain JSON.
pub fn plain(value: &Value) -> Value {
    let Some(object) = value.as_object() else { return value.clone() };
    if !object.keys().any(|name| TYPED.contains(&name.as_str())) {
        return value.clone();
    }
    if let Some(list) = object.get("arrayValue") {
        let values = list.get("values").and_then(Value::as_array).into_iter().flatten();
        return Value::Array(values.map(plain).collect());
    }
    if let Some(map) = object.get("kvlistValue") {
        let entries = map.get("values").and_then(Value::as_array).into_iter().flatten();
        let entry =
            |entry: &Value| Some((entry.get("key")?.as_str()?.to_owned(), plain(entry.get("value")?)));
        return Value::Object(entries.filter_map(entry).collect());
    }
    if let Some(number) = object.get("intValue").and_then(Value::as_str) {
        // Whole numbers of 64 bits are written as texts.
        return number.parse::<i64>().map_or_else(|_| number.into(), Value::from);
    }
    let simple = ["stringValue", "boolValue", "intValue", "doubleValue", "bytesValue"];
    simple.iter().find_map(|name| object.get(*name)).cloned().unwrap_or(Value::Null)
}
