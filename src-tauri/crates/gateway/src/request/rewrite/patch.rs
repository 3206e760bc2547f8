//! Changes of a text, a call or a result in its place, with everything around it as it came.

use super::leaves::{self, CallLeaf, Leaves};
use super::meaning::{name_of, same_arguments, same_item, same_target};
use super::writing::Writer;
use super::{Change, Report, ordinal};
use crate::Protocol;
use crate::json::{self, Edits, Span};
use content::{CallArguments, FunctionCall, FunctionResult, Item, Message, Outcome, Output};
use serde_json::Value;

/// The elements of one block, if what differs in its messages can be changed in its place.
pub(super) fn patched(
    writer: &Writer<'_>,
    elements: &[String],
    received: &[Message],
    wanted: &[&Message],
    first: usize,
    report: &mut Report,
) -> Option<Vec<String>> {
    let mut patch = Patch { writer, found: Vec::new(), changes: Vec::new(), losses: Report::default() };
    for element in elements {
        let leaves = leaves::of(writer.protocol, element, &json::root(element));
        patch.found.push((element, leaves, Edits::default()));
    }
    let (mut texts, mut calls, mut results) = (0, 0, 0);
    for (index, (old, new)) in received.iter().zip(wanted).enumerate() {
        if old.role != new.role || old.items.len() != new.items.len() {
            return None;
        }
        for (old, new) in old.items.iter().zip(&new.items) {
            let differs = !same_item(old, new);
            match (old, new) {
                (Item::Text { .. }, Item::Text { text }) => {
                    if differs {
                        patch.text(texts, text, ordinal(first + index))?;
                    }
                    texts += 1;
                }
                (Item::FunctionCall { call: old }, Item::FunctionCall { call: new }) => {
                    if differs {
                        patch.call(calls, old, new)?;
                    }
                    calls += 1;
                }
                (Item::FunctionResult { result: old }, Item::FunctionResult { result }) => {
                    if differs {
                        patch.result(results, old, result, new)?;
                    }
                    results += 1;
                }
                (
                    Item::Text { .. }
                    | Item::FunctionCall { .. }
                    | Item::FunctionResult { .. }
                    | Item::Media { .. }
                    | Item::Reasoning { .. }
                    | Item::Unknown { .. },
                    _,
                ) if differs => return None,
                (_, _) => {}
            }
        }
    }
    patch.finish([texts, calls, results], report)
}

struct Patch<'a> {
    writer: &'a Writer<'a>,
    found: Vec<(&'a String, Leaves, Edits)>,
    changes: Vec<Change>,
    losses: Report,
}

impl Patch<'_> {
    fn text(&mut self, ordinal: usize, text: &str, message: u64) -> Option<()> {
        let (element, span) = nth(&self.found, ordinal, |leaves| &leaves.texts)?;
        let (_, _, edits) = self.found.get_mut(element)?;
        edits.replace(span, json::quoted(text));
        self.changes.push(Change::Text { number: message });
        Some(())
    }

    fn call(&mut self, ordinal: usize, old: &FunctionCall, new: &FunctionCall) -> Option<()> {
        if !same_target(old, new) || old.arguments.is_text() != new.arguments.is_text() {
            return None;
        }
        let (element, CallLeaf { object, arguments }) = nth(&self.found, ordinal, |leaves| &leaves.calls)?;
        let (text, _, edits) = self.found.get_mut(element)?;
        let (name, before) = (name_of(&new.function), name_of(&old.function));
        if name != before {
            json::set(text, &object, &["name"], Some(&json::quoted(&name)), edits);
        }
        if !same_arguments(&old.arguments, &new.arguments) {
            let written = written_arguments(text, &object, arguments, &new.arguments)?;
            json::set(text, &object, &[arguments], Some(&written), edits);
        }
        self.changes.push(Change::Call { function: name, call: new.id.to_string() });
        Some(())
    }

    fn result(
        &mut self,
        ordinal: usize,
        old: &FunctionResult,
        new: &FunctionResult,
        item: &Item,
    ) -> Option<()> {
        if old.call_id != new.call_id {
            return None;
        }
        let (element, object) = nth(&self.found, ordinal, |leaves| &leaves.results)?;
        let (text, _, edits) = self.found.get_mut(element)?;
        let protocol = self.writer.protocol;
        if parts_in_place(text, &object, protocol, old, new, edits).is_none()
            && bare_response(text, &object, protocol, new, edits).is_none()
        {
            let written = self.writer.result(item, &mut self.losses)?;
            lay_over(protocol, text, &object, &written, edits)?;
        }
        self.changes.push(Change::Result { function: name_of(&old.function), call: new.call_id.to_string() });
        Some(())
    }

    /// The elements with the changes made, if each kind of leaf is as numerous as its items.
    fn finish(self, items: [usize; 3], report: &mut Report) -> Option<Vec<String>> {
        let count = |count: fn(&Leaves) -> usize| self.found.iter().map(|(_, leaves, _)| count(leaves)).sum();
        let there: [usize; 3] = [
            count(|leaves| leaves.texts.len()),
            count(|leaves| leaves.calls.len()),
            count(|leaves| leaves.results.len()),
        ];
        if there != items {
            return None;
        }
        self.changes.into_iter().for_each(|change| report.change(change));
        self.losses.losses.into_iter().for_each(|loss| report.lose(loss));
        Some(self.found.into_iter().map(|(text, _, edits)| edits.apply(text)).collect())
    }
}

