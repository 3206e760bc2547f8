//! An answer that comes in pieces, put together.
//!
//! Providers differ in how they cut an answer up: some number its parts, some number only the calls, some number
//! nothing; ids and names come early, late or never. All of it is settled here, so that a connector says what it read
//! and nothing more. The events are for showing while the answer comes in; an item is whole when it is finished.

mod ids;
mod meant;
mod open;
mod others;
#[cfg(test)]
mod tests;

pub(crate) use ids::CallIds;
pub(crate) use others::Others;

use crate::binding::Binding;
use crate::names::WireNames;
use content::{CallId, FunctionName, Item, ModelId, OpaquePart, ProviderState};
use limits::{SERVICE_ITEMS, SERVICE_KEPT};
use open::{Open, OpenCall};
use ports::{ConnectorError, ItemKind, StreamEvent};
use std::collections::{BTreeMap, BTreeSet};

/// As much as one answer may hold. A provider that never ends must not fill the memory.
const BYTES: usize = SERVICE_KEPT.size();
const ITEMS: usize = SERVICE_ITEMS.size();

type Assembled = Result<Vec<StreamEvent>, ConnectorError>;

/// Where in the answer a piece belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The provider numbers its parts, and this is the number.
    At(u64),
    /// The provider numbers nothing: a piece goes on with what came last.
    Last,
}

/// A piece of a call. What is empty is not known yet, and takes nothing back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallPiece<'a> {
    pub id: &'a str,
    pub name: &'a str,
    pub arguments: &'a str,
}

impl CallPiece<'_> {
    fn is_empty(&self) -> bool {
        self.id.is_empty() && self.name.is_empty() && self.arguments.is_empty()
    }
}

/// One answer while it comes in.
#[derive(Debug)]
pub struct Assembler {
    names: WireNames,
    /// The model that answers. What it wants to see again is marked as its own.
    maker: Option<ModelId>,
    /// What its thoughts are bound to.
    binding: Option<Binding>,
    ids: CallIds,
    items: Vec<Open>,
    /// Which item a provider's number means.
    places: BTreeMap<u64, usize>,
    bytes: usize,
}

impl Assembler {
    /// `taken` are the ids that are in the history already: none of them is given out again.
    pub(crate) fn new(names: WireNames, taken: BTreeSet<CallId>) -> Self {
        let ids = CallIds::new(taken);
        Self { names, maker: None, binding: None, ids, items: Vec::new(), places: BTreeMap::new(), bytes: 0 }
    }

    /// A function as it is called on the wire.
    pub(crate) fn written(&self, function: &FunctionName) -> String {
        self.names.encode(function)
    }

    pub(crate) fn made_by(self, maker: &ModelId) -> Self {
        Self { maker: Some(maker.clone()), ..self }
    }

    pub(crate) fn bound_by(self, binding: Option<Binding>) -> Self {
        Self { binding, ..self }
    }

    pub(crate) fn binding(&mut self) -> Option<&mut Binding> {
        self.binding.as_mut()
    }

    /// A piece of what the model says.
    pub fn text(&mut self, place: Place, text: &str) -> Assembled {
        if text.is_empty() {
            return Ok(Vec::new());
        }
        self.count(text.len())?;
        let (index, mut events) = match self.running(place, Open::is_text) {
            Some(index) => (index, Vec::new()),
            None => self.open(place, Open::Text(String::new()))?,
        };
        if let Some(Open::Text(whole)) = self.items.get_mut(index) {
            whole.push_str(text);
        }
        events.push(StreamEvent::TextDelta { index, text: text.to_owned() });
        Ok(events)
    }

