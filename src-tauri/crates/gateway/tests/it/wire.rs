//! Requests and answers of the four protocols, in the form of their providers. Synthetic, but for the recorded streams.

use crate::world::{KEY, SECRET};
use gateway::Protocol;
use serde_json::{Value, json};
use std::net::SocketAddr;

/// Whether an answer is streamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Streamed,
    /// Streamed as the elements of one array.
    Array,
    Whole,
}

impl Shape {
    /// The shapes that answers of a protocol have.
    pub(crate) fn all(protocol: Protocol) -> &'static [Self] {
        match protocol {
            Protocol::Gemini => &[Self::Streamed, Self::Array, Self::Whole],
            Protocol::OpenAiChat | Protocol::OpenAiResponses | Protocol::Anthropic => {
                &[Self::Streamed, Self::Whole]
            }
        }
    }

    pub(crate) fn of(target: &str, body: &[u8]) -> Self {
        let body: Value = serde_json::from_slice(body).expect("JSON");
        match body["stream"] == true || target.contains("stream") {
            true if target.ends_with(":streamGenerateContent") => Self::Array,
            true => Self::Streamed,
            false => Self::Whole,
        }
    }

    pub(crate) fn kind(self) -> &'static str {
        match self {
            Self::Streamed => "text/event-stream",
            Self::Array | Self::Whole => "application/json",
        }
    }
}

/// Streams as providers sent them: two calls, and thinking before them where the provider shows it.
pub(crate) fn recorded(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::OpenAiChat => {
            include_str!("../../../../../tests/fixtures/wire/openai-chat/02-stream-parallel.sse")
        }
        Protocol::OpenAiResponses => {
            include_str!("../../../../../tests/fixtures/wire/openai-responses/02-stream-parallel.sse")
        }
        Protocol::Anthropic => {
            include_str!("../../../../../tests/fixtures/wire/anthropic/02-stream-parallel.sse")
        }
        Protocol::Gemini => include_str!("../../../../../tests/fixtures/wire/gemini/02-stream-parallel.sse"),
    }
}

/// What a provider answers.
#[derive(Clone, Copy)]
pub(crate) struct Said<'a> {
    pub(crate) id: &'a str,
    pub(crate) text: &'a str,
    /// Id, name and arguments.
    pub(crate) calls: &'a [[&'a str; 3]],
    pub(crate) usage: [u64; 2],
}

pub(crate) fn target(protocol: Protocol, shape: Shape) -> &'static str {
    match (protocol, shape) {
        (Protocol::OpenAiChat, _) => "/openai/v1/chat/completions",
        (Protocol::OpenAiResponses, _) => "/openai/v1/responses",
        (Protocol::Anthropic, _) => "/anthropic/v1/messages",
        (Protocol::Gemini, Shape::Streamed) => "/gemini/v1beta/models/m-1:streamGenerateContent?alt=sse",
        (Protocol::Gemini, Shape::Array) => "/gemini/v1beta/models/m-1:streamGenerateContent",
        (Protocol::Gemini, Shape::Whole) => "/gemini/v1beta/models/m-1:generateContent",
    }
}

pub(crate) fn body(protocol: Protocol, shape: Shape) -> String {
    let stream = shape != Shape::Whole;
    let messages = json!([{ "role": "user", "content": "Is berth 12 free?" }]);
    let body = match protocol {
        Protocol::OpenAiChat => json!({ "model": "m-1", "stream": stream, "messages": messages }),
        Protocol::OpenAiResponses => {
            json!({ "model": "m-1", "stream": stream, "input": "Is berth 12 free?" })
        }
        Protocol::Anthropic => {
            json!({ "model": "m-1", "max_tokens": 64, "stream": stream, "messages": messages })
        }
        Protocol::Gemini => {
            json!({ "contents": [{ "role": "user", "parts": [{ "text": "Is berth 12 free?" }] }] })
        }
    };
    body.to_string()
}

/// The request of a program, with its key.
pub(crate) fn asks(to: SocketAddr, protocol: Protocol, shape: Shape) -> String {
    let (target, body) = (target(protocol, shape), body(protocol, shape));
    format!(
        "POST /{SECRET}{target} HTTP/1.1\r\nhost: {to}\r\ncontent-type: application/json\r\n\
         authorization: Bearer {KEY}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len(),
    )
}

pub(crate) fn answer(protocol: Protocol, shape: Shape, said: Said<'_>) -> String {
    match (protocol, shape) {
        (Protocol::OpenAiChat, Shape::Streamed | Shape::Array) => chat_stream(said),
        (Protocol::OpenAiChat, Shape::Whole) => chat(said).to_string(),
        (Protocol::OpenAiResponses, Shape::Streamed | Shape::Array) => responses_stream(said),
        (Protocol::OpenAiResponses, Shape::Whole) => response(said, "completed", items(said)).to_string(),
        (Protocol::Anthropic, Shape::Streamed | Shape::Array) => messages_stream(said),
        (Protocol::Anthropic, Shape::Whole) => message(said, blocks(said)).to_string(),
        (Protocol::Gemini, Shape::Streamed) => gemini_stream(said),
        (Protocol::Gemini, Shape::Array) => gemini_array(said),
        (Protocol::Gemini, Shape::Whole) => gemini(said, parts(said), Some("STOP")).to_string(),
    }
}

