//! Maps the events of an answer to stream events.

use super::PROVIDER;
use super::wire::{Event, Interaction};
use crate::assembler::{Assembler, CallPiece, Place};
use crate::transport::{Complaint, Fault, Frame, Reader, Reading};
use content::{Item, JsonObject, Media, MediaSource, ProviderState};
use ports::{StopReason, StreamEvent};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const DONE: &str = "[DONE]";

/// The overhead counted per step, in bytes.
const STEP_OVERHEAD_BYTES: usize = 1 << 10;

/// Maps one event at a time.
#[derive(Default)]
pub(super) struct Mapper {
    /// The steps that have begun, as far as they have arrived.
    open: BTreeMap<u64, JsonObject>,
    has_begun: bool,
    has_calls: bool,
}

impl Reader for Mapper {
    fn read(&mut self, frame: Frame<'_>, into: &mut Assembler) -> Result<Reading, Fault> {
        if frame.data == DONE {
            return Ok(Reading::Understood);
        }
        let event: Event<'_> = serde_json::from_str(frame.data)?;
        match event.kind.as_ref() {
            "interaction.created" | "interaction.status_update" => {}
            "step.start" => self.begin(event.index, event.step, into)?,
            "step.delta" => return self.delta(event.index, event.delta, into),
            "step.stop" => self.finish(event.index, into)?,
            "interaction.completed" => self.complete(event.interaction, frame.data, into)?,
            // An empty error event is a keep-alive.
            "error" => {
                let document: Value = serde_json::from_str(frame.data)?;
                Complaint::find(&document).map_or(Ok(()), |complaint| Err(Fault::Complained(complaint)))?;
            }
            // An answer that is not streamed.
            "" => self.complete(serde_json::from_str(frame.data)?, frame.data, into)?,
            _ => return Ok(Reading::Unknown),
        }
        Ok(Reading::Understood)
    }

    fn end(&mut self, _into: &mut Assembler) -> Result<(), Fault> {
        Err(Fault::BrokenOff)
    }
}

impl Mapper {
    /// A step may have contents from the start. The arguments of a call are there until deltas of them arrive.
    fn begin(&mut self, index: u64, step: JsonObject, into: &mut Assembler) -> Result<(), Fault> {
        self.has_begun = true;
        into.count(STEP_OVERHEAD_BYTES + length(&step))?;
        let place = Place::At(index);
        match text(&step, "type") {
            "model_output" => {
                for content in list(&step, "content") {
                    self.on_content(place, content, into)?;
                }
            }
            "thought" => {
                for content in list(&step, "summary") {
                    into.reasoning(place, text(content, "text"))?;
                }
            }
            "function_call" => {
                self.has_calls = true;
                let piece = CallPiece { id: text(&step, "id"), name: text(&step, "name"), arguments: "" };
                into.call(place, piece)?;
            }
            _ => {}
        }
        self.open.insert(index, step);
        Ok(())
    }

    fn delta(&mut self, index: u64, delta: JsonObject, into: &mut Assembler) -> Result<Reading, Fault> {
        let place = Place::At(index);
        let Some(step) = self.open.get_mut(&index) else { return Ok(Reading::Unknown) };
        match (text(step, "type"), text(&delta, "type")) {
            ("model_output", "text" | "image" | "audio" | "video" | "document") => {
                self.on_content(place, &delta, into)?;
            }
            // Citations are part of the text as well.
            ("model_output", "text_annotation_delta") => {}
            ("function_call", "arguments_delta") => {
                step.shift_remove("arguments");
                let piece = CallPiece { arguments: text(&delta, "arguments"), ..CallPiece::default() };
                into.call(place, piece)?;
            }
            ("thought", "thought_summary") => {
                let content = delta.get("content").and_then(Value::as_object).cloned().unwrap_or_default();
                into.reasoning(place, text(&content, "text"))?;
                into.count(length(&content))?;
                summarise(step, content);
            }
            // Steps of hosted tools arrive in deltas of the same type.
            (kind, piece) if piece == "thought_signature" || piece == kind => {
                into.count(length(&delta))?;
                merge(step, delta);
            }
            _ => return Ok(Reading::Unknown),
        }
        Ok(Reading::Understood)
    }