    /// A piece of what the model thinks aloud.
    pub fn reasoning(&mut self, place: Place, text: &str) -> Assembled {
        if text.is_empty() {
            return Ok(Vec::new());
        }
        self.count(text.len())?;
        let (index, mut events) = match self.running(place, Open::is_reasoning) {
            Some(index) => (index, Vec::new()),
            None => self.open(place, Open::Reasoning { text: String::new(), state: None })?,
        };
        if let Some(Open::Reasoning { text: whole, .. }) = self.items.get_mut(index) {
            whole.push_str(text);
        }
        events.push(StreamEvent::ReasoningDelta { index, text: text.to_owned() });
        Ok(events)
    }

    /// A piece of a call. The call shows with the first of its arguments, or as soon as its id and the name of a function
    /// that is offered are known; an id that comes later still counts when the call is finished.
    pub fn call(&mut self, place: Place, piece: CallPiece<'_>) -> Assembled {
        if piece.is_empty() {
            return Ok(Vec::new());
        }
        self.count(piece.id.len() + piece.name.len() + piece.arguments.len())?;
        let (index, mut events) = match self.meant(place, &piece) {
            Some(index) => (index, self.give_out(index, &piece)),
            None => {
                let next = self.next_call(place, &piece);
                self.open(place, Open::Call(Box::new(next)))?
            }
        };
        if let Some(Open::Call(call)) = self.items.get_mut(index) {
            call.take(&piece, &self.names);
            events.extend(call.show(index, &mut self.ids, &self.names));
        }
        Ok(events)
    }

    /// The call that is open there has free text in the place of arguments.
    pub fn free_text(&mut self, place: Place) {
        if let Some(index) = self.open_call(place).map(|(index, _)| index)
            && let Some(Open::Call(call)) = self.items.get_mut(index)
        {
            call.be_text();
        }
    }

    /// A provider's last word on the arguments of a call, which counts for more than the pieces before it.
    pub fn whole_arguments(&mut self, place: Place, arguments: &str) -> Assembled {
        if arguments.is_empty() {
            return Ok(Vec::new());
        }
        let Some((index, call)) = self.open_call(place) else {
            return self.call(place, CallPiece { arguments, ..CallPiece::default() });
        };
        let missing = arguments.strip_prefix(call.arguments()).unwrap_or_default().to_owned();
        self.count(arguments.len())?;
        let mut events = Vec::new();
        if let Some(Open::Call(call)) = self.items.get_mut(index) {
            call.take(&CallPiece { arguments: &missing, ..CallPiece::default() }, &self.names);
            events = call.show(index, &mut self.ids, &self.names);
            call.replace_arguments(arguments);
        }
        Ok(events)
    }

    /// Something that comes whole: a medium, a block we can't read.
    pub fn item(&mut self, place: Place, item: Item) -> Assembled {
        let kind = match &item {
            Item::Text { text } => return self.text(place, text),
            Item::FunctionCall { call } => {
                ItemKind::Call { id: call.id.clone(), function: call.function.clone() }
            }
            Item::Reasoning { .. } => ItemKind::Reasoning,
            Item::Media { .. } | Item::FunctionResult { .. } | Item::Unknown { .. } => ItemKind::Media,
        };
        let (index, mut events) = self.open(place, Open::Finished)?;
        events.push(StreamEvent::ItemStarted { index, kind });
        events.push(StreamEvent::finished(index, self.claimed_in(item)));
        Ok(events)
    }

    /// State that says who made it.
    fn claimed(&self, state: ProviderState) -> ProviderState {
        ProviderState { made_by: self.maker.clone(), ..state }
    }

    fn claimed_in(&self, item: Item) -> Item {
        match item {
            Item::Reasoning { text, provider_state } => {
                Item::Reasoning { text, provider_state: provider_state.map(|state| self.claimed(state)) }
            }
            Item::Unknown { mut value } => {
                self.maker.iter().for_each(|maker| OpaquePart::claim(&mut value, maker));
                Item::Unknown { value }
            }
            Item::Text { .. }
            | Item::Media { .. }
            | Item::FunctionCall { .. }
            | Item::FunctionResult { .. } => item,
        }
    }

