//! Answers of any other model, written as this protocol's.

use super::block::{self, CALL, Thought, of_call, of_hosted, of_item};
use super::tape::{write_begin, write_block, write_call, write_delta, write_stop};
use crate::dialects::original::arguments_text;
use crate::dialects::{AnswerWriter, Head, Unwritable, WrittenAnswer, take_next};
use crate::json::fields::{Fields, array, elements};
use crate::streams::{append_event, as_text};
use content::{FunctionCall, Item, Usage};
use ports::{StopReason, StreamEvent};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Writes one block at a time.
pub(super) struct MessagesWriter {
    head: Head,
    /// The index of the next block.
    next: u64,
    /// The text that is being written, by the index of its item.
    open: Option<(usize, u64)>,
    /// The items with written deltas.
    begun: BTreeSet<usize>,
    has_calls: bool,
    is_ended: bool,
}

impl AnswerWriter for MessagesWriter {
    fn begin(&mut self) -> Vec<u8> {
        let message = json!({
            "id": id(&self.head),
            "type": "message",
            "role": "assistant",
            "model": self.head.model,
            "content": [],
            "stop_reason": null,
            "stop_sequence": null,
            "usage": { "input_tokens": 0, "output_tokens": 0 },
        });
        let mut out = Vec::new();
        let data = json!({ "type": "message_start", "message": message });
        append_event("message_start", &data.to_string(), &mut out);
        out
    }

    fn event(&mut self, event: &StreamEvent) -> Vec<u8> {
        let mut out = Vec::new();
        if self.is_ended {
            return out;
        }
        match event {
            StreamEvent::TextDelta { index, text } => self.text(*index, text, &mut out),
            StreamEvent::ItemFinished { index, item } => self.item(*index, item, &mut out),
            // A thought can be written once its signature is known.
            StreamEvent::ReasoningDelta { .. } => {}
            StreamEvent::ItemStarted { .. }
            | StreamEvent::ArgumentsDelta { .. }
            | StreamEvent::Usage(_)
            | StreamEvent::Adapted(_)
            | StreamEvent::Replaced(_)
            | StreamEvent::Others { .. }
            | StreamEvent::Odd { .. }
            | StreamEvent::Finished(_) => {}
        }
        out
    }

    fn end(&mut self, stop: &StopReason, counted: Usage) -> Vec<u8> {
        let mut out = Vec::new();
        if std::mem::replace(&mut self.is_ended, true) {
            return out;
        }
        self.close(&mut out);
        let (reason, details) = stop_reason(stop, self.has_calls);
        let mut delta = json!({ "stop_reason": reason, "stop_sequence": null });
        if let Some((delta, details)) = delta.as_object_mut().zip(details) {
            delta.insert("stop_details".to_owned(), details);
        }
        let data = json!({ "type": "message_delta", "delta": delta, "usage": usage(counted) });
        append_event("message_delta", &data.to_string(), &mut out);
        append_event("message_stop", r#"{"type":"message_stop"}"#, &mut out);
        out
    }
}

impl MessagesWriter {
    pub(super) fn new(head: Head) -> Self {
        Self { head, next: 0, open: None, begun: BTreeSet::new(), has_calls: false, is_ended: false }
    }

    /// Goes on behind the blocks of a provider.
    pub(super) fn behind(next: u64) -> Self {
        Self { next, ..Self::new(Head::default()) }
    }

