//! Writes the answer of another model, or of a person, as chunks.

use super::calls::{FUNCTION_CALL, SIGNATURE, UNSIGNED};
use crate::dialects::AnswerWriter;
use crate::dialects::written_name;
use crate::json::members::{Members, raw, raw_json};
use crate::streams::frame;
use crate::{Head, WrittenAnswer};
use content::{CallArguments, FunctionCall, Item, Media, MediaSource, OpaquePart, ProviderState, Usage};
use ports::{StopReason, StreamEvent};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub(super) struct Writer {
    /// The members that every chunk has.
    common: Members<'static>,
    /// The items whose text was written as it came.
    streamed: BTreeSet<usize>,
    has_calls: bool,
}

impl Writer {
    pub(super) fn new(head: &Head) -> Self {
        Self::behind(common(head))
    }

    /// Goes on behind chunks of a provider that have these members in common.
    pub(super) fn behind(common: Members<'static>) -> Self {
        Self { common, streamed: BTreeSet::new(), has_calls: false }
    }

    fn part(&self, part: &RawValue) -> Vec<u8> {
        frame(&response(&self.common, &[part], None))
    }

    fn item(&mut self, index: usize, item: &Item) -> Vec<u8> {
        let is_streamed = self.streamed.contains(&index);
        let part = match item {
            Item::Text { .. } | Item::Reasoning { .. } if is_streamed => None,
            Item::Text { .. }
            | Item::Reasoning { .. }
            | Item::Media { .. }
            | Item::FunctionCall { .. }
            | Item::FunctionResult { .. }
            | Item::Unknown { .. } => part_of(item, &mut self.has_calls),
        };
        part.map(|part| self.part(&part)).unwrap_or_default()
    }

    fn delta(&mut self, index: usize, item: &Item) -> Vec<u8> {
        self.streamed.insert(index);
        part_of(item, &mut self.has_calls).map(|part| self.part(&part)).unwrap_or_default()
    }
}

impl AnswerWriter for Writer {
    /// Nothing: every chunk is a response of its own.
    fn begin(&mut self) -> Vec<u8> {
        Vec::new()
    }

    fn event(&mut self, event: &StreamEvent) -> Vec<u8> {
        match event {
            StreamEvent::TextDelta { index, text } => self.delta(*index, &Item::Text { text: text.clone() }),
            StreamEvent::ReasoningDelta { index, text } => {
                self.delta(*index, &Item::Reasoning { text: text.clone(), provider_state: None })
            }
            StreamEvent::ItemFinished { index, item } => self.item(*index, item),
            StreamEvent::ItemStarted { .. }
            | StreamEvent::ArgumentsDelta { .. }
            | StreamEvent::Usage(_)
            | StreamEvent::Adapted(_)
            | StreamEvent::Replaced(_)
            | StreamEvent::Others { .. }
            | StreamEvent::Odd { .. }
            | StreamEvent::Finished(_) => Vec::new(),
        }
    }

    fn end(&mut self, stop: &StopReason, usage: Usage) -> Vec<u8> {
        frame(&response(&self.common, &[&empty_text()], Some((stop, usage))))
    }
}

/// The answer as one response.
pub(super) fn whole(head: &Head, answer: &WrittenAnswer) -> Vec<u8> {
    let mut has_calls = false;
    let mut parts: Vec<_> = answer.items.iter().filter_map(|item| part_of(item, &mut has_calls)).collect();
    if parts.is_empty() {
        parts.push(empty_text());
    }
    let parts: Vec<_> = parts.iter().map(AsRef::as_ref).collect();
    response(&common(head), &parts, Some((&answer.stop, answer.usage))).into_bytes()
}

fn common(head: &Head) -> Members<'static> {
    let version = ("modelVersion".to_owned(), raw(&head.model));
    Members::from_iter([version, ("responseId".to_owned(), raw(&head.id))])
}

fn response(common: &Members<'_>, parts: &[&RawValue], end: Option<(&StopReason, Usage)>) -> String {
    let mut content = Members::from_iter([("parts".to_owned(), raw(parts))]);
    content.set("role", raw("model"));
    let mut candidate = Members::from_iter([("content".to_owned(), raw(&content))]);
    if let Some((stop, _)) = end {
        let (reason, words) = finish(stop);
        candidate.set("finishReason", raw(reason));
        words.iter().for_each(|words| candidate.set("finishMessage", raw(*words)));
    }
    candidate.set("index", raw(&0));
    let mut response = Members::from_iter([("candidates".to_owned(), raw(&[candidate]))]);
    if let Some((_, usage)) = end {
        response.set("usageMetadata", raw(&usage_of(usage)));
    }
    common.iter().for_each(|(name, value)| response.set(name, value.to_owned()));
    raw(&response).get().to_owned()
}

