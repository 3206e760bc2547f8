//! Puts other calls into the candidates of a response.

use super::calls::{Calls, PartKind};
use super::writer::{empty_text, finish, part_of, usage_of};
use crate::dialects::Unwritable;
use crate::dialects::alternatives::{Edited, first, text_of, with_first};
use crate::json::members::{Members, elements, is_nothing, raw};
use crate::{WantedCall, WrittenAnswer};
use serde_json::value::RawValue;

const FINISH_REASON: &str = "finishReason";
const FINISH_MESSAGE: &str = "finishMessage";
const STOP: &str = "STOP";

/// The part of a response that says nothing.
const EMPTY_TEXT: &str = r#"{"text":""}"#;

/// The reasons of a model that failed to write a call.
const FAILED_CALLS: [&str; 5] = [
    "MALFORMED_FUNCTION_CALL",
    "UNEXPECTED_TOOL_CALL",
    "TOO_MANY_TOOL_CALLS",
    "MISSING_THOUGHT_SIGNATURE",
    "MALFORMED_RESPONSE",
];

/// Puts calls into the chunks of a response, one after the other.
#[derive(Debug)]
pub(super) struct Edit {
    /// The calls of the chunks so far, which tell the parts of calls apart.
    seen: Calls,
    /// The parts to write in place of each call.
    slots: Vec<Vec<Box<RawValue>>>,
    had_calls: bool,
    has_calls: bool,
    /// Whether more follows behind the chunk that ended the response.
    goes_on: bool,
}

/// Where a chunk is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    /// More chunks follow.
    Within,
    /// The chunk that ends the response, which gets the calls that have no other place.
    Last,
}

/// Reads the calls of a chunk. `None` if it is not a response with candidates.
pub(super) fn read(data: &str, calls: &mut Calls) -> Option<()> {
    let chunk = Members::read(data)?;
    let candidates = elements(chunk.text_of("candidates")?)?;
    for candidate in candidates.into_iter().filter_map(first) {
        let content = candidate.inside("content").unwrap_or_default();
        for part in content.text_of("parts").and_then(elements).unwrap_or_default() {
            Members::read(part.get()).iter().for_each(|part| {
                calls.take(part);
            });
        }
    }
    Some(())
}

/// Whether a chunk says why candidate 0 ended.
pub(super) fn is_finished(data: &str) -> bool {
    let Some(chunk) = Members::read(data) else { return false };
    let candidates = chunk.text_of("candidates").and_then(elements).unwrap_or_default();
    let mut first = candidates.into_iter().filter_map(first);
    first.any(|candidate| candidate.value::<String>(FINISH_REASON).is_some())
}

/// A whole response with these calls.
pub(super) fn whole(body: &[u8], wanted: &[WantedCall]) -> Result<Vec<u8>, Unwritable> {
    let text = text_of(body)?;
    let mut calls = Calls::default();
    read(text, &mut calls).ok_or_else(|| Unwritable::not_read("it has no candidates"))?;
    calls.check(wanted)?;
    if calls.are(wanted) {
        return Ok(body.to_vec());
    }
    match Edit::new(&calls, wanted).chunk(text, Position::Last) {
        Edited::Changed(edited) => Ok(edited.into_bytes()),
        Edited::Unchanged | Edited::Empty => Err(Unwritable::not_read("it has no candidate")),
    }
}

/// A whole response that goes on with this answer in place of its calls.
pub(super) fn continued(body: &[u8], answer: &WrittenAnswer) -> Result<Vec<u8>, Unwritable> {
    let usage = usage_of(answer.usage);
    let edit = |first: Members<'_>| raw(&continued_candidate(first, answer));
    Ok(with_first(&whole(body, &[])?, "candidates", edit, ("usageMetadata", &usage)))
}

fn continued_candidate<'a>(mut candidate: Members<'a>, answer: &WrittenAnswer) -> Members<'a> {
    let mut content = candidate.inside("content").unwrap_or_default().into_owned();
    let own = content.text_of("parts").and_then(elements).unwrap_or_default();
    let own = own.into_iter().filter(|part| part.get() != EMPTY_TEXT).map(ToOwned::to_owned);
    let mut has_calls = false;
    let more = answer.items.iter().filter_map(|item| part_of(item, &mut has_calls));
    let mut parts: Vec<Box<RawValue>> = own.chain(more).collect();
    if parts.is_empty() {
        parts.push(empty_text());
    }
    content.set("parts", raw(&parts));
    if content.get("role").is_none() {
        content.set("role", raw("model"));
    }
    candidate.set("content", raw(&content));
    let (reason, words) = finish(&answer.stop);
    candidate.set(FINISH_REASON, raw(reason));
    match words {
        Some(words) => candidate.set(FINISH_MESSAGE, raw(words)),
        None => candidate.remove(FINISH_MESSAGE),
    }
    candidate
}

