//! A message in the events of a stream.

use serde_json::{Value, json};

pub fn events(message: &Value) -> String {
    let mut start = message.clone();
    start["content"] = json!([]);
    start["stop_reason"] = Value::Null;
    start["usage"]["output_tokens"] = json!(1);
    let mut events = vec![json!({ "type": "message_start", "message": start }), json!({ "type": "ping" })];
    for (index, block) in message["content"].as_array().into_iter().flatten().enumerate() {
        let (begun, deltas) = pieces(block);
        events.push(json!({ "type": "content_block_start", "index": index, "content_block": begun }));
        let delta = |delta: Value| json!({ "type": "content_block_delta", "index": index, "delta": delta });
        events.extend(deltas.into_iter().map(delta));
        events.push(json!({ "type": "content_block_stop", "index": index }));
    }
    let mut usage = message["usage"].clone();
    if let Some(fields) = usage.as_object_mut() {
        fields.retain(|name, _| name.ends_with("tokens"));
    }
    let delta = json!({ "stop_reason": message["stop_reason"], "stop_sequence": null, "stop_details": null });
    events.push(json!({ "type": "message_delta", "delta": delta, "usage": usage }));
    events.push(json!({ "type": "message_stop" }));
    let event =
        |data: &Value| format!("event: {}\ndata: {data}\n\n", data["type"].as_str().unwrap_or_default());
    events.iter().map(event).collect()
}

/// A block as it begins, and what comes then.
fn pieces(block: &Value) -> (Value, Vec<Value>) {
    let mut begun = block.clone();
    let mut deltas = Vec::new();
    match block["type"].as_str() {
        Some("text") => {
            begun["text"] = "".into();
            deltas.extend(halves(&block["text"]).map(|text| json!({ "type": "text_delta", "text": text })));
        }
        Some("thinking") => {
            begun["thinking"] = "".into();
            begun["signature"] = "".into();
            let piece = |text: String| json!({ "type": "thinking_delta", "thinking": text });
            deltas.extend(halves(&block["thinking"]).filter(|text| !text.is_empty()).map(piece));
            deltas.push(json!({ "type": "signature_delta", "signature": block["signature"] }));
        }
        Some("tool_use") => {
            begun["input"] = json!({});
            let written = Value::String(block["input"].to_string());
            let piece = |json: String| json!({ "type": "input_json_delta", "partial_json": json });
            deltas.push(piece(String::new()));
            deltas.extend(halves(&written).map(piece));
        }
        _ => {}
    }
    (begun, deltas)
}

fn halves(text: &Value) -> impl Iterator<Item = String> + use<> {
    let text = text.as_str().unwrap_or_default();
    let middle = (text.len() / 2..=text.len()).find(|place| text.is_char_boundary(*place));
    let (first, second) = text.split_at(middle.unwrap_or(text.len()));
    [first.to_owned(), second.to_owned()].into_iter()
}
