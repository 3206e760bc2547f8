//! The request to a scripted model as text, and the choice of the reply.

use super::source::Script;
use super::wire::Line;
use crate::assembler::{Assembler, CallIds};
use crate::names::{NameRule, WireNames};
use content::{Item, Message, ModelId, Outcome, Output, Role};
use ports::{CompletionRequest, ConnectorError};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The reply to a request, and the results it may quote.
pub(super) struct Reply {
    pub(super) lines: Vec<Line>,
    pub(super) assembler: Assembler,
    /// The outcomes of calls since the person's message, by the script's own ids.
    pub(super) results: BTreeMap<String, Value>,
}

/// The first request after a person's message gets the first reply, the next one the second.
pub(super) fn choose(script: &Script, request: &CompletionRequest) -> Result<Reply, ConnectorError> {
    let since_person = || request.messages.iter().rev().take_while(|message| message.role != Role::User);
    let number = since_person().filter(|message| message.role == Role::Assistant).count();
    let lines = script.replies.get(number).cloned().ok_or_else(|| ConnectorError::ScriptEnded {
        title: script.title.clone(),
        reply: number + 1,
        replies: script.replies.len(),
    })?;
    let names = names(request);
    let results = since_person().flat_map(|message| message.results());
    let results =
        results.map(|result| (CallIds::raw(&result.call_id).to_owned(), value_of(&result.outcome))).collect();
    Ok(Reply { lines, assembler: Assembler::answering(request, names), results })
}

/// A script accepts any name.
pub(super) fn names(request: &CompletionRequest) -> WireNames {
    WireNames::of(NameRule::ANY, request)
}

/// The request as it would go over a wire.
fn body(model: &ModelId, request: &CompletionRequest) -> Value {
    let names = names(request);
    let functions = request.functions.iter().map(|spec| {
        json!({ "name": names.encode(&spec.name), "description": spec.description, "parameters": spec.parameters })
    });
    json!({
        "model": model.as_str(),
        "messages": request.messages.iter().map(|said| message(said, &names)).collect::<Vec<_>>(),
        "functions": functions.collect::<Vec<_>>(),
        "function_choice": request.choice,
        "calls": request.calls,
        "settings": request.settings,
    })
}

pub(super) fn encode(model: &ModelId, request: &CompletionRequest) -> String {
    body(model, request).to_string()
}

/// Nothing here reveals whether a person wrote a result.
fn message(message: &Message, names: &WireNames) -> Value {
    let mut written = Map::new();
    written.insert("role".into(), json!(message.role));
    written.insert("items".into(), message.items.iter().map(|said| item(said, names)).collect());
    Value::Object(written)
}

fn item(item: &Item, names: &WireNames) -> Value {
    match item {
        Item::Text { text } => json!({ "text": text }),
        Item::Reasoning { text, .. } => json!({ "reasoning": text }),
        Item::Media { media } => json!({ "media": media }),
        Item::FunctionCall { call } => json!({
            "call": { "id": call.id, "name": names.encode_called(&call.function), "arguments": call.arguments.raw() }
        }),
        Item::FunctionResult { result } => {
            json!({ "result": { "call_id": result.call_id, "value": value_of(&result.outcome) } })
        }
        Item::Unknown { value } => value.clone(),
    }
}

fn value_of_output(output: &Output) -> Value {
    match output {
        Output::Nothing => Value::String("completed".to_owned()),
        Output::Text { text } => Value::String(text.clone()),
        Output::Json { value } => value.clone(),
        Output::Media { media } => json!({ "media": media }),
        Output::Several { parts } => parts.iter().map(value_of_output).collect(),
    }
}

/// An outcome as a model receives it.
fn value_of(outcome: &Outcome) -> Value {
    match outcome {
        Outcome::Returned { output } => value_of_output(output),
        Outcome::Failed { failure } => json!({ "error": failure.message }),
        Outcome::Declined { reason, .. } => json!({ "declined": reason }),
    }
}
