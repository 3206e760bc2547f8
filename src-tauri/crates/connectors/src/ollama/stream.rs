//! Maps the lines of an answer to stream events.

use super::PROVIDER;
use super::wire::{Answer, Call, Said};
use crate::assembler::{Assembler, CallPiece, Place};
use crate::transport::{Fault, Frame, Reader, Reading, nameless};
use content::{ProviderState, Usage};
use ports::{StopReason, StreamEvent};
use serde_json::{Map, Value};

/// Maps one line at a time.
#[derive(Default)]
pub(super) struct Mapper {
    calls: u64,
    is_finished: bool,
}

impl Reader for Mapper {
    fn read(&mut self, frame: Frame<'_>, into: &mut Assembler) -> Result<Reading, Fault> {
        nameless(frame.data)?.map_or(Ok(Reading::Unknown), |answer| self.on_event(answer, into))
    }

    fn end(&mut self, _into: &mut Assembler) -> Result<(), Fault> {
        if self.is_finished { Ok(()) } else { Err(Fault::BrokenOff) }
    }
}

impl Mapper {
    pub(super) fn on_event(&mut self, answer: Answer, into: &mut Assembler) -> Result<Reading, Fault> {
        let is_known = answer.message.is_some() || answer.done;
        if let Some(said) = answer.message {
            self.on_text(said, into)?;
        }
        if answer.done {
            let usage =
                Usage { input: answer.prompt_eval_count, output: answer.eval_count, ..Usage::default() };
            if usage != Usage::default() {
                into.events.push(StreamEvent::Usage(usage));
            }
            into.finish_all();
            into.events.push(StreamEvent::Finished(self.stop_reason(answer.done_reason)));
            self.is_finished = true;
        }
        Ok(if is_known { Reading::Understood } else { Reading::Unknown })
    }

    /// Text arrives in deltas, calls arrive complete.
    fn on_text(&mut self, said: Said, into: &mut Assembler) -> Result<(), Fault> {
        if let Some(thought) = said.thinking.filter(|thought| !thought.is_empty()) {
            into.reasoning(Place::Last, &thought)?;
            // There is nothing to keep but the maker of the thought.
            let state = ProviderState::unclaimed(PROVIDER, Value::Object(Map::new()));
            into.keep_state(Place::Last, state)?;
        }
        if let Some(text) = said.content {
            into.text(Place::Last, &text)?;
        }
        for call in said.tool_calls.unwrap_or_default() {
            self.call(&call, into)?;
        }
        Ok(())
    }

    fn call(&mut self, call: &Call, into: &mut Assembler) -> Result<(), Fault> {
        let arguments = match &call.function.arguments {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            value @ (Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
                value.to_string()
            }
        };
        let place = Place::At(self.calls);
        self.calls += 1;
        let piece = CallPiece { id: &call.id, name: &call.function.name, arguments: &arguments };
        into.call(place, piece)?;
        into.finish(place);
        Ok(())
    }

    fn stop_reason(&self, reason: Option<String>) -> StopReason {
        match reason.as_deref() {
            None => StopReason::Unstated,
            Some("stop") if self.calls > 0 => StopReason::Calls,
            Some("stop") => StopReason::Complete,
            Some("length") => StopReason::Length,
            Some(other) => StopReason::Other { reason: other.to_owned() },
        }
    }
}
