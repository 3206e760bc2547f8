//! Gemini's contents, from Google's own service and from Vertex.

use super::{Asked, Mint, Reply, Script, event, object};
use serde_json::{Value, json};

pub(super) fn answer(asked: &Asked<'_>, script: &Script, mint: &mut Mint<'_>) -> Reply {
    let parts = parts(asked, script, mint);
    let usage = json!({ "promptTokenCount": 20, "candidatesTokenCount": 4, "totalTokenCount": 24 });
    let piece = |parts: Value, reason: Value| {
        let content = json!({ "role": "model", "parts": parts });
        json!({ "candidates": [{ "content": content, "finishReason": reason, "index": 0 }],
            "usageMetadata": usage, "modelVersion": asked.served.model })
    };
    if !asked.is_streamed {
        return Reply::whole(&piece(parts.into(), "STOP".into()));
    }
    let count = parts.len();
    let reason = |index: usize| if index + 1 == count { "STOP".into() } else { Value::Null };
    let pieces = parts.into_iter().enumerate();
    Reply::events(pieces.map(|(index, part)| event(&piece(json!([part]), reason(index)))).collect())
}

fn parts(asked: &Asked<'_>, script: &Script, mint: &mut Mint<'_>) -> Vec<Value> {
    let mut parts = Vec::new();
    if script.thinks {
        parts.push(json!({ "text": "The forecast knows.", "thought": true }));
    }
    if script.has_own_part {
        parts.push(json!({ "executableCode": { "language": "PYTHON", "code": "print(1)" },
            "thoughtSignature": mint.state() }));
        parts.push(json!({ "codeExecutionResult": { "outcome": "OUTCOME_OK", "output": "1" } }));
    }
    if !script.text.is_empty() || script.calls.is_empty() {
        let mut text = json!({ "text": if script.text.is_empty() { "…" } else { script.text } });
        if script.thinks {
            text["thoughtSignature"] = mint.state().into();
        }
        parts.push(text);
    }
    for (index, call) in script.calls.iter().enumerate() {
        let mut called = json!({ "name": asked.name(&call.name), "args": object(&call.arguments) });
        if asked.served.kind == "gemini" {
            called["id"] = format!("fn{}", mint.next()).into();
        }
        let mut part = json!({ "functionCall": called });
        // Of calls side by side the first one is signed.
        if script.thinks && index == 0 {
            part["thoughtSignature"] = mint.state().into();
        }
        parts.push(part);
    }
    parts
}
