//! The messages of a span, put together as a history has them.
//!
//! Instrumentations write each result as a message, an answer of Responses as one for each item, results of Anthropic as words of
//! the person. OpenLLMetry names a call of Responses by its item and the result by its call.

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The messages in their order: results apart from what a person says, one message for all that a side says in a row, each call
/// once, and each result under the id of its call.
pub(super) fn joined(messages: impl IntoIterator<Item = Value>) -> Vec<Value> {
    let mut joined: Vec<Value> = Vec::new();
    for message in messages.into_iter().flat_map(with_results_apart) {
        match joined.last_mut() {
            Some(last) if goes_on(last, &message) => extend(last, message),
            Some(_) | None => joined.push(message),
        }
    }
    for message in &mut joined {
        let mut seen = BTreeSet::new();
        let is_new = |part: &Value| !is(part, CALL) || id(part).is_none_or(|id| seen.insert(id.to_owned()));
        retain(message, is_new);
    }
    name_calls(&mut joined);
    joined
}

const CALL: &str = "tool_call";
const RESULT: &str = "tool_call_response";

fn is(part: &Value, kind: &str) -> bool {
    part.get("type").is_some_and(|found| found == kind)
}

fn id(part: &Value) -> Option<&str> {
    part.get("id").and_then(Value::as_str)
}

fn parts(message: &Value) -> &[Value] {
    message.get("parts").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn parts_mut(message: &mut Value) -> Option<&mut Vec<Value>> {
    message.get_mut("parts").and_then(Value::as_array_mut)
}

fn retain(message: &mut Value, keep: impl FnMut(&Value) -> bool) {
    if let Some(parts) = parts_mut(message) {
        parts.retain(keep);
    }
}

fn with_results_apart(message: Value) -> Vec<Value> {
    let (results, rest): (Vec<_>, Vec<_>) =
        parts(&message).iter().cloned().partition(|part| is(part, RESULT));
    if message.get("role").is_none_or(|role| role != "user") || results.is_empty() {
        return vec![message];
    }
    let mut apart = vec![json!({ "role": "tool", "parts": results })];
    if !rest.is_empty() {
        apart.push(json!({ "role": "user", "parts": rest }));
    }
    apart
}

/// Two whole answers are choices of one request and stay apart.
fn goes_on(last: &Value, next: &Value) -> bool {
    let role = last.get("role");
    let is_choice = |message: &Value| message.get("finish_reason").is_some();
    role == next.get("role")
        && (role.is_some_and(|role| role == "tool")
            || role.is_some_and(|role| role == "assistant") && !(is_choice(last) && is_choice(next)))
}

fn extend(last: &mut Value, next: Value) {
    if let Some(reason) = next.get("finish_reason") {
        last["finish_reason"] = reason.clone();
    }
    if let (Some(said), Some(more)) = (parts_mut(last), next.get("parts").and_then(Value::as_array)) {
        said.extend(more.iter().cloned());
    }
}

/// Results with ids that no call has answer the calls that nothing else does, in their order.
fn name_calls(messages: &mut [Value]) {
    let mut open: Vec<String> = Vec::new();
    for message in messages {
        open.extend(ids(message, CALL));
        let answered = ids(message, RESULT);
        let (strangers, answered): (Vec<_>, Vec<_>) = answered.into_iter().partition(|id| !open.contains(id));
        open.retain(|call| !answered.contains(call));
        if strangers.is_empty() || strangers.len() != open.len() {
            continue;
        }
        let calls: BTreeMap<_, _> = strangers.into_iter().zip(open.drain(..)).collect();
        for part in parts_mut(message).into_iter().flatten().filter(|part| is(part, RESULT)) {
            if let Some(call) = id(part).and_then(|id| calls.get(id)) {
                part["id"] = call.as_str().into();
            }
        }
    }
}

fn ids(message: &Value, kind: &str) -> Vec<String> {
    parts(message).iter().filter(|part| is(part, kind)).filter_map(id).map(str::to_owned).collect()
}
