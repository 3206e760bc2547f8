//! An answer that comes in pieces, put together.
//!
//! Providers differ in how they cut an answer up: some number its parts, some number only the calls, some number
//! nothing; ids and names come early, late or never. All of it is settled here, so that a connector says what it read
//! and nothing more. The events that it collects are for showing while the answer comes in; an item is whole when it is
//! finished.

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
use ports::{CompletionRequest, ConnectorError, ItemKind, StreamEvent};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// As much as one answer may hold. A provider that never ends must not fill the memory.
const BYTES: usize = SERVICE_KEPT.size();
const ITEMS: usize = SERVICE_ITEMS.size();

type Assembled = Result<(), ConnectorError>;

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
    /// What is to be told next, in its order.
    pub(crate) events: Vec<StreamEvent>,
}

impl Assembler {
    /// For the answer to a request. Ids of its calls are not given out again.
    pub(crate) fn answering(request: &CompletionRequest, names: WireNames) -> Self {
        let calls = request.messages.iter().flat_map(|message| message.calls());
        Self::new(names, calls.map(|call| call.id.clone()).collect())
    }

    /// `taken` are the ids that are in the history already: none of them is given out again.
    pub(crate) fn new(names: WireNames, taken: BTreeSet<CallId>) -> Self {
        Self {
            names,
            maker: None,
            binding: None,
            ids: CallIds::new(taken),
            items: Vec::new(),
            places: BTreeMap::new(),
            bytes: 0,
            events: Vec::new(),
        }
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
            return Ok(());
        }
        self.count(text.len())?;
        let index = match self.running(place, |open| matches!(open, Open::Text(_))) {
            Some(index) => index,
            None => self.open(place, Open::Text(String::new()))?,
        };
        if let Some(Open::Text(whole)) = self.items.get_mut(index) {
            whole.push_str(text);
        }
        self.events.push(StreamEvent::TextDelta { index, text: text.to_owned() });
        Ok(())
    }

    /// A piece of what the model thinks aloud.
    pub fn reasoning(&mut self, place: Place, text: &str) -> Assembled {
        if text.is_empty() {
            return Ok(());
        }
        self.count(text.len())?;
        let index = match self.running(place, |open| matches!(open, Open::Reasoning { .. })) {
            Some(index) => index,
            None => self.open(place, Open::Reasoning { text: String::new(), state: None })?,
        };
        if let Some(Open::Reasoning { text: whole, .. }) = self.items.get_mut(index) {
            whole.push_str(text);
        }
        self.events.push(StreamEvent::ReasoningDelta { index, text: text.to_owned() });
        Ok(())
    }

    /// A piece of a call. The call shows with the first of its arguments, or as soon as its id and the name of a function
    /// that is offered are known; an id that comes later still counts when the call is finished.
    pub fn call(&mut self, place: Place, piece: CallPiece<'_>) -> Assembled {
        if piece.is_empty() {
            return Ok(());
        }
        self.count(piece.id.len() + piece.name.len() + piece.arguments.len())?;
        let index = match self.meant(place, &piece) {
            Some(index) => {
                self.give_out(index, &piece);
                index
            }
            None => {
                let next = self.next_call(place, &piece);
                self.open(place, Open::Call(Box::new(next)))?
            }
        };
        if let Some(Open::Call(call)) = self.items.get_mut(index) {
            call.take(&piece, &self.names);
            self.events.extend(call.show(index, &mut self.ids, &self.names));
        }
        Ok(())
    }

    /// The call that is open there has free text in the place of arguments.
    pub fn free_text(&mut self, place: Place) {
        if let Some(call) = self.open_call_mut(place) {
            call.is_text = true;
        }
    }

    /// A provider's last word on the arguments of a call, which counts for more than the pieces before it.
    pub fn whole_arguments(&mut self, place: Place, arguments: &str) -> Assembled {
        if arguments.is_empty() {
            return Ok(());
        }
        let Some((index, call)) = self.open_call(place) else {
            return self.call(place, CallPiece { arguments, ..CallPiece::default() });
        };
        let missing = arguments.strip_prefix(call.arguments.as_str()).unwrap_or_default().to_owned();
        self.count(arguments.len())?;
        if let Some(Open::Call(call)) = self.items.get_mut(index) {
            call.take(&CallPiece { arguments: &missing, ..CallPiece::default() }, &self.names);
            self.events.extend(call.show(index, &mut self.ids, &self.names));
            call.replace_arguments(arguments);
        }
        Ok(())
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
        let index = self.open(place, Open::Finished)?;
        let finished = StreamEvent::finished(index, self.claimed_in(item));
        self.events.extend([StreamEvent::ItemStarted { index, kind }, finished]);
        Ok(())
    }

    /// A part that only its provider understands.
    pub(crate) fn own(&mut self, place: Place, provider: &str, part: Value) -> Assembled {
        self.item(place, Item::Unknown { value: OpaquePart::wrap(provider, part) })
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
        let index = match self.running(place, holds) {
            Some(index) => index,
            None => self.open(place, Open::Reasoning { text: String::new(), state: None })?,
        };
        let state = self.claimed(state);
        match self.items.get_mut(index) {
            Some(Open::Call(call)) => call.state = Some(state),
            Some(Open::Reasoning { state: kept, .. }) => *kept = Some(state),
            Some(Open::Text(_) | Open::Finished) | None => {}
        }
        Ok(())
    }

    /// A provider says that a part is complete.
    pub fn finish(&mut self, place: Place) {
        let index = match place {
            Place::At(number) => self.places.remove(&number),
            Place::Last => self.items.len().checked_sub(1),
        };
        if let Some(index) = index {
            self.finish_item(index);
        }
    }

    /// The answer is complete.
    pub fn finish_all(&mut self) {
        self.places.clear();
        (0..self.items.len()).for_each(|index| self.finish_item(index));
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

    fn open_call_mut(&mut self, place: Place) -> Option<&mut OpenCall> {
        let (index, _) = self.open_call(place)?;
        self.items.get_mut(index).and_then(Open::call_mut)
    }

    /// Begins an item. Text without a number is finished by whatever follows it; calls may come side by side.
    fn open(&mut self, place: Place, item: Open) -> Result<usize, ConnectorError> {
        if self.items.len() == ITEMS {
            return Err(ConnectorError::TooLong { limit: "4096 items" });
        }
        if let Some(last) = self.items.len().checked_sub(1)
            && self.items.get(last).is_none_or(|open| open.call().is_none())
            && !self.places.values().any(|&index| index == last)
        {
            self.finish_item(last);
        }
        let index = self.items.len();
        if let Some(kind) = item.kind() {
            self.events.push(StreamEvent::ItemStarted { index, kind });
        }
        self.items.push(item);
        if let Place::At(number) = place {
            self.places.insert(number, index);
        }
        Ok(index)
    }

    fn finish_item(&mut self, index: usize) {
        let Some(open) = self.items.get_mut(index) else { return };
        match std::mem::replace(open, Open::Finished) {
            Open::Text(text) => self.events.push(StreamEvent::finished(index, Item::Text { text })),
            Open::Reasoning { text, state: provider_state } => {
                self.events.push(StreamEvent::finished(index, Item::Reasoning { text, provider_state }));
            }
            Open::Call(call) => self.events.extend(call.finish(index, &mut self.ids, &self.names)),
            Open::Finished => {}
        }
    }
}
