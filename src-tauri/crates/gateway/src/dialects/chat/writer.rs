//! Writes the answer of another model, or of a person, as chunks.
//!
//! The protocol has no thoughts: OpenAI's models never show theirs here, and a program that sends its messages back as
//! it got them would send a field that OpenAI does not know. So thoughts are not written, and neither are media.

use super::DONE;
use crate::dialects::AnswerWriter;
use crate::dialects::written_name;
use crate::json::members::Members;
use crate::streams::frame;
use crate::{Head, WrittenAnswer};
use content::{FunctionCall, Item, Usage};
use ports::{StopReason, StreamEvent};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The state that a represented service wants back beside a call.
const EXTRA: &str = "extra_content";

pub(super) struct Writer {
    /// The members that every chunk has.
    common: Value,
    includes_usage: bool,
    /// The items whose text was written as it came.
    streamed: BTreeSet<usize>,
    calls: usize,
    has_text: bool,
}

impl Writer {
    pub(super) fn new(head: Head) -> Self {
        Self::of(said_by(&head, "chat.completion.chunk"), head.includes_usage)
    }

    /// Goes on behind chunks of a provider that have these members in common.
    pub(super) fn behind(common: &Members<'_>, includes_usage: bool) -> Self {
        Self::of(json!(common), includes_usage)
    }

    fn of(common: Value, includes_usage: bool) -> Self {
        Self { common, includes_usage, streamed: BTreeSet::new(), calls: 0, has_text: false }
    }

    fn delta(&self, delta: &Value) -> Vec<u8> {
        self.choice(delta, &Value::Null)
    }

    fn choice(&self, delta: &Value, finish_reason: &Value) -> Vec<u8> {
        let choice = json!({ "index": 0, "delta": delta, "logprobs": null, "finish_reason": finish_reason });
        self.chunk(&json!([choice]), &Value::Null)
    }

    fn chunk(&self, choices: &Value, usage: &Value) -> Vec<u8> {
        let mut chunk = self.common.clone();
        chunk["choices"] = choices.clone();
        if self.includes_usage {
            chunk["usage"] = usage.clone();
        }
        frame(&chunk.to_string())
    }

    fn text(&mut self, text: &str) -> Vec<u8> {
        if text.is_empty() {
            return Vec::new();
        }
        self.has_text = true;
        self.delta(&json!({ "content": text }))
    }

    fn item(&mut self, index: usize, item: &Item) -> Vec<u8> {
        match item {
            Item::Text { .. } if self.streamed.contains(&index) => Vec::new(),
            Item::Text { text } => self.text(text),
            Item::FunctionCall { call } => {
                let mut entry = json!({ "index": self.calls });
                if let (Some(entry), Value::Object(members)) = (entry.as_object_mut(), entry_of(call)) {
                    entry.extend(members);
                }
                self.calls += 1;
                self.delta(&json!({ "tool_calls": [entry] }))
            }
            Item::Reasoning { .. }
            | Item::Media { .. }
            | Item::FunctionResult { .. }
            | Item::Unknown { .. } => Vec::new(),
        }
    }
}

impl AnswerWriter for Writer {
    fn begin(&mut self) -> Vec<u8> {
        self.delta(&json!({ "role": "assistant", "content": "", "refusal": null }))
    }

    fn event(&mut self, event: &StreamEvent) -> Vec<u8> {
        match event {
            StreamEvent::TextDelta { index, text } => {
                self.streamed.insert(*index);
                self.text(text)
            }
            StreamEvent::ItemFinished { index, item } => self.item(*index, item),
            StreamEvent::ItemStarted { .. }
            | StreamEvent::ReasoningDelta { .. }
            | StreamEvent::ArgumentsDelta { .. }
            | StreamEvent::Usage(_)
            | StreamEvent::Adapted(_)
            | StreamEvent::Replaced(_)
            | StreamEvent::Others { .. }
            | StreamEvent::Odd { .. }
            | StreamEvent::Finished(_) => Vec::new(),
        }
    }

