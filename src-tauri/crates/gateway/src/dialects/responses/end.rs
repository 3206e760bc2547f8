//! The held frames of a stream by what they belong to.

use super::item::{Kind, original};
use super::output::Called;
use crate::dialects::order::Slot;
use crate::dialects::original::Original;
use crate::json::fields::Fields;
use crate::streams::HeldFrame;

/// An event, as far as the place of items goes.
pub(super) struct Event<'a> {
    pub(super) fields: Fields<'a>,
    kind: String,
    pub(super) index: Option<u64>,
}

impl<'a> Event<'a> {
    /// Reads an event. One that is malformed is none.
    pub(super) fn read(data: &'a str) -> Option<Self> {
        let fields = Fields::read(data)?;
        let kind = fields.string("type")?;
        let index = fields.number("output_index");
        Some(Self { fields, kind, index })
    }

    /// Whether an item begins.
    pub(super) fn is_begin(&self) -> bool {
        self.kind == "response.output_item.added"
    }

    pub(super) fn is_call(&self) -> bool {
        matches!(self.kind.as_str(), "response.output_item.added" | "response.output_item.done")
            && self.fields.object("item").is_some_and(|item| Kind::read(&item).is_some())
    }

    /// Whether no item comes behind it.
    fn is_last(&self) -> bool {
        matches!(
            self.kind.as_str(),
            "response.completed" | "response.incomplete" | "response.failed" | "error"
        )
    }

    fn item_id(&self) -> Option<String> {
        let item = self.fields.object("item");
        item.map_or_else(|| self.fields.string("item_id"), |item| item.string("id"))
    }
}

#[derive(Default)]
pub(super) struct End<'a> {
    pub(super) parts: Vec<Part<'a>>,
    pub(super) calls: Vec<Call<'a>>,
    /// The calls that are not complete, by their ordinals.
    open: Vec<usize>,
}

pub(super) struct Part<'a> {
    pub(super) slot: Slot,
    pub(super) frame: &'a HeldFrame,
}

pub(super) struct Call<'a> {
    index: Option<u64>,
    item_id: Option<String>,
    pub(super) called: Called,
    pub(super) frames: Vec<&'a HeldFrame>,
}

impl<'a> End<'a> {
    pub(super) fn read(held: &'a [HeldFrame]) -> Self {
        let mut end = Self::default();
        for frame in held {
            let slot = match Event::read(frame.data()) {
                Some(event) => end.take(&event, frame),
                None => Some(Slot::Other),
            };
            if let Some(slot) = slot {
                end.parts.push(Part { slot, frame });
            }
        }
        end
    }

    /// The place of a frame, unless it belongs to a call that has begun.
    fn take(&mut self, event: &Event<'a>, frame: &'a HeldFrame) -> Option<Slot> {
        let item = event.fields.raw("item");
        match event.kind.as_str() {
            "response.output_item.added" => match item.and_then(Called::read) {
                Some(called) => Some(self.begin(event, called, frame)),
                None => Some(Slot::Other),
            },
            "response.output_item.done" => {
                let Some(called) = item.and_then(Called::read) else { return Some(Slot::Other) };
                let Some(ordinal) = self.find(event) else {
                    let slot = self.begin(event, called, frame);
                    self.open.pop();
                    return Some(slot);
                };
                self.open.retain(|open| *open != ordinal);
                if let Some(call) = self.calls.get_mut(ordinal) {
                    call.called = called;
                    call.frames.push(frame);
                }
                None
            }
            _ if event.is_last() => Some(Slot::End),
            _ => {
                let Some(ordinal) = self.find(event) else { return Some(Slot::Other) };
                if let Some(call) = self.calls.get_mut(ordinal) {
                    call.extend(event);
                    call.frames.push(frame);
                }
                None
            }
        }
    }

    fn begin(&mut self, event: &Event<'_>, called: Called, frame: &'a HeldFrame) -> Slot {
        let ordinal = self.calls.len();
        let (index, item_id) = (event.index, event.item_id());
        self.calls.push(Call { index, item_id, called, frames: vec![frame] });
        self.open.push(ordinal);
        Slot::Call(ordinal)
    }

    /// The open call an event belongs to. Some hosts change ids from event to event, some give two items one index.
    fn find(&self, event: &Event<'_>) -> Option<usize> {
        let index = event.index?;
        let id = event.item_id();
        let here = || {
            let calls = self.open.iter().filter_map(|ordinal| Some((*ordinal, self.calls.get(*ordinal)?)));
            calls.filter(|(_, call)| call.index == Some(index))
        };
        let by_id = here().find(|(_, call)| id.is_some() && call.item_id == id);
        by_id.or_else(|| here().next()).map(|(ordinal, _)| ordinal)
    }
}

impl Call<'_> {
    /// Takes a piece of the arguments, or all of them.
    fn extend(&mut self, event: &Event<'_>) {
        let Original { arguments, .. } = &mut self.called.original;
        if let Some(whole) = event.fields.string(self.called.kind.field()) {
            *arguments = whole;
        } else if let Some(piece) = event.fields.string("delta") {
            arguments.push_str(&piece);
        }
    }

    /// The first form of its item.
    pub(super) fn begun(&self) -> Option<String> {
        let first = Event::read(self.frames.first()?.data())?;
        let item = first.fields.object("item").filter(|_| first.is_begin())?;
        let (kind, _) = original(&item)?;
        (kind == self.called.kind).then(|| first.fields.raw("item").unwrap_or_default().to_owned())
    }
}
