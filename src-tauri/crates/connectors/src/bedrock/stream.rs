//! Maps the events of an answer to stream events.

use super::PROVIDER;
use super::bound::bind;
use super::wire::{Answer, BlockDelta, BlockStart, Event, ReasoningDelta, Usage};
use crate::assembler::{Assembler, CallPiece, Place};
use crate::outgoing::ON_TEXT;
use crate::transport::{Complaint, Fault, Frame, Reader, Reading};
use content::{JsonObject, ProviderState};
use ports::{StopReason, StreamEvent};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The overhead counted per block, so that many empty blocks are bounded as well.
const BLOCK_OVERHEAD_BYTES: usize = 256;

/// Maps one event at a time.
#[derive(Default)]
pub(super) struct Mapper {
    /// The unfinished blocks.
    blocks: BTreeMap<u64, Block>,
    stop: Option<Option<String>>,
    has_usage: bool,
    is_finished: bool,
}

#[derive(Default)]
struct Block {
    signature: String,
    redacted: String,
    citations: Vec<Value>,
    is_thought: bool,
    /// The text of a text or thought. Kept only if later thoughts are bound to it, as is a call.
    text: String,
    call: Option<Value>,
    input: String,
    /// An unknown block, with its input.
    own: Option<(JsonObject, String)>,
}

impl Reader for Mapper {
    fn read(&mut self, frame: Frame<'_>, into: &mut Assembler) -> Result<Reading, Fault> {
        match Event::read(frame.event, frame.data) {
            Ok(Event::Unknown) | Err(_) => {
                let document = serde_json::from_str(frame.data).ok();
                match document.as_ref().and_then(Complaint::find) {
                    Some(complaint) => Err(Fault::Complained(complaint)),
                    None => Ok(Reading::Unknown),
                }
            }
            Ok(event) => self.on_event(event, into),
        }
    }

    /// The token counts come last and may be missing; the stop reason may not.
    fn end(&mut self, into: &mut Assembler) -> Result<(), Fault> {
        match self.stop {
            Some(_) => self.finish(into),
            None => Err(Fault::BrokenOff),
        }
    }
}

impl Event {
    fn read(name: &str, data: &str) -> Result<Self, serde_json::Error> {
        Ok(match name {
            "messageStart" => Self::MessageStart,
            "contentBlockStart" => Self::ContentBlockStart(serde_json::from_str(data)?),
            "contentBlockDelta" => Self::ContentBlockDelta(serde_json::from_str(data)?),
            "contentBlockStop" => Self::ContentBlockStop(serde_json::from_str(data)?),
            "messageStop" => Self::MessageStop(serde_json::from_str(data)?),
            "metadata" => Self::Metadata(serde_json::from_str(data)?),
            "" => Self::Whole(serde_json::from_str(data)?),
            _ => Self::Unknown,
        })
    }
}

impl Mapper {
    pub(super) fn on_event(&mut self, event: Event, into: &mut Assembler) -> Result<Reading, Fault> {
        match event {
            Event::MessageStart => {}
            Event::ContentBlockStart(start) => self.open(start, into)?,
            Event::ContentBlockDelta(delta) => return self.delta(delta, into),
            Event::ContentBlockStop(stop) => self.close(stop.content_block_index, into)?,
            Event::MessageStop(stop) => self.stop = Some(stop.stop_reason),
            Event::Metadata(metadata) => self.count(metadata.usage, into),
            Event::Whole(answer) => self.whole(answer, into)?,
            Event::Unknown => return Ok(Reading::Unknown),
        }
        if self.stop.is_some() && self.has_usage {
            self.finish(into)?;
        }
        Ok(Reading::Understood)
    }

    fn whole(&mut self, answer: Answer, into: &mut Assembler) -> Result<(), Fault> {
        for (index, block) in (0_u64..).zip(answer.output.message.content) {
            self.block(index, block, into)?;
            self.close(index, into)?;
        }
        self.count(answer.usage, into);
        self.stop = Some(answer.stop_reason);
        self.finish(into)
    }

