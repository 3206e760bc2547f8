//! Maps the events of an answer to stream events.

use super::partial::{PartialCall, goes_on};
use super::request::{CITATIONS, GROUNDING};
use super::wire::{Answer, Candidate, Usage};
use crate::assembler::{Assembler, CallPiece, Others, Place};
use crate::outgoing::ON_TEXT;
use crate::transport::{Complaint, Fault, Frame, Reader, Reading, Unexplained, nameless};
use content::{Item, JsonObject, Media, MediaSource, ProviderState};
use ports::{StopReason, StreamEvent};
use serde_json::{Value, json};

/// A prefix that some models put before the names of functions.
const PREFIX: &str = "default_api:";

/// Maps one event at a time.
#[derive(Default)]
pub(super) struct Mapper {
    /// The name under which this service's state is kept.
    provider: &'static str,
    calls: u64,
    partial: Option<PartialCall>,
    has_said: bool,
    stop: Option<String>,
    explanation: Option<String>,
    /// The sources of the answer, as last reported.
    cited: JsonObject,
    others: Others,
}

impl Reader for Mapper {
    fn read(&mut self, frame: Frame<'_>, into: &mut Assembler) -> Result<Reading, Fault> {
        nameless(frame.data)?.map_or(Ok(Reading::Unknown), |answer| self.on_event(answer, into))
    }

    /// There is no end event. Some models give a stop reason in every piece, so the last one counts.
    fn end(&mut self, into: &mut Assembler) -> Result<(), Fault> {
        let reason = self.stop.take().ok_or(Fault::BrokenOff)?;
        if !self.has_said && is_failure(&reason) {
            let complaint = match self.explanation.take() {
                Some(message) => Complaint { message, ..Complaint::default() },
                None => Complaint::unexplained(Unexplained::NoAnswer { reason: reason.clone() }),
            };
            return Err(Fault::Complained(Complaint { code: Some(reason), ..complaint }));
        }
        self.whole(into)?;
        let cited = std::mem::take(&mut self.cited);
        self.beside(cited, into)?;
        into.finish_all();
        into.events.extend(self.others.take_event());
        let said = self.explanation.take();
        into.events.push(StreamEvent::Finished(self.stop_reason(reason, said)));
        Ok(())
    }
}

impl Mapper {
    pub(super) fn new(provider: &'static str) -> Self {
        Self { provider, ..Self::default() }
    }

    pub(super) fn on_event(&mut self, answer: Answer, into: &mut Assembler) -> Result<Reading, Fault> {
        let is_blocked = answer.candidates.is_empty();
        let feedback = answer.prompt_feedback.filter(|_| is_blocked);
        if let Some(feedback) = feedback
            && let Some(reason) = feedback.block_reason
        {
            let complaint = match feedback.block_reason_message {
                Some(message) => Complaint { message, ..Complaint::default() },
                None => Complaint::unexplained(Unexplained::Blocked { reason: reason.clone() }),
            };
            return Err(Fault::Complained(Complaint { code: Some(reason), ..complaint }));
        }
        let is_known = !answer.candidates.is_empty() || answer.usage_metadata.is_some();
        for candidate in answer.candidates {
            match candidate.index.unwrap_or(0) {
                0 => self.candidate(candidate, into)?,
                number => self.others.saw(number, calls_in(&candidate)),
            }
        }
        if let Some(usage) = answer.usage_metadata {
            into.events.push(StreamEvent::Usage(usage.into_usage()));
        }
        Ok(if is_known { Reading::Understood } else { Reading::Unknown })
    }

    fn candidate(&mut self, candidate: Candidate, into: &mut Assembler) -> Result<(), Fault> {
        for part in candidate.content.map(|content| content.parts).unwrap_or_default() {
            self.part(part, into)?;
        }
        for (name, value) in
            [(GROUNDING, candidate.grounding_metadata), (CITATIONS, candidate.citation_metadata)]
        {
            if let Some(value) = value {
                into.count(value.to_string().len())?;
                self.cited.insert(name.to_owned(), value);
            }
        }
        self.stop = candidate.finish_reason.or(self.stop.take());
        self.explanation = candidate.finish_message.or(self.explanation.take());
        Ok(())
    }

    fn part(&mut self, mut part: JsonObject, into: &mut Assembler) -> Result<(), Fault> {
        let is_named = |call: &Value| call.get("name").is_some_and(Value::is_string);
        if part.get("functionCall").is_some_and(|call| is_named(call) || self.partial.is_some()) {
            let call = part.shift_remove("functionCall").unwrap_or_default();
            return self.function_call(&call, is_named(&call), part, into);
        }
        if let Some(media) = media(&part) {
            part.retain(|name, _| name != "inlineData" && name != "fileData");
            into.item(Place::Last, Item::Media { media })?;
            self.has_said = true;
            return self.beside(part, into);
        }
        match part.get("text").and_then(Value::as_str).map(str::to_owned) {
            Some(text) => self.text(&text, part, into),
            None => self.own(part, into),
        }
    }