impl Edit {
    pub(super) fn new(calls: &Calls, wanted: &[WantedCall]) -> Self {
        Self {
            seen: Calls::default(),
            slots: calls.slots(wanted),
            had_calls: !calls.is_empty(),
            has_calls: !wanted.is_empty(),
            goes_on: false,
        }
    }

    /// Takes out the calls and the end of the response.
    pub(super) fn unfinished(calls: &Calls) -> Self {
        Self { goes_on: true, ..Self::new(calls, &[]) }
    }

    pub(super) fn chunk(&mut self, data: &str, position: Position) -> Edited {
        let Some(mut chunk) = Members::read(data) else { return Edited::Unchanged };
        let Some(candidates) = chunk.text_of("candidates").and_then(elements) else {
            return Edited::Unchanged;
        };
        let (mut kept, mut is_changed, mut is_empty) = (Vec::new(), false, true);
        for candidate in candidates {
            let edit = first(candidate).and_then(|first| self.candidate(first, position));
            is_empty &= edit.as_ref().is_some_and(says_nothing);
            is_changed |= edit.is_some();
            kept.push(edit.map_or_else(|| candidate.to_owned(), |edit| raw(&edit)));
        }
        if !is_changed {
            return Edited::Unchanged;
        }
        if is_empty && position == Position::Within {
            return Edited::Empty;
        }
        let kept = raw(&kept);
        chunk.set("candidates", kept);
        Edited::Changed(raw(&chunk).get().to_owned())
    }

    /// The calls without a place in the response: all of them, if it had none.
    pub(super) fn take_new(&mut self) -> Vec<Box<RawValue>> {
        if self.had_calls { Vec::new() } else { self.slots.iter_mut().flat_map(std::mem::take).collect() }
    }

    /// The candidate, if it is another one now.
    fn candidate<'a>(&mut self, mut candidate: Members<'a>, position: Position) -> Option<Members<'a>> {
        let content = candidate.inside("content").map(Members::into_owned);
        let has_content = content.is_some();
        let mut content = content.unwrap_or_default();
        let (mut parts, mut is_changed) = self.parts(&content);
        if position == Position::Last {
            let new = self.take_new();
            is_changed |= !new.is_empty();
            parts.extend(new);
        }
        if is_changed {
            if parts.is_empty() && position == Position::Last {
                parts.push(empty_text());
            }
            content.set("parts", raw(&parts));
            if !has_content {
                content.set("role", raw("model"));
            }
            candidate.set("content", raw(&content));
        }
        is_changed |= self.finish(&mut candidate);
        if self.goes_on && candidate.get(FINISH_REASON).is_some() {
            candidate.remove(FINISH_REASON);
            candidate.remove(FINISH_MESSAGE);
            is_changed = true;
        }
        is_changed.then_some(candidate)
    }

    /// The parts with the wanted calls among them, and whether they are others.
    fn parts(&mut self, content: &Members<'_>) -> (Vec<Box<RawValue>>, bool) {
        let (mut kept, mut is_changed) = (Vec::new(), false);
        for part in content.text_of("parts").and_then(elements).unwrap_or_default() {
            let members = Members::read(part.get());
            let kind = members.as_ref().map_or(PartKind::Other, |part| self.seen.take(part));
            match kind {
                PartKind::Other => kept.push(part.to_owned()),
                PartKind::Continues => is_changed = true,
                PartKind::Begins { ordinal } => {
                    let slot = self.slots.get_mut(ordinal).map(std::mem::take).unwrap_or_default();
                    let own = raw(&members);
                    is_changed |= slot.iter().map(|part| part.get()).ne([own.get()]);
                    kept.extend(slot);
                }
            }
        }
        (kept, is_changed)
    }

    /// The reason to stop is not about calls, but where the model failed to write one. The words beside it may be.
    fn finish(&self, candidate: &mut Members<'_>) -> bool {
        let reason = candidate.value::<String>(FINISH_REASON).unwrap_or_default();
        let is_repaired = !self.had_calls && self.has_calls && FAILED_CALLS.contains(&reason.as_str());
        let is_bare = self.had_calls && !self.has_calls && reason == STOP;
        if is_repaired {
            candidate.set(FINISH_REASON, raw(STOP));
        }
        let has_words = candidate.get(FINISH_MESSAGE).is_some();
        if (is_repaired || is_bare) && has_words {
            candidate.remove(FINISH_MESSAGE);
        }
        is_repaired || (is_bare && has_words)
    }
}

/// Whether nothing is left in a candidate.
fn says_nothing(candidate: &Members<'_>) -> bool {
    let is_empty =
        |content: &Members<'_>| content.iter().all(|(name, value)| name == "role" || is_nothing(value));
    candidate.iter().all(|(name, value)| match name {
        "index" => true,
        "content" => Members::read(value.get()).is_some_and(|content| is_empty(&content)),
        _ => is_nothing(value),
    })
}
