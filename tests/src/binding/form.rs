//! The messages of a request: which blocks may stand where, and how calls and results belong together.

use super::asked::{Asked, CLEAR_AT, OUTPUT_CONFIG};
use super::models::SystemMessages;
use super::refusal::Refusal;
use serde_json::{Value, json};
use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    User,
    Assistant,
    System,
}

/// One message. A text alone is a list with one block.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    pub role: Role,
    pub blocks: Vec<Value>,
    /// Other fields of the message.
    pub beside: Value,
}

const USER_BLOCKS: &[&str] = &["text", "image", "document", "search_result", "tool_result"];
const ASSISTANT_BLOCKS: &[&str] = &["text", "thinking", "redacted_thinking", "tool_use"];
const SYSTEM_BLOCKS: &[&str] = &["text", "tool_addition", "tool_removal"];

impl Role {
    fn named(name: &str) -> Option<Self> {
        match name {
            "user" => Some(Self::User),
            "assistant" => Some(Self::Assistant),
            "system" => Some(Self::System),
            _ => None,
        }
    }

    fn blocks(self) -> &'static [&'static str] {
        match self {
            Self::User => USER_BLOCKS,
            Self::Assistant => ASSISTANT_BLOCKS,
            Self::System => SYSTEM_BLOCKS,
        }
    }
}

/// The type of a block.
pub fn kind(block: &Value) -> &str {
    block["type"].as_str().unwrap_or_default()
}

pub fn is_thinking(block: &Value) -> bool {
    matches!(kind(block), "thinking" | "redacted_thinking")
}

/// The messages, if they may stand as they do.
pub fn messages(asked: &Asked) -> Result<Vec<Message>, Refusal> {
    let listed = asked.body["messages"].as_array().cloned().unwrap_or_default();
    let read = |(at, message): (usize, &Value)| read(asked, at, message);
    let messages: Vec<Message> = listed.iter().enumerate().map(read).collect::<Result<_, _>>()?;
    if messages.is_empty() {
        return Err(Refusal::invalid("messages: at least one message is required"));
    }
    if messages.first().is_some_and(|first| first.role != Role::User) {
        return Err(Refusal::invalid("messages: first message must use the \"user\" role"));
    }
    check_places(asked, &messages)?;
    check_results(&messages)?;
    Ok(messages)
}

fn read(asked: &Asked, at: usize, message: &Value) -> Result<Message, Refusal> {
    let role = message["role"].as_str().and_then(Role::named);
    let role = role.ok_or_else(|| Refusal::invalid(format!("messages.{at}.role: Input should be valid")))?;
    let blocks = match &message["content"] {
        Value::String(text) => vec![json!({ "type": "text", "text": text })],
        Value::Array(blocks) => blocks.clone(),
        _ => return Err(Refusal::invalid(format!("messages.{at}.content: Field required"))),
    };
    let mut beside = message.clone();
    if let Some(fields) = beside.as_object_mut() {
        fields.retain(|name, _| name != "role" && name != "content");
        for name in fields.keys() {
            let beta = match name.as_str() {
                "clear_at" => CLEAR_AT,
                "output_config" => OUTPUT_CONFIG,
                _ => "",
            };
            if role != Role::System || !asked.has_beta(beta) {
                let message = format!("messages.{at}.{name}: Extra inputs are not permitted");
                return Err(Refusal::invalid(message));
            }
        }
    }
    if blocks.is_empty() && beside["output_config"].is_null() {
        return Err(Refusal::invalid(format!("messages.{at}: messages must have non-empty content")));
    }
    for (place, block) in blocks.iter().enumerate() {
        check_block(role, block)
            .map_err(|fault| Refusal::invalid(format!("messages.{at}.content.{place}: {fault}")))?;
    }
    Ok(Message { role, blocks, beside })
}

fn check_block(role: Role, block: &Value) -> Result<(), String> {
    let kind = kind(block);
    if !role.blocks().contains(&kind) {
        return Err(format!("Input tag '{kind}' found using 'type' does not match any of the expected tags"));
    }
    let is_blank = |text: &Value| text.as_str().is_none_or(|text| text.trim().is_empty());
    match kind {
        "text" if is_blank(&block["text"]) => Err("text content blocks must be non-empty".to_owned()),
        "thinking" if !block["signature"].is_string() || !block["thinking"].is_string() => {
            Err("thinking.signature: Field required".to_owned())
        }
        "redacted_thinking" if !block["data"].is_string() => Err("data: Field required".to_owned()),
        "tool_use" if !block["input"].is_object() => {
            Err("tool_use.input: Input should be a valid dictionary".to_owned())
        }
        "tool_result" if block["is_error"] == Value::Bool(true) && is_nothing(&block["content"]) => {
            Err("content cannot be empty if `is_error` is true".to_owned())
        }
        _ => Ok(()),
    }
}