    fn text(&mut self, text: &str, mut part: JsonObject, into: &mut Assembler) -> Result<(), Fault> {
        self.has_said |= !text.is_empty();
        if part.get("thought") == Some(&Value::Bool(true)) {
            into.reasoning(Place::Last, text)?;
            part.retain(|name, _| name != "text" && name != "thought");
            // Even an unsigned thought belongs to this provider and is sent back to it.
            let is_open = !text.is_empty() || !part.is_empty();
            if is_open {
                into.keep_state(Place::Last, self.state(part))?;
            }
            return Ok(());
        }
        if text.is_empty() && part.len() > 1 {
            return self.own(part, into);
        }
        into.text(Place::Last, text)?;
        part.retain(|name, _| name != "text" && name != "thought");
        self.beside(part, into)
    }

    /// A call arrives complete, or in pieces of which only the first has its name. The last piece may be missing.
    fn function_call(
        &mut self,
        call: &Value,
        is_named: bool,
        beside: JsonObject,
        into: &mut Assembler,
    ) -> Result<(), Fault> {
        into.count(call.to_string().len())?;
        if is_named {
            self.whole(into)?;
            if !goes_on(call) {
                return self.call(call, beside, into);
            }
            self.partial = Some(PartialCall::begin(call, beside)?);
            return Ok(());
        }
        if let Some(partial) = &mut self.partial {
            partial.add(call, beside)?;
        }
        if goes_on(call) { Ok(()) } else { self.whole(into) }
    }

    /// Combines the pieces into a call.
    fn whole(&mut self, into: &mut Assembler) -> Result<(), Fault> {
        match self.partial.take() {
            Some(PartialCall { id, name, arguments, beside }) => {
                self.call(&json!({ "id": id, "name": name, "args": arguments }), beside, into)
            }
            None => Ok(()),
        }
    }

    /// Calls have no index.
    fn call(&mut self, call: &Value, beside: JsonObject, into: &mut Assembler) -> Result<(), Fault> {
        let text = |name: &str| call.get(name).and_then(Value::as_str).unwrap_or_default();
        let name = text("name");
        let arguments = call.get("args").filter(|arguments| !arguments.is_null());
        let arguments = arguments.map(Value::to_string).unwrap_or_default();
        let piece = CallPiece {
            id: text("id"),
            name: name.strip_prefix(PREFIX).unwrap_or(name),
            arguments: &arguments,
        };
        let place = Place::At(self.calls);
        self.calls += 1;
        self.has_said = true;
        into.call(place, piece)?;
        if !beside.is_empty() {
            into.keep_state(place, self.state(beside))?;
        }
        into.finish(place);
        Ok(())
    }

    /// Keeps fields attached to a text or a media item as a thought without text behind it.
    fn beside(&mut self, mut rest: JsonObject, into: &mut Assembler) -> Result<(), Fault> {
        if rest.is_empty() {
            return Ok(());
        }
        rest.insert(ON_TEXT.into(), true.into());
        into.count(Value::Object(rest.clone()).to_string().len())?;
        let item = Item::Reasoning { text: String::new(), provider_state: Some(self.state(rest)) };
        into.item(Place::Last, item)?;
        Ok(())
    }

    fn own(&mut self, part: JsonObject, into: &mut Assembler) -> Result<(), Fault> {
        let part = Value::Object(part);
        into.count(part.to_string().len())?;
        Ok(into.own(Place::Last, self.provider, part)?)
    }

    fn state(&self, state: JsonObject) -> ProviderState {
        ProviderState::unclaimed(self.provider, Value::Object(state))
    }

    fn stop_reason(&self, reason: String, said: Option<String>) -> StopReason {
        match reason.as_str() {
            "STOP" if self.calls > 0 => StopReason::Calls,
            "STOP" => StopReason::Complete,
            "MAX_TOKENS" => StopReason::Length,
            "SAFETY"
            | "RECITATION"
            | "BLOCKLIST"
            | "PROHIBITED_CONTENT"
            | "SPII"
            | "IMAGE_SAFETY"
            | "IMAGE_PROHIBITED_CONTENT"
            | "MODEL_ARMOR" => StopReason::Filtered { said },
            _ => StopReason::Other { reason },
        }
    }
}

fn calls_in(candidate: &Candidate) -> usize {
    let parts = candidate.content.iter().flat_map(|content| &content.parts);
    parts.filter(|part| part.contains_key("functionCall")).count()
}

/// Whether an empty answer with this reason is a failure.
fn is_failure(reason: &str) -> bool {
    reason != "STOP" && reason != "MAX_TOKENS"
}

fn media(part: &JsonObject) -> Option<Media> {
    let text = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
    if let Some(data) = part.get("inlineData") {
        let source = MediaSource::Inline { base64: text(data, "data")? };
        return Some(Media { mime_type: text(data, "mimeType")?, source });
    }
    let file = part.get("fileData")?;
    let source = MediaSource::Address { uri: text(file, "fileUri")? };
    Some(Media { mime_type: text(file, "mimeType")?, source })
}

impl Usage {
    fn into_usage(self) -> content::Usage {
        let sum = |left: Option<u32>, right: Option<u32>| {
            [left, right].into_iter().flatten().reduce(u32::saturating_add)
        };
        content::Usage {
            input: sum(self.prompt_token_count, self.tool_use_prompt_token_count),
            output: sum(self.candidates_token_count, self.thoughts_token_count),
            cached: self.cached_content_token_count,
            written: None,
            reasoning: self.thoughts_token_count,
        }
    }
}
