//! The rules of providers whose results are messages: OpenAI's chat, Mistral, Ollama.

use super::blocks::{fits, is, list, sorted, unique};
use serde_json::Value;
use std::collections::BTreeSet;

pub(super) fn openai(body: &Value) -> Result<(), String> {
    conversation(body, |id| fits(id, "_-.:", 40), |arguments| arguments.is_string())?;
    for message in list(&body["messages"]).iter().filter(|message| message["role"] != "user") {
        let is_text = |part: &Value| part["type"] == "text";
        is(list(&message["content"]).iter().all(is_text), "a side that is no person shows something")?;
    }
    let named = |tool| ["function", "custom"].into_iter().find_map(|kind| field(tool, kind));
    unique(list(&body["tools"]).iter().filter_map(named))
}

/// The name of a tool that is of this kind.
fn field<'a>(tool: &'a Value, kind: &str) -> Option<&'a Value> {
    tool.get(kind)?.get("name")
}

pub(super) fn mistral(body: &Value) -> Result<(), String> {
    let is_object = |arguments: &Value| {
        let parsed = arguments.as_str().map(serde_json::from_str::<Value>);
        parsed.is_some_and(|parsed| parsed.is_ok_and(|value| value.is_object()))
    };
    conversation(body, |id| fits(id, "", 9) && id.len() == 9, is_object)?;
    let messages = list(&body["messages"]);
    let role = |message: &Value| message["role"].as_str().unwrap_or_default().to_owned();
    for pair in messages.windows(2) {
        let (before, after) = (role(&pair[0]), role(&pair[1]));
        is(after != "system" || before == "system", "instructions stand in the middle")?;
        is(before != "tool" || after != "user", "a person speaks right behind results")?;
    }
    for message in messages.iter().filter(|message| message["role"] != "user") {
        let is_text = |part: &Value| matches!(part["type"].as_str(), Some("text" | "thinking"));
        is(list(&message["content"]).iter().all(is_text), "a side that is no person shows something")?;
    }
    let last = messages.last().map(role);
    is(last.is_some_and(|last| last == "user" || last == "tool"), "the last message is not a person's")?;
    for message in messages.iter().filter(|message| message["role"] == "assistant") {
        let is_empty = message["content"] == "" && message.get("tool_calls").is_none();
        is(!is_empty, "a message of the model says nothing")?;
    }
    is(!body["tools"].is_null() || body.get("tool_choice").is_none(), "a choice without tools")?;
    is(body.get("seed").is_none(), "a seed has another name")?;
    unique(list(&body["tools"]).iter().map(|tool| &tool["function"]["name"]))
}

pub(super) fn ollama(body: &Value) -> Result<(), String> {
    conversation(body, |id| fits(id, "_-.:~", 256), Value::is_object)?;
    let is_text = |message: &Value| message["content"].is_string();
    is(list(&body["messages"]).iter().all(is_text), "a content is no text")?;
    is(body["stream"].is_boolean(), "whether to stream is left open")
}

/// Behind a message with calls stand exactly its results.
fn conversation(
    body: &Value,
    is_id: impl Fn(&str) -> bool,
    are_arguments: impl Fn(&Value) -> bool,
) -> Result<(), String> {
    let mut ids = BTreeSet::new();
    let mut open: Vec<String> = Vec::new();
    let mut answered: Vec<String> = Vec::new();
    for message in list(&body["messages"]) {
        if message["role"] == "tool" {
            answered.push(message["tool_call_id"].as_str().unwrap_or_default().to_owned());
            continue;
        }
        is(sorted(&answered) == sorted(&open), "calls and results right behind them are not the same")?;
        (open, answered) = (Vec::new(), Vec::new());
        for call in list(&message["tool_calls"]) {
            let id = call["id"].as_str().unwrap_or_default();
            is(message["role"] == "assistant", "a person calls")?;
            is(is_id(id), "an id is of another form")?;
            is(ids.insert(id.to_owned()), "an id comes twice")?;
            let custom = call.get("custom");
            let function = custom.unwrap_or(&call["function"]);
            is(fits(function["name"].as_str().unwrap_or_default(), "_-", 64), "a name is of another form")?;
            let are_fit =
                custom.map_or_else(|| are_arguments(&function["arguments"]), |it| it["input"].is_string());
            is(are_fit, "arguments are of another form")?;
            open.push(id.to_owned());
        }
    }
    is(sorted(&answered) == sorted(&open), "calls and results at the end are not the same")
}
