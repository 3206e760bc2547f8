//! OpenAI's chat completions, and the fields that others have for what a model thought.

use super::{Asked, Call, Mint, Reply, Script, event, halves};
use serde_json::{Map, Value, json};

/// What a kind of service says of a thought, and whether it is sent that again.
enum Thinks {
    Not,
    InField { name: &'static str, comes_back: bool },
    InDetails,
}

fn thinks(kind: &str) -> Thinks {
    match kind {
        "openai" | "azure-openai" | "azure-openai-dated" => Thinks::Not,
        "openrouter" => Thinks::InDetails,
        "deepseek" | "moonshot" | "zai" | "qwen" | "llama-cpp" => {
            Thinks::InField { name: "reasoning_content", comes_back: true }
        }
        "vllm" => Thinks::InField { name: "reasoning", comes_back: true },
        "groq" | "together" => Thinks::InField { name: "reasoning", comes_back: false },
        _ => Thinks::InField { name: "reasoning_content", comes_back: false },
    }
}

pub(super) fn answer(asked: &Asked<'_>, script: &Script, mint: &mut Mint<'_>) -> Reply {
    let mut deltas = Vec::new();
    if script.thinks {
        deltas.extend(thought(asked.served.kind, mint));
    }
    deltas.extend(halves(script.text).map(|text| json!({ "content": text })));
    for (index, call) in script.calls.iter().enumerate() {
        deltas.extend(called(asked, index, call, mint));
    }
    let reason = if script.calls.is_empty() { "stop" } else { "tool_calls" };
    let usage = json!({ "prompt_tokens": 20, "completion_tokens": 4, "total_tokens": 24 });
    if !asked.is_streamed {
        let message = joined(&deltas);
        let choice = json!({ "index": 0, "message": message, "finish_reason": reason });
        return Reply::whole(
            &json!({ "id": "c", "object": "chat.completion", "choices": [choice], "usage": usage }),
        );
    }
    let chunk = |delta: &Value, reason: Value| {
        event(&json!({ "id": "c", "object": "chat.completion.chunk",
            "choices": [{ "index": 0, "delta": delta, "finish_reason": reason }] }))
    };
    let mut body: String = deltas.iter().map(|delta| chunk(delta, Value::Null)).collect();
    body += &chunk(&json!({}), reason.into());
    body += &event(&json!({ "choices": [], "usage": usage }));
    Reply::events(body + "data: [DONE]\n\n")
}

fn thought(kind: &str, mint: &mut Mint<'_>) -> Vec<Value> {
    match thinks(kind) {
        Thinks::Not => Vec::new(),
        Thinks::InField { name, comes_back } => {
            let state = if comes_back { mint.state() } else { mint.lost() };
            let text = format!("The forecast knows: {state}");
            halves(&text).iter().map(|text| json!({ name: text })).collect()
        }
        Thinks::InDetails => {
            let (signature, hidden) = (mint.state(), mint.state());
            let words = mint.state();
            let piece = |detail: Value| json!({ "reasoning_details": [detail] });
            let format = "anthropic-claude-v1";
            vec![
                json!({ "reasoning": "The forecast ", "reasoning_details": [
                    { "type": "reasoning.text", "text": "The forecast ", "format": format, "index": 0 }] }),
                json!({ "reasoning": words, "reasoning_details": [
                    { "type": "reasoning.text", "text": words, "format": format, "index": 0 }] }),
                piece(
                    json!({ "type": "reasoning.text", "signature": signature, "format": format, "index": 0 }),
                ),
                piece(json!({ "type": "reasoning.encrypted", "data": hidden, "format": format,
                    "id": "rs_1", "index": 1 })),
            ]
        }
    }
}

fn called(asked: &Asked<'_>, index: usize, call: &Call, mint: &mut Mint<'_>) -> Vec<Value> {
    let id = format!("call_{:024}", mint.next());
    let name = asked.name(&call.name);
    let is_custom = call.is_custom && asked.served.kind == "openai";
    let (kind, field) = if is_custom { ("custom", "input") } else { ("function", "arguments") };
    let mut begun = json!({ "index": index, "id": id, "type": kind, kind: { "name": name, field: "" } });
    if asked.served.kind == "openai-compatible" && index == 0 {
        begun["extra_content"] = json!({ "google": { "thought_signature": mint.state() } });
    }
    let piece = |text: &str| json!({ "index": index, kind: { field: text } });
    let pieces = halves(&call.arguments).map(piece);
    std::iter::once(begun).chain(pieces).map(|piece| json!({ "tool_calls": [piece] })).collect()
}

/// The pieces as one message.
fn joined(deltas: &[Value]) -> Value {
    let mut message = json!({ "role": "assistant", "content": "" });
    for delta in deltas {
        for (name, value) in delta.as_object().into_iter().flatten() {
            match (name.as_str(), value) {
                ("tool_calls", Value::Array(pieces)) => {
                    pieces.iter().for_each(|piece| call(&mut message, piece))
                }
                (_, Value::Array(more)) => {
                    let begun = list(&mut message, name);
                    begun.extend(more.iter().cloned());
                }
                (_, Value::String(text)) => {
                    let begun = message[name].as_str().unwrap_or_default().to_owned();
                    message[name] = (begun + text).into();
                }
                _ => message[name] = value.clone(),
            }
        }
    }
    message
}

fn call(message: &mut Value, piece: &Value) {
    let calls = list(message, "tool_calls");
    let index = piece["index"].as_u64().and_then(|index| usize::try_from(index).ok()).unwrap_or_default();
    let Some(begun) = calls.get_mut(index) else {
        let whole: Map<String, Value> = piece.as_object().cloned().unwrap_or_default();
        return calls.push(whole.into_iter().filter(|(name, _)| name != "index").collect());
    };
    for (kind, field) in [("function", "arguments"), ("custom", "input")] {
        if let Some(more) = piece[kind][field].as_str() {
            let text = begun[kind][field].as_str().unwrap_or_default().to_owned();
            begun[kind][field] = (text + more).into();
        }
    }
}

fn list<'v>(message: &'v mut Value, name: &str) -> &'v mut Vec<Value> {
    if !message[name].is_array() {
        message[name] = json!([]);
    }
    message[name].as_array_mut().expect("a list")
}
