//! Mistral's chat completions. A thought is words and nothing else, and goes back as such.

use super::{Asked, Mint, Reply, Script, event, halves};
use serde_json::{Value, json};

pub(super) fn answer(asked: &Asked<'_>, script: &Script, mint: &mut Mint<'_>) -> Reply {
    let mut parts = Vec::new();
    if script.thinks {
        let words = format!("The forecast knows: {}", mint.state());
        parts.push(
            json!({ "type": "thinking", "thinking": [{ "type": "text", "text": words }], "closed": true }),
        );
    }
    if script.has_own_part {
        parts.push(json!({ "type": "reference", "reference_ids": [1, 2] }));
    }
    if !script.text.is_empty() {
        parts.push(json!({ "type": "text", "text": script.text }));
    }
    let calls: Vec<_> = script
        .calls
        .iter()
        .enumerate()
        .map(|(index, call)| {
            let id = format!("c{:08}", mint.next());
            let function = json!({ "name": asked.name(&call.name), "arguments": call.arguments });
            json!({ "id": id, "index": index, "function": function })
        })
        .collect();
    let reason = if script.calls.is_empty() { "stop" } else { "tool_calls" };
    let usage = json!({ "prompt_tokens": 20, "completion_tokens": 4, "total_tokens": 24 });
    if !asked.is_streamed {
        let message = json!({ "role": "assistant", "content": parts, "tool_calls": calls });
        let choice = json!({ "index": 0, "message": message, "finish_reason": reason });
        return Reply::whole(
            &json!({ "id": "c", "object": "chat.completion", "choices": [choice], "usage": usage }),
        );
    }
    let chunk = |delta: Value, reason: Value, usage: Value| {
        event(&json!({ "id": "c", "object": "chat.completion.chunk", "usage": usage,
            "choices": [{ "index": 0, "delta": delta, "finish_reason": reason }] }))
    };
    let said = parts.into_iter().flat_map(pieces);
    let mut body: String = said.map(|delta| chunk(delta, Value::Null, Value::Null)).collect();
    body += &chunk(json!({ "content": "", "tool_calls": calls }), reason.into(), usage);
    Reply::events(body + "data: [DONE]\n\n")
}

/// Words come in pieces, everything else comes whole.
fn pieces(part: Value) -> Vec<Value> {
    match part["text"].as_str() {
        Some(text) => halves(text).iter().map(|text| json!({ "content": text })).collect(),
        None => vec![json!({ "content": [part] })],
    }
}
