//! Gemini's Interactions.

use super::{Asked, Call, Mint, Reply, Script, halves, object};
use serde_json::{Value, json};

pub(super) fn answer(asked: &Asked<'_>, script: &Script, mint: &mut Mint<'_>) -> Reply {
    let steps = steps(asked, script, mint);
    let status = if script.calls.is_empty() { "completed" } else { "requires_action" };
    let usage = json!({ "total_input_tokens": 20, "total_output_tokens": 4, "total_tokens": 24 });
    // What is not stored has no id.
    let mut whole = json!({ "id": "", "object": "interaction", "status": status,
        "model": asked.served.model, "usage": usage });
    if !asked.is_streamed {
        whole["steps"] = steps.into();
        return Reply::whole(&whole);
    }
    let created = json!({ "event_type": "interaction.created",
        "interaction": { "id": "", "object": "interaction", "status": "in_progress" } });
    let mut events = vec![created];
    for (index, step) in steps.iter().enumerate() {
        events.extend(streamed(index, step));
    }
    events.push(json!({ "event_type": "interaction.completed", "interaction": whole }));
    let written: String = events.iter().map(event).collect();
    Reply::events(format!("{written}event: done\ndata: [DONE]\n\n"))
}

fn steps(asked: &Asked<'_>, script: &Script, mint: &mut Mint<'_>) -> Vec<Value> {
    let mut steps = Vec::new();
    if script.has_own_part {
        let id = format!("search_{}", mint.next());
        steps.push(json!({ "type": "google_search_call", "id": id, "signature": mint.state(),
            "arguments": { "queries": ["Oslo"] } }));
        steps.push(json!({ "type": "google_search_result", "call_id": id, "signature": mint.state(),
            "result": [], "is_error": false }));
    }
    if script.thinks {
        steps.push(json!({ "type": "thought", "signature": mint.state(),
            "summary": [{ "type": "text", "text": "The forecast knows." }] }));
    }
    if !script.text.is_empty() || script.calls.is_empty() {
        let text = if script.text.is_empty() { "…" } else { script.text };
        steps.push(json!({ "type": "model_output", "content": [{ "type": "text", "text": text }] }));
    }
    steps.extend(script.calls.iter().map(|call| called(asked, call, mint)));
    steps
}

fn called(asked: &Asked<'_>, call: &Call, mint: &mut Mint<'_>) -> Value {
    let id = format!("call_{:06}", mint.next());
    json!({ "type": "function_call", "id": id, "name": asked.name(&call.name),
        "arguments": object(&call.arguments) })
}

/// A step that says no more than what it is, what it holds in pieces, and its end.
fn streamed(index: usize, step: &Value) -> Vec<Value> {
    let (mut begun, mut deltas) = (step.clone(), Vec::new());
    let pieces = |text: String| halves(&text).map(str::to_owned);
    let text = |list: &Value| list[0]["text"].as_str().unwrap_or_default().to_owned();
    match step["type"].as_str().unwrap_or_default() {
        "thought" => {
            begun = json!({ "type": "thought" });
            deltas.extend(pieces(text(&step["summary"])).map(
                |text| json!({ "type": "thought_summary", "content": { "type": "text", "text": text } }),
            ));
            deltas.push(json!({ "type": "thought_signature", "signature": step["signature"] }));
        }
        "model_output" => {
            begun = json!({ "type": "model_output" });
            deltas.extend(pieces(text(&step["content"])).map(|text| json!({ "type": "text", "text": text })));
        }
        "function_call" => {
            begun["arguments"] = json!({});
            let arguments = pieces(step["arguments"].to_string());
            deltas.extend(arguments.map(|piece| json!({ "type": "arguments_delta", "arguments": piece })));
        }
        kind => {
            begun["signature"] = "".into();
            let found = if kind.ends_with("_call") { "arguments" } else { "result" };
            deltas.push(json!({ "type": kind, "signature": step["signature"], found: step[found] }));
        }
    }
    let deltas =
        deltas.into_iter().map(|delta| json!({ "event_type": "step.delta", "index": index, "delta": delta }));
    let first = json!({ "event_type": "step.start", "index": index, "step": begun });
    let last = json!({ "event_type": "step.stop", "index": index });
    std::iter::once(first).chain(deltas).chain([last]).collect()
}

fn event(data: &Value) -> String {
    format!("event: {}\ndata: {data}\n\n", data["event_type"].as_str().unwrap_or_default())
}
