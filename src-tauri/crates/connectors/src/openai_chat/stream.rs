//! Maps the chunks of an answer to stream events.

use super::details;
use super::profiles::Profile;
use super::request::{DETAILS, EXTRA, PROVIDER};
use super::tagged::{TAGGED, Tagged, Written};
use super::wire::{CallPart, Choice, Chunk, Delta, Flexible, Named, Usage as WireUsage};
use crate::assembler::{Assembler, CallPiece, Others, Place};
use crate::outgoing::{ANNOTATIONS, ON_TEXT};
use crate::transport::{Complaint, Fault, Frame, Reader, Reading, Unexplained};
use crate::wire::Text;
use content::{Item, JsonObject, Media, MediaSource, ProviderState, Usage};
use ports::{StopReason, StreamEvent};
use serde_json::{Value, json};
use std::borrow::Cow;

/// The line behind the last chunk.
const DONE: &str = "[DONE]";

/// Maps one chunk at a time.
pub(super) struct Mapper {
    accent: &'static Profile,
    usage: Option<Usage>,
    stop: Option<StopReason>,
    /// The thoughts in the text, if the service leaves them there.
    tagged: Option<Tagged>,
    /// Whether the last item is such a thought.
    has_tagged: bool,
    /// The sources of the text reported since the last ones were kept.
    annotations: Vec<Value>,
    others: Others,
    /// The refusal of the model.
    refusal: String,
    /// The finding of a filter.
    filtered: Option<String>,
    /// The details to send back with the thoughts not yet closed.
    details: Vec<Value>,
    thinking: Thinking,
}

/// The thinking since the last text or call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Thinking {
    #[default]
    Not,
    /// There are details, and no text.
    Silently,
    Aloud,
}

impl Mapper {
    pub(super) fn new(accent: &'static Profile) -> Self {
        Self {
            accent,
            usage: None,
            stop: None,
            tagged: accent.leaves_thoughts_in_text.then(Tagged::default),
            has_tagged: false,
            annotations: Vec::new(),
            others: Others::default(),
            refusal: String::new(),
            filtered: None,
            details: Vec::new(),
            thinking: Thinking::Not,
        }
    }

    pub(super) fn on_event(&mut self, chunk: Chunk<'_>, into: &mut Assembler) -> Result<Reading, Fault> {
        let usage = chunk.usage.or_else(|| chunk.x_groq.and_then(|groq| groq.usage));
        let mut reading = if usage.is_some() { Reading::Understood } else { Reading::Unknown };
        if let Some(usage) = usage {
            self.usage = Some(self.counted(usage));
        }
        for choice in chunk.choices.into_iter().flatten() {
            reading = Reading::Understood;
            match choice.index.unwrap_or(0) {
                0 => self.choice(choice, into)?,
                number => self.others.saw(number, calls_begun(&choice)),
            }
        }
        Ok(reading)
    }

    fn choice(&mut self, choice: Choice<'_>, into: &mut Assembler) -> Result<(), Fault> {
        if let Some(delta) = choice.delta {
            self.delta(delta, into)?;
        }
        let reason = choice.finish_reason.map(|Text(reason)| reason).filter(|reason| !reason.is_empty());
        let error = choice.error.filter(|error| !error.is_null());
        if error.is_some() || reason.as_deref() == Some("error") {
            return Err(failed(error));
        }
        self.filtered =
            choice.content_filter_results.as_ref().and_then(found_by_filter).or(self.filtered.take());
        if let Some(reason) = reason {
            self.stop = Some(stop(&reason));
        }
        Ok(())
    }

    fn delta(&mut self, delta: Delta<'_>, into: &mut Assembler) -> Result<(), Fault> {
        let reasoning = delta.reasoning_content.or(delta.reasoning);
        if let Some(Text(text)) = reasoning.filter(|Text(text)| !text.is_empty()) {
            self.thinking = Thinking::Aloud;
            into.reasoning(Place::Last, &text)?;
        }
        if let Some(details) = delta.reasoning_details.filter(|details| !details.is_empty()) {
            self.thinking = self.thinking.max(Thinking::Silently);
            self.details.extend(details);
        }
        self.content(delta.content, into)?;
        if let Some(Text(refusal)) = delta.refusal.filter(|Text(refusal)| !refusal.is_empty()) {
            self.close_thoughts(into)?;
            self.refusal.push_str(&refusal);
            into.text(Place::Last, &refusal)?;
        }
        for annotation in delta.annotations.into_iter().flatten() {
            into.count(annotation.to_string().len())?;
            self.annotations.push(annotation);
        }
        for image in delta.images.iter().flatten() {
            self.image(image, into)?;
        }
        for call in delta.tool_calls.into_iter().flatten() {
            self.call(call, into)?;
        }
        if let Some(call) = delta.function_call {
            self.call(CallPart { function: Some(call), ..CallPart::default() }, into)?;
        }
        Ok(())
    }

