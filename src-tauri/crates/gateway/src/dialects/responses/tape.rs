//! A streamed response whose end is held.

use super::end::{Call, End, Event, Part};
use super::item::{Kind, begun};
use super::output::{Called, item, with_output};
use super::writer::{Output, ResponsesWriter};
use crate::Frame;
use crate::dialects::order::{Placed, Slot, are_kept, arrange, check};
use crate::dialects::{Tape, Unwritable, WantedCall, WrittenAnswer, take_next, write_answer};
use crate::json::fields::{Fields, elements};
use crate::json::quoted;
use crate::streams::{HeldFrame, append, append_event};
use std::collections::BTreeMap;

/// Follows the items of a response.
#[derive(Default)]
pub(super) struct ResponsesTape {
    /// The index of the next item.
    next: u64,
    /// The number of the next event, where events are numbered.
    sequence: Option<u64>,
    /// Whether a call has begun to be delivered.
    has_delivered: bool,
    held: Vec<HeldFrame>,
}

impl Tape for ResponsesTape {
    fn calls(&self, frame: &Frame<'_>) -> bool {
        frame.data.contains("_call\"") && Event::read(frame.data).is_some_and(|event| event.is_call())
    }

    fn passed(&mut self, frame: &Frame<'_>) {
        let Some(event) = Event::read(frame.data) else { return };
        if let Some(number) = event.fields.number("sequence_number") {
            self.sequence = Some(number.saturating_add(1));
        }
        if let Some(index) = event.index {
            self.next = self.next.max(index.saturating_add(1));
        }
        self.has_delivered |= event.is_call();
    }

    fn held(&mut self, frame: &Frame<'_>) {
        self.held.push(HeldFrame::of(frame));
    }

    fn rewritten(&self, calls: &[WantedCall]) -> Result<Vec<u8>, Unwritable> {
        let end = self.end()?;
        check(calls, end.calls.len())?;
        if are_kept(calls, &end.calls, |call, wanted| call.called.is(wanted)) {
            let mut out = Vec::new();
            self.held.iter().for_each(|frame| append(&mut out, frame.raw()));
            return Ok(out);
        }
        let mut rewriting = self.rewriting(&end, calls);
        for placed in arrange(&end.parts, |part| part.slot, calls) {
            match placed {
                Placed::Part(part) => rewriting.part(part),
                Placed::Call(wanted) => {
                    rewriting.call(wanted, wanted.from.and_then(|ordinal| end.calls.get(ordinal)));
                }
            }
        }
        Ok(rewriting.out)
    }

    fn continued(&self, answer: &WrittenAnswer) -> Result<Vec<u8>, Unwritable> {
        let end = self.end()?;
        let mut rewriting = self.rewriting(&end, &[]);
        for part in end.parts.iter().filter(|part| part.slot == Slot::Other) {
            rewriting.part(part);
        }
        let last = end.parts.iter().filter(|part| part.slot == Slot::End);
        let last = last.filter_map(|part| Event::read(part.frame.data())).find_map(|event| {
            let ending = rewriting.ending(&event.fields);
            let listed = ending.as_deref().and_then(Fields::read);
            let listed = listed.and_then(|event| event.raw("response").map(str::to_owned));
            let unlisted = || event.fields.raw("response").map(str::to_owned);
            listed.map(|response| (response, Output::Listed)).or_else(|| Some((unlisted()?, Output::LeftOut)))
        });
        let (response, output) = last.ok_or_else(|| Unwritable::not_read("it has no end"))?;
        let writer = ResponsesWriter::behind(response, output, rewriting.next, rewriting.sequence);
        append(&mut rewriting.out, &write_answer(writer, answer));
        Ok(rewriting.out)
    }
}

impl ResponsesTape {
    /// The held frames, unless the program has a call already.
    fn end(&self) -> Result<End<'_>, Unwritable> {
        if self.has_delivered { Err(Unwritable::CallDelivered) } else { Ok(End::read(&self.held)) }
    }

    fn rewriting<'a>(&self, end: &End<'_>, calls: &'a [WantedCall]) -> Rewriting<'a> {
        Rewriting {
            calls,
            called: end.calls.iter().map(|call| call.called.clone()).collect(),
            sequence: self.sequence.or_else(|| first_number(&self.held)),
            next: self.next,
            has_items: self.next > 0 || self.held.iter().any(is_of_item),
            indices: BTreeMap::new(),
            out: Vec::new(),
        }
    }
}

/// The first number among held events. Where nothing was delivered, the events begin with it.
fn first_number(held: &[HeldFrame]) -> Option<u64> {
    held.iter().find_map(|frame| Fields::read(frame.data())?.number("sequence_number"))
}

fn is_of_item(frame: &HeldFrame) -> bool {
    Event::read(frame.data()).is_some_and(|event| event.index.is_some())
}

struct Rewriting<'a> {
    calls: &'a [WantedCall],
    /// The calls of the response.
    called: Vec<Called>,
    /// The number of the next event, where events are numbered.
    sequence: Option<u64>,
    next: u64,
    has_items: bool,
    /// The new indices of the items that began while the response was held, by the old ones.
    indices: BTreeMap<u64, u64>,
    out: Vec<u8>,
}