    /// A block that arrives complete.
    fn block(&mut self, index: u64, block: JsonObject, into: &mut Assembler) -> Result<(), Fault> {
        let place = Place::At(index);
        let is_bound = into.binding().is_some();
        let kept = self.blocks.entry(index).or_default();
        if let Some(text) = block.get("text").and_then(Value::as_str) {
            kept.keep(text, is_bound);
            into.text(place, text)?;
        } else if let Some(call) = block.get("toolUse").filter(|call| is_ours(call)) {
            let input = call.get("input").map(Value::to_string).unwrap_or_default();
            self.call(index, call, &input, into)?;
        } else if let Some(thought) = block.get("reasoningContent") {
            let text = |value: &Value, name: &str| {
                value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
            };
            kept.is_thought = true;
            kept.redacted = text(thought, "redactedContent");
            let words = thought.get("reasoningText").cloned().unwrap_or_default();
            kept.signature = text(&words, "signature");
            kept.keep(&text(&words, "text"), is_bound);
            into.reasoning(place, &text(&words, "text"))?;
        } else if let Some(cited) = block.get("citationsContent") {
            let texts = cited.get("content").and_then(Value::as_array).into_iter().flatten();
            let words: String = texts.filter_map(|part| part.get("text")?.as_str()).collect();
            kept.citations = cited.get("citations").and_then(Value::as_array).cloned().unwrap_or_default();
            kept.keep(&words, is_bound);
            into.text(place, &words)?;
        } else {
            kept.own = Some((block, String::new()));
        }
        Ok(())
    }

    /// Texts and thoughts have no start event of their own, or an empty one.
    fn open(&mut self, begun: BlockStart, into: &mut Assembler) -> Result<(), Fault> {
        let BlockStart { content_block_index: index, start } = begun;
        into.count(BLOCK_OVERHEAD_BYTES + Value::Object(start.clone()).to_string().len())?;
        let block = self.blocks.entry(index).or_default();
        match start.get("toolUse").filter(|call| is_ours(call)) {
            Some(call) => self.call(index, call, "", into)?,
            None if start.is_empty() => {}
            None => block.own = Some((start, String::new())),
        }
        Ok(())
    }

    fn call(&mut self, index: u64, call: &Value, arguments: &str, into: &mut Assembler) -> Result<(), Fault> {
        if into.binding().is_some() {
            let block = self.blocks.entry(index).or_default();
            block.call = Some(call.clone());
            arguments.clone_into(&mut block.input);
        }
        let text = |name: &str| call.get(name).and_then(Value::as_str).unwrap_or_default();
        let piece = CallPiece { id: text("toolUseId"), name: text("name"), arguments };
        into.call(Place::At(index), piece)?;
        Ok(())
    }

    fn delta(&mut self, piece: BlockDelta, into: &mut Assembler) -> Result<Reading, Fault> {
        let BlockDelta { content_block_index: index, delta } = piece;
        let place = Place::At(index);
        if !self.blocks.contains_key(&index) {
            into.count(BLOCK_OVERHEAD_BYTES)?;
        }
        let is_bound = into.binding().is_some();
        let block = self.blocks.entry(index).or_default();
        if let Some(text) = delta.text {
            block.keep(&text, is_bound);
            into.text(place, &text)?;
        } else if let Some(input) = delta.tool_use {
            match &mut block.own {
                Some((_, whole)) => {
                    into.count(input.input.len())?;
                    whole.push_str(&input.input);
                }
                None => {
                    if block.call.is_some() {
                        block.input.push_str(&input.input);
                    }
                    let piece = CallPiece { arguments: &input.input, ..CallPiece::default() };
                    into.call(place, piece)?;
                }
            }
        } else if let Some(thought) = delta.reasoning_content {
            return self.thought(index, &thought, into);
        } else if let Some(citation) = delta.citation {
            into.count(citation.to_string().len())?;
            block.citations.push(citation);
        } else if let (Some(more), Some((own, _))) = (delta.tool_result, &mut block.own) {
            into.count(Value::Array(more.clone()).to_string().len())?;
            if let Some(Value::Object(result)) = own.get_mut("toolResult") {
                let content = result.entry("content").or_insert_with(|| Value::Array(Vec::new()));
                content.as_array_mut().into_iter().for_each(|content| content.extend(more.iter().cloned()));
            }
        } else {
            return Ok(Reading::Unknown);
        }
        Ok(Reading::Understood)
    }

    fn thought(
        &mut self,
        index: u64,
        thought: &ReasoningDelta,
        into: &mut Assembler,
    ) -> Result<Reading, Fault> {
        let text = thought.text.as_deref().unwrap_or_default();
        let signature = thought.signature.as_deref().unwrap_or_default();
        let redacted = thought.redacted_content.as_deref().unwrap_or_default();
        into.count(signature.len() + redacted.len())?;
        let is_bound = into.binding().is_some();
        let block = self.blocks.entry(index).or_default();
        block.is_thought = true;
        block.keep(text, is_bound);
        block.signature.push_str(signature);
        block.redacted.push_str(redacted);
        into.reasoning(Place::At(index), text)?;
        Ok(Reading::Understood)
    }