    fn finish(&mut self, index: u64, into: &mut Assembler) -> Result<(), Fault> {
        let Some(step) = self.open.remove(&index) else { return Ok(()) };
        let place = Place::At(index);
        match text(&step, "type") {
            "function_call" => {
                if let Some(arguments) = step.get("arguments").filter(|arguments| !arguments.is_null()) {
                    into.whole_arguments(place, &arguments.to_string())?;
                }
                self.keep(place, step, &["type", "id", "name", "arguments"], into)?;
            }
            "thought" => self.keep(place, step, &["type"], into)?,
            // The text is emitted already, and the input is not new.
            "model_output" | "user_input" | "function_result" => {}
            // Steps of hosted tools are sent back unchanged.
            _ => into.own(place, PROVIDER, Value::Object(step))?,
        }
        into.finish(place);
        Ok(())
    }

    /// Keeps the fields of a step that no item holds.
    fn keep(
        &mut self,
        place: Place,
        mut step: JsonObject,
        without: &[&str],
        into: &mut Assembler,
    ) -> Result<(), Fault> {
        step.retain(|name, _| !without.contains(&name.as_str()));
        if !step.is_empty() {
            let state = ProviderState::unclaimed(PROVIDER, Value::Object(step));
            into.keep_state(place, state)?;
        }
        Ok(())
    }

    fn on_content(&mut self, place: Place, content: &JsonObject, into: &mut Assembler) -> Result<(), Fault> {
        match media(content) {
            Some(media) => {
                into.count(length(content))?;
                into.item(place, Item::Media { media })?;
            }
            None => into.text(place, text(content, "text"))?,
        }
        Ok(())
    }

    /// The end of a stream, or a complete answer.
    fn complete(&mut self, interaction: Interaction, data: &str, into: &mut Assembler) -> Result<(), Fault> {
        let status = interaction.status;
        if matches!(status.as_str(), "" | "failed" | "cancelled") {
            return Err(Fault::complained(data, Some("interaction")));
        }
        if !self.has_begun {
            for (index, step) in (0..).zip(interaction.steps) {
                self.begin(index, step, into)?;
                self.finish(index, into)?;
            }
        }
        while let Some(index) = self.open.keys().next().copied() {
            self.finish(index, into)?;
        }
        into.finish_all();
        into.events.extend(interaction.usage.map(|usage| StreamEvent::Usage(usage.tokens())));
        into.events.push(StreamEvent::Finished(self.stop_reason(status)));
        Ok(())
    }

    fn stop_reason(&self, status: String) -> StopReason {
        match status.as_str() {
            "requires_action" => StopReason::Calls,
            "completed" if self.has_calls => StopReason::Calls,
            "completed" => StopReason::Complete,
            // The limit of the request, of all requests together, or of one stretch of a long answer.
            "incomplete" | "budget_exceeded" | "requires_continuation" => StopReason::Length,
            _ => StopReason::Other { reason: status },
        }
    }
}

/// Deltas of a text form one text of the summary.
fn summarise(step: &mut JsonObject, content: JsonObject) {
    let summary = step.entry("summary").or_insert_with(|| json!([]));
    let Some(summary) = summary.as_array_mut() else { return };
    let last = summary.last_mut().and_then(|last| last.get_mut("text"));
    match (last, content.get("text").and_then(Value::as_str)) {
        (Some(Value::String(whole)), Some(piece)) => whole.push_str(piece),
        (Some(_) | None, _) => summary.push(Value::Object(content)),
    }
}

/// Lists are extended, and any other value replaces the previous one.
fn merge(step: &mut JsonObject, delta: JsonObject) {
    for (name, value) in delta {
        match (step.get_mut(&name), value) {
            _ if name == "type" => {}
            (Some(Value::Array(whole)), Value::Array(more)) => whole.extend(more),
            (_, value) => drop(step.insert(name, value)),
        }
    }
}

fn media(content: &JsonObject) -> Option<Media> {
    let usual = match text(content, "type") {
        "image" => "image/png",
        "audio" => "audio/wav",
        "video" => "video/mp4",
        "document" => "application/pdf",
        _ => return None,
    };
    let named = |name: &str| Some(text(content, name)).filter(|text| !text.is_empty()).map(str::to_owned);
    let source = match named("data") {
        Some(base64) => MediaSource::Inline { base64 },
        None => MediaSource::Address { uri: named("uri")? },
    };
    Some(Media { mime_type: named("mime_type").unwrap_or_else(|| usual.to_owned()), source })
}

fn text<'a>(object: &'a JsonObject, name: &str) -> &'a str {
    object.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn list<'a>(object: &'a JsonObject, name: &str) -> impl Iterator<Item = &'a JsonObject> {
    object.get(name).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object)
}

/// The approximate number of bytes on the wire.
fn length(object: &JsonObject) -> usize {
    object.iter().map(|(name, value)| name.len() + value.to_string().len()).sum()
}
