//! What programs and models say to each other here, as Chat Completions.

use anyhow::{Context, Result};
use serde_json::{Value, json};

/// The functions that a program offers.
const FUNCTIONS: usize = 12;

/// A conversation of a program that calls a function in each round.
pub(super) struct Conversation {
    messages: Vec<Value>,
    functions: Vec<Value>,
    /// What a function returns.
    result: String,
}

impl Conversation {
    /// `name` tells it from every other. The sizes are those of the instructions and of each result, in bytes.
    pub(super) fn new(name: &str, instructions: usize, result: usize) -> Self {
        let system = format!("You are {name}. {}", words(instructions));
        let messages = vec![
            json!({ "role": "system", "content": system }),
            json!({ "role": "user", "content": format!("Look after {name}.") }),
        ];
        Self { messages, functions: (0..FUNCTIONS).map(function).collect(), result: words(result) }
    }

    /// The body of its next request.
    pub(super) fn request(&self) -> String {
        json!({ "model": "gpt-5", "messages": self.messages, "tools": self.functions }).to_string()
    }

    /// Takes an answer in, and runs its calls.
    pub(super) fn hears(&mut self, answer: &[u8]) -> Result<()> {
        let mut answer: Value = serde_json::from_slice(answer)?;
        let message = answer.pointer_mut("/choices/0/message").context("a message")?.take();
        let id = message.pointer("/tool_calls/0/id").cloned();
        self.messages.push(message);
        if let Some(id) = id {
            let content = format!("{} {}", self.messages.len(), self.result);
            self.messages.push(json!({ "role": "tool", "tool_call_id": id, "content": content }));
        }
        Ok(())
    }
}

fn function(number: usize) -> Value {
    json!({ "type": "function", "function": {
        "name": format!("look_up_{number}"),
        "description": words(200),
        "parameters": { "type": "object", "required": ["place"], "properties": {
            "place": { "type": "string", "description": "The place to look at" },
            "days": { "type": "integer", "description": "How many days" }
        } }
    } })
}

/// An answer with a call.
pub(super) fn calling(number: usize) -> String {
    let arguments = format!("{{\"place\": \"place {number}\", \"days\": 3}}");
    let name = format!("look_up_{}", number % FUNCTIONS);
    let call = json!({ "id": format!("call_{number}"), "type": "function", "function": {
        "name": name, "arguments": arguments
    } });
    whole(
        &json!({ "role": "assistant", "content": "Let me look that up.", "tool_calls": [call] }),
        "tool_calls",
    )
}

/// An answer with words alone.
pub(super) fn saying(text: &str) -> String {
    whole(&json!({ "role": "assistant", "content": text }), "stop")
}

fn whole(message: &Value, reason: &str) -> String {
    json!({
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "gpt-5",
        "choices": [{ "index": 0, "message": message, "finish_reason": reason }],
        "usage": { "prompt_tokens": 9_000, "completion_tokens": 40, "total_tokens": 9_040 }
    })
    .to_string()
}

/// The body of a request for a stream, which is told from every other by a name.
pub(super) fn streamed(name: &str) -> String {
    let messages = [json!({ "role": "user", "content": name })];
    json!({ "model": "gpt-5", "stream": true, "messages": messages }).to_string()
}

/// A frame of a stream with a piece of text, as the provider writes it.
pub(super) fn piece(text: &str) -> String {
    format!(
        "data: {{\"id\":\"chatcmpl-DqBS1wPHvZMNxsuGmPAHeIFZm3yT9\",\"object\":\"chat.completion.chunk\",\"created\":1790000000,\"model\":\"gpt-5\",\"service_tier\":\"default\",\"system_fingerprint\":null,\"choices\":[{{\"index\":0,\"delta\":{{\"content\":\" {text}\"}},\"logprobs\":null,\"finish_reason\":null}}]}}\n\n"
    )
}

/// The frame that ends an answer.
pub(super) const STOP: &str = "data: {\"id\":\"chatcmpl-DqBS1wPHvZMNxsuGmPAHeIFZm3yT9\",\"object\":\"chat.completion.chunk\",\"created\":1790000000,\"model\":\"gpt-5\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";

/// Text of about so many bytes that does not repeat itself.
fn words(bytes: usize) -> String {
    (0_u32..).map(|word| format!("{:x} ", word.wrapping_mul(2_654_435_761))).take(bytes / 9 + 1).collect()
}
