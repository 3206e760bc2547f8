//! Maps the events of an answer to stream events.

use super::PROVIDER;
use super::bound::is_thought;
use super::hosted::container_part;
use super::wire::{Answer, Delta, Event, StopDetails, Transformation, Usage};
use crate::assembler::{Assembler, CallPiece, Place};
use crate::binding::{Binding, Mark, reported};
use crate::outgoing::ON_TEXT;
use crate::transport::{Complaint, Fault, Frame, Reader, Reading};
use content::{JsonObject, ProviderState};
use ports::{StopReason, StreamEvent};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Maps one event at a time.
#[derive(Default)]
pub(super) struct Mapper {
    /// The blocks that have begun, as they were received, with the deltas since then.
    blocks: BTreeMap<u64, Block>,
    answer: Option<String>,
    usage: Usage,
    stop: Option<String>,
    /// The reason for a refusal, in the provider's words.
    refused: Option<String>,
    container: Option<Value>,
    is_finished: bool,
}

/// The overhead counted per block, so that many empty blocks are bounded as well.
const BLOCK_OVERHEAD_BYTES: usize = 256;

/// An unfinished block.
#[derive(Default)]
struct Block {
    sent: JsonObject,
    /// The text of a streamed text or thought. Kept only if later thoughts are bound to it.
    text: String,
    /// The JSON of a streamed input.
    input: String,
    citations: Vec<Value>,
}

impl Reader for Mapper {
    fn read(&mut self, frame: Frame<'_>, into: &mut Assembler) -> Result<Reading, Fault> {
        match serde_json::from_str(frame.data) {
            Ok(Event::Error) => Err(Fault::Complained(complaint(frame.data))),
            Ok(event) => self.on_event(event, into),
            // An error of an intermediary, which need not speak this protocol.
            Err(_) => match serde_json::from_str(frame.data).ok().as_ref().and_then(Complaint::find) {
                Some(complaint) => Err(Fault::Complained(complaint)),
                None => Ok(Reading::Unknown),
            },
        }
    }

    fn end(&mut self, _into: &mut Assembler) -> Result<(), Fault> {
        if self.is_finished { Ok(()) } else { Err(Fault::BrokenOff) }
    }
}

impl Mapper {
    pub(super) fn on_event(&mut self, event: Event, into: &mut Assembler) -> Result<Reading, Fault> {
        match event {
            Event::MessageStart { message } => self.begin(&message, into)?,
            Event::ContentBlockStart { index, content_block } => self.open(index, content_block, into)?,
            Event::ContentBlockDelta { index, delta } => return self.delta(index, delta, into),
            Event::ContentBlockStop { index } => self.close(index, into)?,
            Event::MessageDelta { delta, usage } => {
                self.stop = delta.stop_reason.or(self.stop.take());
                self.refused = delta.stop_details.and_then(StopDetails::reason).or(self.refused.take());
                self.container = delta.container.or(self.container.take());
                self.count(usage, into);
            }
            Event::MessageStop => self.finish(into)?,
            Event::Message(answer) => self.whole(answer, into)?,
            Event::Ping => {}
            Event::Error => return Err(Fault::BrokenOff),
            Event::Unknown => return Ok(Reading::Unknown),
        }
        Ok(Reading::Understood)
    }

    /// Some proxies repeat the head of an answer, and some begin another answer after a broken one. Emitted text can't
    /// be withdrawn, so a second answer is not a continuation.
    fn begin(&mut self, head: &Answer, into: &mut Assembler) -> Result<(), Fault> {
        match &self.answer {
            Some(begun) if *begun != head.id => Err(Fault::BrokenOff),
            Some(_) => Ok(()),
            None => {
                self.answer = Some(head.id.clone());
                self.container = head.container.clone();
                self.count(head.usage, into);
                let adapted = adapted(&head.input_transformations, into.binding());
                into.events.extend(adapted);
                Ok(())
            }
        }
    }

    fn whole(&mut self, answer: Answer, into: &mut Assembler) -> Result<(), Fault> {
        self.begin(&answer, into)?;
        for (index, block) in (0_u64..).zip(answer.content) {
            self.open(index, block, into)?;
            self.close(index, into)?;
        }
        self.stop = answer.stop_reason;
        self.refused = answer.stop_details.and_then(StopDetails::reason);
        self.finish(into)
    }

