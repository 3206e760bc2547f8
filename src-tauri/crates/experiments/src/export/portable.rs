//! A case as the modules of an export read it: messages and tools of Chat Completions, results and expectations as they are.

use super::{ExportLoss, Framework};
use crate::case::{Case, CaseFunction, CaseResult, Said, function_name, messages_of};
use crate::expectation::Expectations;
use content::JsonObject;
use formats::{Format, export};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Portable<'a> {
    id: &'a str,
    title: &'a str,
    messages: Vec<Value>,
    tools: Vec<Value>,
    /// The names of the case by those that are sent.
    names: BTreeMap<String, &'a str>,
    request: JsonObject,
    rounds: u32,
    results: &'a [CaseResult],
    expect: Expectations,
}

impl<'a> Portable<'a> {
    pub(super) fn of(case: &'a Case, framework: Framework, losses: &mut Vec<ExportLoss>) -> Self {
        let mut unsure: Vec<_> =
            case.expect.patterns().filter(|pattern| reads_otherwise(pattern, framework)).collect();
        unsure.dedup();
        let pattern =
            |pattern: &str| ExportLoss::Pattern { case: case.id.clone(), pattern: pattern.to_owned() };
        losses.extend(unsure.into_iter().map(pattern));
        let live = |function: &str| ExportLoss::Live { case: case.id.clone(), function: function.to_owned() };
        losses.extend(case.live().map(live));
        let replaced = case.functions.iter().filter(|function| function.stand_in.is_some());
        losses.extend(
            replaced.map(|one| ExportLoss::StandIn { case: case.id.clone(), function: one.name.clone() }),
        );
        Self {
            id: case.id.as_str(),
            title: &case.title,
            messages: messages(case, losses),
            tools: case.functions.iter().map(|function| tool(case, function, losses)).collect(),
            names: case
                .functions
                .iter()
                .map(|function| (sent(&function.name), function.name.as_str()))
                .collect(),
            request: request(case, losses),
            rounds: case.settings.rounds,
            results: &case.results,
            expect: Expectations { judges: Vec::new(), ..case.expect.clone() },
        }
    }
}

/// A name as protocols take it. Different functions of a case keep different names.
pub(super) fn sent(name: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '-' };
    name.chars().map(plain).collect()
}

pub(super) fn messages(case: &Case, losses: &mut Vec<ExportLoss>) -> Vec<Value> {
    let own = case.settings.instructions.iter().map(|text| Said::System { text: text.clone() });
    let said: Vec<Said> = own.chain(case.history.iter().cloned()).collect();
    let exported = export(Format::OpenAiChat, &messages_of(&said));
    // Who wrote a message is lost as a whole message. A case does not say it either.
    let lost = exported.losses.into_iter().filter(|loss| loss.place.matches('/').count() > 2);
    losses.extend(lost.map(|loss| ExportLoss::History { case: case.id.clone(), place: loss.place }));
    let mut document: Value = serde_json::from_str(&exported.text).unwrap_or_default();
    let mut messages: Vec<Value> =
        document.get_mut("messages").and_then(Value::as_array_mut).map(std::mem::take).unwrap_or_default();
    let calls = messages.iter_mut().filter_map(|message| message.get_mut("tool_calls")?.as_array_mut());
    for call in calls.flatten() {
        if let Some(name) = call.pointer_mut("/function/name") {
            let meant = case.functions.iter().find(|function| is_named(&function.name, name));
            *name = meant.map_or_else(|| name.clone(), |function| json!(sent(&function.name)));
        }
    }
    messages
}

/// Whether the writer of messages wrote this function.
fn is_named(function: &str, written: &Value) -> bool {
    let name = function_name(function);
    let joined = name
        .plugin
        .as_ref()
        .map_or_else(|| name.function.clone(), |plugin| format!("{}-{}", plugin.as_str(), name.function));
    written.as_str().is_some_and(|written| written == joined || written == function)
}

fn tool(case: &Case, function: &CaseFunction, losses: &mut Vec<ExportLoss>) -> Value {
    let parameters = function.parameters.clone().unwrap_or_else(|| {
        losses.push(ExportLoss::Schema { case: case.id.clone(), function: function.name.clone() });
        json!({ "type": "object" })
    });
    let description = function.description.clone().unwrap_or_default();
    json!({ "type": "function",
        "function": { "name": sent(&function.name), "description": description, "parameters": parameters } })
}

/// The settings of requests under the names of Chat Completions.
fn request(case: &Case, losses: &mut Vec<ExportLoss>) -> JsonObject {
    let mut request = JsonObject::new();
    for (name, value) in &case.settings.request {
        let sent = match name.as_str() {
            "temperature" | "seed" | "stop" => name,
            "topP" => "top_p",
            "maxOutputTokens" => "max_completion_tokens",
            _ => {
                losses.push(ExportLoss::Setting { case: case.id.clone(), name: name.clone() });
                continue;
            }
        };
        request.insert(sent.to_owned(), value.clone());
    }
    request
}

/// Whether a pattern uses what other languages write otherwise: classes of Unicode, flags, and anchors of a text.
fn reads_otherwise(pattern: &str, framework: Framework) -> bool {
    let foreign: &[&str] = match framework {
        Framework::Pytest | Framework::Adk | Framework::Deepeval => {
            &["\\p{", "\\P{", "\\z", "\\x{", "(?<", "[[:", "&&", "--", "~~"]
        }
        Framework::Xunit => &["\\x{", "(?P<", "[[:", "&&", "--", "~~"],
        Framework::Vitest | Framework::Promptfoo | Framework::Aimock | Framework::Bfcl => {
            &["(?", "\\A", "\\z", "\\x{", "[[:", "&&", "--", "~~"]
        }
    };
    let is_group =
        |part: &str| part == "(?" && pattern.matches("(?").count() == pattern.matches("(?:").count();
    foreign.iter().any(|part| pattern.contains(part) && !is_group(part))
}
