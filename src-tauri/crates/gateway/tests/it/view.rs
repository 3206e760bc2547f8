//! An answer as a client of its protocol puts it together.

use crate::wire::Shape;
use gateway::{Frames, Protocol};
use serde_json::{Value, json};

/// Its text, its calls by id, name and arguments, its reason to stop, its usage of input and output, and its id.
#[derive(Debug, PartialEq)]
pub(crate) struct View {
    pub(crate) text: String,
    pub(crate) calls: Vec<[String; 3]>,
    pub(crate) stop: String,
    pub(crate) usage: [u64; 2],
    pub(crate) id: String,
}

#[track_caller]
pub(crate) fn view(protocol: Protocol, shape: Shape, body: &str) -> View {
    let whole = match shape {
        Shape::Whole => serde_json::from_str(body).expect("JSON"),
        Shape::Array => gemini(&serde_json::from_str::<Vec<Value>>(body).expect("an array")),
        Shape::Streamed => {
            let events = events(body);
            match protocol {
                Protocol::OpenAiChat => chat(&events, body),
                Protocol::OpenAiResponses => responses(&events),
                Protocol::Anthropic => messages(&events),
                Protocol::Gemini => gemini(&events),
            }
        }
    };
    match protocol {
        Protocol::OpenAiChat => of_chat(&whole),
        Protocol::OpenAiResponses => of_response(&whole),
        Protocol::Anthropic => of_message(&whole),
        Protocol::Gemini => of_gemini(&whole),
    }
}

fn events(stream: &str) -> Vec<Value> {
    let (mut frames, mut events) = (Frames::default(), Vec::new());
    frames.feed(stream.as_bytes());
    frames.finish(|frame| {
        if !matches!(frame.data, "" | "[DONE]") {
            let event: Value = serde_json::from_str(frame.data).expect(frame.data);
            assert!(frame.event.is_empty() || event["type"] == frame.event, "{event}");
            events.push(event);
        }
    });
    events
}

#[track_caller]
fn chat(events: &[Value], stream: &str) -> Value {
    assert!(stream.ends_with("data: [DONE]\n\n"), "{stream}");
    let (mut text, mut calls, mut reason, mut usage) =
        (String::new(), Vec::<Value>::new(), None, Value::Null);
    for chunk in events {
        assert_eq!(chunk["id"], events[0]["id"], "{chunk}");
        for choice in chunk["choices"].as_array().unwrap() {
            assert_eq!(reason, None, "nothing follows the end: {chunk}");
            text += choice["delta"]["content"].as_str().unwrap_or_default();
            for call in choice["delta"]["tool_calls"].as_array().into_iter().flatten() {
                let index = usize::try_from(call["index"].as_u64().unwrap()).unwrap();
                if index == calls.len() {
                    calls.push(call.clone());
                } else {
                    let piece = call["function"]["arguments"].as_str().unwrap_or_default();
                    let known = calls[index]["function"]["arguments"].as_str().unwrap().to_owned();
                    calls[index]["function"]["arguments"] = (known + piece).into();
                }
            }
            reason = choice["finish_reason"].as_str().map(str::to_owned);
        }
        if chunk["usage"].is_object() {
            usage = chunk["usage"].clone();
        }
    }
    let message = json!({ "content": text, "tool_calls": calls });
    json!({ "id": events[0]["id"], "choices": [{ "message": message, "finish_reason": reason }], "usage": usage })
}

#[track_caller]
fn responses(events: &[Value]) -> Value {
    let mut output = Vec::new();
    let first = events[0]["sequence_number"].as_u64().unwrap();
    for (number, event) in events.iter().enumerate() {
        assert_eq!(event["sequence_number"], first + number as u64, "{event}");
        match event["type"].as_str().unwrap() {
            "response.output_item.added" => assert_eq!(event["output_index"], output.len(), "{event}"),
            "response.output_item.done" => output.push(event["item"].clone()),
            _ => {}
        }
    }
    let last = events.last().unwrap();
    assert_eq!(last["response"]["output"], json!(output), "the last event repeats the items");
    last["response"].clone()
}

