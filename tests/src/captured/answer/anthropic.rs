//! Anthropic's Messages.

use super::{Asked, Mint, Reply, Script, halves, named_event, object};
use serde_json::{Value, json};

pub(super) fn answer(asked: &Asked<'_>, script: &Script, mint: &mut Mint<'_>) -> Reply {
    let blocks = blocks(asked, script, mint);
    let reason = if script.calls.is_empty() { "end_turn" } else { "tool_use" };
    let usage = json!({ "input_tokens": 20, "output_tokens": 4 });
    let message = |content: Value, reason: Value| {
        json!({ "type": "message", "id": "msg_1", "role": "assistant", "model": asked.served.model,
            "content": content, "stop_reason": reason, "stop_sequence": null, "usage": usage })
    };
    if !asked.is_streamed {
        let whole: Vec<_> = blocks.into_iter().map(|block| block.whole).collect();
        return Reply::whole(&message(whole.into(), reason.into()));
    }
    let mut events = vec![json!({ "type": "message_start", "message": message(json!([]), Value::Null) })];
    for (index, block) in blocks.into_iter().enumerate() {
        events.push(json!({ "type": "content_block_start", "index": index, "content_block": block.begun }));
        let delta = |delta: Value| json!({ "type": "content_block_delta", "index": index, "delta": delta });
        events.extend(block.deltas.into_iter().map(delta));
        events.push(json!({ "type": "content_block_stop", "index": index }));
    }
    events.push(json!({ "type": "message_delta", "delta": { "stop_reason": reason }, "usage": usage }));
    events.push(json!({ "type": "message_stop" }));
    Reply::events(events.iter().map(named_event).collect())
}

/// A block as it comes at once, and as it comes in pieces.
struct Block {
    whole: Value,
    begun: Value,
    deltas: Vec<Value>,
}

impl Block {
    fn at_once(whole: Value) -> Self {
        Self { begun: whole.clone(), whole, deltas: Vec::new() }
    }
}

fn blocks(asked: &Asked<'_>, script: &Script, mint: &mut Mint<'_>) -> Vec<Block> {
    let mut blocks = Vec::new();
    if script.thinks {
        let signature = mint.state();
        let thought = "The forecast knows.";
        let piece = |thought: &str| json!({ "type": "thinking_delta", "thinking": thought });
        let mut deltas = halves(thought).map(piece).to_vec();
        deltas.push(json!({ "type": "signature_delta", "signature": signature }));
        blocks.push(Block {
            whole: json!({ "type": "thinking", "thinking": thought, "signature": signature }),
            begun: json!({ "type": "thinking", "thinking": "", "signature": "" }),
            deltas,
        });
        blocks.push(Block::at_once(json!({ "type": "redacted_thinking", "data": mint.state() })));
    }
    if script.has_own_part {
        let id = mint.id("srvtoolu");
        let found = json!({ "type": "web_search_result", "url": "https://example.org", "title": "Oslo",
            "encrypted_content": mint.state(), "page_age": null });
        blocks.push(Block::at_once(
            json!({ "type": "server_tool_use", "id": id, "name": "web_search", "input": { "query": "Oslo" } }),
        ));
        blocks.push(Block::at_once(
            json!({ "type": "web_search_tool_result", "tool_use_id": id, "content": [found] }),
        ));
    }
    if !script.text.is_empty() {
        blocks.push(text(script, mint));
    }
    blocks.extend(script.calls.iter().map(|call| {
        let id = format!("toolu_{:024}", mint.next());
        let mut begun = json!({ "type": "tool_use", "id": id, "name": asked.name(&call.name), "input": {} });
        let piece = |json: &str| json!({ "type": "input_json_delta", "partial_json": json });
        let deltas = halves(&call.arguments).map(piece).to_vec();
        let whole = std::mem::replace(&mut begun["input"], json!({}));
        let mut whole_block = begun.clone();
        whole_block["input"] = if call.arguments.is_empty() { whole } else { object(&call.arguments) };
        Block { whole: whole_block, begun, deltas }
    }));
    blocks
}

/// What is cited is told with something that only the service can read.
fn text(script: &Script, mint: &mut Mint<'_>) -> Block {
    let mut whole = json!({ "type": "text", "text": script.text });
    let mut deltas: Vec<_> =
        halves(script.text).iter().map(|text| json!({ "type": "text_delta", "text": text })).collect();
    if script.has_own_part {
        let citation = json!({ "type": "web_search_result_location", "url": "https://example.org",
            "title": "Oslo", "cited_text": "Oslo", "encrypted_index": mint.state() });
        deltas.push(json!({ "type": "citations_delta", "citation": citation }));
        whole["citations"] = json!([citation]);
    }
    Block { whole, begun: json!({ "type": "text", "text": "" }), deltas }
}