/// The leaf of a kind by its place in the whole block: the element it stands in, and itself.
fn nth<T: Clone>(
    found: &[(&String, Leaves, Edits)],
    mut ordinal: usize,
    kind: impl Fn(&Leaves) -> &Vec<T>,
) -> Option<(usize, T)> {
    for (index, (_, leaves, _)) in found.iter().enumerate() {
        let leaves = kind(leaves);
        match leaves.get(ordinal) {
            Some(leaf) => return Some((index, leaf.clone())),
            None => ordinal -= leaves.len(),
        }
    }
    None
}

/// Arguments as text or as an object, whichever stands there. An object can't be written from what is none.
fn written_arguments(text: &str, object: &Span, name: &str, arguments: &CallArguments) -> Option<String> {
    let is_object = match json::value(text, object, name) {
        Some(value) => json::is_object(text, &value),
        None => name != "arguments",
    };
    if !is_object {
        return Some(json::quoted(arguments.raw()));
    }
    match arguments {
        CallArguments::Parsed { raw, .. } if raw.trim_start().starts_with('{') && !arguments.is_text() => {
            Some(raw.trim().to_owned())
        }
        CallArguments::Parsed { value, .. } => Some(Value::Object(value.clone()).to_string()),
        CallArguments::Malformed { .. } => None,
    }
}

/// Replaces texts within a list of parts, and leaves the other parts and their marks as they are.
fn parts_in_place(
    text: &str,
    object: &Span,
    protocol: Protocol,
    old: &FunctionResult,
    new: &FunctionResult,
    edits: &mut Edits,
) -> Option<()> {
    let name = match protocol {
        Protocol::OpenAiChat | Protocol::Anthropic => "content",
        Protocol::OpenAiResponses => "output",
        Protocol::Gemini => return None,
    };
    let (Outcome::Returned { output: old }, Outcome::Returned { output: new }) = (&old.outcome, &new.outcome)
    else {
        return None;
    };
    let list = json::value(text, object, name).filter(|list| json::is_array(text, list))?;
    let parts = json::elements(text, &list);
    if parts.len() != old.parts().len() || parts.len() != new.parts().len() {
        return None;
    }
    let mut replaced = Vec::new();
    for ((part, old), new) in parts.iter().zip(old.parts()).zip(new.parts()) {
        if old == new {
            continue;
        }
        let (Output::Text { .. }, Output::Text { text: words }) = (old, new) else { return None };
        let string =
            json::value(text, part, "text").filter(|span| json::slice(text, span).starts_with('"'))?;
        replaced.push((string, json::quoted(words)));
    }
    replaced.into_iter().for_each(|(span, words)| edits.replace(span, words));
    Some(())
}

/// A response of Gemini may be the result itself, in place of an object around it, and stays so.
fn bare_response(
    text: &str,
    object: &Span,
    protocol: Protocol,
    new: &FunctionResult,
    edits: &mut Edits,
) -> Option<()> {
    let is_wrapped = |value: &Value| {
        let only = value.as_object().filter(|object| object.len() == 1);
        only.is_some_and(|object| object.contains_key("output") || object.contains_key("error"))
    };
    let Outcome::Returned { output: Output::Json { value } } = &new.outcome else { return None };
    let response = json::value(text, object, "response").filter(|_| protocol == Protocol::Gemini)?;
    let written = json::parsed(json::slice(text, &response))?;
    let is_object = value.as_object().is_some_and(|object| !object.is_empty());
    let has_parts = json::value(text, object, "parts").is_some();
    if has_parts || is_wrapped(&written) || is_wrapped(value) || !is_object {
        return None;
    }
    edits.replace(response, value.to_string());
    Some(())
}

/// Takes over what the result says from one that was written anew.
fn lay_over(protocol: Protocol, text: &str, object: &Span, written: &str, edits: &mut Edits) -> Option<()> {
    let names: &[&str] = match protocol {
        Protocol::OpenAiChat => &["content"],
        Protocol::OpenAiResponses => &["output"],
        Protocol::Anthropic => &["content", "is_error"],
        Protocol::Gemini => &["response", "parts"],
    };
    let fresh = leaves::of(protocol, written, &json::root(written)).results.into_iter().next()?;
    for name in names {
        let new = json::value(written, &fresh, name).map(|span| json::slice(written, &span));
        let old = json::value(text, object, name).map(|span| json::slice(text, &span));
        let says_nothing = old.is_none_or(|old| old == "false" || old == "[]");
        if new != old && !(new.is_none() && says_nothing) {
            json::set(text, object, &[name], new, edits);
        }
    }
    Some(())
}