    /// An empty text would be refused when it is sent back.
    fn text(&mut self, item: usize, text: &str, out: &mut Vec<u8>) {
        if text.is_empty() {
            return;
        }
        let index = match self.open {
            Some((open, index)) if open == item => index,
            _ => {
                self.close(out);
                let index = take_next(&mut self.next);
                write_begin(index, r#"{"type":"text","text":""}"#, out);
                self.open = Some((item, index));
                self.begun.insert(item);
                index
            }
        };
        write_delta(index, "text_delta", "text", text, out);
    }

    fn item(&mut self, index: usize, item: &Item, out: &mut Vec<u8>) {
        match item {
            Item::Text { text } => {
                if !self.begun.contains(&index) {
                    self.text(index, text, out);
                }
                if self.open.is_some_and(|(open, _)| open == index) {
                    self.close(out);
                }
            }
            Item::Reasoning { text, provider_state } => {
                if let Some(thought) = Thought::read(provider_state.as_ref()) {
                    self.thought(text, thought, out);
                }
            }
            Item::FunctionCall { call } => self.call(call, out),
            Item::Unknown { value } => {
                if let Some(hosted) = of_hosted(value) {
                    self.close(out);
                    write_block(take_next(&mut self.next), &hosted.to_string(), None, out);
                }
            }
            Item::Media { .. } | Item::FunctionResult { .. } => {}
        }
    }

    fn thought(&mut self, text: &str, thought: Thought, out: &mut Vec<u8>) {
        self.close(out);
        let index = take_next(&mut self.next);
        match thought {
            Thought::Signed { signature } => {
                write_begin(index, r#"{"type":"thinking","thinking":"","signature":""}"#, out);
                if !text.is_empty() {
                    write_delta(index, "thinking_delta", "thinking", text, out);
                }
                write_delta(index, "signature_delta", "signature", &signature, out);
                write_stop(index, out);
            }
            Thought::Redacted { data } => {
                let block = json!({ "type": "redacted_thinking", "data": data });
                write_block(index, &block.to_string(), None, out);
            }
        }
    }

    fn call(&mut self, call: &FunctionCall, out: &mut Vec<u8>) {
        self.close(out);
        self.has_calls = true;
        let arguments = arguments_text(call.arguments.raw(), call.arguments.is_text());
        write_call(take_next(&mut self.next), &of_call(call, "{}"), &arguments, out);
    }

    fn close(&mut self, out: &mut Vec<u8>) {
        if let Some((_, index)) = self.open.take() {
            write_stop(index, out);
        }
    }
}

/// An answer in one piece.
pub(super) fn whole(head: &Head, answer: &WrittenAnswer) -> Vec<u8> {
    let blocks: Vec<_> = answer.items.iter().filter_map(of_item).collect();
    let has_calls = answer.items.iter().any(|item| item.call().is_some());
    let (reason, details) = stop_reason(&answer.stop, has_calls);
    let mut message = json!({
        "id": id(head),
        "type": "message",
        "role": "assistant",
        "model": head.model,
        "content": [],
        "stop_reason": reason,
        "stop_sequence": null,
        "usage": usage(answer.usage),
    });
    if let Some((message, details)) = message.as_object_mut().zip(details) {
        message.insert("stop_details".to_owned(), details);
    }
    block::with_content(&message.to_string(), &blocks)
}

/// An answer in one piece that goes on with another in place of its calls.
pub(super) fn continued(body: &[u8], answer: &WrittenAnswer) -> Result<Vec<u8>, Unwritable> {
    let body = block::with_calls(body, &[])?;
    let text = as_text(&body);
    let Some(own) = Fields::read(&text) else { return Ok(body) };
    let more = whole(&Head::default(), answer);
    let more = as_text(&more);
    let Some(more) = Fields::read(&more) else { return Ok(body) };
    let blocks = [&own, &more].map(|answer| answer.raw("content").and_then(elements).unwrap_or_default());
    let mut changes = vec![("content", array(blocks.concat()))];
    for name in ["stop_reason", "stop_sequence", "stop_details", "usage"] {
        changes.extend(more.raw(name).map(|value| (name, value.to_owned())));
    }
    Ok(own.with(&changes).into_bytes())
}

fn id(head: &Head) -> String {
    format!("msg_{}", head.id)
}

/// The protocol's reason for the end, and its details. Other providers end an answer with calls as any other.
fn stop_reason(stop: &StopReason, has_calls: bool) -> (&'static str, Option<Value>) {
    let by_calls = if has_calls { CALL } else { "end_turn" };
    match stop {
        StopReason::Complete | StopReason::Calls | StopReason::Unstated | StopReason::Other { .. } => {
            (by_calls, None)
        }
        StopReason::Length => ("max_tokens", None),
        StopReason::Filtered { said } | StopReason::Refused { said } => {
            let details = json!({ "type": "refusal", "category": null, "explanation": said });
            ("refusal", Some(details))
        }
        StopReason::Paused => ("pause_turn", None),
    }
}

/// Tokens read from and written to a cache are not part of the input here.
fn usage(counted: Usage) -> Value {
    let [input, output, cached, written] =
        [counted.input, counted.output, counted.cached, counted.written].map(Option::unwrap_or_default);
    let mut usage = json!({
        "input_tokens": input.saturating_sub(cached).saturating_sub(written),
        "cache_creation_input_tokens": written,
        "cache_read_input_tokens": cached,
        "output_tokens": output,
    });
    if let Some((usage, thinking)) = usage.as_object_mut().zip(counted.reasoning) {
        usage.insert("output_tokens_details".to_owned(), json!({ "thinking_tokens": thinking }));
    }
    usage
}
