//! Which call a piece belongs to.
//!
//! A service may number every call of an answer 0, or number nothing, and tell its calls apart by their ids alone.

use super::open::{Open, OpenCall};
use super::{Assembler, CallPiece, Place};

impl Place {
    pub(super) fn number(self) -> Option<u64> {
        match self {
            Self::At(number) => Some(number),
            Self::Last => None,
        }
    }
}

impl Assembler {
    /// The call a piece goes on with. Nothing, where it begins one.
    pub(super) fn meant(&mut self, place: Place, piece: &CallPiece<'_>) -> Option<usize> {
        let last = self.open_call(place).map(|(index, _)| index);
        let is_of_last = last.and_then(|index| self.call_at(index)).is_some_and(|call| call.has_id(piece.id));
        let named = if piece.id.is_empty() || is_of_last { None } else { self.call_with_id(place, piece.id) };
        let index = named.or(last)?;
        if self.call_at(index)?.is_followed_by(piece, &self.names) {
            return None;
        }
        if let (Some(index), Place::At(number)) = (named, place) {
            self.places.insert(number, index);
        }
        Some(index)
    }

    /// The call that begins at a place, which may be that of another call.
    pub(super) fn next_call(&mut self, place: Place, piece: &CallPiece<'_>) -> OpenCall {
        OpenCall::behind(self.open_call_mut(place), piece, place.number())
    }

    /// Arguments that don't say whose they are, at a place of several calls of which the last has its own: they belong
    /// to one that has none. Which one is not known, so those that have come are given out in the order of the calls.
    pub(super) fn give_out(&mut self, index: usize, piece: &CallPiece<'_>) {
        let Some(last) = self.call_at(index).filter(|last| last.is_surplus(piece)) else { return };
        let place = last.place;
        let is_waiting =
            |open: &Open| open.call().is_some_and(|call| call.place == place && call.is_waiting());
        let Some(earlier) = self.items.iter().take(index).position(is_waiting) else { return };
        let arguments = self.items.get_mut(index).and_then(Open::call_mut).map(OpenCall::give_up);
        if let (Some(arguments), Some(Open::Call(call))) = (arguments, self.items.get_mut(earlier)) {
            call.be_given(arguments);
            self.events.extend(call.show(earlier, &mut self.ids, &self.names));
        }
    }

    /// A provider's last word on the id of the call that is open there.
    pub fn whole_id(&mut self, place: Place, id: &str) {
        if let Some(call) = self.open_call_mut(place) {
            call.replace_id(id);
        }
    }

    fn call_at(&self, index: usize) -> Option<&OpenCall> {
        self.items.get(index).and_then(Open::call)
    }

    fn call_with_id(&self, place: Place, id: &str) -> Option<usize> {
        let number = place.number();
        let is_it = |open: &Open| open.call().is_some_and(|call| call.place == number && call.has_id(id));
        self.items.iter().rposition(is_it)
    }
}