pub(super) fn empty_text() -> Box<RawValue> {
    raw(&json!({ "text": "" }))
}

/// The part of an item. One that only another protocol can hold has none.
pub(super) fn part_of(item: &Item, has_calls: &mut bool) -> Option<Box<RawValue>> {
    match item {
        Item::Text { text } => (!text.is_empty()).then(|| raw(&json!({ "text": text }))),
        Item::Reasoning { text, provider_state } => {
            if text.is_empty() {
                return None;
            }
            let mut part = json!({ "text": text, "thought": true });
            let signature = signature(provider_state.as_ref());
            signature.iter().for_each(|signature| part[SIGNATURE] = (*signature).clone());
            Some(raw(&part))
        }
        Item::Media { media } => Some(raw(&media_part(media))),
        Item::FunctionCall { call } => {
            let is_first = !std::mem::replace(has_calls, true);
            let signature = signature(call.provider_state.as_ref()).cloned();
            Some(call_part(call, signature.or_else(|| is_first.then(|| UNSIGNED.into()))))
        }
        Item::Unknown { value } => {
            let own = OpaquePart::read(value).filter(|part| is_own(part.provider));
            own.map(|part| raw(part.part))
        }
        Item::FunctionResult { .. } => None,
    }
}

fn call_part(call: &FunctionCall, signature: Option<Value>) -> Box<RawValue> {
    let mut written = Members::from_iter([("id".to_owned(), raw(call.id.as_str()))]);
    written.set("name", raw(&written_name(&call.function)));
    written.set("args", arguments(&call.arguments));
    let mut part = Members::from_iter([(FUNCTION_CALL.to_owned(), raw(&written))]);
    signature.iter().for_each(|signature| part.set(SIGNATURE, raw(signature)));
    raw(&part)
}

/// The object as the model wrote it, with all digits of its numbers.
fn arguments(arguments: &CallArguments) -> Box<RawValue> {
    match arguments {
        CallArguments::Parsed { raw: text, value } => {
            let object = raw_json(text).filter(|json| json.get().starts_with('{') && !arguments.is_text());
            object.unwrap_or_else(|| raw(value))
        }
        CallArguments::Malformed { raw: text, .. } => raw(&json!({ "INVALID_JSON": text })),
    }
}

fn media_part(media: &Media) -> Value {
    let Media { mime_type, source } = media;
    match source {
        MediaSource::Inline { base64 } => json!({ "inlineData": { "mimeType": mime_type, "data": base64 } }),
        MediaSource::Address { uri } => json!({ "fileData": { "mimeType": mime_type, "fileUri": uri } }),
    }
}

/// The signature that Gemini itself gave.
fn signature(state: Option<&ProviderState>) -> Option<&Value> {
    state.filter(|state| is_own(&state.provider))?.state.get(SIGNATURE)
}

fn is_own(provider: &str) -> bool {
    matches!(provider, "gemini" | "vertex")
}

/// The reason to stop, and words about it.
pub(super) fn finish(stop: &StopReason) -> (&'static str, Option<&str>) {
    match stop {
        StopReason::Complete | StopReason::Calls | StopReason::Paused | StopReason::Unstated => {
            ("STOP", None)
        }
        StopReason::Length => ("MAX_TOKENS", None),
        StopReason::Filtered { said } | StopReason::Refused { said } => ("SAFETY", said.as_deref()),
        StopReason::Other { reason } => ("OTHER", Some(reason)),
    }
}

pub(super) fn usage_of(usage: Usage) -> Value {
    let (input, output) = (usage.input.unwrap_or(0), usage.output.unwrap_or(0));
    let thoughts = usage.reasoning.unwrap_or(0);
    let mut counts = json!({
        "promptTokenCount": input,
        "candidatesTokenCount": output.saturating_sub(thoughts),
        "totalTokenCount": u64::from(input) + u64::from(output),
    });
    usage.cached.iter().for_each(|cached| counts["cachedContentTokenCount"] = (*cached).into());
    usage.reasoning.iter().for_each(|thoughts| counts["thoughtsTokenCount"] = (*thoughts).into());
    counts
}
