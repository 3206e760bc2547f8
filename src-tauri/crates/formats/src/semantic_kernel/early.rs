//! Calls and results as the first versions wrote them: in the metadata of texts. Later ones write them as items, and the
//! texts beside them for a while.

use crate::conversation::{Conversation, WrittenCall};
use crate::lost::Lost;
use crate::{arguments, names, output};
use content::{Item, Role};
use serde_json::Value;

const ANSWERED: &str = "ChatCompletionsToolCall.Id";
const CALLS: &str = "ChatResponseMessage.FunctionToolCalls";

/// The call a text is the result of.
pub(super) fn answered_by(item: &Value) -> Option<&str> {
    let is_text = item.get("$type").is_some_and(|kind| kind == "TextContent");
    is_text.then(|| item.get("Metadata")?.get(ANSWERED)?.as_str()).flatten()
}

/// Whether the result of a call is there as an item too.
pub(super) fn has_result(items: &[Value], call: &str) -> bool {
    items.iter().any(|item| item.get("CallId").is_some_and(|id| id == call))
}

pub(super) fn leave_out(place: &str, conversation: &mut Conversation) -> Option<Item> {
    conversation.losses.add(place, Lost::RepeatedText);
    None
}

pub(super) fn result(call: &str, item: &Value, place: &str, conversation: &mut Conversation) -> Item {
    let text = item.get("Text").and_then(Value::as_str).unwrap_or_default();
    conversation.result(Some(call), None, output::returned_text(text), place)
}

/// The calls in the metadata of a message.
pub(super) fn calls(role: Role, message: &Value, conversation: &mut Conversation) -> Vec<Item> {
    let calls = message.get("Metadata").and_then(|metadata| metadata.get(CALLS)).and_then(Value::as_array);
    let calls = calls.into_iter().flatten().filter_map(|call| {
        let name = call.get("Name")?.as_str()?;
        let (plugin, function) = match name.split_once('-') {
            Some((plugin, function)) => (Some(plugin), function),
            None => (None, name),
        };
        let written = WrittenCall {
            id: call.get("Id").and_then(Value::as_str),
            function: names::apart(plugin, function),
            arguments: arguments::from_value(call.get("Arguments")),
            provider_state: None,
        };
        Some(conversation.call(role, written))
    });
    calls.collect()
}
