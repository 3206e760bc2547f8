//! A streamed answer whose end is held.

use super::block::{CALL, is_original, renamed, with_stop};
use super::writer::MessagesWriter;
use crate::Frame;
use crate::dialects::order::{Placed, Slot, are_kept, arrange, check};
use crate::dialects::original::{Original, arguments_text};
use crate::dialects::{Tape, Unwritable, WantedCall, WrittenAnswer, take_next, write_answer};
use crate::json::fields::Fields;
use crate::json::quoted;
use crate::streams::{HeldFrame, append, append_event};
use std::collections::BTreeMap;

/// Follows the blocks of an answer.
#[derive(Default)]
pub(super) struct MessagesTape {
    /// The index of the next block.
    next: u64,
    /// Whether a call has begun to be delivered.
    has_delivered: bool,
    held: Vec<HeldFrame>,
}

impl Tape for MessagesTape {
    fn calls(&self, frame: &Frame<'_>) -> bool {
        let begun = frame.data.contains(CALL).then(|| Event::read(frame.data)).flatten();
        matches!(begun, Some(Event::Begun { kind, .. }) if kind == CALL)
    }

    fn passed(&mut self, frame: &Frame<'_>) {
        if let Some(Event::Begun { index, kind, .. }) = Event::read(frame.data) {
            self.next = self.next.max(index.saturating_add(1));
            self.has_delivered |= kind == CALL;
        }
    }

    fn held(&mut self, frame: &Frame<'_>) {
        self.held.push(HeldFrame::of(frame));
    }

    fn rewritten(&self, calls: &[WantedCall]) -> Result<Vec<u8>, Unwritable> {
        let end = self.end()?;
        check(calls, end.calls.len())?;
        if are_kept(calls, &end.calls, |call, wanted| is_original(wanted, &call.original)) {
            let mut out = Vec::new();
            self.held.iter().for_each(|frame| append(&mut out, frame.raw()));
            return Ok(out);
        }
        let mut rewriting = Rewriting::behind(self.next);
        for placed in arrange(&end.parts, |part| part.slot, calls) {
            match placed {
                Placed::Part(part) => rewriting.part(part, calls),
                Placed::Call(wanted) => {
                    rewriting.call(wanted, wanted.from.and_then(|ordinal| end.calls.get(ordinal)));
                }
            }
        }
        Ok(rewriting.out)
    }

    fn continued(&self, answer: &WrittenAnswer) -> Result<Vec<u8>, Unwritable> {
        let end = self.end()?;
        let mut rewriting = Rewriting::behind(self.next);
        for part in end.parts.iter().filter(|part| part.slot == Slot::Other) {
            rewriting.part(part, &[]);
        }
        append(&mut rewriting.out, &write_answer(MessagesWriter::behind(rewriting.next), answer));
        Ok(rewriting.out)
    }
}

impl MessagesTape {
    /// The held frames, unless the program has a call already.
    fn end(&self) -> Result<End<'_>, Unwritable> {
        if self.has_delivered { Err(Unwritable::CallDelivered) } else { Ok(End::read(&self.held)) }
    }
}

/// An event, as far as the place of blocks goes.
enum Event<'a> {
    Begun {
        index: u64,
        kind: String,
        block: Fields<'a>,
    },
    Continued {
        index: u64,
        json: Option<String>,
    },
    Stopped {
        index: u64,
    },
    /// What comes after the last block.
    Ending,
}

impl<'a> Event<'a> {
    /// Reads an event. One that is malformed, unknown or without a block is none.
    fn read(data: &'a str) -> Option<Self> {
        let fields = Fields::read(data)?;
        let index = fields.number("index");
        Some(match fields.string("type")?.as_str() {
            "content_block_start" => {
                let block = fields.object("content_block")?;
                Self::Begun { index: index?, kind: block.string("type").unwrap_or_default(), block }
            }
            "content_block_delta" => {
                let json = fields.object("delta").and_then(|delta| delta.string("partial_json"));
                Self::Continued { index: index?, json }
            }
            "content_block_stop" => Self::Stopped { index: index? },
            "message_delta" | "message_stop" | "error" => Self::Ending,
            _ => return None,
        })
    }
}

/// The held frames by what they belong to.
#[derive(Default)]
struct End<'a> {
    parts: Vec<Part<'a>>,
    calls: Vec<Call<'a>>,
}

struct Part<'a> {
    slot: Slot,
    frame: &'a HeldFrame,
}

struct Call<'a> {
    original: Original,
    frames: Vec<&'a HeldFrame>,
}

impl<'a> End<'a> {
    fn read(held: &'a [HeldFrame]) -> Self {
        let mut end = Self::default();
        let mut open = BTreeMap::new();
        for frame in held {
            let event = Event::read(frame.data());
            let slot = match &event {
                Some(Event::Begun { index, kind, block }) if kind == CALL => {
                    open.insert(*index, end.calls.len());
                    Slot::Call(end.begin(block, frame))
                }
                Some(Event::Begun { index, .. }) => {
                    open.remove(index);
                    Slot::Other
                }
                Some(Event::Continued { index, json }) => match open.get(index) {
                    Some(ordinal) => {
                        end.extend(*ordinal, json.as_deref(), frame);
                        continue;
                    }
                    None => Slot::Other,
                },
                Some(Event::Stopped { index }) => match open.remove(index) {
                    Some(ordinal) => {
                        end.extend(ordinal, None, frame);
                        continue;
                    }
                    None => Slot::Other,
                },
                Some(Event::Ending) => Slot::End,
                None => Slot::Other,
            };
            end.parts.push(Part { slot, frame });
        }
        for call in end.calls.iter_mut().filter(|call| call.original.arguments.is_empty()) {
            call.original.arguments = call.input_at_begin();
        }
        end
    }

