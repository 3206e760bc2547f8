//! Messages of Chat Completions as a history, with each result at its call.

use super::fields::{function_of, name_of};
use super::{ImportLoss, ImportProblem};
use crate::case::{CaseFunction, Said, SaidCall, SaidResult};
use serde_json::{Value, json};

/// Fields of messages that a history has in another way, or that say nothing of a conversation.
const KNOWN: [&str; 8] =
    ["role", "content", "tool_calls", "function_call", "tool_call_id", "name", "id", "type"];

/// Reads a list of messages.
pub(super) fn read(messages: &[Value], losses: &mut Vec<ImportLoss>) -> Result<Vec<Said>, ImportProblem> {
    let mut reading = Reading::default();
    for message in messages {
        reading.message(message, losses)?;
    }
    Ok(reading.said)
}

#[derive(Default)]
struct Reading {
    said: Vec<Said>,
    /// The id of each call, by the message and the place in it.
    calls: Vec<(String, usize, usize)>,
}

impl Reading {
    fn message(&mut self, message: &Value, losses: &mut Vec<ImportLoss>) -> Result<(), ImportProblem> {
        let role =
            message.get("role").and_then(Value::as_str).ok_or(ImportProblem::Missing { name: "role" })?;
        let text = text_of(message.get("content"), losses);
        let others = message.as_object().into_iter().flatten();
        let others = others.filter(|(name, value)| !KNOWN.contains(&name.as_str()) && !value.is_null());
        losses.extend(others.map(|(name, _)| ImportLoss::Field { name: name.clone() }));
        match role {
            "system" | "developer" => self.said.push(Said::System { text }),
            "user" => self.said.push(Said::User { text }),
            "assistant" => {
                let calls = self.calls_of(message, losses)?;
                self.said.push(Said::Assistant { text, calls });
            }
            "tool" | "function" => self.result(message, text)?,
            _ => return Err(ImportProblem::Unfit { name: "role" }),
        }
        Ok(())
    }

    fn calls_of(
        &mut self,
        message: &Value,
        losses: &mut Vec<ImportLoss>,
    ) -> Result<Vec<SaidCall>, ImportProblem> {
        let mut calls = Vec::new();
        for call in message.get("tool_calls").and_then(Value::as_array).into_iter().flatten() {
            let Some(function) = call.get("function") else {
                let kind = call.get("type").and_then(Value::as_str).unwrap_or("unknown").to_owned();
                losses.push(ImportLoss::Tool { kind });
                continue;
            };
            let id = call.get("id").and_then(Value::as_str).unwrap_or_default();
            self.calls.push((id.to_owned(), self.said.len(), calls.len()));
            calls.push(call_of(function)?);
        }
        if let Some(function) = message.get("function_call").filter(|call| call.is_object()) {
            let call = call_of(function)?;
            // Before there were ids, a result named its function.
            self.calls.push((call.function.clone(), self.said.len(), calls.len()));
            calls.push(call);
        }
        Ok(calls)
    }

    /// Puts a result beside its call.
    fn result(&mut self, message: &Value, text: String) -> Result<(), ImportProblem> {
        let id = ["tool_call_id", "name"].iter().find_map(|name| message.get(*name)?.as_str());
        let place = self.calls.iter().rposition(|(own, _, _)| id == Some(own.as_str()));
        let (_, message, call) =
            self.calls.remove(place.ok_or(ImportProblem::Unfit { name: "tool_call_id" })?);
        if let Some(Said::Assistant { calls, .. }) = self.said.get_mut(message)
            && let Some(call) = calls.get_mut(call)
        {
            call.result = Some(SaidResult::Returned(Value::String(text)));
        }
        Ok(())
    }
}

fn call_of(function: &Value) -> Result<SaidCall, ImportProblem> {
    let function_name = name_of(function, "the name of a function")?;
    let arguments = match function.get("arguments") {
        None | Some(Value::Null) => json!({}),
        Some(Value::String(text)) if text.trim().is_empty() => json!({}),
        Some(Value::String(text)) => {
            let read = serde_json::from_str::<Value>(text).ok().filter(Value::is_object);
            read.unwrap_or_else(|| Value::String(text.clone()))
        }
        Some(arguments) => arguments.clone(),
    };
    Ok(SaidCall { function: function_name, arguments, result: None })
}

/// The text of a content, with its parts on lines of their own.
fn text_of(content: Option<&Value>, losses: &mut Vec<ImportLoss>) -> String {
    match content {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => {
            let mut texts = Vec::new();
            for part in parts {
                let text = ["text", "refusal"].iter().find_map(|name| part.get(*name)?.as_str());
                match text.or_else(|| part.as_str()) {
                    Some(text) => texts.push(text),
                    None => {
                        let kind = part.get("type").and_then(Value::as_str).unwrap_or("unknown").to_owned();
                        losses.push(ImportLoss::Content { kind });
                    }
                }
            }
            texts.join("\n")
        }
        None | Some(Value::Null) => String::new(),
        Some(other) => other.to_string(),
    }
}

/// The functions of a list of tools, in any of the forms that OpenAI has had.
pub(super) fn functions(
    tools: &[Value],
    losses: &mut Vec<ImportLoss>,
) -> Result<Vec<CaseFunction>, ImportProblem> {
    let mut functions = Vec::new();
    for tool in tools {
        let kind = tool.get("type").and_then(Value::as_str).unwrap_or("function");
        if kind != "function" {
            losses.push(ImportLoss::Tool { kind: kind.to_owned() });
            continue;
        }
        let function = tool.get("function").unwrap_or(tool);
        if function.get("strict") == Some(&Value::Bool(true)) {
            losses.push(ImportLoss::Field { name: "strict".to_owned() });
        }
        let schema = function.get("parameters").filter(|schema| schema.is_object()).cloned();
        let schema = schema.unwrap_or_else(|| json!({ "type": "object", "properties": {} }));
        functions.push(function_of(function, schema)?);
    }
    Ok(functions)
}
