//! Answers of any other model, written as this protocol's.

use super::PROVIDER;
use super::item::begun;
use super::output::with_calls;
use super::tape::{write_call, write_event, write_item};
use super::written::{message, of_call, of_thought, output_text, usage};
use crate::dialects::{AnswerWriter, Head, Unwritable, WrittenAnswer};
use crate::json::fields::{Fields, array, elements};
use crate::json::quoted;
use crate::streams::as_text;
use content::{Item, OpaquePart, Usage};
use ports::{StopReason, StreamEvent};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Writes one item at a time.
pub(super) struct ResponsesWriter {
    head: Head,
    /// The response of a provider that goes on.
    own: Option<String>,
    sequence: Option<u64>,
    /// The index of the next item.
    next: u64,
    /// The finished items.
    output: Vec<String>,
    lists: Output,
    open: Option<Message>,
    /// The items with written deltas.
    begun: BTreeSet<usize>,
    /// The last finished text.
    said: String,
    is_ended: bool,
}

/// Whether the last event repeats the items of a response. Some hosts leave them out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Output {
    Listed,
    LeftOut,
}

/// A message that is being written.
struct Message {
    /// The index of its item in the stream it comes from.
    item: usize,
    id: String,
    text: String,
}

impl AnswerWriter for ResponsesWriter {
    fn begin(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        for kind in ["response.created", "response.in_progress"] {
            let response = self.response(&State::InProgress, None);
            write_event(kind, &format!(r#","response":{response}"#), &mut self.sequence, &mut out);
        }
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
            // A thought can be written once it is known whose it is.
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

    fn end(&mut self, stop: &StopReason, usage: Usage) -> Vec<u8> {
        let mut out = Vec::new();
        if !self.is_ended {
            self.finish(stop, &mut out);
            let state = State::of(stop);
            let response = self.response(&state, Some(usage));
            let fields = format!(r#","response":{response}"#);
            write_event(state.event(), &fields, &mut self.sequence, &mut out);
        }
        out
    }
}

/// The state of a response.
enum State {
    InProgress,
    Completed,
    Incomplete { reason: &'static str },
}

impl State {
    fn of(stop: &StopReason) -> Self {
        match stop {
            StopReason::Length => Self::Incomplete { reason: "max_output_tokens" },
            StopReason::Filtered { .. } => Self::Incomplete { reason: "content_filter" },
            StopReason::Complete
            | StopReason::Calls
            | StopReason::Refused { .. }
            | StopReason::Paused
            | StopReason::Unstated
            | StopReason::Other { .. } => Self::Completed,
        }
    }

    fn status(&self) -> &'static str {
        match self {
            Self::InProgress => "in_progress",
            Self::Completed => "completed",
            Self::Incomplete { .. } => "incomplete",
        }
    }

    fn event(&self) -> &'static str {
        match self {
            Self::InProgress => "response.in_progress",
            Self::Completed => "response.completed",
            Self::Incomplete { .. } => "response.incomplete",
        }
    }

    fn details(&self) -> Value {
        match self {
            Self::InProgress | Self::Completed => Value::Null,
            Self::Incomplete { reason } => json!({ "reason": reason }),
        }
    }
}

impl ResponsesWriter {
    pub(super) fn new(head: Head) -> Self {
        Self {
            head,
            own: None,
            sequence: Some(0),
            next: 0,
            output: Vec::new(),
            lists: Output::Listed,
            open: None,
            begun: BTreeSet::new(),
            said: String::new(),
            is_ended: false,
        }
    }

    /// Goes on behind the items of a provider's response.
    pub(super) fn behind(response: String, lists: Output, next: u64, sequence: Option<u64>) -> Self {
        let fields = Fields::read(&response);
        let id = fields.as_ref().and_then(|own| own.string("id")).unwrap_or_default();
        let head = Head { id: id.strip_prefix("resp_").unwrap_or(&id).to_owned(), ..Head::default() };
        let items = fields.as_ref().and_then(|own| own.raw("output")).and_then(elements).unwrap_or_default();
        let output = items.into_iter().map(str::to_owned).collect();
        Self { own: Some(response), sequence, next, output, lists, ..Self::new(head) }
    }

    fn text(&mut self, item: usize, text: &str, out: &mut Vec<u8>) {
        if text.is_empty() {
            return;
        }
        if self.open.as_ref().is_none_or(|open| open.item != item) {
            self.close(out);
            let id = self.new_message();
            self.begun.insert(item);
            let begin = json!({
                "id": id, "type": "message", "status": "in_progress", "role": "assistant", "content": [],
            });
            write_item("added", self.next, &begin.to_string(), &mut self.sequence, out);
            self.part("response.content_part.added", &id, &[("part", output_text(""))], out);
            self.open = Some(Message { item, id, text: String::new() });
        }
        if let Some(mut open) = self.open.take() {
            let fields = [("delta", text.into()), ("logprobs", json!([]))];
            self.part("response.output_text.delta", &open.id, &fields, out);
            open.text.push_str(text);
            self.open = Some(open);
        }
    }

    /// An event of the only part of the message that is being written.
    fn part(&mut self, kind: &str, id: &str, fields: &[(&str, Value)], out: &mut Vec<u8>) {
        let mut written =
            format!(r#","item_id":{},"output_index":{},"content_index":0"#, quoted(id), self.next);
        for (name, value) in fields {
            written.push_str(&format!(r#","{name}":{value}"#));
        }
        write_event(kind, &written, &mut self.sequence, out);
    }

    fn close(&mut self, out: &mut Vec<u8>) {
        let Some(Message { id, text, .. }) = self.open.take() else { return };
        let fields = [("text", text.as_str().into()), ("logprobs", json!([]))];
        self.part("response.output_text.done", &id, &fields, out);
        self.part("response.content_part.done", &id, &[("part", output_text(&text))], out);
        self.finish_item(message(&id, &output_text(&text)), out);
        self.said = text;
    }

    fn item(&mut self, index: usize, item: &Item, out: &mut Vec<u8>) {
        match item {
            Item::Text { text } => {
                if !self.begun.contains(&index) {
                    self.text(index, text, out);
                }
                if self.open.as_ref().is_some_and(|open| open.item == index) {
                    self.close(out);
                }
            }
            Item::Reasoning { provider_state, .. } => {
                if let Some(thought) = provider_state.as_ref().and_then(of_thought) {
                    self.as_it_was(&thought, out);
                }
            }
            Item::FunctionCall { call } => {
                self.close(out);
                let whole = of_call(call);
                let first = Fields::read(&whole).map(|fields| begun(&fields)).unwrap_or_default();
                write_call(self.next, &first, &whole, &mut self.sequence, out);
                self.add(whole);
            }
            Item::Unknown { value } => {
                if let Some(part) = OpaquePart::read(value).filter(|part| part.provider == PROVIDER) {
                    self.as_it_was(part.part, out);
                }
            }
            Item::Media { .. } | Item::FunctionResult { .. } => {}
        }
    }

    /// Writes an item that the provider wrote.
    fn as_it_was(&mut self, item: &Value, out: &mut Vec<u8>) {
        if item.get("type").is_none_or(|kind| !kind.is_string()) {
            return;
        }
        self.close(out);
        let item = item.to_string();
        write_item("added", self.next, &item, &mut self.sequence, out);
        self.finish_item(item, out);
    }

    fn finish_item(&mut self, item: String, out: &mut Vec<u8>) {
        write_item("done", self.next, &item, &mut self.sequence, out);
        self.add(item);
    }

    fn add(&mut self, item: String) {
        self.output.push(item);
        self.next = self.next.saturating_add(1);
    }

    /// What comes before the last event: the end of a text, and an explanation that nothing said yet.
    fn finish(&mut self, stop: &StopReason, out: &mut Vec<u8>) {
        self.is_ended = true;
        self.close(out);
        let refused = match stop {
            StopReason::Refused { said: Some(said) } if !said.is_empty() && *said != self.said => said,
            StopReason::Refused { .. }
            | StopReason::Complete
            | StopReason::Calls
            | StopReason::Length
            | StopReason::Filtered { .. }
            | StopReason::Paused
            | StopReason::Unstated
            | StopReason::Other { .. } => return,
        };
        let id = self.new_message();
        let refusal = |text: &str| json!({ "type": "refusal", "refusal": text });
        let begin = json!({
            "id": id, "type": "message", "status": "in_progress", "role": "assistant", "content": [],
        });
        write_item("added", self.next, &begin.to_string(), &mut self.sequence, out);
        self.part("response.content_part.added", &id, &[("part", refusal(""))], out);
        self.part("response.refusal.delta", &id, &[("delta", refused.as_str().into())], out);
        self.part("response.refusal.done", &id, &[("refusal", refused.as_str().into())], out);
        self.part("response.content_part.done", &id, &[("part", refusal(refused))], out);
        self.finish_item(message(&id, &refusal(refused)), out);
    }

    fn written_whole(&mut self, answer: &WrittenAnswer) -> Vec<u8> {
        let mut events = Vec::new();
        for (index, item) in answer.items.iter().enumerate() {
            self.item(index, item, &mut events);
        }
        self.finish(&answer.stop, &mut events);
        self.response(&State::of(&answer.stop), Some(answer.usage)).into_bytes()
    }

    fn new_message(&self) -> String {
        format!("msg_{}{:02}", self.head.id, self.next)
    }

    fn response(&self, state: &State, counted: Option<Usage>) -> String {
        let response = self.own.clone().unwrap_or_else(|| self.new_response());
        let output = match self.lists {
            Output::Listed => array(self.output.iter().map(String::as_str)),
            Output::LeftOut => array([]),
        };
        let changes = [
            ("status", quoted(state.status())),
            ("incomplete_details", state.details().to_string()),
            ("output", output),
            ("usage", json!(counted.map(usage)).to_string()),
        ];
        Fields::read(&response).map(|fields| fields.with(&changes)).unwrap_or_default()
    }

    fn new_response(&self) -> String {
        let Head { id, model, created, .. } = &self.head;
        json!({
            "id": format!("resp_{id}"),
            "object": "response",
            "created_at": created,
            "status": null,
            "background": false,
            "error": null,
            "incomplete_details": null,
            "instructions": null,
            "max_output_tokens": null,
            "model": model,
            "output": [],
            "parallel_tool_calls": true,
            "previous_response_id": null,
            "reasoning": { "effort": null, "summary": null },
            "store": false,
            "temperature": 1.0,
            "text": { "format": { "type": "text" } },
            "tool_choice": "auto",
            "tools": [],
            "top_p": 1.0,
            "truncation": "disabled",
            "usage": null,
            "user": null,
            "metadata": {},
        })
        .to_string()
    }
}

/// A response in one piece.
pub(super) fn whole(head: &Head, answer: &WrittenAnswer) -> Vec<u8> {
    ResponsesWriter::new(head.clone()).written_whole(answer)
}

/// A response in one piece that goes on with an answer in place of its calls.
pub(super) fn continued(body: &[u8], answer: &WrittenAnswer) -> Result<Vec<u8>, Unwritable> {
    let body = with_calls(body, &[])?;
    let own = as_text(&body).into_owned();
    let items = Fields::read(&own).and_then(|own| elements(own.raw("output")?)).unwrap_or_default().len();
    let next = u64::try_from(items).unwrap_or(u64::MAX);
    let mut writer = ResponsesWriter::behind(own, Output::Listed, next, None);
    Ok(writer.written_whole(answer))
}