    /// What a provider wants to see again beside a call or a thought. A thought may consist of nothing else.
    pub fn keep_state(&mut self, place: Place, state: ProviderState) -> Assembled {
        let holds = |open: &Open| matches!(open, Open::Call(_) | Open::Reasoning { .. });
        let (index, events) = match self.running(place, holds) {
            Some(index) => (index, Vec::new()),
            None => self.open(place, Open::Reasoning { text: String::new(), state: None })?,
        };
        let state = self.claimed(state);
        match self.items.get_mut(index) {
            Some(Open::Call(call)) => call.keep_state(state),
            Some(Open::Reasoning { state: kept, .. }) => *kept = Some(state),
            Some(Open::Text(_) | Open::Finished) | None => {}
        }
        Ok(events)
    }

    /// A provider says that a part is complete.
    pub fn finish(&mut self, place: Place) -> Vec<StreamEvent> {
        let index = match place {
            Place::At(number) => self.places.remove(&number),
            Place::Last => self.items.len().checked_sub(1),
        };
        index.map(|index| self.finish_item(index)).unwrap_or_default()
    }

    /// The answer is complete.
    pub fn finish_all(&mut self) -> Vec<StreamEvent> {
        self.places.clear();
        (0..self.items.len()).flat_map(|index| self.finish_item(index)).collect()
    }

    /// Counts what a connector itself has to keep until an item is finished.
    pub(crate) fn count(&mut self, more: usize) -> Result<(), ConnectorError> {
        self.bytes = self.bytes.saturating_add(more);
        if self.bytes > BYTES { Err(ConnectorError::TooLong { limit: "64 MB" }) } else { Ok(()) }
    }

    /// The item a piece goes on with, if it is of the right sort.
    fn running(&self, place: Place, fits: fn(&Open) -> bool) -> Option<usize> {
        let index = match place {
            Place::At(number) => *self.places.get(&number)?,
            Place::Last => self.items.len().checked_sub(1)?,
        };
        self.items.get(index).filter(|open| fits(open)).map(|_| index)
    }

    /// The call a piece goes on with. Without a number it is the last one, whatever was said since.
    fn open_call(&self, place: Place) -> Option<(usize, &OpenCall)> {
        let index = match place {
            Place::At(number) => *self.places.get(&number)?,
            Place::Last => self.items.iter().rposition(|open| matches!(open, Open::Call(_)))?,
        };
        self.items.get(index).and_then(Open::call).map(|call| (index, call))
    }

    /// Begins an item. Text without a number is finished by whatever follows it; calls may come side by side.
    fn open(&mut self, place: Place, item: Open) -> Result<(usize, Vec<StreamEvent>), ConnectorError> {
        if self.items.len() == ITEMS {
            return Err(ConnectorError::TooLong { limit: "4096 items" });
        }
        let mut events = Vec::new();
        if let Some(last) = self.items.len().checked_sub(1)
            && self.items.get(last).is_none_or(|open| open.call().is_none())
            && !self.places.values().any(|&index| index == last)
        {
            events.extend(self.finish_item(last));
        }
        let index = self.items.len();
        if let Some(kind) = item.kind() {
            events.push(StreamEvent::ItemStarted { index, kind });
        }
        self.items.push(item);
        if let Place::At(number) = place {
            self.places.insert(number, index);
        }
        Ok((index, events))
    }

    fn finish_item(&mut self, index: usize) -> Vec<StreamEvent> {
        let Some(open) = self.items.get_mut(index) else { return Vec::new() };
        match std::mem::replace(open, Open::Finished) {
            Open::Text(text) => vec![StreamEvent::finished(index, Item::Text { text })],
            Open::Reasoning { text, state } => {
                let item = Item::Reasoning { text, provider_state: state };
                vec![StreamEvent::finished(index, item)]
            }
            Open::Call(call) => call.finish(index, &mut self.ids, &self.names),
            Open::Finished => Vec::new(),
        }
    }
}
