//! Maps the events of an answer to stream events.

use super::PROVIDER;
use super::request::{CUSTOM, PHASE};
use super::search;
use super::wire::{Event, Response};
use crate::assembler::{Assembler, CallPiece, Place};
use crate::binding::reported;
use crate::outgoing::{ANNOTATIONS, ON_TEXT};
use crate::transport::{Fault, Frame, Reader, Reading};
use crate::wire::Text;
use content::{Item, JsonObject, Media, MediaSource, ProviderState, Usage};
use ports::{StopReason, StreamEvent, finder};
use serde_json::Value;
use std::collections::BTreeSet;

/// Maps one event at a time. Deltas are matched by their output index: some hosts change ids from event to event.
#[derive(Default)]
pub(super) struct Mapper {
    /// The indices with emitted text, so that the complete item at the end is not emitted again.
    said: BTreeSet<u64>,
    /// The indices that are complete.
    done: BTreeSet<u64>,
    /// The complete calls by id. Several may share an index.
    called: BTreeSet<String>,
    /// The calls that have begun and are not complete.
    begun: Vec<Begun>,
    has_calls: bool,
    /// The refusal of the model.
    refusal: String,
}

/// A call whose item is not complete. Some hosts give several items one index.
struct Begun {
    place: u64,
    item: String,
    call: String,
}

impl Mapper {
    pub(super) fn on_event(&mut self, event: Event<'_>, into: &mut Assembler) -> Result<Reading, Fault> {
        let index = event.output_index.unwrap_or(0);
        let delta = event.delta.unwrap_or_default().0;
        let item = event.item_id.unwrap_or_default().0;
        match event.kind.0.as_ref() {
            kind @ ("response.output_text.delta" | "response.refusal.delta") => {
                self.said.insert(index);
                if kind == "response.refusal.delta" {
                    self.refusal.push_str(&delta);
                }
                into.text(Place::At(index), &delta)?;
            }
            "response.reasoning_summary_text.delta" | "response.reasoning_text.delta" => {
                self.said.insert(index);
                into.reasoning(Place::At(index), &delta)?;
            }
            "response.reasoning_summary_part.added" => {
                if event.summary_index.unwrap_or(0) > 0 && self.said.contains(&index) {
                    into.reasoning(Place::At(index), "\n\n")?;
                }
            }
            "response.function_call_arguments.delta" | "response.custom_tool_call_input.delta" => {
                let piece = CallPiece { id: call_of(&self.begun, &item), arguments: &delta, name: "" };
                into.call(Place::At(index), piece)?;
            }
            "response.function_call_arguments.done" | "response.custom_tool_call_input.done" => {
                let Text(whole) = event.arguments.unwrap_or_default();
                let piece = CallPiece { id: call_of(&self.begun, &item), ..CallPiece::default() };
                into.call(Place::At(index), piece)?;
                into.whole_arguments(Place::At(index), &whole)?;
            }
            "response.output_item.added" => {
                let item = event.item.unwrap_or_default();
                self.begin(index, &item, into)?;
                if is_call(&item) {
                    let [item, call] = ["id", "call_id"].map(|name| text(&item, name).to_owned());
                    self.begun.push(Begun { place: index, item, call });
                }
            }
            "response.output_item.done" => self.item(index, event.item.unwrap_or_default(), into)?,
            "response.completed" | "response.incomplete" => {
                self.finish(event.response.unwrap_or_default(), into)?;
            }
            known if PASSED_OVER.contains(&known) => {}
            _ => return Ok(Reading::Unknown),
        }
        Ok(Reading::Understood)
    }

    /// A call is complete. Some hosts change its id at the end; it is then matched by its index, if it is alone there.
    fn complete(&mut self, index: u64, item: &Value, into: &mut Assembler) {
        let call = text(item, "call_id");
        self.called.insert(call.to_owned());
        let mut here = self.begun.iter().enumerate().filter(|(_, begun)| begun.place == index);
        let known = here.clone().find(|(_, begun)| begun.call == call).map(|(at, _)| at);
        let alone = here.next().map(|(at, _)| at).filter(|_| here.next().is_none());
        if known.is_none() && alone.is_some() {
            into.whole_id(Place::At(index), call);
        }
        if let Some(at) = known.or(alone) {
            self.begun.remove(at);
        }
    }