impl Rewriting<'_> {
    fn part(&mut self, part: &Part<'_>) {
        let Some(event) = Event::read(part.frame.data()) else {
            append(&mut self.out, part.frame.raw());
            return;
        };
        if part.slot == Slot::End {
            let data = self.ending(&event.fields).unwrap_or_else(|| part.frame.data().to_owned());
            self.numbered(part.frame, &data, None);
            return;
        }
        if let Some(index) = event.index.filter(|_| event.is_begin()) {
            let new = take_next(&mut self.next);
            self.indices.insert(index, new);
        }
        let index = event.index.map(|index| self.indices.get(&index).copied().unwrap_or(index));
        self.numbered(part.frame, part.frame.data(), index);
    }

    /// The data of the last event with the same calls in the response it repeats. Some hosts leave the output out.
    fn ending(&self, event: &Fields<'_>) -> Option<String> {
        let response = event.object("response")?;
        let items = response.raw("output").and_then(elements)?;
        if items.is_empty() && self.has_items {
            return None;
        }
        let changed = with_output(&response, &items, &self.called, self.calls);
        Some(event.with(&[("response", changed)]))
    }

    fn call(&mut self, wanted: &WantedCall, from: Option<&Call<'_>>) {
        let index = take_next(&mut self.next);
        if let Some(call) = from.filter(|call| call.called.is(wanted)) {
            for frame in &call.frames {
                self.numbered(frame, frame.data(), Some(index));
            }
            return;
        }
        let whole = item(wanted, from.map(|call| &call.called));
        let Some(fields) = Fields::read(&whole) else { return };
        let first = from.and_then(Call::begun);
        let first =
            first.as_deref().and_then(Fields::read).filter(|first| Kind::read(first) == Kind::read(&fields));
        let first = match first {
            Some(first) => begun(&Fields::read(&renamed(&first, &fields)).unwrap_or(first)),
            None => begun(&fields),
        };
        write_call(index, &first, &whole, &mut self.sequence, &mut self.out);
    }

    /// Writes a frame with the next number, and with this index if it has one.
    fn numbered(&mut self, frame: &HeldFrame, data: &str, index: Option<u64>) {
        let Some(fields) = Fields::read(data) else { return append(&mut self.out, frame.raw()) };
        let mut changes = Vec::new();
        if let Some(own) = fields.number("sequence_number") {
            let number = self.sequence.as_mut().map_or(own, take_next);
            if number != own {
                changes.push(("sequence_number", number.to_string()));
            }
        }
        if let Some(index) =
            index.filter(|index| fields.number("output_index").is_some_and(|own| own != *index))
        {
            changes.push(("output_index", index.to_string()));
        }
        if changes.is_empty() {
            append(&mut self.out, &frame.with_data(data));
        } else {
            append(&mut self.out, &frame.with_data(&fields.with(&changes)));
        }
    }
}

/// The first form of an item with the ids and the name of its last.
fn renamed(first: &Fields<'_>, last: &Fields<'_>) -> String {
    let value = |name: &'static str| last.raw(name).map(|value| (name, value.to_owned()));
    let changes: Vec<_> = ["id", "call_id", "name"].into_iter().filter_map(value).collect();
    first.with(&changes)
}

/// The events of a call whose arguments come in one piece.
pub(super) fn write_call(
    index: u64,
    first: &str,
    whole: &str,
    sequence: &mut Option<u64>,
    out: &mut Vec<u8>,
) {
    let Some(item) = Fields::read(whole) else { return };
    write_item("added", index, first, sequence, out);
    if let Some((kind, events)) = Kind::read(&item).and_then(|kind| Some((kind, kind.events()?))) {
        let arguments = item.raw(kind.field()).unwrap_or_default();
        let id = item.raw("id").map(|id| format!(r#","item_id":{id}"#)).unwrap_or_default();
        let place = format!(r#"{id},"output_index":{index}"#);
        let delta = format!(r#"{place},"delta":{arguments}"#);
        write_event(&format!("{events}.delta"), &delta, sequence, out);
        let name = item.raw("name").filter(|_| kind == Kind::Function);
        let name = name.map(|name| format!(r#","name":{name}"#)).unwrap_or_default();
        let done = format!(r#"{place},"{}":{arguments}{name}"#, kind.field());
        write_event(&format!("{events}.done"), &done, sequence, out);
    }
    write_item("done", index, whole, sequence, out);
}

/// The event that an item is added or done.
pub(super) fn write_item(what: &str, index: u64, item: &str, sequence: &mut Option<u64>, out: &mut Vec<u8>) {
    let fields = format!(r#","output_index":{index},"item":{item}"#);
    write_event(&format!("response.output_item.{what}"), &fields, sequence, out);
}

/// An event with these fields behind its type.
pub(super) fn write_event(kind: &str, fields: &str, sequence: &mut Option<u64>, out: &mut Vec<u8>) {
    let number = sequence.as_mut().map(take_next);
    let number = number.map(|number| format!(r#","sequence_number":{number}"#)).unwrap_or_default();
    append_event(kind, &format!(r#"{{"type":{}{fields}{number}}}"#, quoted(kind)), out);
}
