//! Ollama's chat: a line of JSON a piece.

use super::{Asked, Mint, Reply, Script, object};
use serde_json::{Value, json};

pub(super) fn answer(asked: &Asked<'_>, script: &Script, mint: &mut Mint<'_>) -> Reply {
    let thought = script.thinks.then(|| format!("The forecast knows: {}", mint.state()));
    let calls = script.calls.iter().enumerate().map(|(index, call)| {
        json!({ "function": { "index": index, "name": asked.name(&call.name), "arguments": object(&call.arguments) } })
    });
    let calls: Vec<_> = calls.collect();
    let line = |message: Value, is_done: bool| {
        let mut line = json!({ "model": asked.served.model, "message": message, "done": is_done });
        if is_done {
            line["done_reason"] = "stop".into();
            line["prompt_eval_count"] = 20.into();
            line["eval_count"] = 4.into();
        }
        line
    };
    let mut message = json!({ "role": "assistant", "content": script.text });
    if !calls.is_empty() {
        message["tool_calls"] = calls.into();
    }
    if !asked.is_streamed {
        if let Some(thought) = thought {
            message["thinking"] = thought.into();
        }
        return Reply::whole(&line(message, true));
    }
    let thoughts = thought
        .map(|thought| line(json!({ "role": "assistant", "content": "", "thinking": thought }), false));
    let said = [line(message, false), line(json!({ "role": "assistant", "content": "" }), true)];
    let body: String = thoughts.into_iter().chain(said).map(|line| format!("{line}\n")).collect();
    Reply { content_type: "application/x-ndjson", body: body.into_bytes() }
}
