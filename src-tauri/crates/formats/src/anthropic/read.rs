//! Reads requests, responses and lists of messages.

use super::blocks;
use crate::Expected;
use crate::conversation::Conversation;
use crate::fields::Fields;
use crate::lost::Lost;
use crate::lost::Owner;
use crate::{Format, ImportError, function};
use content::{Item, ModelId, Role};
use serde_json::Value;

/// What says nothing about the conversation.
const BOOKKEEPING: [&str; 5] = ["id", "type", "stop_reason", "stop_sequence", "usage"];

pub(crate) fn read(document: &Value, conversation: &mut Conversation) -> Result<(), ImportError> {
    if let Some(messages) = document.as_array() {
        return read_messages(messages, "", conversation);
    }
    let mut fields = Fields::of(document, "").ok_or_else(|| wrong("", Expected::Exchange))?;
    conversation.model = fields.text("model").map(ModelId::new);
    for (index, tool) in fields.list("tools").unwrap_or_default().iter().enumerate() {
        read_tool(tool, &format!("/tools/{index}"), conversation);
    }
    if let Some(system) = fields.value("system") {
        let items = blocks::read_content(Role::System, system, "/system", conversation);
        let items = items.ok_or_else(|| wrong("/system", Expected::TextOrBlocks))?;
        conversation.say(Role::System, items);
    }
    if let Some(messages) = fields.list("messages") {
        read_messages(messages, "/messages", conversation)?;
    } else if fields.has("content") {
        read_message(document, "", conversation).ok_or_else(|| wrong("/content", Expected::Blocks))?;
        fields.known(&BOOKKEEPING);
        fields.known(&["role", "content"]);
    } else {
        return Err(wrong("/messages", Expected::Messages));
    }
    if let Some(container) = fields.value("container").and_then(blocks::read_container) {
        conversation.add_to_last(Role::Assistant, container);
    }
    fields.finish_around(conversation);
    Ok(())
}

fn read_messages(
    messages: &[Value],
    place: &str,
    conversation: &mut Conversation,
) -> Result<(), ImportError> {
    for (index, message) in messages.iter().enumerate() {
        let place = format!("{place}/{index}");
        read_message(message, &place, conversation)
            .ok_or_else(|| wrong(&place, Expected::MessageWithContent))?;
        if let Some(mut fields) = Fields::of(message, place.as_str()) {
            fields.known(&["role", "content"]);
            fields.finish(Owner::Message, &mut conversation.losses);
        }
    }
    Ok(())
}

fn read_message(message: &Value, place: &str, conversation: &mut Conversation) -> Option<()> {
    let label = message.get("role")?.as_str()?;
    let role = conversation.role(label, place);
    let content = message.get("content")?;
    let items = blocks::read_content(role, content, &format!("{place}/content"), conversation)?;
    say(role, items, conversation);
    Some(())
}

/// Results are said by the function side, whatever stands beside them is said after them.
fn say(role: Role, items: Vec<Item>, conversation: &mut Conversation) {
    let is_result = |item: &Item| matches!(item, Item::FunctionResult { .. });
    let (results, others): (Vec<_>, Vec<_>) = items.into_iter().partition(is_result);
    let has_results = !results.is_empty();
    if has_results {
        conversation.say(Role::Function, results);
    }
    if !has_results || !others.is_empty() {
        conversation.say(role, others);
    }
}

fn read_tool(tool: &Value, place: &str, conversation: &mut Conversation) {
    let is_function = tool.get("input_schema").is_some();
    let read = is_function
        .then(|| function::read(tool, place, &["input_schema"], &mut conversation.losses))
        .flatten();
    match read {
        Some(function) => conversation.functions.push(function),
        None => conversation.losses.add(place, Lost::ForeignTool),
    }
}

fn wrong(place: &str, expected: Expected) -> ImportError {
    ImportError::WrongShape { format: Format::Anthropic, place: place.into(), expected }
}
