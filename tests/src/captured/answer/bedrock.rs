//! Bedrock's Converse. A streamed answer comes in binary frames.

use super::{Asked, Mint, Reply, Script, halves, object};
use aws_smithy_eventstream::frame::write_message_to;
use aws_smithy_types::event_stream::{Header, HeaderValue, Message};
use serde_json::{Value, json};

pub(super) fn answer(asked: &Asked<'_>, script: &Script, mint: &mut Mint<'_>) -> Reply {
    let blocks = blocks(asked, script, mint);
    let reason = if script.calls.is_empty() { "end_turn" } else { "tool_use" };
    let usage = json!({ "inputTokens": 20, "outputTokens": 4, "totalTokens": 24 });
    if !asked.is_streamed {
        let content: Vec<_> = blocks.into_iter().map(|block| block.whole).collect();
        return Reply::whole(&json!({ "output": { "message": { "role": "assistant", "content": content } },
            "stopReason": reason, "usage": usage, "metrics": { "latencyMs": 1 } }));
    }
    let mut body = Vec::new();
    frame(&mut body, "messageStart", &json!({ "role": "assistant" }));
    for (index, block) in blocks.into_iter().enumerate() {
        if let Some(start) = block.start {
            frame(&mut body, "contentBlockStart", &json!({ "contentBlockIndex": index, "start": start }));
        }
        for delta in block.deltas {
            frame(&mut body, "contentBlockDelta", &json!({ "contentBlockIndex": index, "delta": delta }));
        }
        frame(&mut body, "contentBlockStop", &json!({ "contentBlockIndex": index }));
    }
    frame(&mut body, "messageStop", &json!({ "stopReason": reason }));
    frame(&mut body, "metadata", &json!({ "usage": usage, "metrics": { "latencyMs": 1 } }));
    Reply { content_type: "application/vnd.amazon.eventstream", body }
}

/// A block as it comes at once, and as it comes in pieces.
struct Block {
    whole: Value,
    start: Option<Value>,
    deltas: Vec<Value>,
}

fn blocks(asked: &Asked<'_>, script: &Script, mint: &mut Mint<'_>) -> Vec<Block> {
    let mut blocks = Vec::new();
    if script.thinks {
        // Models of other makers sign nothing, and take no thought back.
        let is_claude = asked.served.model.contains("anthropic.");
        let mut state = || if is_claude { mint.state() } else { mint.lost() };
        let (thought, signature, redacted) = ("The forecast knows.", state(), state());
        let piece = |thought: &str| json!({ "reasoningContent": { "text": thought } });
        let mut deltas = halves(thought).map(piece).to_vec();
        deltas.push(json!({ "reasoningContent": { "signature": signature } }));
        let words = json!({ "text": thought, "signature": signature });
        blocks.push(Block {
            whole: json!({ "reasoningContent": { "reasoningText": words } }),
            start: None,
            deltas,
        });
        let hidden = json!({ "reasoningContent": { "redactedContent": redacted } });
        blocks.push(Block { whole: hidden.clone(), start: None, deltas: vec![hidden] });
    }
    if !script.text.is_empty() {
        let piece = |text: &str| json!({ "text": text });
        let deltas = halves(script.text).map(piece).to_vec();
        blocks.push(Block { whole: json!({ "text": script.text }), start: None, deltas });
    }
    blocks.extend(script.calls.iter().map(|call| {
        let id = format!("tooluse_{:022}", mint.next());
        let start = json!({ "toolUseId": id, "name": asked.name(&call.name) });
        let mut whole = start.clone();
        whole["input"] = object(&call.arguments);
        let piece = |input: &str| json!({ "toolUse": { "input": input } });
        Block {
            whole: json!({ "toolUse": whole }),
            start: Some(json!({ "toolUse": start })),
            deltas: halves(&call.arguments).map(piece).to_vec(),
        }
    }));
    blocks
}

fn frame(body: &mut Vec<u8>, event: &str, payload: &Value) {
    let header =
        |name: &'static str, value: &str| Header::new(name, HeaderValue::String(value.to_owned().into()));
    let headers = vec![
        header(":message-type", "event"),
        header(":event-type", event),
        header(":content-type", "application/json"),
    ];
    let message = Message::new_from_parts(headers, payload.to_string().into_bytes());
    write_message_to(&message, body).expect("a frame");
}