fn frame(data: &Value) -> String {
    match data["type"].as_str() {
        Some(event) => format!("event: {event}\ndata: {data}\n\n"),
        None => format!("data: {data}\n\n"),
    }
}

fn chat_usage(said: Said<'_>) -> Value {
    let [input, output] = said.usage;
    json!({ "prompt_tokens": input, "completion_tokens": output, "total_tokens": input + output })
}

fn chat_calls(said: Said<'_>) -> Vec<Value> {
    let call = |[id, name, arguments]: &[&str; 3]| json!({ "id": id, "type": "function", "function": { "name": name, "arguments": arguments } });
    said.calls.iter().map(call).collect()
}

fn chat_reason(said: Said<'_>) -> &'static str {
    if said.calls.is_empty() { "stop" } else { "tool_calls" }
}

fn chat(said: Said<'_>) -> Value {
    let mut message = json!({ "role": "assistant", "content": said.text, "refusal": null });
    if !said.calls.is_empty() {
        message["tool_calls"] = chat_calls(said).into();
    }
    let choice =
        json!({ "index": 0, "message": message, "logprobs": null, "finish_reason": chat_reason(said) });
    json!({
        "id": said.id, "object": "chat.completion", "created": 5, "model": "m-1-0901", "choices": [choice],
        "usage": chat_usage(said), "service_tier": "default",
    })
}

fn chat_stream(said: Said<'_>) -> String {
    let chunk = |choices: Value, usage: Value| {
        frame(&json!({
            "id": said.id, "object": "chat.completion.chunk", "created": 5, "model": "m-1-0901",
            "choices": choices, "usage": usage,
        }))
    };
    let delta = |delta: Value, reason: Option<&str>| {
        let choice = json!({ "index": 0, "delta": delta, "logprobs": null, "finish_reason": reason });
        chunk(json!([choice]), Value::Null)
    };
    let mut stream = delta(json!({ "role": "assistant", "content": "" }), None);
    stream += &delta(json!({ "content": said.text }), None);
    for (index, mut call) in chat_calls(said).into_iter().enumerate() {
        call["index"] = index.into();
        stream += &delta(json!({ "tool_calls": [call] }), None);
    }
    stream += &delta(json!({}), Some(chat_reason(said)));
    stream += &chunk(json!([]), chat_usage(said));
    stream + "data: [DONE]\n\n"
}

fn items(said: Said<'_>) -> Vec<Value> {
    let text = json!({ "type": "output_text", "text": said.text, "annotations": [] });
    let message = json!({
        "id": format!("msg_{}", said.id), "type": "message", "status": "completed", "role": "assistant",
        "content": [text],
    });
    let call = |[id, name, arguments]: &[&str; 3]| {
        json!({
            "id": format!("fc_{id}"), "type": "function_call", "status": "completed", "call_id": id,
            "name": name, "arguments": arguments,
        })
    };
    [message].into_iter().chain(said.calls.iter().map(call)).collect()
}

fn response(said: Said<'_>, status: &str, output: Vec<Value>) -> Value {
    let [input, output_tokens] = said.usage;
    let usage = json!({
        "input_tokens": input, "input_tokens_details": { "cached_tokens": 0 },
        "output_tokens": output_tokens, "output_tokens_details": { "reasoning_tokens": 0 },
        "total_tokens": input + output_tokens,
    });
    json!({
        "id": format!("resp_{}", said.id), "object": "response", "created_at": 5, "status": status, "error": null,
        "incomplete_details": null, "model": "m-1-0901", "output": output, "tools": [], "store": true,
        "usage": if status == "completed" { usage } else { Value::Null },
    })
}

fn responses_stream(said: Said<'_>) -> String {
    let mut events =
        vec![json!({ "type": "response.created", "response": response(said, "in_progress", vec![]) })];
    for (index, item) in items(said).into_iter().enumerate() {
        let place = |kind: &str, rest: Value| {
            let mut event = json!({ "type": kind, "item_id": item["id"], "output_index": index });
            event.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
            event
        };
        let mut begun = item.clone();
        begun["status"] = "in_progress".into();
        let is_call = item["type"] == "function_call";
        begun[if is_call { "arguments" } else { "content" }] = if is_call { "".into() } else { json!([]) };
        events.push(json!({ "type": "response.output_item.added", "output_index": index, "item": begun }));
        if is_call {
            let arguments = "response.function_call_arguments";
            events.push(place(&format!("{arguments}.delta"), json!({ "delta": item["arguments"] })));
            events.push(place(&format!("{arguments}.done"), json!({ "arguments": item["arguments"] })));
        } else {
            let empty = json!({ "type": "output_text", "text": "", "annotations": [] });
            events.push(place("response.content_part.added", json!({ "content_index": 0, "part": empty })));
            let (text, part) = (&said.text, &item["content"][0]);
            events.push(place("response.output_text.delta", json!({ "content_index": 0, "delta": text })));
            events.push(place("response.output_text.done", json!({ "content_index": 0, "text": text })));
            events.push(place("response.content_part.done", json!({ "content_index": 0, "part": part })));
        }
        events.push(json!({ "type": "response.output_item.done", "output_index": index, "item": item }));
    }
    events
        .push(json!({ "type": "response.completed", "response": response(said, "completed", items(said)) }));
    let numbered = events.into_iter().enumerate().map(|(number, mut event)| {
        event["sequence_number"] = number.into();
        frame(&event)
    });
    numbered.collect()
}

fn blocks(said: Said<'_>) -> Vec<Value> {
    let call = |[id, name, arguments]: &[&str; 3]| {
        let input: Value = serde_json::from_str(arguments).unwrap();
        json!({ "type": "tool_use", "id": id, "name": name, "input": input })
    };
    let text = json!({ "type": "text", "text": said.text });
    [text].into_iter().chain(said.calls.iter().map(call)).collect()
}

fn message(said: Said<'_>, content: Vec<Value>) -> Value {
    let [input, output] = said.usage;
    json!({
        "id": format!("msg_{}", said.id), "type": "message", "role": "assistant", "model": "m-1-0901",
        "content": content, "stop_reason": if said.calls.is_empty() { "end_turn" } else { "tool_use" },
        "stop_sequence": null,
        "usage": { "input_tokens": input, "output_tokens": output, "service_tier": "standard" },
    })
}

fn messages_stream(said: Said<'_>) -> String {
    let mut begun = message(said, vec![]);
    begun["stop_reason"] = Value::Null;
    let mut stream = frame(&json!({ "type": "message_start", "message": begun }));
    for (index, mut block) in blocks(said).into_iter().enumerate() {
        let delta = if block["type"] == "text" {
            json!({ "type": "text_delta", "text": block["text"].take() })
        } else {
            json!({ "type": "input_json_delta", "partial_json": block["input"].take().to_string() })
        };
        let empty = if block["type"] == "text" { ("text", "".into()) } else { ("input", json!({})) };
        block[empty.0] = empty.1;
        stream += &frame(&json!({ "type": "content_block_start", "index": index, "content_block": block }));
        stream += &frame(&json!({ "type": "content_block_delta", "index": index, "delta": delta }));
        stream += &frame(&json!({ "type": "content_block_stop", "index": index }));
    }
    let last = message(said, vec![]);
    let delta = json!({ "stop_reason": last["stop_reason"], "stop_sequence": null });
    stream += &frame(&json!({ "type": "message_delta", "delta": delta, "usage": last["usage"] }));
    stream + &frame(&json!({ "type": "message_stop" }))
}

fn parts(said: Said<'_>) -> Vec<Value> {
    let call = |[id, name, arguments]: &[&str; 3]| {
        let args: Value = serde_json::from_str(arguments).unwrap();
        json!({ "functionCall": { "id": id, "name": name, "args": args }, "thoughtSignature": "c2ln" })
    };
    [json!({ "text": said.text })].into_iter().chain(said.calls.iter().map(call)).collect()
}

fn gemini(said: Said<'_>, parts: Vec<Value>, reason: Option<&str>) -> Value {
    let [input, output] = said.usage;
    let mut candidate = json!({ "content": { "parts": parts, "role": "model" }, "index": 0 });
    if let Some(reason) = reason {
        candidate["finishReason"] = reason.into();
    }
    json!({
        "candidates": [candidate],
        "usageMetadata": {
            "promptTokenCount": input, "candidatesTokenCount": output, "totalTokenCount": input + output,
        },
        "modelVersion": "m-1-0901", "responseId": said.id,
    })
}

/// As Google writes it, with line breaks in the elements.
fn gemini_array(said: Said<'_>) -> String {
    let chunks = parts(said).into_iter().map(|part| gemini(said, vec![part], None));
    let chunks = chunks.chain([gemini(said, vec![json!({ "text": "" })], Some("STOP"))]);
    let written = chunks.map(|chunk| serde_json::to_string_pretty(&chunk).expect("JSON"));
    format!("[{}\n]\n", written.collect::<Vec<_>>().join("\n,\r\n"))
}

fn gemini_stream(said: Said<'_>) -> String {
    let chunks = parts(said).into_iter().map(|part| frame(&gemini(said, vec![part], None)));
    let end = frame(&gemini(said, vec![json!({ "text": "" })], Some("STOP")));
    chunks.chain([end]).collect()
}