    /// A call is shown as soon as it has a name.
    fn begin(&mut self, index: u64, item: &Value, into: &mut Assembler) -> Result<(), Fault> {
        if is_search_here(item) {
            self.has_calls = true;
            let name = into.written(&finder::name());
            let piece = CallPiece { id: text(item, "call_id"), name: &name, arguments: "" };
            into.call(Place::At(index), piece)?;
        } else if is_call(item) {
            self.has_calls = true;
            let piece = CallPiece { id: text(item, "call_id"), name: text(item, "name"), arguments: "" };
            into.call(Place::At(index), piece)?;
            if text(item, "type") == CUSTOM {
                into.free_text(Place::At(index));
            }
        }
        Ok(())
    }

    /// The final form of an item.
    fn item(&mut self, index: u64, item: Value, into: &mut Assembler) -> Result<(), Fault> {
        self.done.insert(index);
        if is_call(&item) {
            self.complete(index, &item, into);
        }
        match text(&item, "type") {
            "function_call" => self.call(index, &item, "arguments", into)?,
            CUSTOM => self.call(index, &item, "input", into)?,
            search::CALL if is_search_here(&item) => self.search(index, &item, into)?,
            "reasoning" => self.thought(index, &item, into)?,
            "message" => self.message(index, &item, into)?,
            "image_generation_call" if item.get("result").is_some_and(Value::is_string) => {
                let mime_type =
                    format!("image/{}", item.get("output_format").and_then(Value::as_str).unwrap_or("png"));
                let source = MediaSource::Inline { base64: text(&item, "result").to_owned() };
                let item = Item::Media { media: Media { mime_type, source } };
                into.item(Place::At(index), item)?;
            }
            // Items of hosted tools are sent back unchanged.
            _ => into.own(Place::At(index), PROVIDER, item)?,
        }
        into.finish(Place::At(index));
        Ok(())
    }

    fn call(&mut self, index: u64, item: &Value, field: &str, into: &mut Assembler) -> Result<(), Fault> {
        self.begin(index, item, into)?;
        into.whole_arguments(Place::At(index), text(item, field))?;
        let kept = rest(item, &["call_id", "name", field], field == "input");
        into.keep_state(Place::At(index), kept)?;
        Ok(())
    }

    /// The arguments of a search are a value and not a string.
    fn search(&mut self, index: u64, item: &Value, into: &mut Assembler) -> Result<(), Fault> {
        self.begin(index, item, into)?;
        let arguments = item.get("arguments").map(Value::to_string).unwrap_or_default();
        into.whole_arguments(Place::At(index), &arguments)?;
        let kept = rest(item, &["call_id", "arguments"], true);
        into.keep_state(Place::At(index), kept)?;
        Ok(())
    }

    /// The whole item is kept: its encrypted part is bound to the rest.
    fn thought(&mut self, index: u64, item: &Value, into: &mut Assembler) -> Result<(), Fault> {
        if !self.said.contains(&index) {
            let list = |name: &str| item.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
            let summary = list("summary");
            let parts = if summary.is_empty() { list("content") } else { summary };
            let texts: Vec<_> = parts.iter().map(|part| text(part, "text")).collect();
            into.reasoning(Place::At(index), &texts.join("\n\n"))?;
        }
        into.keep_state(Place::At(index), rest(item, &[], false))?;
        Ok(())
    }

    fn message(&mut self, index: u64, item: &Value, into: &mut Assembler) -> Result<(), Fault> {
        let place = Place::At(index);
        if !self.said.contains(&index) {
            for part in item.get("content").and_then(Value::as_array).into_iter().flatten() {
                let refusal = text(part, "refusal");
                self.refusal.push_str(refusal);
                let said = part.get("text").and_then(Value::as_str).unwrap_or(refusal);
                into.text(place, said)?;
            }
        }
        let parts = item.get("content").and_then(Value::as_array).into_iter().flatten();
        let annotations = parts.filter_map(|part| part.get(ANNOTATIONS)?.as_array()).flatten().cloned();
        let annotations: Vec<_> = annotations.collect();
        let phase = item.get(PHASE).filter(|phase| phase.is_string());
        let mut beside = JsonObject::new();
        beside.extend(phase.map(|phase| (PHASE.to_owned(), phase.clone())));
        if !annotations.is_empty() {
            beside.insert(ANNOTATIONS.to_owned(), annotations.into());
        }
        if !beside.is_empty() {
            beside.insert(ON_TEXT.to_owned(), true.into());
            into.finish(place);
            let kept = ProviderState::unclaimed(PROVIDER, Value::Object(beside));
            into.keep_state(place, kept)?;
        }
        Ok(())
    }

