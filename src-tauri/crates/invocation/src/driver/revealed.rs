//! Messages in OpenTelemetry's form, written only if the collector of spans asked for content.

use content::{Item, JsonObject, Media, MediaSource, Message, Outcome, Output, Role};
use serde_json::{Value, json};
use std::sync::Arc;

/// Whether a collector asked for content. Messages, arguments and results belong to a person, who must opt in.
pub(super) fn is_wanted() -> bool {
    tracing::enabled!(target: "invocation::content", tracing::Level::INFO)
}

pub(super) fn messages(messages: &[Arc<Message>]) -> String {
    let told = messages.iter().map(|message| message_json(role(message.role), &message.items));
    Value::Array(told.collect()).to_string()
}

pub(super) fn answer(items: &[Item]) -> String {
    Value::Array(vec![message_json("assistant", items)]).to_string()
}

pub(super) fn arguments(arguments: &JsonObject) -> String {
    Value::Object(arguments.clone()).to_string()
}

pub(super) fn result(outcome: &Outcome) -> String {
    let value = value_of(outcome);
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn role(role: Role) -> &'static str {
    match role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::Function => "tool",
    }
}

fn message_json(role: &str, items: &[Item]) -> Value {
    json!({ "role": role, "parts": items.iter().map(part).collect::<Vec<_>>() })
}

fn part(item: &Item) -> Value {
    match item {
        Item::Text { text } => json!({ "type": "text", "content": text }),
        Item::Reasoning { text, .. } => json!({ "type": "reasoning", "content": text }),
        Item::Media { media } => medium(media),
        Item::FunctionCall { call } => {
            let (name, arguments) = (call.function.to_string(), call.arguments.to_value());
            json!({ "type": "tool_call", "id": call.id, "name": name, "arguments": arguments })
        }
        Item::FunctionResult { result } => {
            json!({ "type": "tool_call_response", "id": result.call_id, "response": value_of(&result.outcome) })
        }
        Item::Unknown { value } => value.clone(),
    }
}

/// Omits the bytes of media, which are useless in a trace.
fn medium(media: &Media) -> Value {
    match &media.source {
        MediaSource::Inline { base64 } => {
            json!({ "type": "blob", "mime_type": media.mime_type, "size": base64.len() / 4 * 3 })
        }
        MediaSource::Address { uri } => json!({ "type": "uri", "mime_type": media.mime_type, "uri": uri }),
    }
}

fn value_of(outcome: &Outcome) -> Value {
    match outcome {
        Outcome::Returned { output } => value_of_output(output),
        Outcome::Failed { failure } => json!({ "error": failure.message }),
        Outcome::Declined { reason, .. } => json!({ "declined": reason }),
    }
}

fn value_of_output(output: &Output) -> Value {
    match output {
        Output::Nothing => Value::Null,
        Output::Text { text } => json!(text),
        Output::Json { value } => value.clone(),
        Output::Media { media } => medium(media),
        Output::Several { parts } => parts.iter().map(value_of_output).collect(),
    }
}