    /// A block may have contents from the start: all of them, if the answer is not streamed.
    fn open(&mut self, index: u64, mut sent: JsonObject, into: &mut Assembler) -> Result<(), Fault> {
        let place = Place::At(index);
        into.count(BLOCK_OVERHEAD_BYTES + serde_json::to_string(&sent)?.len())?;
        let text = |sent: &JsonObject, name: &str| {
            sent.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        let mut block = Block::default();
        match text(&sent, "type").as_str() {
            "text" => into.text(place, &text(&sent, "text"))?,
            "thinking" => into.reasoning(place, &text(&sent, "thinking"))?,
            "tool_use" => {
                let (id, name) = (text(&sent, "id"), text(&sent, "name"));
                // A streamed input is empty here.
                let input = sent.shift_remove("input").filter(|input| *input != Value::Object(Map::new()));
                let arguments = input.map(|input| input.to_string()).unwrap_or_default();
                let piece = CallPiece { id: &id, name: &name, arguments: &arguments };
                into.call(place, piece)?;
                if into.binding().is_some() {
                    block.input = arguments;
                }
            }
            _ => {}
        }
        block.sent = sent;
        self.blocks.insert(index, block);
        Ok(())
    }

    fn delta(&mut self, index: u64, delta: Delta, into: &mut Assembler) -> Result<Reading, Fault> {
        let place = Place::At(index);
        // Deltas are kept until their block is complete.
        let is_bound = into.binding().is_some();
        let Some(block) = self.blocks.get_mut(&index) else { return Ok(Reading::Unknown) };
        match delta {
            Delta::Text { text } => {
                block.keep(&text, is_bound);
                into.text(place, &text)?;
            }
            Delta::Thinking { thinking } => {
                block.keep(&thinking, is_bound);
                into.reasoning(place, &thinking)?;
            }
            Delta::InputJson { partial_json } if block.is("tool_use") => {
                if is_bound {
                    block.input.push_str(&partial_json);
                }
                let piece = CallPiece { arguments: &partial_json, ..CallPiece::default() };
                into.call(place, piece)?;
            }
            Delta::InputJson { partial_json } => {
                into.count(partial_json.len())?;
                block.input.push_str(&partial_json);
            }
            Delta::Signature { signature } => {
                into.count(signature.len())?;
                match block.sent.get_mut("signature") {
                    Some(Value::String(begun)) => begun.push_str(&signature),
                    Some(_) | None => drop(block.sent.insert("signature".into(), signature.into())),
                }
            }
            Delta::Citations { citation } => {
                into.count(citation.to_string().len())?;
                block.citations.push(citation);
            }
            // A summary arrives in one piece, which replaces the initial contents of the block.
            Delta::Compaction { fields } => {
                into.count(serde_json::to_string(&fields)?.len())?;
                block.sent.extend(fields);
            }
            Delta::Unknown => return Ok(Reading::Unknown),
        }
        Ok(Reading::Understood)
    }

    fn close(&mut self, index: u64, into: &mut Assembler) -> Result<(), Fault> {
        let Some(mut block) = self.blocks.remove(&index) else { return Ok(()) };
        let place = Place::At(index);
        let bound_to = into.binding().and_then(|binding| block.bind(binding));
        let kind = block.sent.get("type").and_then(Value::as_str).unwrap_or_default();
        match kind {
            "text" => {
                into.finish(place);
                if let Some(state) = block.beside_text() {
                    into.keep_state(place, state)?;
                }
            }
            "thinking" | "redacted_thinking" => {
                let state = kept(block.sent, &["type", "thinking"]);
                into.keep_state(place, ProviderState { bound_to, ..state })?;
            }
            "tool_use" => {
                let state = kept(block.sent, &["type", "id", "name"]);
                if state.state.as_object().is_some_and(|rest| !rest.is_empty()) {
                    into.keep_state(place, state)?;
                }
            }
            _ => {
                into.own(place, PROVIDER, block.whole())?;
            }
        }
        into.finish(place);
        Ok(())
    }

    fn count(&mut self, usage: Option<Usage>, into: &mut Assembler) {
        let Some(counted) = usage else { return };
        let Usage { input_tokens, output_tokens, .. } = counted;
        self.usage = Usage {
            input_tokens: input_tokens.or(self.usage.input_tokens),
            output_tokens: output_tokens.or(self.usage.output_tokens),
            cache_creation_input_tokens: counted
                .cache_creation_input_tokens
                .or(self.usage.cache_creation_input_tokens),
            cache_read_input_tokens: counted.cache_read_input_tokens.or(self.usage.cache_read_input_tokens),
            output_tokens_details: counted.output_tokens_details.or(self.usage.output_tokens_details),
        };
        into.events.push(StreamEvent::Usage(self.usage.into_usage()));
    }

    fn finish(&mut self, into: &mut Assembler) -> Result<(), Fault> {
        for index in self.blocks.keys().copied().collect::<Vec<_>>() {
            self.close(index, into)?;
        }
        if let Some(part) = self.container.take().as_ref().and_then(container_part) {
            into.own(Place::Last, PROVIDER, part)?;
        }
        into.finish_all();
        into.events.push(StreamEvent::Finished(stop_reason(self.stop.take(), self.refused.take())));
        self.is_finished = true;
        Ok(())
    }
}

impl Block {
    fn is(&self, kind: &str) -> bool {
        self.sent.get("type").and_then(Value::as_str) == Some(kind)
    }