fn is_nothing(content: &Value) -> bool {
    match content {
        Value::Array(blocks) => blocks.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => true,
    }
}

/// System messages follow what a person or a function said, and the model answers at once. The last message is no
/// beginning of an answer, where the model refuses those.
fn check_places(asked: &Asked, messages: &[Message]) -> Result<(), Refusal> {
    for (at, _) in messages.iter().enumerate().filter(|(_, message)| message.role == Role::System) {
        if asked.model.system_messages == SystemMessages::Refused {
            let text = format!("messages.{at}: role 'system' is not supported on this model");
            return Err(Refusal::invalid(text));
        }
        if at.checked_sub(1).and_then(|before| messages.get(before)).is_none_or(|one| one.role != Role::User)
        {
            return Err(Refusal::invalid(format!(
                "messages.{at}: role 'system' must follow a 'user' message or an 'assistant' message ending in a \
                 server tool result"
            )));
        }
        if messages.get(at + 1).is_some_and(|next| next.role != Role::Assistant) {
            return Err(Refusal::invalid(format!(
                "messages.{at}: role 'system' must be the last message or be followed by an 'assistant' message"
            )));
        }
    }
    let ends_with_answer = messages.last().is_some_and(|last| last.role == Role::Assistant);
    if ends_with_answer && asked.model.thinking.contains(&"adaptive") {
        return Err(Refusal::invalid(
            "This model does not support assistant message prefill. The conversation must end with a user message.",
        ));
    }
    Ok(())
}

/// Every call has its result in what the person says next, before anything else, and no result is without a call.
/// Messages of the same role that follow each other are one turn.
fn check_results(messages: &[Message]) -> Result<(), Refusal> {
    let mut known = BTreeSet::new();
    let mut open: Option<(usize, Vec<String>)> = None;
    let mut follows_result = true;
    for (at, message) in messages.iter().enumerate() {
        if message.role == Role::Assistant {
            if let Some((asked_at, ids)) = open.as_ref().filter(|(_, ids)| !ids.is_empty())
                && at.checked_sub(1).is_some_and(|before| messages[before].role != Role::Assistant)
            {
                return Err(unanswered(*asked_at, ids));
            }
            let calls = calls(at, message, &mut known)?;
            let before = open.take().map_or_else(Vec::new, |(_, ids)| ids);
            open = Some((at, [before, calls].concat()));
            follows_result = true;
            continue;
        }
        for (place, block) in message.blocks.iter().enumerate() {
            if kind(block) != "tool_result" {
                follows_result = false;
                continue;
            }
            let id = block["tool_use_id"].as_str().unwrap_or_default();
            let ids = open.as_mut().map(|(_, ids)| ids);
            let found = ids.and_then(|ids| {
                let found = ids.iter().position(|open| open == id)?;
                Some(ids.remove(found))
            });
            if found.is_none() || !follows_result {
                return Err(Refusal::invalid(format!(
                    "messages.{at}.content.{place}: unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each \
                     `tool_result` block must have a corresponding `tool_use` block in the previous message."
                )));
            }
        }
    }
    match open.filter(|(_, ids)| !ids.is_empty()) {
        Some((at, ids)) => Err(unanswered(at, &ids)),
        None => Ok(()),
    }
}

fn unanswered(at: usize, ids: &[String]) -> Refusal {
    Refusal::invalid(format!(
        "messages.{at}: `tool_use` ids were found without `tool_result` blocks immediately after: {}. Each `tool_use` \
         block must have a corresponding `tool_result` block in the next message.",
        ids.join(", ")
    ))
}

fn calls(at: usize, message: &Message, known: &mut BTreeSet<String>) -> Result<Vec<String>, Refusal> {
    let calls = message.blocks.iter().enumerate().filter(|(_, block)| kind(block) == "tool_use");
    let id = |(place, block): (usize, &Value)| {
        let id = block["id"].as_str().unwrap_or_default().to_owned();
        let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "_-".contains(sign);
        if id.is_empty() || !id.chars().all(is_plain) {
            let text = format!(
                "messages.{at}.content.{place}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'"
            );
            return Err(Refusal::invalid(text));
        }
        if !known.insert(id.clone()) {
            let text = format!("messages.{at}.content.{place}: `tool_use` ids must be unique");
            return Err(Refusal::invalid(text));
        }
        Ok(id)
    };
    calls.map(id).collect()
}
