//! Reads a request that somebody else wrote, as thoughts are bound to it.

use crate::binding::{Listed, Mark, Message, Passed, Role, ToolMarks};
use serde_json::{Map, Value, json};

/// `None` where it is no request of this protocol.
pub(crate) fn passed(body: &[u8]) -> Option<Passed> {
    let body: Value = serde_json::from_slice(body).ok()?;
    let messages = body.get("messages")?.as_array()?;
    let messages = messages.iter().map(|message| {
        let role = match message.get("role").and_then(Value::as_str) {
            Some("assistant") => Role::Assistant,
            Some("system") => Role::System,
            Some(_) | None => Role::User,
        };
        Message { role, content: message.get("content").map(blocks).unwrap_or_default() }
    });
    Some(Passed {
        messages: messages.collect(),
        system: body.get("system").map(blocks).unwrap_or_default(),
        tools: body.get("tools").and_then(Value::as_array).map(|tools| marks(tools)).unwrap_or_default(),
        drops: body.pointer("/thinking/block_binding/prefix_mismatch_behavior")
            == Some(&Value::from("drop_block")),
    })
}

/// A text says the same as one block of it.
fn blocks(content: &Value) -> Vec<Value> {
    match content {
        Value::String(text) => vec![json!({ "type": "text", "text": text })],
        Value::Array(blocks) => blocks.clone(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => Vec::new(),
    }
}

fn marks(tools: &[Value]) -> ToolMarks {
    let mut marks = ToolMarks::default();
    for tool in tools.iter().filter_map(Value::as_object) {
        let text = |key: &str| tool.get(key).and_then(Value::as_str);
        let is_own = text("type").is_none_or(|kind| kind == "custom");
        let place = match tool.get("defer_loading") {
            Some(Value::Bool(true)) => &mut marks.later,
            _ if is_own => &mut marks.functions,
            _ => &mut marks.beside,
        };
        let name = text("name").or_else(|| text("type")).unwrap_or_default().to_owned();
        place.push(Listed { name, mark: Mark::of(&without_cache(tool)) });
    }
    marks
}

fn without_cache(tool: &Map<String, Value>) -> Value {
    let said = tool.iter().filter(|(name, _)| *name != "cache_control" && *name != "defer_loading");
    Value::Object(said.map(|(name, value)| (name.clone(), value.clone())).collect())
}