    fn content(&mut self, content: Flexible<'_>, into: &mut Assembler) -> Result<(), Fault> {
        let parts = match content {
            Flexible::Nothing => return Ok(()),
            Flexible::Text(text) => return self.text(&text, into),
            Flexible::List(parts) => parts,
            Flexible::Object(_) => Vec::new(),
        };
        self.close_thoughts(into)?;
        for part in &parts {
            match part.get("text").and_then(Value::as_str) {
                Some(text) => into.text(Place::Last, text)?,
                None => self.image(part, into)?,
            }
        }
        Ok(())
    }

    fn text(&mut self, text: &str, into: &mut Assembler) -> Result<(), Fault> {
        let open = self.tagged.as_mut().filter(|tagged| !tagged.is_through());
        let Some(tagged) = open else { return self.words(text, into) };
        for written in tagged.read(text) {
            match written {
                Written::Thought(thought) => self.tagged_thought(&thought, into)?,
                Written::Words(words) => self.words(&words, into)?,
            }
        }
        Ok(())
    }

    fn tagged_thought(&mut self, thought: &str, into: &mut Assembler) -> Result<(), Fault> {
        self.has_tagged = true;
        into.reasoning(Place::Last, thought)?;
        Ok(())
    }

    fn words(&mut self, words: &str, into: &mut Assembler) -> Result<(), Fault> {
        if !words.is_empty() {
            self.close_thoughts(into)?;
        }
        into.text(Place::Last, words)?;
        Ok(())
    }

    /// Everything behind the text shows that it is complete.
    fn close_text(&mut self, into: &mut Assembler) -> Result<(), Fault> {
        match self.tagged.as_mut().and_then(Tagged::rest) {
            Some(Written::Thought(thought)) => self.tagged_thought(&thought, into)?,
            Some(Written::Words(words)) => self.words(&words, into)?,
            None => {}
        }
        self.close_thoughts(into)?;
        let annotations = std::mem::take(&mut self.annotations);
        if !annotations.is_empty() {
            let kept = json!({ ON_TEXT: true, ANNOTATIONS: annotations });
            let provider_state = Some(ProviderState::unclaimed(PROVIDER, kept));
            let beside = Item::Reasoning { text: String::new(), provider_state };
            into.item(Place::Last, beside)?;
        }
        Ok(())
    }

    fn image(&mut self, part: &Value, into: &mut Assembler) -> Result<(), Fault> {
        self.close_thoughts(into)?;
        let url = part.pointer("/image_url/url").and_then(Value::as_str);
        match url.and_then(media) {
            Some(media) => into.item(Place::Last, Item::Media { media })?,
            None => into.own(Place::Last, PROVIDER, part.clone())?,
        }
        Ok(())
    }

    fn call(&mut self, call: CallPart<'_>, into: &mut Assembler) -> Result<(), Fault> {
        self.close_text(into)?;
        let place = call.index.map_or(Place::Last, Place::At);
        let id = call.id.unwrap_or_default().0;
        let is_custom = call.custom.is_some();
        let Named { name, arguments } = call.function.or(call.custom).unwrap_or_default();
        let name = name.unwrap_or_default().0;
        let arguments = match arguments {
            Flexible::Nothing => Cow::Borrowed(""),
            Flexible::Text(text) => text,
            Flexible::List(list) => Cow::Owned(Value::Array(list).to_string()),
            Flexible::Object(object) => Cow::Owned(Value::Object(object).to_string()),
        };
        let piece = CallPiece { id: &id, name: &name, arguments: &arguments };
        into.call(place, piece)?;
        if is_custom {
            into.free_text(place);
        }
        let kind = is_custom.then(|| ("type".to_owned(), Value::from("custom")));
        let extra = call.extra_content.map(|extra| (EXTRA.to_owned(), extra));
        let kept: JsonObject = kind.into_iter().chain(extra).collect();
        if !kept.is_empty() {
            into.keep_state(place, state(kept))?;
        }
        Ok(())
    }

    /// Keeps the details to send back with the thoughts so far. Details may arrive after their thought, and even after
    /// its consequences; those become a thought without text.
    fn close_thoughts(&mut self, into: &mut Assembler) -> Result<(), Fault> {
        if std::mem::take(&mut self.has_tagged) {
            let kept = state(JsonObject::from_iter([(TAGGED.to_owned(), true.into())]));
            into.keep_state(Place::Last, kept)?;
        }
        let thinking = std::mem::take(&mut self.thinking);
        if thinking == Thinking::Not || self.accent.reasoning_back.is_none() {
            return Ok(());
        }
        let details = details::merged(&std::mem::take(&mut self.details));
        let kept = (!details.is_empty()).then(|| (DETAILS.to_owned(), Value::Array(details)));
        let kept = state(kept.into_iter().collect());
        match thinking {
            Thinking::Aloud => into.keep_state(Place::Last, kept)?,
            Thinking::Silently | Thinking::Not => {
                let thought = Item::Reasoning { text: String::new(), provider_state: Some(kept) };
                into.item(Place::Last, thought)?;
            }
        }
        Ok(())
    }

