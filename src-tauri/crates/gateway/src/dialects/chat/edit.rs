//! Puts other calls into the choices of a response.

use super::calls::{Calls, FUNCTION_CALL, Shape, TOOL_CALLS};
use super::writer::{message_of, usage_of};
use crate::dialects::Unwritable;
use crate::dialects::alternatives::{Edited, first, text_of, with_first};
use crate::json::members::{Members, elements, is_nothing, raw};
use crate::{WantedCall, WrittenAnswer};
use serde_json::value::RawValue;

/// The members that a delta or a message gets.
pub(super) type Written = Vec<(&'static str, Box<RawValue>)>;

/// The change to the calls of choice 0.
#[derive(Debug)]
pub(super) struct Change {
    had_calls: bool,
    has_calls: bool,
    /// Whether the first of them is in the form from before tools existed.
    has_former: bool,
    /// Whether more follows behind the chunk that ended the response, and behind its usage.
    goes_on: bool,
}

impl Shape {
    /// The member of a choice that holds what the model says.
    fn member(self) -> &'static str {
        match self {
            Self::Delta => "delta",
            Self::Message => "message",
        }
    }
}

impl Change {
    /// Calls and the end of the response are taken out.
    pub(super) const UNFINISHED: Self =
        Self { had_calls: true, has_calls: false, has_former: false, goes_on: true };

    pub(super) fn of(calls: &Calls, written: &Written) -> Self {
        let has_former = written.iter().any(|(name, _)| *name == FUNCTION_CALL);
        Self { had_calls: !calls.is_empty(), has_calls: !written.is_empty(), has_former, goes_on: false }
    }

    /// The reason to stop, where it has to be another. A reason that is not about calls stays.
    fn finish_reason(&self, reason: &str) -> Option<&'static str> {
        let is_about_calls = matches!(reason, TOOL_CALLS | FUNCTION_CALL);
        match (self.had_calls, self.has_calls) {
            (true, false) if is_about_calls => Some("stop"),
            (false, true) if reason == "stop" => Some(TOOL_CALLS),
            (true, true) if reason == FUNCTION_CALL && !self.has_former => Some(TOOL_CALLS),
            (true | false, true | false) => None,
        }
    }
}

/// What a chunk says of choice 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) has_calls: bool,
    pub(super) has_role: bool,
    pub(super) is_finished: bool,
}

/// Reads the calls of a chunk or of a whole response.
pub(super) fn read(data: &str, shape: Shape, calls: &mut Calls) -> Option<Said> {
    let chunk = Members::read(data)?;
    let mut said = Said::default();
    for choice in elements(chunk.text_of("choices")?)? {
        let Some(choice) = first(choice) else { continue };
        said.is_finished |= choice.value::<String>("finish_reason").is_some_and(|reason| !reason.is_empty());
        if let Some(message) = choice.inside(shape.member()) {
            said.has_role |= message.value::<String>("role").is_some();
            said.has_calls |= calls.take(&message);
        }
    }
    Some(said)
}

/// A chunk, or a whole response, with these in place of its calls.
pub(super) fn edited(
    data: &str,
    shape: Shape,
    mut written: Written,
    change: &Change,
    head: &Members<'_>,
) -> Edited {
    let Some(mut chunk) = Members::read(data) else { return Edited::Unchanged };
    let Some(choices) = chunk.text_of("choices").and_then(elements) else { return Edited::Unchanged };
    let loses_usage = change.goes_on && chunk.inside("usage").is_some();
    if loses_usage && choices.is_empty() {
        return Edited::Empty;
    }
    let (mut kept, mut is_changed, mut is_empty) = (Vec::new(), loses_usage, true);
    for choice in choices {
        let edit = first(choice).and_then(|first| {
            let written =
                if first.get(shape.member()).is_some() { std::mem::take(&mut written) } else { Vec::new() };
            edited_choice(first, shape, written, change)
        });
        is_empty &= edit.as_ref().is_some_and(says_nothing);
        is_changed |= edit.is_some();
        kept.push(edit.map_or_else(|| choice.to_owned(), |edit| raw(&edit)));
    }
    if !is_changed {
        return Edited::Unchanged;
    }
    let kept = raw(&kept);
    if loses_usage {
        chunk.set("usage", raw(&()));
    }
    let is_told = |(name, value): (&str, &RawValue)| {
        let is_same = head.text_of(name) == Some(value.get());
        is_same || is_nothing(value) || matches!(name, "choices" | "obfuscation")
    };
    if is_empty && chunk.iter().all(is_told) {
        return Edited::Empty;
    }
    chunk.set("choices", kept);
    Edited::Changed(raw(&chunk).get().to_owned())
}

