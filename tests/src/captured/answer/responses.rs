//! OpenAI's Responses.

use super::{Asked, Call, Mint, Reply, Script, halves, named_event};
use serde_json::{Value, json};

pub(super) fn answer(asked: &Asked<'_>, script: &Script, mint: &mut Mint<'_>) -> Reply {
    let mut output = Vec::new();
    if script.thinks {
        output.push(json!({ "type": "reasoning", "id": mint.id("rs"), "encrypted_content": mint.state(),
            "summary": [{ "type": "summary_text", "text": "The forecast knows." }] }));
    }
    if script.has_own_part {
        output.push(json!({ "type": "web_search_call", "id": mint.id("ws"), "status": "completed",
            "action": { "type": "search", "query": "Oslo" } }));
    }
    if !script.text.is_empty() || script.calls.is_empty() {
        let text = if script.text.is_empty() { "…" } else { script.text };
        let number = mint.next();
        output.push(json!({ "type": "message", "id": format!("msg_{number}"), "status": "completed",
            "role": "assistant", "content": [{ "type": "output_text", "text": text, "annotations": [] }] }));
    }
    output.extend(script.calls.iter().map(|call| called(asked, call, mint)));
    let usage = json!({ "input_tokens": 20, "output_tokens": 4, "total_tokens": 24 });
    let whole = json!({ "id": "resp_1", "object": "response", "status": "completed", "output": output, "usage": usage });
    if !asked.is_streamed {
        return Reply::whole(&whole);
    }
    let created = json!({ "type": "response.created", "response": { "id": "resp_1", "status": "in_progress", "output": [] } });
    let mut events = vec![created];
    for (index, item) in output.iter().enumerate() {
        events.extend(streamed(index, item));
    }
    events.push(json!({ "type": "response.completed", "response": whole }));
    Reply::events(events.iter().map(named_event).collect())
}

fn called(asked: &Asked<'_>, call: &Call, mint: &mut Mint<'_>) -> Value {
    let name = asked.name(&call.name);
    let call_id = format!("call_{:024}", mint.next());
    // Only OpenAI's own host knows calls whose input is a text.
    if call.is_custom && asked.served.kind == "openai-responses" {
        return json!({ "type": "custom_tool_call", "id": mint.id("ctc"), "status": "completed",
            "call_id": call_id, "name": name, "input": call.arguments });
    }
    json!({ "type": "function_call", "id": mint.id("fc"), "status": "completed", "call_id": call_id,
        "name": name, "arguments": call.arguments })
}

fn streamed(index: usize, item: &Value) -> Vec<Value> {
    let mut begun = item.clone();
    let (emptied, event) = match item["type"].as_str() {
        Some("reasoning") => ("summary", "response.reasoning_summary_text.delta"),
        Some("message") => ("content", "response.output_text.delta"),
        Some("function_call") => ("arguments", "response.function_call_arguments.delta"),
        Some("custom_tool_call") => ("input", "response.custom_tool_call_input.delta"),
        _ => ("", ""),
    };
    let text = match &item[emptied] {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
        _ => String::new(),
    };
    if let Some(field) = begun.get_mut(emptied) {
        *field = if field.is_array() { json!([]) } else { "".into() };
    }
    let deltas = halves(&text).into_iter().filter(|delta| !delta.is_empty());
    let deltas = deltas.map(|delta| json!({ "type": event, "output_index": index, "delta": delta }));
    let first = json!({ "type": "response.output_item.added", "output_index": index, "item": begun });
    let last = json!({ "type": "response.output_item.done", "output_index": index, "item": item });
    std::iter::once(first).chain(deltas).chain([last]).collect()
}