    fn close(&mut self, index: u64, into: &mut Assembler) -> Result<(), Fault> {
        let Some(block) = self.blocks.remove(&index) else { return Ok(()) };
        let place = Place::At(index);
        let bound_to = into.binding().and_then(|binding| bind(&block.sent(), binding));
        if let Some((own, input)) = block.own {
            into.own(place, PROVIDER, whole(own, &input))?;
        } else if block.is_thought {
            let mut state = JsonObject::new();
            for (name, value) in [("signature", block.signature), ("redactedContent", block.redacted)] {
                if !value.is_empty() {
                    state.insert(name.to_owned(), value.into());
                }
            }
            into.keep_state(place, ProviderState { bound_to, ..kept(state) })?;
        } else if !block.citations.is_empty() {
            into.finish(place);
            let state = json!({ ON_TEXT: true, "citations": block.citations });
            let state = state.as_object().cloned().unwrap_or_default();
            into.keep_state(place, kept(state))?;
        }
        into.finish(place);
        Ok(())
    }

    fn count(&mut self, usage: Option<Usage>, into: &mut Assembler) {
        self.has_usage = true;
        if let Some(usage) = usage {
            into.events.push(StreamEvent::Usage(usage.into_usage()));
        }
    }

    fn finish(&mut self, into: &mut Assembler) -> Result<(), Fault> {
        if std::mem::replace(&mut self.is_finished, true) {
            return Ok(());
        }
        for index in self.blocks.keys().copied().collect::<Vec<_>>() {
            self.close(index, into)?;
        }
        into.finish_all();
        into.events.push(StreamEvent::Finished(stop_reason(self.stop.take().flatten())));
        Ok(())
    }
}

impl Block {
    fn keep(&mut self, piece: &str, is_bound: bool) {
        if is_bound {
            self.text.push_str(piece);
        }
    }

    /// The block as it will be sent back.
    fn sent(&self) -> Value {
        if let Some((own, input)) = &self.own {
            return whole(own.clone(), input);
        }
        if self.is_thought && !self.redacted.is_empty() {
            return json!({ "reasoningContent": { "redactedContent": self.redacted } });
        }
        if self.is_thought {
            let words = json!({ "text": self.text, "signature": self.signature });
            return json!({ "reasoningContent": { "reasoningText": words } });
        }
        if let Some(call) = &self.call {
            let input = serde_json::from_str(&self.input).unwrap_or_else(|_| json!({}));
            let call = json!({ "toolUseId": call["toolUseId"], "name": call["name"], "input": input });
            return json!({ "toolUse": call });
        }
        let text = json!({ "text": self.text });
        if self.citations.is_empty() {
            return text;
        }
        json!({ "citationsContent": { "content": [text], "citations": self.citations } })
    }
}

/// Calls of hosted functions are answered by the service.
fn is_ours(call: &Value) -> bool {
    call.get("type").and_then(Value::as_str) != Some("server_tool_use")
}

/// A block as it would have been received without streaming.
fn whole(mut own: JsonObject, input: &str) -> Value {
    if let (Some(Value::Object(call)), Ok(input)) =
        (own.get_mut("toolUse"), serde_json::from_str::<Value>(input))
    {
        call.insert("input".to_owned(), input);
    }
    Value::Object(own)
}

fn kept(state: JsonObject) -> ProviderState {
    ProviderState::unclaimed(PROVIDER, Value::Object(state))
}

impl Usage {
    /// Tokens read from and written to a cache count as input here.
    fn into_usage(self) -> content::Usage {
        let parts = [self.input_tokens, self.cache_read_input_tokens, self.cache_write_input_tokens];
        content::Usage {
            input: parts.into_iter().flatten().reduce(u32::saturating_add),
            output: self.output_tokens,
            cached: self.cache_read_input_tokens,
            written: self.cache_write_input_tokens,
            reasoning: None,
        }
    }
}

fn stop_reason(reason: Option<String>) -> StopReason {
    let Some(reason) = reason else { return StopReason::Unstated };
    match reason.as_str() {
        "end_turn" | "stop_sequence" => StopReason::Complete,
        "tool_use" => StopReason::Calls,
        "max_tokens" | "model_context_window_exceeded" => StopReason::Length,
        "guardrail_intervened" | "content_filtered" => StopReason::Filtered { said: None },
        _ => StopReason::Other { reason },
    }
}