    fn begin(&mut self, block: &Fields<'_>, frame: &'a HeldFrame) -> usize {
        let text = |name: &str| block.string(name).unwrap_or_default();
        let original = Original { id: text("id"), name: text("name"), ..Original::default() };
        self.calls.push(Call { original, frames: vec![frame] });
        self.calls.len() - 1
    }

    fn extend(&mut self, ordinal: usize, json: Option<&str>, frame: &'a HeldFrame) {
        if let Some(call) = self.calls.get_mut(ordinal) {
            call.original.arguments.push_str(json.unwrap_or_default());
            call.frames.push(frame);
        }
    }
}

impl Call<'_> {
    /// The input in the first event. It counts if no piece of it follows.
    fn input_at_begin(&self) -> String {
        let begin = self.frames.first().and_then(|frame| Fields::read(frame.data()));
        let block = begin.as_ref().and_then(|begin| begin.object("content_block"));
        block.and_then(|block| block.raw("input")).unwrap_or_default().to_owned()
    }
}

struct Rewriting {
    next: u64,
    /// The new indices of the blocks that began while the answer was held, by the old ones.
    indices: BTreeMap<u64, u64>,
    out: Vec<u8>,
}

impl Rewriting {
    fn behind(next: u64) -> Self {
        Self { next, indices: BTreeMap::new(), out: Vec::new() }
    }

    fn part(&mut self, part: &Part<'_>, calls: &[WantedCall]) {
        let frame = part.frame;
        match Event::read(frame.data()) {
            Some(Event::Begun { index, .. }) => {
                let new = take_next(&mut self.next);
                self.indices.insert(index, new);
                self.renumbered(frame, new);
            }
            Some(Event::Continued { index, .. } | Event::Stopped { index }) => {
                let new = self.indices.get(&index).copied().unwrap_or(index);
                self.renumbered(frame, new);
            }
            Some(Event::Ending) => {
                let data = ending(frame.data(), calls);
                append(&mut self.out, &frame.with_data(&data));
            }
            None => append(&mut self.out, frame.raw()),
        }
    }

    fn call(&mut self, wanted: &WantedCall, from: Option<&Call<'_>>) {
        let index = take_next(&mut self.next);
        if let Some(call) = from.filter(|call| is_original(wanted, &call.original)) {
            for frame in &call.frames {
                self.renumbered(frame, index);
            }
            return;
        }
        let first = from.and_then(|call| call.frames.first()).and_then(|frame| Fields::read(frame.data()));
        let block = renamed(wanted, first.as_ref().and_then(|first| first.raw("content_block")), "{}");
        let arguments = arguments_text(&wanted.arguments, wanted.is_text);
        write_call(index, &block, &arguments, &mut self.out);
    }

    fn renumbered(&mut self, frame: &HeldFrame, index: u64) {
        match Fields::read(frame.data()).filter(|fields| fields.number("index") != Some(index)) {
            Some(fields) => {
                append(&mut self.out, &frame.with_data(&fields.with(&[("index", index.to_string())])))
            }
            None => append(&mut self.out, frame.raw()),
        }
    }
}

/// The events of a call whose arguments come in one piece.
pub(super) fn write_call(index: u64, block: &str, arguments: &str, out: &mut Vec<u8>) {
    write_block(index, block, Some(("input_json_delta", "partial_json", arguments)), out);
}

/// The events of a block with at most one delta: its type, its field, its text.
pub(super) fn write_block(index: u64, block: &str, delta: Option<(&str, &str, &str)>, out: &mut Vec<u8>) {
    write_begin(index, block, out);
    if let Some((kind, field, text)) = delta {
        write_delta(index, kind, field, text, out);
    }
    write_stop(index, out);
}

pub(super) fn write_begin(index: u64, block: &str, out: &mut Vec<u8>) {
    let data = format!(r#"{{"type":"content_block_start","index":{index},"content_block":{block}}}"#);
    append_event("content_block_start", &data, out);
}

pub(super) fn write_delta(index: u64, kind: &str, field: &str, text: &str, out: &mut Vec<u8>) {
    let delta = format!(r#"{{"type":"{kind}","{field}":{}}}"#, quoted(text));
    let data = format!(r#"{{"type":"content_block_delta","index":{index},"delta":{delta}}}"#);
    append_event("content_block_delta", &data, out);
}

pub(super) fn write_stop(index: u64, out: &mut Vec<u8>) {
    let data = format!(r#"{{"type":"content_block_stop","index":{index}}}"#);
    append_event("content_block_stop", &data, out);
}

/// The data of an event after the last block, with a reason that fits these calls.
fn ending(data: &str, calls: &[WantedCall]) -> String {
    let unchanged = || data.to_owned();
    let Some(fields) = Fields::read(data) else { return unchanged() };
    let Some(delta) = fields.object("delta") else { return unchanged() };
    match with_stop(&delta, calls) {
        changes if changes.is_empty() => unchanged(),
        changes => fields.with(&[("delta", delta.with(&changes))]),
    }
}
