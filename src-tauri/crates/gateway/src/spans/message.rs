//! Messages and functions of older conventions, as today's conventions write them.

use super::flat;
use serde_json::{Map, Value, json};

/// What OpenInference writes in the place of a value it hides.
pub(super) const HIDDEN: &str = "__REDACTED__";

/// JSON that was put into a text is taken out of it.
pub(super) fn unfolded(value: &Value) -> Value {
    let parsed = value.as_str().and_then(|text| serde_json::from_str(text).ok());
    parsed.unwrap_or_else(|| value.clone())
}

/// A message as Chat Completions, OpenInference or OpenLLMetry write it. Nothing, if it says nothing.
pub(super) fn message(value: &Value, usual: &str) -> Option<Value> {
    // OpenInference puts everything below a name of its own.
    let value = value.get("message").filter(|inner| inner.is_object()).unwrap_or(value);
    let role = role(value.get("role").and_then(Value::as_str).unwrap_or(usual));
    let mut parts: Vec<Value> = match value.get("parts") {
        Some(parts) => parts.as_array()?.iter().map(part).collect(),
        None => content_blocks(value),
    };
    if role == "tool" && value.get("parts").is_none() {
        parts = vec![result(value)];
    }
    parts.extend(entries(value.get("tool_calls")).iter().filter_map(call));
    parts.extend(value.get("function_call").and_then(call));
    let mut message = json!({ "role": role, "parts": parts });
    if let Some(reason) = value.get("finish_reason").filter(|reason| reason.is_string()) {
        message["finish_reason"] = reason.clone();
    }
    let says_something = message["parts"].as_array().is_some_and(|parts| !parts.is_empty());
    says_something.then_some(message)
}

/// A part by today's conventions. Anthropic's libraries write the response of a call as blocks of their own.
fn part(value: &Value) -> Value {
    let mut part = value.clone();
    if let Some(text) = value.get("response").and_then(text_alone) {
        part["response"] = text;
    }
    part
}

/// A text alone in its block is the text.
fn text_alone(content: &Value) -> Option<Value> {
    match entries(Some(content)).as_slice() {
        [only] if only.get("type").is_some_and(|kind| kind == "text") => only.get("text").cloned(),
        _ => None,
    }
}

fn role(written: &str) -> String {
    match written.to_ascii_lowercase().as_str() {
        "human" => "user".to_owned(),
        "ai" | "model" | "completion" => "assistant".to_owned(),
        "function" => "tool".to_owned(),
        other => other.to_owned(),
    }
}

/// A list, or a map with numbers for names.
fn entries(value: Option<&Value>) -> Vec<Value> {
    match value {
        Some(Value::Object(map)) => flat::in_order(map),
        Some(Value::Array(list)) => list.clone(),
        Some(Value::String(text)) => serde_json::from_str::<Value>(text)
            .ok()
            .and_then(|list| list.as_array().cloned())
            .unwrap_or_default(),
        Some(Value::Null | Value::Bool(_) | Value::Number(_)) | None => Vec::new(),
    }
}

fn content_blocks(value: &Value) -> Vec<Value> {
    let blocks = entries(value.get("contents"));
    if !blocks.is_empty() {
        return blocks.iter().filter_map(block).collect();
    }
    let Some(content) = value.get("content").filter(|content| !content.is_null()) else { return Vec::new() };
    if content == HIDDEN || content == "" {
        return Vec::new();
    }
    // Blocks are a list, or a list in a text.
    let list = entries(Some(content));
    let has_blocks = !list.is_empty() && list.iter().all(|block| block.get("type").is_some());
    if has_blocks {
        return list.iter().filter_map(block).collect();
    }
    vec![text(content)]
}

fn text(content: &Value) -> Value {
    let content = content.as_str().map_or_else(|| content.to_string(), str::to_owned);
    json!({ "type": "text", "content": content })
}

/// A block of content, where it is one of the kinds that all providers have.
fn block(value: &Value) -> Option<Value> {
    let value = value.get("message_content").unwrap_or(value);
    match value.get("type")?.as_str()? {
        "text" | "input_text" | "output_text" => {
            let said = value.get("text").or_else(|| value.get("content"))?;
            (said != HIDDEN).then(|| text(said))
        }
        "thinking" | "reasoning" => {
            let said = ["thinking", "text", "content"].iter().find_map(|name| value.get(*name)?.as_str())?;
            Some(json!({ "type": "reasoning", "content": said }))
        }
        "image" => {
            let address = value.get("image")?.get("image")?.get("url")?.as_str()?;
            Some(json!({ "type": "uri", "modality": "image", "mime_type": "image/*", "uri": address }))
        }
        "tool_use" | "tool_call" => call(value),
        "tool_result" => Some(result(value)),
        _ => Some(value.clone()),
    }
}

fn call(value: &Value) -> Option<Value> {
    let value = value.get("tool_call").unwrap_or(value);
    let function = value.get("function").filter(|inner| inner.is_object()).unwrap_or(value);
    let name = function.get("name")?.as_str()?;
    let mut part = Map::new();
    part.insert("type".into(), "tool_call".into());
    part.extend(value.get("id").map(|id| ("id".to_owned(), id.clone())));
    part.insert("name".into(), name.into());
    let arguments = ["arguments", "input", "args"].iter().find_map(|name| function.get(*name));
    part.extend(arguments.map(|arguments| ("arguments".to_owned(), arguments.clone())));
    Some(Value::Object(part))
}

fn result(value: &Value) -> Value {
    let id = ["tool_call_id", "tool_use_id", "id"].iter().find_map(|name| value.get(*name));
    let name = value.get("name").filter(|name| name.as_str().is_some_and(|name| !name.is_empty()));
    let content = value.get("content").cloned().unwrap_or_default();
    let alone = text_alone(&content);
    let mut part = Map::new();
    part.insert("type".into(), "tool_call_response".into());
    part.extend(id.map(|id| ("id".to_owned(), id.clone())));
    part.extend(name.map(|name| ("name".to_owned(), name.clone())));
    part.insert("response".into(), alone.unwrap_or(content));
    Value::Object(part)
}

/// The definition of a function, as its provider takes it or flat.
pub(super) fn function(value: &Value) -> Option<Value> {
    let value = value.get("tool").unwrap_or(value);
    let value = value.get("json_schema").map_or_else(|| value.clone(), unfolded);
    let value = value.get("function").filter(|inner| inner.is_object()).unwrap_or(&value);
    let mut function = Map::new();
    function.insert("name".into(), value.get("name")?.as_str()?.into());
    function.extend(value.get("description").map(|text| ("description".to_owned(), text.clone())));
    let schema = ["parameters", "input_schema"].iter().find_map(|name| value.get(*name)).map(unfolded);
    function.extend(schema.filter(Value::is_object).map(|schema| ("parameters".to_owned(), schema)));
    Some(Value::Object(function))
}