    fn end(&mut self, stop: &StopReason, usage: Usage) -> Vec<u8> {
        let mut end = Vec::new();
        if let Some(refusal) = refusal(stop).filter(|_| !self.has_text) {
            end.extend(self.delta(&json!({ "refusal": refusal })));
        }
        end.extend(self.choice(&json!({}), &finish_reason(stop, self.calls).into()));
        if self.includes_usage {
            end.extend(self.chunk(&json!([]), &usage_of(usage)));
        }
        end.extend(frame(DONE));
        end
    }
}

/// The answer as one response.
pub(super) fn whole(head: &Head, answer: &WrittenAnswer) -> Vec<u8> {
    let (message, finish_reason) = message_of(answer);
    let mut response = said_by(head, "chat.completion");
    response["choices"] =
        json!([{ "index": 0, "message": message, "logprobs": null, "finish_reason": finish_reason }]);
    response["usage"] = usage_of(answer.usage);
    response.to_string().into_bytes()
}

/// The message of an answer, and its reason to stop.
pub(super) fn message_of(answer: &WrittenAnswer) -> (Value, &'static str) {
    let text: String = answer.items.iter().filter_map(Item::text).collect();
    let calls: Vec<_> = answer.items.iter().filter_map(Item::call).map(entry_of).collect();
    let refusal = refusal(&answer.stop).filter(|_| text.is_empty());
    let content = if text.is_empty() { Value::Null } else { text.into() };
    let finish_reason = finish_reason(&answer.stop, calls.len());
    let mut message = json!({ "role": "assistant", "content": content, "refusal": refusal });
    if !calls.is_empty() {
        message["tool_calls"] = calls.into();
    }
    (message, finish_reason)
}

fn said_by(head: &Head, object: &str) -> Value {
    let id = format!("chatcmpl-{}", head.id);
    json!({ "id": id, "object": object, "created": head.created, "model": head.model })
}

fn entry_of(call: &FunctionCall) -> Value {
    let (name, arguments) = (written_name(&call.function), call.arguments.raw());
    let id = call.id.as_str();
    let mut entry = if call.arguments.is_text() {
        json!({ "id": id, "type": "custom", "custom": { "name": name, "input": arguments } })
    } else {
        json!({ "id": id, "type": "function", "function": { "name": name, "arguments": arguments } })
    };
    let state = call.provider_state.as_ref().filter(|state| state.provider == "openai-chat");
    if let Some(extra) = state.and_then(|state| state.state.get(EXTRA)) {
        entry[EXTRA] = extra.clone();
    }
    entry
}

/// A refusal of the model. Its text is one of the items where the model gave it as text.
fn refusal(stop: &StopReason) -> Option<&str> {
    let StopReason::Refused { said } = stop else { return None };
    said.as_deref().filter(|said| !said.is_empty())
}

fn finish_reason(stop: &StopReason, calls: usize) -> &'static str {
    match stop {
        StopReason::Length => "length",
        StopReason::Filtered { .. } => "content_filter",
        StopReason::Complete
        | StopReason::Calls
        | StopReason::Refused { .. }
        | StopReason::Paused
        | StopReason::Unstated
        | StopReason::Other { .. } => {
            if calls > 0 {
                "tool_calls"
            } else {
                "stop"
            }
        }
    }
}

/// Clients require the counts, so an unknown one is 0.
pub(super) fn usage_of(usage: Usage) -> Value {
    let (input, output) = (usage.input.unwrap_or(0), usage.output.unwrap_or(0));
    let mut counts = json!({
        "prompt_tokens": input,
        "completion_tokens": output,
        "total_tokens": u64::from(input) + u64::from(output),
    });
    let read = usage.cached.map(|cached| ("cached_tokens".to_owned(), cached.into()));
    let written = usage.written.map(|written| ("cache_write_tokens".to_owned(), written.into()));
    let details: serde_json::Map<_, _> = read.into_iter().chain(written).collect();
    if !details.is_empty() {
        counts["prompt_tokens_details"] = details.into();
    }
    if let Some(reasoning) = usage.reasoning {
        counts["completion_tokens_details"] = json!({ "reasoning_tokens": reasoning });
    }
    counts
}