#[track_caller]
fn messages(events: &[Value]) -> Value {
    assert_eq!(events.last().unwrap()["type"], "message_stop");
    let mut message = events[0]["message"].clone();
    let (mut content, mut open) = (Vec::<Value>::new(), None);
    for event in events {
        let index = event["index"].as_u64();
        match event["type"].as_str().unwrap() {
            "content_block_start" => {
                assert_eq!((open, index), (None, Some(content.len() as u64)), "{event}");
                open = index;
                content.push(event["content_block"].clone());
            }
            "content_block_delta" => {
                assert_eq!(open, index, "{event}");
                let block = content.last_mut().unwrap();
                if let Some(piece) = event["delta"]["text"].as_str() {
                    block["text"] = (block["text"].as_str().unwrap().to_owned() + piece).into();
                }
                if let Some(piece) = event["delta"]["partial_json"].as_str() {
                    block["json"] = (block["json"].as_str().unwrap_or_default().to_owned() + piece).into();
                }
            }
            "content_block_stop" => assert_eq!(open.take(), index, "{event}"),
            "message_delta" => {
                message["stop_reason"] = event["delta"]["stop_reason"].clone();
                message["usage"] = event["usage"].clone();
            }
            _ => {}
        }
    }
    for block in &mut content {
        if let Some(json) = block["json"].as_str() {
            block["input"] = serde_json::from_str(json).unwrap();
        }
    }
    message["content"] = content.into();
    message
}

#[track_caller]
fn gemini(events: &[Value]) -> Value {
    let mut parts = Vec::new();
    let mut last = Value::Null;
    for chunk in events {
        assert_eq!(chunk["responseId"], events[0]["responseId"], "{chunk}");
        assert!(last["candidates"][0]["finishReason"].is_null(), "nothing follows the end: {chunk}");
        parts.extend(chunk["candidates"][0]["content"]["parts"].as_array().unwrap().clone());
        last = chunk.clone();
    }
    last["candidates"][0]["content"]["parts"] = parts.into();
    last
}

fn said(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn count(usage: &Value, names: [&str; 2]) -> [u64; 2] {
    names.map(|name| usage[name].as_u64().unwrap_or_default())
}

fn of_chat(whole: &Value) -> View {
    let choice = &whole["choices"][0];
    let calls = choice["message"]["tool_calls"].as_array().into_iter().flatten();
    let call =
        |call: &Value| [&call["id"], &call["function"]["name"], &call["function"]["arguments"]].map(said);
    View {
        text: said(&choice["message"]["content"]),
        calls: calls.map(call).collect(),
        stop: said(&choice["finish_reason"]),
        usage: count(&whole["usage"], ["prompt_tokens", "completion_tokens"]),
        id: said(&whole["id"]),
    }
}

fn of_response(whole: &Value) -> View {
    let items = whole["output"].as_array().unwrap();
    let call = |item: &Value| [&item["call_id"], &item["name"], &item["arguments"]].map(said);
    View {
        text: items.iter().map(|item| said(&item["content"][0]["text"])).collect(),
        calls: items.iter().filter(|item| item["type"] == "function_call").map(call).collect(),
        stop: said(&whole["status"]),
        usage: count(&whole["usage"], ["input_tokens", "output_tokens"]),
        id: said(&whole["id"]).trim_start_matches("resp_").to_owned(),
    }
}

fn of_message(whole: &Value) -> View {
    let blocks = whole["content"].as_array().unwrap();
    let call = |block: &Value| [said(&block["id"]), said(&block["name"]), block["input"].to_string()];
    View {
        text: blocks.iter().map(|block| said(&block["text"])).collect(),
        calls: blocks.iter().filter(|block| block["type"] == "tool_use").map(call).collect(),
        stop: said(&whole["stop_reason"]),
        usage: count(&whole["usage"], ["input_tokens", "output_tokens"]),
        id: said(&whole["id"]).trim_start_matches("msg_").to_owned(),
    }
}

fn of_gemini(whole: &Value) -> View {
    let parts = whole["candidates"][0]["content"]["parts"].as_array().unwrap();
    let call = |part: &Value| {
        let call = part.get("functionCall")?;
        Some([said(&call["id"]), said(&call["name"]), call["args"].to_string()])
    };
    View {
        text: parts.iter().map(|part| said(&part["text"])).collect(),
        calls: parts.iter().filter_map(call).collect(),
        stop: said(&whole["candidates"][0]["finishReason"]),
        usage: count(&whole["usageMetadata"], ["promptTokenCount", "candidatesTokenCount"]),
        id: said(&whole["responseId"]),
    }
}
