//! Maps the chunks of an answer to stream events.

use super::PROVIDER;
use super::wire::{Answer, CallPiece, Choice, Said, Usage, Words};
use crate::assembler::{self, Assembler, Others, Place};
use crate::transport::{Complaint, Fault, Frame, Reader, Reading, Unexplained, nameless};
use content::{JsonObject, ProviderState};
use ports::{StopReason, StreamEvent};
use serde_json::Value;

/// The mark that ends a stream.
const DONE: &str = "[DONE]";

/// The value of a missing id.
const NO_ID: &str = "null";

/// Maps one chunk at a time.
#[derive(Default)]
pub(super) struct Mapper {
    stop: Option<String>,
    is_finished: bool,
    others: Others,
}

impl Reader for Mapper {
    fn read(&mut self, frame: Frame<'_>, into: &mut Assembler) -> Result<Reading, Fault> {
        if frame.data == DONE {
            self.finish(into);
            return Ok(Reading::Understood);
        }
        nameless(frame.data)?.map_or(Ok(Reading::Unknown), |answer| self.on_event(answer, into))
    }

    /// The stop reason is an end as well, and the only one if the answer is not streamed.
    fn end(&mut self, into: &mut Assembler) -> Result<(), Fault> {
        if self.is_finished {
            return Ok(());
        }
        self.stop.as_ref().ok_or(Fault::BrokenOff)?;
        self.finish(into);
        Ok(())
    }
}

impl Mapper {
    pub(super) fn on_event(&mut self, answer: Answer, into: &mut Assembler) -> Result<Reading, Fault> {
        let is_known = !answer.choices.is_empty() || answer.usage.is_some();
        for choice in answer.choices {
            match choice.index.unwrap_or(0) {
                0 => self.choice(choice, into)?,
                number => self.others.saw(number, calls_in(&choice)),
            }
        }
        if let Some(usage) = answer.usage {
            into.events.push(StreamEvent::Usage(usage.into_usage()));
        }
        Ok(if is_known { Reading::Understood } else { Reading::Unknown })
    }

    fn choice(&mut self, choice: Choice, into: &mut Assembler) -> Result<(), Fault> {
        if let Some(said) = choice.delta.or(choice.message) {
            self.on_text(said, into)?;
        }
        if choice.finish_reason.as_deref() == Some("error") {
            return Err(Fault::Complained(Complaint::unexplained(Unexplained::Stopped)));
        }
        self.stop = choice.finish_reason.or(self.stop.take());
        Ok(())
    }

    fn on_text(&mut self, said: Said, into: &mut Assembler) -> Result<(), Fault> {
        match said.content {
            Some(Words::Text(text)) => into.text(Place::Last, &text)?,
            Some(Words::Parts(parts)) => {
                for part in parts {
                    self.part(part, into)?;
                }
            }
            None => {}
        }
        for (position, call) in (0_u64..).zip(said.tool_calls.unwrap_or_default()) {
            self.call(position, &call, into)?;
        }
        Ok(())
    }

    fn part(&mut self, mut part: JsonObject, into: &mut Assembler) -> Result<(), Fault> {
        match part.get("type").and_then(Value::as_str) {
            Some("text") => {
                let text = part.get("text").and_then(Value::as_str).unwrap_or_default();
                into.text(Place::Last, text)?;
            }
            Some("thinking") if part.get("thinking").is_some_and(is_words) => {
                let thought = part.shift_remove("thinking").unwrap_or_default();
                let words = words(&thought);
                into.reasoning(Place::Last, &words)?;
                part.shift_remove("type");
                if !words.is_empty() || !part.is_empty() {
                    let state = ProviderState::unclaimed(PROVIDER, Value::Object(part));
                    into.keep_state(Place::Last, state)?;
                }
            }
            Some(_) | None => {
                let part = Value::Object(part);
                into.count(part.to_string().len())?;
                into.own(Place::Last, PROVIDER, part)?;
            }
        }
        Ok(())
    }

    /// Most calls arrive complete. Without an index, their order in the chunk replaces it.
    fn call(&mut self, position: u64, call: &CallPiece, into: &mut Assembler) -> Result<(), Fault> {
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
        into.call(Place::At(call.index.unwrap_or(position)), piece)?;
        Ok(())
    }

    fn finish(&mut self, into: &mut Assembler) {
        into.finish_all();
        into.events.extend(self.others.take_event());
        into.events.push(StreamEvent::Finished(stop_reason(self.stop.take())));
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
