//! Finds out which form a text has, by what only that form says.

use crate::{Format, anthropic, json_lines, open_telemetry, openai_responses, semantic_kernel};
use serde_json::Value;

/// The format of a text, if it is one we read. Says nothing of whether all of it can be read.
pub fn detect(text: &str) -> Option<Format> {
    crate::text::check(text).ok()?;
    match crate::text::parse(text) {
        Ok(document) => kind_of(&document),
        Err(_) => json_lines::looks_like(text).then_some(Format::JsonLines),
    }
}

pub(crate) fn kind_of(document: &Value) -> Option<Format> {
    match document.as_array() {
        Some(list) => kind_of_list(list).or_else(|| is_telemetry(document)),
        None => kind_of_object(document),
    }
}

fn kind_of_object(document: &Value) -> Option<Format> {
    let has = |name: &str| document.get(name).is_some_and(|value| !value.is_null());
    let list = |name: &str| document.get(name).and_then(Value::as_array).map(Vec::as_slice);
    if has("format") && list("messages").is_some() {
        return Some(Format::Own);
    }
    if list("Messages").is_some_and(|messages| messages.iter().any(is_semantic_kernel)) {
        return Some(Format::SemanticKernel);
    }
    if list("contents").is_some() && has("role") {
        return Some(Format::ExtensionsAi);
    }
    if list("contents").is_some() || list("candidates").is_some() {
        return Some(Format::Gemini);
    }
    if list("choices").is_some() {
        return Some(Format::OpenAiChat);
    }
    if let Some(messages) = list("messages") {
        return kind_of_messages(document, messages);
    }
    if let Some(format) = is_telemetry(document) {
        return Some(format);
    }
    if has("input") || list("output").is_some() {
        return Some(Format::OpenAiResponses);
    }
    if document.get("type").is_some_and(|kind| kind == "message") && has("content") && has("role") {
        return Some(Format::Anthropic);
    }
    json_lines::is_message(document).then_some(Format::JsonLines)
}

/// Three forms have a list named `messages` with roles in small letters.
fn kind_of_messages(document: &Value, messages: &[Value]) -> Option<Format> {
    if messages.iter().any(|message| message.get("contents").is_some()) {
        return Some(Format::ExtensionsAi);
    }
    if messages.iter().any(is_semantic_kernel) {
        return Some(Format::SemanticKernel);
    }
    let tools = document.get("tools").and_then(Value::as_array);
    let has_schemas = tools.is_some_and(|tools| tools.iter().any(|tool| tool.get("input_schema").is_some()));
    let says_version = document.get("anthropic_version").is_some();
    if document.get("system").is_some() || has_schemas || says_version {
        return Some(Format::Anthropic);
    }
    if messages.is_empty() {
        return Some(Format::OpenAiChat);
    }
    // Items are never called messages.
    let found = kind_of_list(messages);
    if found == Some(Format::OpenAiResponses) { Some(Format::OpenAiChat) } else { found }
}

fn kind_of_list(list: &[Value]) -> Option<Format> {
    if list.iter().any(is_semantic_kernel) {
        return Some(Format::SemanticKernel);
    }
    let some_has = |name: &str| list.iter().any(|message| message.get(name).is_some());
    if some_has("contents") {
        return Some(Format::ExtensionsAi);
    }
    if some_has("parts") {
        return Some(if list.iter().any(open_telemetry::is_message) {
            Format::OpenTelemetry
        } else {
            Format::Gemini
        });
    }
    if list.iter().any(openai_responses::is_item) || list.iter().any(has_responses_parts) {
        return Some(Format::OpenAiResponses);
    }
    if list.iter().any(has_anthropic_blocks) {
        return Some(Format::Anthropic);
    }
    let is_chat = |message: &Value| message.get("role").is_some_and(Value::is_string);
    list.iter().any(is_chat).then_some(Format::OpenAiChat)
}

fn is_telemetry(document: &Value) -> Option<Format> {
    open_telemetry::has_some(document).then_some(Format::OpenTelemetry)
}

fn is_semantic_kernel(message: &Value) -> bool {
    semantic_kernel::is_python_message(message)
        || message.get("Role").is_some()
            && (message.get("Items").is_some() || message.get("Content").is_some())
}

fn has_anthropic_blocks(message: &Value) -> bool {
    has_part(message, anthropic::is_own_block)
}

fn has_responses_parts(message: &Value) -> bool {
    has_part(message, openai_responses::is_own_part)
}

fn has_part(message: &Value, is_own: fn(&Value) -> bool) -> bool {
    message.get("content").and_then(Value::as_array).is_some_and(|parts| parts.iter().any(is_own))
}
