//! The search for functions that runs here, in the protocol's own form.
//!
//! Its findings are listed in the output of the search and not among the tools, so that the beginning of the request
//! stays the same.

use super::tools::Entry;
use crate::models::ModelFacts;
use crate::outgoing::{Answer, Call, Turn};
use content::{CallArguments, FunctionName};
use ports::{CompletionRequest, FunctionChoice, FunctionSpec, finder};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

pub(super) const CALL: &str = "tool_search_call";

/// Whether the protocol's own form is used. A choice can name functions only.
pub(super) fn is_native(request: &CompletionRequest, facts: &ModelFacts) -> bool {
    let is_free = match &request.choice {
        FunctionChoice::Auto | FunctionChoice::Required | FunctionChoice::None => true,
        FunctionChoice::Function { .. } | FunctionChoice::Allowed { .. } => false,
    };
    is_free
        && facts.searches == Some(true)
        && request.functions.iter().any(|spec| finder::is_finder(&spec.name))
}

/// Its entry in the list of tools.
pub(super) fn entry(spec: &FunctionSpec) -> Value {
    json!({
        "type": "tool_search",
        "execution": "client",
        "description": spec.description,
        "parameters": spec.parameters,
    })
}

/// The functions listed in the outputs of searches.
pub(super) fn found(history: &[Turn<'_>]) -> BTreeSet<FunctionName> {
    let answers = history.iter().flat_map(|turn| match turn {
        Turn::Results(answers) => answers.as_slice(),
        Turn::System(_) | Turn::Person(_) | Turn::Model(_) => &[],
    });
    answers.filter(|answer| is_search(answer)).flat_map(|answer| finder::found(&answer.outcome)).collect()
}

pub(super) fn is_search(answer: &Answer<'_>) -> bool {
    answer.function.known().is_some_and(finder::is_finder)
}

pub(super) fn call(call: &Call<'_>, keeps_id: bool) -> Value {
    let arguments = match call.arguments {
        CallArguments::Parsed { value, .. } => Value::Object(value.clone()),
        CallArguments::Malformed { raw, .. } => raw.as_str().into(),
    };
    let mut written = json!({
        "type": CALL,
        "call_id": call.id,
        "execution": "client",
        "status": "completed",
        "arguments": arguments,
    });
    let id = call.state.and_then(|state| state.get("id")).filter(|_| keeps_id);
    if let Some(id) = id {
        written["id"] = id.clone();
    }
    written
}

/// The findings that can be called.
pub(super) fn output(answer: &Answer<'_>, found: &BTreeMap<FunctionName, Entry>) -> Value {
    let listed = finder::found(&answer.outcome);
    let tools: Vec<_> = listed.iter().filter_map(|name| found.get(name)).collect();
    json!({
        "type": "tool_search_output",
        "call_id": answer.call,
        "execution": "client",
        "status": "completed",
        "tools": tools,
    })
}