/// A whole response with these calls.
pub(super) fn whole(body: &[u8], wanted: &[WantedCall]) -> Result<Vec<u8>, Unwritable> {
    let text = text_of(body)?;
    let mut calls = Calls::default();
    read(text, Shape::Message, &mut calls).ok_or_else(|| Unwritable::not_read("it has no choices"))?;
    calls.check(wanted)?;
    if calls.are(wanted) {
        return Ok(body.to_vec());
    }
    let written = calls.written(wanted, Shape::Message);
    let change = Change::of(&calls, &written);
    match edited(text, Shape::Message, written, &change, &Members::default()) {
        Edited::Changed(edited) => Ok(edited.into_bytes()),
        Edited::Unchanged | Edited::Empty => Err(Unwritable::not_read("it has no message")),
    }
}

/// A whole response that goes on with this answer in place of its calls.
pub(super) fn continued(body: &[u8], answer: &WrittenAnswer) -> Result<Vec<u8>, Unwritable> {
    let usage = usage_of(answer.usage);
    let edit = |first: Members<'_>| raw(&continued_choice(first, answer));
    Ok(with_first(&whole(body, &[])?, "choices", edit, ("usage", &usage)))
}

fn continued_choice<'a>(mut choice: Members<'a>, answer: &WrittenAnswer) -> Members<'a> {
    let mut message = choice.inside("message").unwrap_or_default().into_owned();
    let (said, finish_reason) = message_of(answer);
    let own = message.value::<String>("content").unwrap_or_default();
    for (name, value) in said.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null()) {
        match value.as_str() {
            Some(text) if name == "content" => message.set(name, raw(&(own.clone() + text))),
            Some(_) | None => message.set(name, raw(value)),
        }
    }
    choice.set("message", raw(&message));
    choice.set("finish_reason", raw(finish_reason));
    choice
}

/// The choice, if it is another one now.
fn edited_choice<'a>(
    mut choice: Members<'a>,
    shape: Shape,
    written: Written,
    change: &Change,
) -> Option<Members<'a>> {
    let mut is_changed = false;
    let message = choice.inside(shape.member()).map(Members::into_owned);
    if let Some(mut message) = message {
        let had_calls = Calls::default().take(&message);
        if had_calls || !written.is_empty() {
            put(&mut message, written);
            choice.set(shape.member(), raw(&message));
            is_changed = true;
        }
    }
    let reason = choice.value::<String>("finish_reason").unwrap_or_default();
    if change.goes_on && !reason.is_empty() {
        choice.set("finish_reason", raw(&()));
        is_changed = true;
    } else if let Some(reason) = change.finish_reason(&reason) {
        choice.set("finish_reason", raw(reason));
        is_changed = true;
    }
    is_changed.then_some(choice)
}

/// Puts calls in place of those of a delta or of a message.
pub(super) fn put(message: &mut Members<'static>, written: Written) {
    let (former, tools): (Written, Written) =
        written.into_iter().partition(|(name, _)| *name == FUNCTION_CALL);
    let tools: Vec<_> = tools.into_iter().map(|(_, value)| value).collect();
    match former.into_iter().next() {
        Some((name, value)) => message.set(name, value),
        None => message.remove(FUNCTION_CALL),
    }
    if tools.is_empty() { message.remove(TOOL_CALLS) } else { message.set(TOOL_CALLS, raw(&tools)) }
}

/// Whether nothing is left in a choice.
fn says_nothing(choice: &Members<'_>) -> bool {
    let is_empty_delta = |value: &RawValue| {
        Members::read(value.get()).is_some_and(|delta| delta.iter().all(|(_, value)| is_nothing(value)))
    };
    let mut members = choice.iter();
    members.all(|(name, value)| {
        name == "index" || is_nothing(value) || (name == "delta" && is_empty_delta(value))
    })
}
