//! Maps the chunks of an answer to stream events.

use super::PROVIDER;
use super::wire::{Answer, CallPiece, Choice, Said, Usage, Words};
use crate::assembler::{self, Assembler, Others, Place};
use crate::transport::{Complaint, Fault, Frame, Reader, Reading, Unexplained};
use content::{Item, JsonObject, OpaquePart, ProviderState};
use ports::{StopReason, StreamEvent};
use serde_json::Value;

/// The mark that ends a stream.
const DONE: &str = "[DONE]";

/// The value of a missing id.
const NO_ID: &str = "null";

/// Maps one chunk at a time.
pub(super) struct Mapper {
    assembler: Assembler,
    stop: Option<String>,
    is_finished: bool,
    others: Others,
}

impl Reader for Mapper {
    fn read(&mut self, frame: Frame<'_>, events: &mut Vec<StreamEvent>) -> Result<Reading, Fault> {
        if frame.data == DONE {
            self.finish(events);
            return Ok(Reading::Understood);
        }
        let Ok(document) = serde_json::from_str::<Value>(frame.data) else { return Ok(Reading::Unknown) };
        if let Some(complaint) = Complaint::find(&document) {
            return Err(Fault::Complained(complaint));
        }
        match serde_json::from_value(document) {
            Ok(answer) => self.on_event(answer, events),
            Err(_) => Ok(Reading::Unknown),
        }
    }

    /// The stop reason is an end as well, and the only one if the answer is not streamed.
    fn end(&mut self, events: &mut Vec<StreamEvent>) -> Result<(), Fault> {
        if self.is_finished {
            return Ok(());
        }
        self.stop.as_ref().ok_or(Fault::BrokenOff)?;
        self.finish(events);
        Ok(())
    }
}

impl Mapper {
    pub(super) fn new(assembler: Assembler) -> Self {
        Self { assembler, stop: None, is_finished: false, others: Others::default() }
    }

    pub(super) fn on_event(
        &mut self,
        answer: Answer,
        events: &mut Vec<StreamEvent>,
    ) -> Result<Reading, Fault> {
        let is_known = !answer.choices.is_empty() || answer.usage.is_some();
        for choice in answer.choices {
            match choice.index.unwrap_or(0) {
                0 => self.choice(choice, events)?,
                number => self.others.saw(number, calls_in(&choice)),
            }
        }
        if let Some(usage) = answer.usage {
            events.push(StreamEvent::Usage(usage.into_usage()));
        }
        Ok(if is_known { Reading::Understood } else { Reading::Unknown })
    }

    fn choice(&mut self, choice: Choice, events: &mut Vec<StreamEvent>) -> Result<(), Fault> {
        if let Some(said) = choice.delta.or(choice.message) {
            self.on_text(said, events)?;
        }
        if choice.finish_reason.as_deref() == Some("error") {
            return Err(Fault::Complained(Complaint::unexplained(Unexplained::Stopped)));
        }
        self.stop = choice.finish_reason.or(self.stop.take());
        Ok(())
    }

    fn on_text(&mut self, said: Said, events: &mut Vec<StreamEvent>) -> Result<(), Fault> {
        match said.content {
            Some(Words::Text(text)) => events.extend(self.assembler.text(Place::Last, &text)?),
            Some(Words::Parts(parts)) => {
                for part in parts {
                    self.part(part, events)?;
                }
            }
            None => {}
        }
        for (position, call) in (0_u64..).zip(said.tool_calls.unwrap_or_default()) {
            self.call(position, &call, events)?;
        }
        Ok(())
    }

    fn part(&mut self, mut part: JsonObject, events: &mut Vec<StreamEvent>) -> Result<(), Fault> {
        match part.get("type").and_then(Value::as_str) {
            Some("text") => {
                let text = part.get("text").and_then(Value::as_str).unwrap_or_default();
                events.extend(self.assembler.text(Place::Last, text)?);
            }
            Some("thinking") if part.get("thinking").is_some_and(is_words) => {
                let thought = part.shift_remove("thinking").unwrap_or_default();
                let words = words(&thought);
                events.extend(self.assembler.reasoning(Place::Last, &words)?);
                part.shift_remove("type");
                if !words.is_empty() || !part.is_empty() {
                    let state = ProviderState::unclaimed(PROVIDER, Value::Object(part));
                    events.extend(self.assembler.keep_state(Place::Last, state)?);
                }
            }
            Some(_) | None => {
                let part = Value::Object(part);
                self.assembler.count(part.to_string().len())?;
                let value = OpaquePart::wrap(PROVIDER, part);
                events.extend(self.assembler.item(Place::Last, Item::Unknown { value })?);
            }
        }
        Ok(())
    }

    /// Most calls arrive complete. Without an index, their order in the chunk replaces it.
    fn call(&mut self, position: u64, call: &CallPiece, events: &mut Vec<StreamEvent>) -> Result<(), Fault> {
        let arguments = match &call.function.arguments {
            Some(Value::String(text)) => text.clone(),
            None | Some(Value::Null) => String::new(),
            Some(value) => value.to_string(),
        };
        let piece = assembler::CallPiece {
            id: call.id.as_deref().filter(|id| *id != NO_ID).unwrap_or_default(),
            name: call.function.name.as_deref().unwrap_or_default(),
            arguments: &arguments,
        };
        events.extend(self.assembler.call(Place::At(call.index.unwrap_or(position)), piece)?);
        Ok(())
    }

    fn finish(&mut self, events: &mut Vec<StreamEvent>) {
        events.extend(self.assembler.finish_all());
        events.extend(self.others.take_event());
        events.push(StreamEvent::Finished(stop_reason(self.stop.take())));
        self.is_finished = true;
    }
}

fn calls_in(choice: &Choice) -> usize {
    let said = choice.delta.as_ref().or(choice.message.as_ref());
    said.and_then(|said| said.tool_calls.as_ref()).map_or(0, Vec::len)
}

/// Whether a thought consists of text only, so that its text is all there is to keep.
fn is_words(thought: &Value) -> bool {
    let is_text = |part: &Value| {
        let keys = part.as_object().map_or(0, JsonObject::len);
        keys == 2
            && part.get("type") == Some(&"text".into())
            && part.get("text").is_some_and(Value::is_string)
    };
    thought.as_array().is_some_and(|parts| parts.iter().all(is_text))
}

fn words(thought: &Value) -> String {
    let texts = thought.as_array().into_iter().flatten();
    texts.filter_map(|part| part.get("text")?.as_str()).collect()
}

impl Usage {
    fn into_usage(self) -> content::Usage {
        let details = self.prompt_tokens_details.and_then(|details| details.cached_tokens);
        content::Usage {
            input: self.prompt_tokens,
            output: self.completion_tokens,
            cached: details.or(self.num_cached_tokens),
            written: None,
            reasoning: None,
        }
    }
}

fn stop_reason(reason: Option<String>) -> StopReason {
    let Some(reason) = reason else { return StopReason::Unstated };
    match reason.as_str() {
        "stop" => StopReason::Complete,
        "tool_calls" => StopReason::Calls,
        "length" | "model_length" => StopReason::Length,
        _ => StopReason::Other { reason },
    }
}