    fn finish(&mut self, response: Response, into: &mut Assembler) -> Result<(), Fault> {
        for (index, item) in (0..).zip(response.output) {
            let is_called = is_call(&item) && self.called.contains(text(&item, "call_id"));
            if !self.done.contains(&index) && !is_called {
                self.item(index, item, into)?;
            }
        }
        into.finish_all();
        let adapted = response.input_transformations.into_iter();
        let adapted: Vec<_> = adapted.map(|one| reported(&one.action, &one.reason, one.id)).collect();
        if !adapted.is_empty() {
            into.events.push(StreamEvent::Adapted(adapted));
        }
        if let Some(usage) = response.usage {
            into.events.push(StreamEvent::Usage(Usage {
                input: usage.input_tokens,
                output: usage.output_tokens,
                cached: usage.input_tokens_details.and_then(|details| details.cached_tokens),
                written: usage.input_tokens_details.and_then(|details| details.cache_write_tokens),
                reasoning: usage.output_tokens_details.and_then(|details| details.reasoning_tokens),
            }));
        }
        let reason = response.incomplete_details.map(|details| details.reason);
        let stop = match (reason.as_deref(), self.has_calls) {
            (None, _) if !self.refusal.is_empty() => {
                StopReason::Refused { said: Some(std::mem::take(&mut self.refusal)) }
            }
            (Some("max_output_tokens"), _) => StopReason::Length,
            (Some("content_filter"), _) => StopReason::Filtered { said: None },
            (Some(other), _) => StopReason::Other { reason: other.to_owned() },
            (None, true) => StopReason::Calls,
            (None, false) => StopReason::Complete,
        };
        into.events.push(StreamEvent::Finished(stop));
        Ok(())
    }
}

impl Reader for Mapper {
    fn read(&mut self, frame: Frame<'_>, into: &mut Assembler) -> Result<Reading, Fault> {
        let event: Event<'_> = serde_json::from_str(frame.data)?;
        match event.kind.0.as_ref() {
            "error" | "response.failed" => Err(Fault::complained(frame.data, Some("response"))),
            // An answer that is not streamed.
            "" => {
                let response: Response = serde_json::from_str(frame.data)?;
                if response.status.as_deref().is_none_or(|status| matches!(status, "failed" | "cancelled")) {
                    return Err(Fault::complained(frame.data, Some("response")));
                }
                self.finish(response, into)?;
                Ok(Reading::Understood)
            }
            _ => self.on_event(event, into),
        }
    }

    fn end(&mut self, _into: &mut Assembler) -> Result<(), Fault> {
        Err(Fault::BrokenOff)
    }
}

/// The id of the call that an item represents, if the item's own id is known. It is not where ids change.
fn call_of<'a>(begun: &'a [Begun], item: &str) -> &'a str {
    let begun = begun.iter().find(|begun| !item.is_empty() && begun.item == item);
    begun.map_or("", |begun| &begun.call)
}

fn is_call(item: &Value) -> bool {
    matches!(text(item, "type"), "function_call" | CUSTOM) || is_search_here(item)
}

/// Whether a search for functions must be answered here. The provider answers the others.
fn is_search_here(item: &Value) -> bool {
    text(item, "type") == search::CALL && text(item, "execution") == "client"
}

/// Events whose contents other events repeat.
const PASSED_OVER: [&str; 14] = [
    "response.created",
    "response.queued",
    "response.in_progress",
    "response.content_part.added",
    "response.content_part.done",
    "response.output_text.done",
    "response.output_text.annotation.added",
    "response.refusal.done",
    "response.reasoning_text.done",
    "response.reasoning_summary_text.done",
    "response.reasoning_summary_part.done",
    "response.image_generation_call.in_progress",
    "response.image_generation_call.generating",
    "response.image_generation_call.completed",
];

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// The fields of an item that are sent back with it.
fn rest(item: &Value, without: &[&str], keeps_type: bool) -> ProviderState {
    let kept: JsonObject = item
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(name, _)| !without.contains(&name.as_str()) && (keeps_type || *name != "type"))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    ProviderState::unclaimed(PROVIDER, Value::Object(kept))
}