    fn counted(&self, usage: WireUsage) -> Usage {
        let reasoning = usage.completion_tokens_details.and_then(|details| details.reasoning_tokens);
        let apart = reasoning.filter(|_| self.accent.counts_reasoning_apart).unwrap_or(0);
        let details = usage.prompt_tokens_details;
        let cached = details.and_then(|details| details.cached_tokens);
        Usage {
            input: usage.prompt_tokens,
            output: usage.completion_tokens.map(|output| output.saturating_add(apart)),
            cached: cached.or(usage.prompt_cache_hit_tokens),
            written: details.and_then(|details| details.cache_write_tokens),
            reasoning,
        }
    }

    fn finish(&mut self, into: &mut Assembler) -> Result<(), Fault> {
        self.close_text(into)?;
        into.finish_all();
        into.events.extend(self.others.take_event());
        into.events.extend(self.usage.take().map(StreamEvent::Usage));
        let stop = self.stop.take().unwrap_or(StopReason::Unstated);
        let stop = if !self.refusal.is_empty() {
            StopReason::Refused { said: Some(std::mem::take(&mut self.refusal)) }
        } else if let StopReason::Filtered { said } = stop {
            StopReason::Filtered { said: self.filtered.take().or(said) }
        } else {
            stop
        };
        into.events.push(StreamEvent::Finished(stop));
        Ok(())
    }
}

impl Reader for Mapper {
    fn read(&mut self, frame: Frame<'_>, into: &mut Assembler) -> Result<Reading, Fault> {
        if frame.data.starts_with(DONE) {
            self.finish(into)?;
            return Ok(Reading::Understood);
        }
        if frame.event == "error" {
            return Err(Fault::complained(frame.data, None));
        }
        let chunk: Chunk<'_> = serde_json::from_str(frame.data)?;
        if chunk.error.is_some() {
            return Err(Fault::complained(frame.data, None));
        }
        self.on_event(chunk, into)
    }

    /// Several services omit the last line, and a complete answer has none.
    fn end(&mut self, into: &mut Assembler) -> Result<(), Fault> {
        if self.stop.is_none() {
            return Err(Fault::BrokenOff);
        }
        self.finish(into)
    }
}

/// The number of calls that begin in a chunk: each is named once.
fn calls_begun(choice: &Choice<'_>) -> usize {
    let calls = choice.delta.iter().flat_map(|delta| delta.tool_calls.iter().flatten());
    let is_named = |call: &&CallPart<'_>| {
        let named = call.function.as_ref().or(call.custom.as_ref()).and_then(|named| named.name.as_ref());
        named.is_some_and(|Text(name)| !name.is_empty())
    };
    calls.filter(is_named).count()
}

/// A choice that failed while the stream around it continued.
fn failed(error: Option<Value>) -> Fault {
    let found = error.and_then(|error| Complaint::find(&json!({ "error": error })));
    Fault::Complained(found.unwrap_or_else(|| Complaint::unexplained(Unexplained::Stopped)))
}

/// The categories that a filter acted on, each with its severity: `violence (high)`.
fn found_by_filter(results: &Value) -> Option<String> {
    let found = results.as_object()?.iter().filter(|(_, found)| found.get("filtered") == Some(&true.into()));
    let found = found.map(|(category, found)| match found.get("severity").and_then(Value::as_str) {
        Some(severity) => format!("{category} ({severity})"),
        None => category.clone(),
    });
    Some(found.collect::<Vec<_>>().join(", ")).filter(|found| !found.is_empty())
}

fn stop(reason: &str) -> StopReason {
    match reason {
        "stop" | "eos" => StopReason::Complete,
        "tool_calls" | "function_call" => StopReason::Calls,
        "length" => StopReason::Length,
        "content_filter" => StopReason::Filtered { said: None },
        other => StopReason::Other { reason: other.to_owned() },
    }
}

fn state(kept: JsonObject) -> ProviderState {
    ProviderState::unclaimed(PROVIDER, Value::Object(kept))
}

fn media(url: &str) -> Option<Media> {
    let Some(inline) = url.strip_prefix("data:") else {
        let source = MediaSource::Address { uri: url.to_owned() };
        return Some(Media { mime_type: "image/*".to_owned(), source });
    };
    let (mime_type, base64) = inline.split_once(";base64,")?;
    let source = MediaSource::Inline { base64: base64.to_owned() };
    Some(Media { mime_type: mime_type.to_owned(), source })
}