    fn keep(&mut self, piece: &str, is_bound: bool) {
        if is_bound {
            self.text.push_str(piece);
        }
    }

    /// Adds the complete block to what later thoughts are bound to. A thought gets what it is bound to itself.
    fn bind(&mut self, binding: &mut Binding) -> Option<Value> {
        let text = std::mem::take(&mut self.text);
        let mut whole = self.sent.clone();
        for name in ["text", "thinking"] {
            if let Some(Value::String(begun)) = whole.get_mut(name) {
                begun.push_str(&text);
            }
        }
        if !self.citations.is_empty() {
            let begun = whole.get("citations").and_then(Value::as_array).into_iter().flatten();
            let citations: Vec<Value> = begun.chain(&self.citations).cloned().collect();
            whole.insert("citations".into(), citations.into());
        }
        if self.is("tool_use") || !self.input.is_empty() {
            let input = serde_json::from_str(&self.input).unwrap_or_else(|_| Value::Object(Map::new()));
            whole.insert("input".into(), input);
        }
        let whole = Value::Object(whole);
        if is_thought(&whole) {
            return binding.thought(Mark::of(&whole));
        }
        binding.block(&whole);
        None
    }

    /// Citations, and anything else attached to a text. They are kept as a thought without text behind it.
    fn beside_text(mut self) -> Option<ProviderState> {
        if !self.citations.is_empty() {
            match self.sent.get_mut("citations") {
                Some(Value::Array(begun)) => begun.append(&mut self.citations),
                Some(_) | None => {
                    self.sent.insert("citations".into(), std::mem::take(&mut self.citations).into());
                }
            }
        }
        self.sent.retain(|_, value| !value.is_null());
        let mut state = kept(self.sent, &["type", "text"]);
        let rest = state.state.as_object_mut().filter(|rest| !rest.is_empty())?;
        rest.insert(ON_TEXT.into(), true.into());
        Some(state)
    }

    /// The block as it would have been received without streaming.
    fn whole(mut self) -> Value {
        if let Ok(input) = serde_json::from_str::<Value>(&self.input) {
            self.sent.insert("input".into(), input);
        }
        Value::Object(self.sent)
    }
}

/// The provider's report of its changes to a request.
fn adapted(transformations: &[Transformation], binding: Option<&mut Binding>) -> Option<StreamEvent> {
    let adaptation = |one: &Transformation| {
        let place = binding.as_ref().and_then(|binding| binding.place(&one.path));
        let place = place.map_or_else(|| one.path.clone(), |place| place.to_string());
        reported(&one.kind, &one.reason, place)
    };
    (!transformations.is_empty())
        .then(|| StreamEvent::Adapted(transformations.iter().map(adaptation).collect()))
}

/// The fields of a block that an item does not hold.
fn kept(mut sent: JsonObject, held: &[&str]) -> ProviderState {
    for name in held {
        sent.shift_remove(*name);
    }
    ProviderState::unclaimed(PROVIDER, Value::Object(sent))
}

impl Usage {
    /// Tokens read from and written to a cache count as input here.
    fn into_usage(self) -> content::Usage {
        let parts = [self.input_tokens, self.cache_creation_input_tokens, self.cache_read_input_tokens];
        let input = parts.iter().flatten().copied().reduce(u32::saturating_add);
        content::Usage {
            input,
            output: self.output_tokens,
            cached: self.cache_read_input_tokens,
            written: self.cache_creation_input_tokens,
            reasoning: self.output_tokens_details.and_then(|details| details.thinking_tokens),
        }
    }
}

fn stop_reason(reason: Option<String>, refused: Option<String>) -> StopReason {
    let Some(reason) = reason else { return StopReason::Unstated };
    match reason.as_str() {
        "end_turn" | "stop_sequence" => StopReason::Complete,
        "tool_use" => StopReason::Calls,
        "max_tokens" | "model_context_window_exceeded" => StopReason::Length,
        "refusal" => StopReason::Refused { said: refused },
        "pause_turn" => StopReason::Paused,
        _ => StopReason::Other { reason },
    }
}

/// Inside an answer there is no status, so the name of the error replaces it.
fn complaint(data: &str) -> Complaint {
    let found = serde_json::from_str(data).ok().as_ref().and_then(Complaint::find);
    found.unwrap_or_default()
}
